import type { Side } from './order.ts';

/** One of the two positions that an account in hedge mode can hold in a contract. */
export type PositionLeg = 'long' | 'short';

/**
 * Returns the leg that an order means in hedge mode: an opening order names the leg of its side, a
 * reducing order the other one.
 */
export function legOf(side: Side, reduceOnly: boolean): PositionLeg {
  const opens: PositionLeg = side === 'buy' ? 'long' : 'short';
  if (!reduceOnly) return opens;
  return opens === 'long' ? 'short' : 'long';
}
