import { amountText } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import type { Routes } from './call.ts';
import {
  marketsOf,
  open,
  optionalMarket,
  type PublicCall,
  readCategory,
  readMarket,
} from './call.ts';
import { levelTexts, priceText, quantityText } from './texts.ts';
import type { Category } from './traits.ts';

/** Levels of a book when the request names no number, and at most. */
const levels = {
  spot: { unasked: 1, most: 200 },
  linear: { unasked: 25, most: 500 },
  inverse: { unasked: 25, most: 500 },
} as const;

const hourMs = 3_600_000;

/** Public routes of prices and books. */
export const priceRoutes: Routes = {
  'GET /v5/market/time': open(({ exchange }) => {
    const now = exchange.now();
    return { timeSecond: String(Math.floor(now / 1000)), timeNano: `${now}000000` };
  }),
  'GET /v5/market/orderbook': open(book),
  'GET /v5/market/tickers': open(tickers),
};

function book(call: PublicCall): object {
  const { market, category } = readMarket(call);
  const { unasked, most } = levels[category];
  const limit = Math.min(call.parameters.whole('limit') ?? unasked, most);
  const { sequence, bids, asks } = call.exchange.prices.depth(market, limit);
  const at = call.exchange.now();
  return {
    s: market.id,
    b: levelTexts(market, bids),
    a: levelTexts(market, asks),
    ts: at,
    u: call.updates.of(market).number,
    seq: sequence,
    cts: at,
  };
}

function tickers(call: PublicCall): object {
  const category = readCategory(call);
  const one = optionalMarket(call, category);
  const markets = one ? [one] : marketsOf(call, category);
  return { category, list: markets.map((market) => ticker(call, market, category)) };
}

/** Returns a ticker whose last price is the one that triggers use. */
function ticker({ exchange }: PublicCall, market: Market, category: Category): object {
  const { bids, asks } = exchange.prices.depth(market, 1);
  const [bid, ask] = [bids[0], asks[0]];
  const last = priceText(market, exchange.prices.markPrice(market) ?? 0n);
  return {
    symbol: market.id,
    lastPrice: last,
    prevPrice24h: last,
    price24hPcnt: '0',
    highPrice24h: last,
    lowPrice24h: last,
    turnover24h: '0',
    volume24h: '0',
    bid1Price: bid ? priceText(market, bid.price) : '',
    bid1Size: bid ? quantityText(market, bid.quantity) : '',
    ask1Price: ask ? priceText(market, ask.price) : '',
    ask1Size: ask ? quantityText(market, ask.quantity) : '',
    ...(category === 'spot'
      ? { usdIndexPrice: last }
      : { indexPrice: last, markPrice: last, prevPrice1h: last, openInterest: '0' }),
    ...(category !== 'spot' && funding(exchange, market)),
  };
}

/** Returns the funding fields, which are blank for contracts that expire. */
function funding({ fundings }: PublicCall['exchange'], market: Market): object {
  if (market.definition.kind !== 'swap') {
    return { fundingRate: '', nextFundingTime: '0', fundingIntervalHour: '' };
  }
  const { rate, intervalMs, nextAt } = fundings.of(market);
  return {
    fundingRate: amountText(rate),
    nextFundingTime: String(nextAt),
    fundingIntervalHour: String(intervalMs / hourMs),
  };
}
