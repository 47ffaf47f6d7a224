import type { CoinIds } from './coinIds.ts';
import type { CoinTicker } from './priceProvider.ts';
import type { PricedCoin, TickerFeed } from './tickerFeed.ts';

/** Trading §4.7: price and 24h change live 60 seconds. */
const priceTtlMs = 60_000;

export interface QuotePrice {
  /** In the quote currency. */
  readonly price: number;
  readonly change24hPct: number | undefined;
  /** When the older of its parts was captured, epoch ms. */
  readonly atMs: number;
}

/** Prices of base assets in the quotes of their markets. */
export interface QuotePrices {
  /** Requests prices older than a minute, in few calls of low priority. Never rejects. */
  refresh(quote: string, bases: readonly string[]): Promise<void>;
  /** Uses what is known now, of any age; makes no request. */
  peek(quote: string, base: string): QuotePrice | undefined;
}

export interface QuotePricesDeps {
  readonly tickers: TickerFeed;
  readonly coinIds: CoinIds;
  readonly currencies: ReadonlySet<string>;
}

export function createQuotePrices({ tickers, coinIds, currencies }: QuotePricesDeps): QuotePrices {
  /** The provider has no USDT and no USDC: these go through their own rate in usd. */
  const isDirect = (quote: string) => currencies.has(quote.toLowerCase());
  return {
    async refresh(quote, bases) {
      const direct = isDirect(quote);
      const vsCurrency = direct ? quote.toLowerCase() : 'usd';
      const assets = new Set(bases);
      if (!direct) {
        if ((await coinIds.get(quote)) === undefined) return;
        assets.add(quote);
      }
      const ids = await Promise.all(Array.from(assets, (asset) => coinIds.get(asset)));
      const known = ids.filter((id) => id !== undefined);
      if (known.length === 0) return;
      await tickers.get(vsCurrency, known, { maxAgeMs: priceTtlMs, isSpare: true });
    },
    peek(quote, base) {
      const id = coinIds.peek(base);
      if (id === undefined) return undefined;
      if (isDirect(quote)) return toPrice(tickers.peek(quote.toLowerCase(), id));
      const quoteId = coinIds.peek(quote);
      if (quoteId === undefined) return undefined;
      const inUsd = toPrice(tickers.peek('usd', id));
      const rate = toPrice(tickers.peek('usd', quoteId));
      return inUsd && rate && through(inUsd, rate);
    },
  };
}

function toPrice(coin: PricedCoin | undefined): QuotePrice | undefined {
  const price = coin?.ticker.current_price;
  if (!coin || !isPositive(price)) return undefined;
  return { price, change24hPct: changeOf(coin.ticker), atMs: coin.fetchedAtMs };
}

function changeOf({ price_change_percentage_24h: change }: CoinTicker): number | undefined {
  return change === null || !Number.isFinite(change) ? undefined : change;
}

/** Converts a base's price in usd to a quote that has itself moved against usd. */
function through(base: QuotePrice, quote: QuotePrice): QuotePrice | undefined {
  const price = base.price / quote.price;
  if (!isPositive(price)) return undefined;
  const atMs = Math.min(base.atMs, quote.atMs);
  const { change24hPct: ofBase } = base;
  const { change24hPct: ofQuote } = quote;
  if (ofBase === undefined || ofQuote === undefined || ofQuote <= -100) {
    return { price, change24hPct: undefined, atMs };
  }
  const change24hPct = ((1 + ofBase / 100) / (1 + ofQuote / 100) - 1) * 100;
  return { price, change24hPct, atMs };
}

function isPositive(value: number | null | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
