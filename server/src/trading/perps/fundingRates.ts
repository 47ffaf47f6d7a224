import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Account } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { placeKey } from '../model/venuePlace.ts';
import type { VenueFundingRate } from '../venues/perpsPort.ts';

/** Trading §4.2 and §8: about 30 seconds. */
const rateTtlMs = 30_000;
/**
 * Maximum number of rates: all perpetuals of six exchanges are some 4,000; each rate has one or two
 * hundred bytes.
 */
const ratesMax = 5_000;

/** Cache of the funding rates of all venues. */
export interface FundingRates {
  /** Returns the rate; runs the load once, however many callers wait for it. */
  get(
    market: { readonly account: Account; readonly symbol: InstrumentSymbol },
    load: () => Promise<VenueFundingRate>,
  ): Promise<{ readonly rate: VenueFundingRate; readonly isCached: boolean }>;
}

/** Accounts at one place of an exchange share its rates; paper accounts share their own. */
export function createFundingRates(clock: Clock): FundingRates {
  const rates = createCache<VenueFundingRate>({ clock, ttlMs: rateTtlMs, sizeMax: ratesMax });
  return {
    async get({ account, symbol }, load) {
      const key = `${placeKey(account)} ${account.mode} ${symbol}`;
      const isCached = rates.peek(key) !== undefined;
      return { rate: await rates.get(key, load), isCached };
    },
  };
}
