/** A command to the load generator. */
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
  /** Times of orders in ms, each from when it was due. */
  readonly submitMs: readonly number[];
  readonly cancelMs: readonly number[];
  readonly seconds: number;
  /** Number of unsuccessful answers by code. */
  readonly failures: Readonly<Record<string, number>>;
}

/** An account with a market that it trades. */
export interface Market {
  readonly accountId: string;
  readonly symbol: string;
  readonly priceUsd: number;
  /** True when the account starts with some of the coin, so that it can also sell. */
  readonly hasCoins: boolean;
}

const venuesWithSpot = ['binance', 'bybit', 'gateio', 'kraken', 'okx'];
const assets = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'ADA', 'LINK'];
export const symbols = assets.map((asset) => `${asset}/USDT`);

/** Returns the markets of all six paper accounts; hyperliquid has only perpetuals. */
export function marketsAt(prices: ReadonlyMap<string, number>): Market[] {
  return assets.flatMap((asset) => {
    const priceUsd = prices.get(`${asset}/USDT`) ?? Number.NaN;
    const hasCoins = ['BTC', 'ETH', 'SOL'].includes(asset);
    const spot = venuesWithSpot.map((venue) => ({
      accountId: `paper-${venue}`,
      symbol: `${asset}/USDT`,
      priceUsd,
      hasCoins,
    }));
    const symbol = `${asset}/USDC:USDC`;
    return [...spot, { accountId: 'paper-hyperliquid', symbol, priceUsd, hasCoins: true }];
  });
}

/** Above the minimum of ten dollars for an order, even after rounding. */
const worthUsd = 15;
/** Far enough from the market to rest until it is cancelled. */
const restingShare = 0.2;

/** Returns an order: half are market orders, half resting limits, over all accounts and symbols. */
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
