import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Account } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { placeKey } from '../model/venuePlace.ts';
import type { VenueFundingRate } from '../venues/perpsPort.ts';

/** Trading §4.2 and §8: about 30 seconds. */
const rateMs = 30_000;
/** All perpetuals of six exchanges are some 4,000; each rate has a hundred bytes or two. */
const ratesMax = 5_000;

/** Funding rates as somebody asked for them lately. */
export interface FundingRates {
  /** The load is run once, however many ask for the rate meanwhile. */
  get(
    market: { readonly account: Account; readonly symbol: InstrumentSymbol },
    load: () => Promise<VenueFundingRate>,
  ): Promise<{ readonly rate: VenueFundingRate; readonly isCached: boolean }>;
}

/** Rates are the exchange's: accounts in one place of it share them, apart from paper ones. */
export function createFundingRates(clock: Clock): FundingRates {
  const rates = createCache<VenueFundingRate>({ clock, ttlMs: rateMs, sizeMax: ratesMax });
  return {
    async get({ account, symbol }, load) {
      const key = `${placeKey(account)} ${account.mode} ${symbol}`;
      const isCached = rates.peek(key) !== undefined;
      return { rate: await rates.get(key, load), isCached };
    },
  };
}
