import type { Clock } from '../../kit/clock.ts';
import type { Valuation } from './types.ts';

/**
 * Beyond the price cache's own time to live (Trading §4.8) the exchanges know better. Every volume
 * goes through this price: one kept from last week would bend them all by a week's move.
 */
const ageMsMax = 900_000;

/** What BTC is worth in USD; undefined when all that is known of it is old. */
export function createBtcAnchor(deps: {
  readonly valuation: Pick<Valuation, 'latest'>;
  readonly clock: Clock;
}): () => number | undefined {
  const { valuation, clock } = deps;
  return () => {
    const rate = valuation.latest('BTC');
    return rate && Math.abs(clock.now() - rate.atMs) <= ageMsMax ? rate.usd : undefined;
  };
}
