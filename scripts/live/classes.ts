import type { RawRequest, VenueName } from '@windlass/simulator';

/** A market that a class trades, by our names. */
export interface ClassMarket {
  readonly symbol: string;
  readonly marketType: 'spot' | 'swap';
}

/** One of the seven protocols of live accounts. */
export interface LiveClass {
  /** The simulated exchange behind it. */
  readonly at: VenueName;
  /** The account of ours that trades there; kraken's two classes are one account. */
  readonly account: string;
  readonly markets: readonly [ClassMarket, ...ClassMarket[]];
  /** Returns whether a request sends an order. */
  readonly sendsOrder: (request: RawRequest) => boolean;
}

const spot: ClassMarket = { symbol: 'BTC/USDT', marketType: 'spot' };
const swap: ClassMarket = { symbol: 'BTC/USDT:USDT', marketType: 'swap' };

const posts =
  (paths: RegExp) =>
  ({ method, path }: RawRequest): boolean =>
    method === 'POST' && paths.test(path);

export const liveClasses: readonly LiveClass[] = [
  {
    at: 'binance',
    account: 'live-binance',
    markets: [spot, swap],
    sendsOrder: posts(/^\/(api\/v3|fapi\/v1)\/order$/),
  },
  {
    at: 'bybit',
    account: 'live-bybit',
    markets: [spot, swap],
    sendsOrder: posts(/^\/v5\/order\/create$/),
  },
  {
    at: 'gateio',
    account: 'live-gateio',
    markets: [spot, swap],
    sendsOrder: posts(/^\/api\/v4\/(spot|futures\/usdt)\/orders$/),
  },
  {
    at: 'kraken',
    account: 'live-kraken',
    markets: [{ symbol: 'BTC/USD', marketType: 'spot' }],
    sendsOrder: posts(/^\/0\/private\/AddOrder$/),
  },
  {
    at: 'krakenfutures',
    account: 'live-kraken',
    markets: [{ symbol: 'BTC/USD:USD', marketType: 'swap' }],
    sendsOrder: posts(/^\/derivatives\/api\/v3\/sendorder$/),
  },
  {
    at: 'okx',
    account: 'live-okx',
    markets: [spot, swap],
    sendsOrder: posts(/^\/api\/v5\/trade\/order$/),
  },
  {
    at: 'hyperliquid',
    account: 'live-hyperliquid',
    markets: [{ symbol: 'BTC/USDC:USDC', marketType: 'swap' }],
    sendsOrder: posts(/^\/exchange$/),
  },
];

/** Returns the market of the order with this number: a class with two alternates between them. */
export function marketAt({ markets }: LiveClass, number: number): ClassMarket {
  return markets[number % markets.length] ?? markets[0];
}
