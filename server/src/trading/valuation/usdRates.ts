import type { Clock } from '../../kit/clock.ts';
import type { CoinIds, PricedCoin, TickerFeed } from '../pricing/types.ts';
import type { UsdRate, Valuation } from './types.ts';

/** Default age below which values of an asset are not requested again. */
const maxAgeMsUsual = 60_000;
/**
 * Beyond the price cache's own time to live (Trading §4.8) a live book is better than the last
 * price of a provider that has stopped answering.
 */
const providerAgeMsMax = 900_000;
/** A coin priced in every currency: two of its prices make a rate between two fiats. */
const bridgeId = 'bitcoin';
/** Quotes of books, the most traded first. */
const bookQuotes = ['USDT', 'USDC', 'USD'] as const;

/** The mid of an order book, in its quote. */
export interface BookMid {
  readonly mid: number;
  /** Epoch ms. */
  readonly atMs: number;
}

export interface ValuationDeps {
  readonly tickers: TickerFeed;
  readonly coinIds: CoinIds;
  /** Returns the mid of a spot symbol such as `BTC/USDT`; undefined when no usable book has it. */
  readonly bookMid?: (symbol: string) => BookMid | undefined;
  readonly clock: Clock;
}

export function createValuation(deps: ValuationDeps): Valuation {
  const { tickers, coinIds, clock } = deps;
  const latest = createLatest(deps);
  /** Requests the prices that the asset's rate is calculated from. */
  const ask = async (asset: string, maxAgeMs: number): Promise<void> => {
    if (coinIds.isFiat(asset)) {
      const bridges = ['usd', asset.toLowerCase()];
      await Promise.all(bridges.map((name) => tickers.get(name, [bridgeId], { maxAgeMs })));
      return;
    }
    const id = await coinIds.get(asset);
    if (id !== undefined) await tickers.get('usd', [id], { maxAgeMs });
  };
  return {
    latest,
    async usd(asset, { maxAgeMs = maxAgeMsUsual } = {}) {
      const known = latest(asset);
      // A book replaces the provider's price, but the provider is asked anyway.
      const isAnswer = known && known.source !== 'book';
      if (isAnswer && clock.now() - known.atMs < maxAgeMs) return known;
      await ask(asset, maxAgeMs);
      return latest(asset);
    },
  };
}

function createLatest(deps: ValuationDeps) {
  const { tickers, coinIds, clock, bookMid = () => undefined } = deps;
  const par = (): UsdRate => ({ usd: 1, source: 'par', atMs: clock.now() });
  const ofProvider = (asset: string): UsdRate | undefined => {
    if (coinIds.isFiat(asset)) return ofFiat(asset);
    const id = coinIds.peek(asset);
    const coin = id === undefined ? undefined : tickers.peek('usd', id);
    return coin && toRate(priceOf(coin), { source: 'provider', atMs: coin.fetchedAtMs });
  };
  const ofFiat = (asset: string): UsdRate | undefined => {
    const inUsd = tickers.peek('usd', bridgeId);
    const inFiat = tickers.peek(asset.toLowerCase(), bridgeId);
    if (!inUsd || !inFiat) return undefined;
    // Prices of different hours would put the coin's own move into the rate.
    if (Math.abs(inUsd.fetchedAtMs - inFiat.fetchedAtMs) > providerAgeMsMax) return undefined;
    const atMs = Math.min(inUsd.fetchedAtMs, inFiat.fetchedAtMs);
    return toRate(priceOf(inUsd) / priceOf(inFiat), { source: 'provider', atMs });
  };
  const ofBook = (asset: string, quote: string, rate: UsdRate | undefined): UsdRate | undefined => {
    const book = rate && bookMid(`${asset}/${quote}`);
    if (!book || !isPositive(book.mid)) return undefined;
    const atMs = Math.min(book.atMs, rate.atMs);
    return toRate(book.mid * rate.usd, { source: 'book', atMs });
  };
  /** A quote's own rate: from the provider, or from its book against USD; never through another. */
  const ofQuote = (quote: string): UsdRate | undefined =>
    quote === 'USD' ? par() : young(ofProvider(quote), () => ofBook(quote, 'USD', par()));
  const young = (rate: UsdRate | undefined, other: () => UsdRate | undefined) =>
    rate && clock.now() - rate.atMs <= providerAgeMsMax ? rate : (other() ?? rate);
  const ofBooks = (asset: string): UsdRate | undefined => {
    for (const quote of bookQuotes) {
      const rate = quote === asset ? undefined : ofBook(asset, quote, ofQuote(quote));
      if (rate) return rate;
    }
    return undefined;
  };
  return (asset: string): UsdRate | undefined =>
    asset === 'USD' ? par() : young(ofProvider(asset), () => ofBooks(asset));
}

function priceOf({ ticker }: PricedCoin): number {
  return ticker.current_price ?? Number.NaN;
}

/** Nothing is ever worth 0, or not a number, because its price is missing. */
function toRate(usd: number, of: Omit<UsdRate, 'usd'>): UsdRate | undefined {
  return isPositive(usd) ? { usd, ...of } : undefined;
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
