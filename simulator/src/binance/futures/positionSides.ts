import type { PositionLeg, Side } from '@windlass/matching';
import type { Account } from '../../exchange/records.ts';
import { Refusal, refusals } from '../errors.ts';
import type { Parameters } from '../parameters.ts';

const sides = { LONG: 'long', SHORT: 'short' } as const;
const words = ['BOTH', 'LONG', 'SHORT'] as const;

/** The exchange's word for a position: of an account in one-way mode there is one for both ways. */
export function positionSideOf(leg: PositionLeg | undefined): string {
  if (leg === undefined) return 'BOTH';
  return leg === 'long' ? 'LONG' : 'SHORT';
}

/**
 * Returns whether an order only reduces. In one-way mode a flag says it; in hedge mode the side and
 * the position say it, and the flag is refused.
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
