import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Account } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { placeKey } from '../model/venuePlace.ts';
import type { VenueFundingRate } from '../venues/perpsPort.ts';

/** Trading §4.2 and §8: about 30 seconds. */
const rateMs = 30_000;
/**
 * Maximum number of rates: all perpetuals of six exchanges are some 4,000; each rate has one or two
 * hundred bytes.
 */
const ratesMax = 5_000;

/** Funding rates as of the last requests. */
export interface FundingRates {
  /** Returns the rate; runs the load once, however many callers wait for it. */
  get(
    market: { readonly account: Account; readonly symbol: InstrumentSymbol },
    load: () => Promise<VenueFundingRate>,
  ): Promise<{ readonly rate: VenueFundingRate; readonly isCached: boolean }>;
}

/** Rates belong to the exchange: accounts in one place of it share them, apart from paper ones. */
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
