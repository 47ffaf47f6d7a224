import type { Clock } from '../../kit/clock.ts';
import type { Valuation } from './types.ts';

/**
 * Beyond the price cache's own time to live (Trading §4.8) the exchanges' price is better. Every
 * volume goes through this price: one kept from last week would distort them all by a week's move.
 */
const ageMsMax = 900_000;

/** Returns the price of BTC in USD; undefined when every known price is old. */
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
