import type { PositionLeg, Side } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import type { Account } from '../exchange/records.ts';
import { notSimulated, Refusal } from './errors.ts';
import type { Parameters } from './parameters.ts';
import { canHedge } from './traits.ts';

/** The exchange's number of a position: 0 stands for the only one of a contract. */
export function indexOf(leg: PositionLeg | undefined): 0 | 1 | 2 {
  if (leg === undefined) return 0;
  return leg === 'long' ? 1 : 2;
}

/** The leg that a request names by its number; refused where the account holds another way. */
export function legAsked(
  parameters: Parameters,
  { isHedged }: Account,
  { definition }: Market,
): PositionLeg | undefined {
  const index = parameters.whole('positionIdx') ?? 0;
  const isBoth = isHedged && canHedge(definition);
  const known = isBoth ? [1, 2] : [0];
  if (!known.includes(index)) {
    throw new Refusal(10001, 'position idx not match position mode');
  }
  if (isHedged && !isBoth)
    throw notSimulated('contracts held one way beside others held both ways');
  if (!isBoth) return undefined;
  return index === 1 ? 'long' : 'short';
}

/** Whether an order of the side reduces the leg; undefined legs are reduced by a flag alone. */
export function closes(side: Side, leg: PositionLeg): boolean {
  return (side === 'buy') !== (leg === 'long');
}
