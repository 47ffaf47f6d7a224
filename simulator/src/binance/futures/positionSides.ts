import type { PositionLeg, Side } from '@windlass/matching';
import type { Account } from '../../exchange/records.ts';
import { Refusal, refusals } from '../errors.ts';
import type { Parameters } from '../parameters.ts';

const sides = { LONG: 'long', SHORT: 'short' } as const;
const words = ['BOTH', 'LONG', 'SHORT'] as const;

/** Returns the exchange's word for a position. In one-way mode it is the same for both sides. */
export function positionSideOf(leg: PositionLeg | undefined): string {
  if (leg === undefined) return 'BOTH';
  return leg === 'long' ? 'LONG' : 'SHORT';
}

/**
 * Returns whether an order only reduces. In one-way mode a flag decides it. In hedge mode the side
 * and the position decide it, and the flag is refused.
 */
export function reducesOnly(parameters: Parameters, { isHedged }: Account, side: Side): boolean {
  const bad = () => new Refusal(-1117, 'Invalid positionSide.');
  const word = parameters.word('positionSide', words, bad) ?? 'BOTH';
  if ((word !== 'BOTH') !== isHedged) {
    throw new Refusal(-4061, "Order's position side does not match user's setting.");
  }
  if (word === 'BOTH') return parameters.flag('reduceOnly') === true;
  if (parameters.has('reduceOnly')) throw refusals.reduceOnlyHedged();
  return (side === 'buy') !== (sides[word] === 'long');
}
