import type { Account, Position } from './account.ts';
import type { Instrument, PositionLeg, Side } from './rules.ts';

/**
 * Returns the leg that an order of the account means: an opening order the leg of its side, a
 * reducing one the other leg. Undefined where the contract has one position.
 */
export function legIn(
  { isHedged }: Pick<Account, 'isHedged'>,
  { isSpot, rules }: Pick<Instrument, 'isSpot' | 'rules'>,
  { side, reduceOnly }: { readonly side: Side; readonly reduceOnly?: boolean | undefined },
): PositionLeg | undefined {
  if (!isHedged || isSpot || rules.isOneWay === true) return undefined;
  return (side === 'buy') === (reduceOnly !== true) ? 'long' : 'short';
}

/** Returns the name with its leg, or as it is in one-way mode. */
export function positionKey(name: string, leg: PositionLeg | undefined): string {
  return leg === undefined ? name : `${name} ${leg}`;
}

/** Positions of an account in a contract, flat ones too: at most one, or one a leg. */
export function positionsIn({ isHedged, positions }: Account, symbol: string): Position[] {
  const legs = isHedged ? ([undefined, 'long', 'short'] as const) : [undefined];
  return legs.flatMap((leg) => positions.get(positionKey(symbol, leg)) ?? []);
}
