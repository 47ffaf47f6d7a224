import { marketDailyVolatility, type Quote, simulatedAssets, simulatedQuotes } from './assets.ts';
import { createSmoothNoise, noiseKey } from './noise.ts';
import { createPricePath, createVolatility, type Volatility } from './pricePath.ts';

/** The efficient prices that every venue's books follow. */
export interface Prices {
  /** Returns the USD price of an asset or quote currency as a function of market time. */
  usd(asset: string): ((atMs: number) => number) | undefined;
  readonly volatility: Volatility;
}

const hourMs = 3_600_000;
/** Pegged currencies wander over hours and days. */
const pegPeriodsMs = [hourMs, 7 * hourMs, 40 * hourMs];

export function createPrices(seed: string): Prices {
  const volatility = createVolatility(seed);
  const market = createPricePath(noiseKey(seed, 'market'), marketDailyVolatility, volatility);
  const prices = new Map<string, (atMs: number) => number>();
  for (const { name, usd, beta, ownDailyVolatility } of simulatedAssets) {
    const own = createPricePath(noiseKey(seed, 'asset', name), ownDailyVolatility, volatility);
    const alone = ownDailyVolatility === 0;
    prices.set(name, (atMs) => usd * Math.exp(beta * market(atMs) + (alone ? 0 : own(atMs))));
  }
  for (const quote of simulatedQuotes) prices.set(quote.name, quotePrice(seed, quote, volatility));
  return { usd: (asset) => prices.get(asset), volatility };
}

function quotePrice(seed: string, quote: Quote, volatility: Volatility) {
  const key = noiseKey(seed, 'quote', quote.name);
  if (quote.dailyVolatility > 0) {
    const path = createPricePath(key, quote.dailyVolatility, volatility);
    return (atMs: number) => quote.usd * Math.exp(path(atMs));
  }
  if (quote.pegNoise === 0) return () => quote.usd;
  const noise = createSmoothNoise(key, pegPeriodsMs);
  return (atMs: number) => quote.usd * (1 + quote.pegNoise * noise(atMs));
}
