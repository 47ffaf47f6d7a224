/** What the load generator is told to do, and what it says of it. */
export type LoadOrder =
  /** Sends when due, whether or not earlier ones were answered. */
  | { readonly kind: 'open'; readonly perSecond: number; readonly seconds: number }
  /** Each client sends again as soon as it has its answer. */
  | { readonly kind: 'closed'; readonly clients: number; readonly seconds: number }
  /** Posts a body of the same size to a bare server, so many at a time. */
  | {
      readonly kind: 'echo';
      readonly url: string;
      readonly clients: number;
      readonly seconds: number;
    };

export interface LoadReport {
  /** How long each took from when it was due, in ms. */
  readonly submitMs: readonly number[];
  readonly cancelMs: readonly number[];
  readonly seconds: number;
  /** Answers that are no success, by code. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Who trades what. */
export interface Market {
  readonly accountId: string;
  readonly symbol: string;
  readonly priceUsd: number;
  /** A first balance of the coin, so that it can be sold as well. */
  readonly hasCoins: boolean;
}

const venuesWithSpot = ['binance', 'bybit', 'gateio', 'kraken', 'okx'];
const assets = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'ADA', 'LINK'];
export const symbols = assets.map((asset) => `${asset}/USDT`);

/** All six paper accounts; hyperliquid has perpetuals alone. */
export function marketsAt(prices: ReadonlyMap<string, number>): Market[] {
  return assets.flatMap((asset) => {
    const priceUsd = prices.get(`${asset}/USDT`) ?? Number.NaN;
    const hasCoins = ['BTC', 'ETH', 'SOL'].includes(asset);
    const spot = venuesWithSpot.map((venue) => ({
      ...{ accountId: `paper-${venue}`, symbol: `${asset}/USDT`, priceUsd, hasCoins },
    }));
    const symbol = `${asset}/USDC:USDC`;
    return [...spot, { accountId: 'paper-hyperliquid', symbol, priceUsd, hasCoins: true }];
  });
}

/** Above the ten dollars that an order must be worth, also after rounding. */
const worthUsd = 15;
/** Far enough from the market to rest until it is cancelled. */
const restingShare = 0.2;

/** Half are market orders and half limits that rest, over all accounts and symbols in turn. */
export function orderOf(market: Market, number: number): object {
  const round = Math.floor(number / 48);
  const side = round % 4 >= 2 && market.hasCoins ? 'sell' : 'buy';
  const isMarket = (number + round) % 2 === 0;
  const away = side === 'buy' ? 1 - restingShare : 1 + restingShare;
  return {
    exchange_account_id: market.accountId,
    symbol: market.symbol,
    side,
    order_type: isMarket ? 'market' : 'limit',
    quantity: worthUsd / market.priceUsd / Math.min(1, isMarket ? 1 : away),
    ...(!isMarket && { price: Number((market.priceUsd * away).toPrecision(4)) }),
  };
}
