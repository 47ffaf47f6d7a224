import { fixedText } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';
import { open, type PublicCall, type Routes } from './call.ts';
import { decimalsFor } from './decimals.ts';

/** Levels of a book when the request names no number, and at most. */
const levelsDefault = 100;
const levelsMax = 5_000;

/** Public routes that every API has, below its root path. */
export function publicRoutes(root: string): Routes {
  return {
    [`GET ${root}/ping`]: open(() => ({})),
    [`GET ${root}/time`]: open(({ exchange }) => ({ serverTime: exchange.now() })),
    [`GET ${root}/depth`]: open(depth),
    [`GET ${root}/ticker/24hr`]: open((call) => perMarket(call, ticker)),
    [`GET ${root}/ticker/price`]: open((call) =>
      perMarket(call, ({ id }, { last, at, wallet }) => ({
        symbol: id,
        price: last,
        ...(wallet !== 'spot' && { time: at }),
      })),
    ),
    [`GET ${root}/ticker/bookTicker`]: open((call) => perMarket(call, bookTicker)),
  };
}

function depth({ exchange, parameters, wallet, ...call }: PublicCall): unknown {
  const market = call.market();
  const limit = Math.min(parameters.whole('limit') ?? levelsDefault, levelsMax);
  const { sequence, bids, asks } = exchange.prices.depth(market, limit);
  const texts = decimalsFor(market);
  const at = exchange.now();
  const levels = (side: typeof bids) =>
    side.map(({ price, quantity }) => [
      fixedText(price, texts.price),
      fixedText(quantity, texts.quantity),
    ]);
  return {
    lastUpdateId: sequence,
    ...(wallet !== 'spot' && { E: at, T: at }),
    ...(wallet === 'coinm' && { symbol: market.id, pair: pairOf(market) }),
    bids: levels(bids),
    asks: levels(asks),
  };
}

interface Seen {
  readonly wallet: PublicCall['wallet'];
  readonly at: number;
  readonly last: string;
  readonly bid: readonly [price: string, quantity: string];
  readonly ask: readonly [price: string, quantity: string];
}

/** Returns one answer for a named symbol, and a list of all markets without one. */
function perMarket(
  { exchange, wallet, ...call }: PublicCall,
  show: (market: Market, seen: Seen) => object,
): unknown {
  const one = call.optionalMarket();
  const of = (market: Market) => {
    const { price, quantity } = decimalsFor(market);
    const { bids, asks } = exchange.prices.depth(market, 1);
    const best = (level: (typeof bids)[number] | undefined) =>
      [fixedText(level?.price ?? 0n, price), fixedText(level?.quantity ?? 0n, quantity)] as const;
    return show(market, {
      wallet,
      at: exchange.now(),
      bid: best(bids[0]),
      ask: best(asks[0]),
      last: fixedText(exchange.prices.lastPrice(market) ?? 0n, price),
    });
  };
  // The coin-margined API returns a list even for a named symbol.
  if (one) return wallet === 'coinm' ? [of(one)] : of(one);
  return exchange.markets(wallet).map(of);
}

/** Returns a ticker in which only the prices move: a simulated day has no volume. */
function ticker(market: Market, { wallet, at, last, bid, ask }: Seen): object {
  const dayMs = 86_400_000;
  return {
    symbol: market.id,
    ...(wallet === 'coinm' && { pair: pairOf(market) }),
    priceChange: '0.00',
    priceChangePercent: '0.000',
    weightedAvgPrice: last,
    ...(wallet === 'spot' && {
      prevClosePrice: last,
      bidPrice: bid[0],
      bidQty: bid[1],
      askPrice: ask[0],
      askQty: ask[1],
    }),
    lastPrice: last,
    lastQty: '0.00',
    openPrice: last,
    highPrice: last,
    lowPrice: last,
    volume: '0.00',
    [wallet === 'coinm' ? 'baseVolume' : 'quoteVolume']: '0.00',
    openTime: at - dayMs,
    closeTime: at,
    firstId: -1,
    lastId: -1,
    count: 0,
  };
}

function bookTicker(market: Market, { wallet, at, bid, ask }: Seen): object {
  return {
    symbol: market.id,
    ...(wallet === 'coinm' && { pair: pairOf(market) }),
    bidPrice: bid[0],
    bidQty: bid[1],
    askPrice: ask[0],
    askQty: ask[1],
    ...(wallet !== 'spot' && { time: at }),
  };
}

export function pairOf({ definition }: Market): string {
  return `${definition.base}${definition.quote}`;
}
