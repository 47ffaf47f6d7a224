import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Secret } from '../../kit/secret.ts';
import { createCoinGeckoGet } from './coinGeckoHttp.ts';
import { createCoinGeckoRows } from './coinGeckoWire.ts';
import { coinGeckoCurrencies } from './currencies.ts';
import type { PriceProvider } from './priceProvider.ts';

export type CoinGeckoPlan = 'keyless' | 'demo' | 'pro';

interface PlanTerms {
  readonly baseUrl: string;
  readonly keyHeader: string | undefined;
  readonly callsPerMinute: number;
}

const publicUrl = 'https://api.coingecko.com/api/v3';

/**
 * Keyless calls share 5 to 15 a minute per address; sources give 30 to 100 for demo keys and 250 or
 * more for paid ones. Each figure here is one that every source allows, or close to it.
 */
const plans: Readonly<Record<CoinGeckoPlan, PlanTerms>> = {
  keyless: { baseUrl: publicUrl, keyHeader: undefined, callsPerMinute: 10 },
  demo: { baseUrl: publicUrl, keyHeader: 'x-cg-demo-api-key', callsPerMinute: 25 },
  pro: {
    baseUrl: 'https://pro-api.coingecko.com/api/v3',
    keyHeader: 'x-cg-pro-api-key',
    callsPerMinute: 250,
  },
};

/** The largest page there is. The default of 100 would silently cut longer lists. */
const perPage = 250;

export interface CoinGeckoDeps {
  /** Address of a compatible proxy or stub; the plan's own address when absent. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: Secret | undefined;
  readonly plan: CoinGeckoPlan;
  /** The plan's own limit when absent. */
  readonly callsPerMinute?: number | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Prices from CoinGecko or a compatible provider. */
export function createCoinGecko(deps: CoinGeckoDeps): PriceProvider {
  const { apiKey, clock, logger } = deps;
  const terms = plans[deps.plan];
  const { keyHeader } = terms;
  const get = createCoinGeckoGet({
    baseUrl: deps.baseUrl ?? terms.baseUrl,
    key: apiKey && keyHeader !== undefined ? { header: keyHeader, value: apiKey } : undefined,
    clock,
  });
  const rows = createCoinGeckoRows(logger);
  return {
    idsPerCall: perPage,
    callsPerMinute: deps.callsPerMinute ?? terms.callsPerMinute,
    currencies: coinGeckoCurrencies,
    async tickers(vsCurrency, ids, signal) {
      const query = { vs_currency: vsCurrency, ids: ids.join(','), per_page: String(perPage) };
      return rows.tickers(await get('/coins/markets', query, signal));
    },
    async coins(signal) {
      return rows.coins(await get('/coins/list', {}, signal));
    },
  };
}
