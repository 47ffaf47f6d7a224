import type { Clock } from '../../kit/clock.ts';
import { type CoinTicker, type PriceProvider, PriceProviderError } from './priceProvider.ts';

/** The simulated market's source of prices. */
export interface SimulatedPriceSource {
  /** Returns the USD price of an asset or quote currency at a time of the market. */
  priceAt(asset: string, marketTimeMs: number): number | undefined;
  marketTimeMs(): number;
}

interface SimulatedCoin {
  readonly id: string;
  readonly asset: string;
  readonly name: string;
  /** Coins in circulation, to two digits as in the year 2025. */
  readonly supply: number;
  /** Share of the market capitalisation that changes hands in a day. */
  readonly turnover: number;
}

/** Coins by market capitalisation at the simulated market's own levels. */
const coins: readonly SimulatedCoin[] = [
  coin('bitcoin BTC Bitcoin', 20e6, 0.02),
  coin('ethereum ETH Ethereum', 120e6, 0.05),
  coin('tether USDT Tether', 140e9, 0.6),
  coin('ripple XRP XRP', 59e9, 0.04),
  coin('solana SOL Solana', 510e6, 0.05),
  coin('usd-coin USDC USDC', 62e9, 0.2),
  coin('dogecoin DOGE Dogecoin', 150e9, 0.05),
  coin('cardano ADA Cardano', 36e9, 0.03),
  coin('chainlink LINK Chainlink', 640e6, 0.06),
  coin('litecoin LTC Litecoin', 76e6, 0.08),
];

function coin(names: string, supply: number, turnover: number): SimulatedCoin {
  const [id = '', asset = '', name = ''] = names.split(' ');
  return { id, asset, name, supply, turnover };
}

const dayMs = 86_400_000;
/** Number of samples of a day, half an hour apart: enough for a high and a low, and cheap. */
const sampleCount = 48;
/** Page size of the real provider: callers never ask for more. */
const idsPerCall = 250;
const currencies: ReadonlySet<string> = new Set(['usd', 'eur', 'btc', 'eth']);
/** Digits of a real feed's longest prices. */
const digits = 10;

/** Creates the price provider of a service without a network: prices of its books' market. */
export function createSimulatedPrices(deps: {
  readonly market: SimulatedPriceSource;
  readonly clock: Clock;
}): PriceProvider {
  const { market, clock } = deps;
  return {
    idsPerCall,
    callsPerMinute: undefined,
    currencies,
    async tickers(vsCurrency, ids) {
      if (!currencies.has(vsCurrency)) {
        throw new PriceProviderError('refused', `no prices in ${vsCurrency}`);
      }
      const wanted = new Set(ids);
      const nowMs = market.marketTimeMs();
      const lastUpdated = new Date(clock.now()).toISOString();
      return coins.flatMap((one, index) => {
        if (!wanted.has(one.id)) return [];
        const path = pricesOfDay(market, one.asset, { quote: vsCurrency.toUpperCase(), nowMs });
        return path ? [toTicker(one, path, { rank: index + 1, lastUpdated })] : [];
      });
    },
    coins: async () =>
      coins.map(({ id, asset, name }) => ({ id, symbol: asset.toLowerCase(), name })),
  };
}

/** Returns a day of prices in the quote, the oldest first; undefined when the market has none. */
function pricesOfDay(
  market: SimulatedPriceSource,
  asset: string,
  at: { readonly quote: string; readonly nowMs: number },
): readonly number[] | undefined {
  const prices: number[] = [];
  for (let step = sampleCount; step >= 0; step -= 1) {
    const timeMs = at.nowMs - (step * dayMs) / sampleCount;
    const base = market.priceAt(asset, timeMs);
    const quote = market.priceAt(at.quote, timeMs);
    if (base === undefined || quote === undefined) return undefined;
    prices.push(asset === at.quote ? 1 : base / quote);
  }
  return prices;
}

function toTicker(
  one: SimulatedCoin,
  path: readonly number[],
  at: { readonly rank: number; readonly lastUpdated: string },
): CoinTicker {
  const price = path.at(-1) ?? 0;
  const before = path[0] ?? price;
  const changePct = rounded((price / before - 1) * 100);
  const capitalisation = price * one.supply;
  return {
    id: one.id,
    symbol: one.asset.toLowerCase(),
    name: one.name,
    image: '',
    current_price: rounded(price),
    market_cap: rounded(capitalisation),
    market_cap_rank: at.rank,
    fully_diluted_valuation: null,
    total_volume: rounded(capitalisation * one.turnover),
    high_24h: rounded(Math.max(...path)),
    low_24h: rounded(Math.min(...path)),
    price_change_24h: rounded(price - before),
    price_change_percentage_24h: changePct,
    market_cap_change_24h: rounded((price - before) * one.supply),
    market_cap_change_percentage_24h: changePct,
    circulating_supply: one.supply,
    total_supply: null,
    max_supply: null,
    ath: null,
    ath_change_percentage: null,
    ath_date: null,
    atl: null,
    atl_change_percentage: null,
    atl_date: null,
    last_updated: at.lastUpdated,
  };
}

function rounded(value: number): number {
  return Number(value.toPrecision(digits));
}
