import { fixedText } from '../../exchange/amounts.ts';
import type { BookChange } from '../../exchange/bookNews.ts';
import type { Market } from '../../exchange/market.ts';
import type { Depth, DepthLevel } from '../../exchange/prices.ts';
import { decimalsFor } from '../decimals.ts';
import { pairOf } from '../publicRoutes.ts';

/** Returns the changed levels of a book, with the numbers of the first and last change. */
export function bookEvent(change: BookChange, now: number): object {
  const { market, at, first, last } = change;
  const isSpot = market.wallet === 'spot';
  return {
    e: 'depthUpdate',
    E: now,
    ...(!isSpot && { T: at }),
    s: market.id,
    ...(market.wallet === 'coinm' && { ps: pairOf(market) }),
    U: first,
    u: last,
    ...(!isSpot && { pu: first - 1 }),
    b: levelTexts(market, change.bids),
    a: levelTexts(market, change.asks),
  };
}

/** Returns a book's best levels, complete each time. */
export function partialBook(market: Market, { sequence, bids, asks }: Depth, now: number): object {
  const levels = { b: levelTexts(market, bids), a: levelTexts(market, asks) };
  if (market.wallet === 'spot') return { lastUpdateId: sequence, bids: levels.b, asks: levels.a };
  return {
    e: 'depthUpdate',
    E: now,
    T: now,
    s: market.id,
    ...(market.wallet === 'coinm' && { ps: pairOf(market) }),
    U: sequence,
    u: sequence,
    pu: sequence - 1,
    ...levels,
  };
}

function levelTexts(market: Market, levels: readonly DepthLevel[]): [string, string][] {
  const texts = decimalsFor(market);
  return levels.map(({ price, quantity }) => [
    fixedText(price, texts.price),
    fixedText(quantity, texts.quantity),
  ]);
}
