import type { PositionLeg, Side } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import type { Call } from './call.ts';
import { Refusal } from './errors.ts';

/** Returns the exchange's number of a position: 0 for the only one of a contract. */
export function indexOf(leg: PositionLeg | undefined): 0 | 1 | 2 {
  if (leg === undefined) return 0;
  return leg === 'long' ? 1 : 2;
}

/**
 * Returns the leg that a request names by its number; refuses a number of the other position mode.
 */
export function readLeg(call: Call, market: Market): PositionLeg | undefined {
  const { exchange, account, parameters } = call;
  const index = parameters.whole('positionIdx') ?? 0;
  const legs = exchange.accounts.legs(account, market);
  const leg = legs.find((each) => indexOf(each) === index);
  if (indexOf(leg) !== index || !legs.includes(leg)) {
    throw new Refusal(10001, 'position idx not match position mode');
  }
  return leg;
}

/** Returns whether an order of the side reduces the leg. */
export function closes(side: Side, leg: PositionLeg): boolean {
  return (side === 'buy') !== (leg === 'long');
}
