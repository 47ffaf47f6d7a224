/** 24-hour volumes in USD, from what the exchanges report in many currencies (Trading §2.10). */

/** One market of one exchange, with the exchange's figures of the last 24 hours. */
export interface VolumeMarket {
  readonly symbol: string;
  readonly kind: 'spot' | 'swap';
  readonly base: string;
  readonly quote: string;
  /** In the quote currency. */
  readonly last: number | undefined;
  readonly quoteVolume24h: number | undefined;
  readonly baseVolume24h: number | undefined;
}

/** A pair's volume in USD. */
export interface PairVolume {
  /** Undefined when no exchange's volume is known. */
  readonly usd: number | undefined;
  /** True when every exchange that lists the pair is included. */
  readonly isComplete: boolean;
}

/** USD for one unit, by quote currency; missing ones are not known. */
export type UsdRates = ReadonlyMap<string, number>;

/** Collects markets, one by one, for the rates between currencies. */
export interface RateBook {
  add(market: VolumeMarket): void;
  /** @param btcUsd Undefined falls back to the price of BTC in USD on the exchanges. */
  rates(btcUsd: number | undefined): UsdRates;
}

/** Prices of one pair over all exchanges. */
interface PairPrice {
  readonly base: string;
  readonly quote: string;
  /** Sums of price times base volume, and of base volume. */
  weighted: number;
  weight: number;
  /** The same without weights, for pairs that nobody traded. */
  plain: number;
  count: number;
}

const anchor = 'BTC';
const usd = 'USD';
/**
 * Maximum number of markets between a quote currency and one that has a rate: TRY by USDT is one.
 * Each more adds the errors of thinner markets.
 */
const stepsMax = 3;

export function createRateBook(): RateBook {
  const prices = { spot: new Map<string, PairPrice>(), swap: new Map<string, PairPrice>() };
  const quotes = new Set<string>();
  return {
    add(market) {
      const { kind, base, quote, last } = market;
      quotes.add(quote);
      if (!isPositive(last)) return;
      const key = `${base}/${quote}`;
      let pair = prices[kind].get(key);
      if (!pair) {
        pair = { base, quote, weighted: 0, weight: 0, plain: 0, count: 0 };
        prices[kind].set(key, pair);
      }
      const weight = baseVolumeOf(market) ?? 0;
      pair.weighted += last * weight;
      pair.weight += weight;
      pair.plain += last;
      pair.count += 1;
    },
    rates(btcUsd) {
      const priceOf = (base: string, quote: string) => {
        const key = `${base}/${quote}`;
        const pair = prices.spot.get(key) ?? prices.swap.get(key);
        return pair && meanPrice(pair);
      };
      const rates = new Map([[usd, 1]]);
      const btc = isPositive(btcUsd) ? btcUsd : priceOf(anchor, usd);
      if (btc === undefined) return rates;
      rates.set(anchor, btc);
      for (const quote of quotes) {
        const inQuote = rates.has(quote) ? undefined : priceOf(anchor, quote);
        if (inQuote !== undefined && isPositive(btc / inQuote)) rates.set(quote, btc / inQuote);
      }
      // Spot first as far as it leads; perpetuals differ from spot by their basis.
      const pairs = [[...prices.spot.values()], [...prices.swap.values()]];
      for (const each of pairs) reachFurther(rates, quotes, each);
      return rates;
    },
  };
}

/** Finds rates of quote currencies by their markets against currencies that have one. */
function reachFurther(
  rates: Map<string, number>,
  quotes: ReadonlySet<string>,
  pairs: readonly PairPrice[],
): void {
  const useful = pairs.filter(
    ({ base, quote }) => !rates.has(quote) || (quotes.has(base) && !rates.has(base)),
  );
  for (let step = 0; step < stepsMax; step += 1) {
    const found = new Map<string, { readonly rate: number; readonly turnover: number }>();
    for (const pair of useful) {
      const way = wayBy(pair, rates);
      if (!way || !quotes.has(way.of) || !isPositive(way.rate)) continue;
      const best = found.get(way.of);
      // The most traded market is the most exact; if two are equal, the one that was added first.
      if (!best || way.turnover > best.turnover) found.set(way.of, way);
    }
    if (found.size === 0) return;
    for (const [quote, { rate }] of found) rates.set(quote, rate);
  }
}

/** Returns the rate that a market gives the one of its two currencies that has none yet. */
function wayBy(pair: PairPrice, rates: UsdRates) {
  const { base, quote, weight } = pair;
  const [baseRate, quoteRate] = [rates.get(base), rates.get(quote)];
  const price = meanPrice(pair);
  if (baseRate === undefined && quoteRate !== undefined) {
    const rate = price * quoteRate;
    return { of: base, rate, turnover: weight * rate };
  }
  if (quoteRate === undefined && baseRate !== undefined) {
    return { of: quote, rate: baseRate / price, turnover: weight * baseRate };
  }
  return undefined;
}

function meanPrice({ weighted, weight, plain, count }: PairPrice): number {
  // A single price is used as it is, without the rounding of a product.
  return weight > 0 && count > 1 ? weighted / weight : plain / count;
}

/** Returns a market's volume in USD; undefined when it is not known. */
export function marketVolumeUsd(market: VolumeMarket, rates: UsdRates): number | undefined {
  const rate = rates.get(market.quote);
  const volume = quoteVolumeOf(market);
  if (rate === undefined || volume === undefined) return undefined;
  const value = volume * rate;
  return Number.isFinite(value) ? value : undefined;
}

/** Adds up the markets of one pair. */
export function addVolumes(volumes: readonly (number | undefined)[]): PairVolume {
  const known = volumes.filter((volume) => volume !== undefined);
  const isComplete = known.length === volumes.length;
  if (known.length === 0) return { usd: undefined, isComplete: false };
  return { usd: known.reduce((sum, volume) => sum + volume, 0), isComplete };
}

function quoteVolumeOf({ quoteVolume24h, baseVolume24h, last }: VolumeMarket) {
  if (isAmount(quoteVolume24h)) return quoteVolume24h;
  return isAmount(baseVolume24h) && isPositive(last) ? baseVolume24h * last : undefined;
}

function baseVolumeOf({ quoteVolume24h, baseVolume24h, last }: VolumeMarket) {
  if (isAmount(baseVolume24h)) return baseVolume24h;
  return isAmount(quoteVolume24h) && isPositive(last) ? quoteVolume24h / last : undefined;
}

function isAmount(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value) && value >= 0;
}

function isPositive(value: number | undefined): value is number {
  return isAmount(value) && value > 0;
}
