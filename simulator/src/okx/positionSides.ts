import type { PositionLeg, Side } from '@windlass/matching';
import type { Account } from '../exchange/records.ts';
import { refusals } from './errors.ts';
import type { Fields } from './fields.ts';

/** Returns the exchange's word for a position; in net mode it is the same for both directions. */
export function posSideOf(leg: PositionLeg | undefined): string {
  return leg ?? 'net';
}

/** Returns the leg that a request names; refuses a name of the other position mode. */
export function readLeg(
  fields: Fields,
  { isHedged }: Pick<Account, 'isHedged'>,
): PositionLeg | undefined {
  const word = fields.text('posSide');
  if (!isHedged) {
    if ((word ?? 'net') !== 'net') throw refusals.wrong('posSide');
    return undefined;
  }
  if (word !== 'long' && word !== 'short') throw refusals.wrong('posSide');
  return word;
}

/** Returns whether an order of the side reduces the leg. */
export function closes(side: Side, leg: PositionLeg): boolean {
  return (side === 'buy') !== (leg === 'long');
}
