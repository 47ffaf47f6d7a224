import { fixedText } from '../../exchange/amounts.ts';
import type { BookChange } from '../../exchange/bookNews.ts';
import type { Market } from '../../exchange/market.ts';
import type { Depth, DepthLevel } from '../../exchange/prices.ts';
import { decimalsFor } from '../decimals.ts';
import { pairOf } from '../publicRoutes.ts';

/** Levels that changed, as `U` to `u` of the changes of a book. */
export function bookEvent(change: BookChange, now: number): object {
  const { market, at, first, last } = change;
  const isSpot = market.wallet === 'spot';
  return {
    ...{ e: 'depthUpdate', E: now, ...(!isSpot && { T: at }), s: market.id },
    ...(market.wallet === 'coinm' && { ps: pairOf(market) }),
    ...{ U: first, u: last, ...(!isSpot && { pu: first - 1 }) },
    ...{ b: levelTexts(market, change.bids), a: levelTexts(market, change.asks) },
  };
}

/** The best levels of a book, whole each time. */
export function partialBook(market: Market, { sequence, bids, asks }: Depth, now: number): object {
  const levels = { b: levelTexts(market, bids), a: levelTexts(market, asks) };
  if (market.wallet === 'spot') return { lastUpdateId: sequence, bids: levels.b, asks: levels.a };
  return {
    ...{ e: 'depthUpdate', E: now, T: now, s: market.id },
    ...(market.wallet === 'coinm' && { ps: pairOf(market) }),
    ...{ U: sequence, u: sequence, pu: sequence - 1, ...levels },
  };
}

function levelTexts(market: Market, levels: readonly DepthLevel[]): [string, string][] {
  const texts = decimalsFor(market);
  return levels.map(({ price, quantity }) => [
    fixedText(price, texts.price),
    fixedText(quantity, texts.quantity),
  ]);
}
