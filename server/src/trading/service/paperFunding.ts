import { productionOf } from '../model/venuePlace.ts';
import type { FeedSet } from '../venues/feeds.ts';
import type { PaperFunding, PaperFundingRate } from '../venues/paperPort.ts';
import type { VenueFundingRate } from '../venues/perpsPort.ts';
import type { PublicRates } from '../venues/ratesPort.ts';

/**
 * Returns the source of paper accounts' funding: the simulated market, or the exchanges whose books
 * they trade on. A recording has no rates.
 */
export function paperFunding(
  { simulated }: Pick<FeedSet, 'simulated'>,
  exchanges: PublicRates | undefined,
): PaperFunding {
  return {
    async rate(venue, symbol, signal) {
      if (simulated) return simulated.funding(venue, symbol);
      const market = { symbol, marketType: 'swap' } as const;
      const told = await exchanges?.fundingRate(productionOf(venue), market, signal);
      return told && toPaid(told);
    },
  };
}

/**
 * Converts a rate to the exchange's own payment interval, whatever window the rate is quoted for.
 */
function toPaid(told: VenueFundingRate): PaperFundingRate {
  const { windowHours, paymentHours = windowHours, rate, nextRate } = told;
  const share = paymentHours / windowHours;
  return {
    ...told,
    rate: rate * share,
    nextRate: nextRate === undefined ? undefined : nextRate * share,
    windowHours: paymentHours,
    paymentHours,
  };
}
