import type { PositionLeg, Side } from '@windlass/matching';
import type { Account } from '../exchange/records.ts';
import { refusals } from './errors.ts';
import type { Fields } from './fields.ts';

/** The exchange's word for a position: of an account in net mode there is one for both ways. */
export function posSideOf(leg: PositionLeg | undefined): string {
  return leg ?? 'net';
}

/** The leg that a request names; refused where the account holds another way. */
export function legAsked(
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

/** True when an order of the side reduces the leg. */
export function closes(side: Side, leg: PositionLeg): boolean {
  return (side === 'buy') !== (leg === 'long');
}
