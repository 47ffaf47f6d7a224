import type { PositionLeg } from '../../model/positionLeg.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';

/** A position of an account: its market, and its leg in hedge mode. */
export interface HoldingName {
  readonly symbol: InstrumentSymbol;
  readonly leg: PositionLeg | undefined;
}

/** Returns the name as one text, under which the position is stored. Symbols have no spaces. */
export function holdingKey({ symbol, leg }: HoldingName): string {
  return leg === undefined ? symbol : `${symbol} ${leg}`;
}

/** Returns the name of a text that `holdingKey` made. */
export function holdingIn(key: string): HoldingName {
  const [symbol = key, leg] = key.split(' ');
  // The symbols of stored positions come from fills.
  return { symbol: symbol as InstrumentSymbol, leg: leg as PositionLeg | undefined };
}
