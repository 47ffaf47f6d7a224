import type { PriceMetrics } from '../../../src/trading/pricing/metrics.ts';
import type {
  Coin,
  CoinTicker,
  PriceProvider,
} from '../../../src/trading/pricing/priceProvider.ts';

/** Returns a ticker of which every number is null unless it is given. */
export function makeTicker(id: string, changes: Partial<CoinTicker> = {}): CoinTicker {
  return {
    id,
    symbol: id.slice(0, 3),
    name: id,
    image: `https://images.test/${id}.png`,
    current_price: null,
    market_cap: null,
    market_cap_rank: null,
    fully_diluted_valuation: null,
    total_volume: null,
    high_24h: null,
    low_24h: null,
    price_change_24h: null,
    price_change_percentage_24h: null,
    market_cap_change_24h: null,
    market_cap_change_percentage_24h: null,
    circulating_supply: null,
    total_supply: null,
    max_supply: null,
    ath: null,
    ath_change_percentage: null,
    ath_date: null,
    atl: null,
    atl_change_percentage: null,
    atl_date: null,
    last_updated: '2026-05-18T12:49:21.599Z',
    ...changes,
  };
}

export const silentPriceMetrics: PriceMetrics = {
  called: () => undefined,
  answered: () => undefined,
};

interface ScriptedProvider extends PriceProvider {
  /** Requests, in order. */
  readonly asked: { readonly vsCurrency: string; readonly ids: readonly string[] }[];
  /** Price of each known coin, by `currency:id`. */
  readonly prices: Map<string, Partial<CoinTicker>>;
  /** Thrown by every call while it is set. */
  fault: Error | undefined;
  /** Awaited by every call while it is set. */
  gate: Promise<void> | undefined;
  coinList: readonly Coin[];
  coinCalls: number;
}

/** Creates a provider that knows what a test tells it, and records its requests. */
export function createScriptedProvider(changes: Partial<PriceProvider> = {}): ScriptedProvider {
  const provider: ScriptedProvider = {
    idsPerCall: 250,
    callsPerMinute: undefined,
    currencies: new Set(['usd', 'eur', 'btc', 'sats']),
    ...changes,
    asked: [],
    prices: new Map(),
    fault: undefined,
    gate: undefined,
    coinList: [],
    coinCalls: 0,
    async tickers(vsCurrency, ids) {
      provider.asked.push({ vsCurrency, ids });
      await provider.gate;
      if (provider.fault) throw provider.fault;
      return ids.flatMap((id) => {
        const price = provider.prices.get(`${vsCurrency}:${id}`);
        return price ? [makeTicker(id, price)] : [];
      });
    },
    async coins() {
      provider.coinCalls += 1;
      await provider.gate;
      if (provider.fault) throw provider.fault;
      return provider.coinList;
    },
  };
  return provider;
}
