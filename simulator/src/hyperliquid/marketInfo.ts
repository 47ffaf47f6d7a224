import { decimalsOf } from '../exchange/amounts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import { moneyText, numberText } from './numbers.ts';
import { type Fields, readText } from './reading.ts';
import { wallet } from './traits.ts';

const leverageMaxDefault = 40;
/** Number of levels of a book in an answer. */
const levelsMax = 20;

/** Returns all perpetuals; the index in the list is the number of the market. */
export function meta(exchange: Exchange): object {
  const universe = exchange.markets(wallet).map(({ id, definition }, i) => ({
    szDecimals: decimalsOf(definition.lot),
    name: id,
    maxLeverage: definition.leverageMax ?? leverageMaxDefault,
    marginTableId: i,
  }));
  return { universe, marginTables: [], collateralToken: 0 };
}

/** Returns the perpetuals with the prices of each. */
export function metaAndAssetCtxs(exchange: Exchange): unknown {
  return [meta(exchange), exchange.markets(wallet).map((market) => contextOf(exchange, market))];
}

/** Returns the time of the exchange's clock. */
export function exchangeStatus(exchange: Exchange): object {
  return { specialStatuses: null, time: exchange.now() };
}

export function allMids(exchange: Exchange): object {
  const mids = exchange.markets(wallet).flatMap((market) => {
    const mid = midOf(exchange, market);
    return mid === undefined ? [] : [[market.id, moneyText(mid)] as const];
  });
  return Object.fromEntries(mids);
}

/** Returns a book; null for an unknown coin. */
export function l2Book(exchange: Exchange, { coin }: Fields): object | null {
  const market = exchange.market(wallet, readText(coin));
  return market ? bookOf(exchange, market, exchange.now()) : null;
}

/** Returns a book as both documents and streams have it. */
export function bookOf(exchange: Exchange, market: Market, time: number): object {
  const { bids, asks } = exchange.prices.depth(market, levelsMax);
  const levels = [bids, asks].map((side) =>
    side.map(({ price, quantity }) => ({ px: numberText(price), sz: numberText(quantity), n: 1 })),
  );
  return { coin: market.id, time, levels };
}

/** Returns a market's prices. The mark stands for the oracle, and the day has no volume. */
function contextOf(exchange: Exchange, market: Market): object {
  const mark = moneyText(exchange.prices.markPrice(market) ?? 0n);
  const mid = midOf(exchange, market);
  return {
    // Rate of the current hour.
    funding: numberText(exchange.fundings.of(market).rate),
    openInterest: '0.0',
    prevDayPx: mark,
    dayNtlVlm: '0.0',
    premium: '0.0',
    oraclePx: mark,
    markPx: mark,
    midPx: mid === undefined ? null : moneyText(mid),
    impactPxs: null,
    dayBaseVlm: '0.0',
  };
}

/** Returns the middle price; undefined when a side of the book is empty. */
function midOf({ prices }: Exchange, market: Market): bigint | undefined {
  const { bids, asks } = prices.depth(market, 1);
  const [bid, ask] = [bids[0], asks[0]];
  return bid && ask ? (bid.price + ask.price) / 2n : undefined;
}
