import { legOf, type PositionLeg } from '../../../model/positionLeg.ts';
import { type InstrumentSymbol, symbolParts } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { sideAt } from './rows.ts';

// In hedge mode a contract has two positions, which the venue numbers; 0 is the only one in one-way
// mode.

const indexes: Readonly<Record<PositionLeg, number>> = { long: 1, short: 2 };

/** True for perpetuals in USDT: all other contracts are in one-way mode in every account. */
export function canHedge(symbol: InstrumentSymbol): boolean {
  const { settle, expiry } = symbolParts(symbol);
  return settle === 'USDT' && expiry === undefined;
}

/** Returns the number of an order's position; none is needed when there is only one. */
export function positionIndexOf({ leg, symbol }: VenueOrder): number | undefined {
  return leg === undefined || !canHedge(symbol) ? undefined : indexes[leg];
}

/**
 * Returns the position leg that an order's record names; undefined when there is only one position.
 */
export function legIn({ positionIdx }: Fields): PositionLeg | undefined {
  if (Number(positionIdx) === indexes.long) return 'long';
  return Number(positionIdx) === indexes.short ? 'short' : undefined;
}

/** Returns the position leg of an execution, which names none: it only tells how much it closed. */
export function legOfExecution(
  { isHedged }: DialectCall,
  row: Fields,
  symbol: InstrumentSymbol,
): PositionLeg | undefined {
  if (isHedged?.() !== true || !canHedge(symbol)) return undefined;
  return legOf(sideAt(row), readPositive(row.closedSize) !== undefined);
}
