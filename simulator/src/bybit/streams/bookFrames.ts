import { type BookWindow, createBookWindow } from '../../exchange/bookWindow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import type { BookFrame, BookFrameEncoder } from '../../ws/bookTopics.ts';
import { levelTexts } from '../texts.ts';
import type { Updates } from '../updates.ts';

/** Numbers of levels a side that a topic can have. */
export const bookDepths = [1, 50, 200, 1_000] as const;
export type BookDepth = (typeof bookDepths)[number];

/** This depth takes its numbers from the whole book, and so does the document of the book. */
const wholeDepth = 1_000;
/** Milliseconds after which unchanged best prices are sent again. */
const repeatMs = 3_000;

interface Told {
  readonly exchange: Exchange;
  readonly updates: Updates;
  readonly market: Market;
  readonly depth: BookDepth;
}

/** Numbers are counted for each depth on its own: one more with each of its messages. */
export function createBookFrameEncoder(told: Told): BookFrameEncoder {
  const { exchange, updates, market, depth } = told;
  const window = createBookWindow({ levels: depth, tellsPushedOut: true });
  let { number, restarts } = updates.of(market);
  const snapshot = (at: number) => {
    const { bids, asks, sequence: seq } = exchange.prices.depth(market, depth);
    return frame(told, { at, number, seq, bids, asks, isSnapshot: true });
  };
  const first = () => {
    const now = updates.of(market);
    if (now.restarts !== restarts) ({ number, restarts } = now);
    window.next(exchange.prices.depth(market, depth));
    return snapshot(exchange.now());
  };
  if (depth === 1) {
    return {
      first,
      next({ at }) {
        if (!moved(window, told)) return undefined;
        number += 1;
        return snapshot(at);
      },
      quiet: { afterMs: repeatMs, frame: () => snapshot(exchange.now()) },
    };
  }
  return {
    first,
    next({ at }) {
      const book = exchange.prices.depth(market, depth);
      const { bids, asks } = window.next(book);
      const next = nextNumber(told, number, bids.length + asks.length);
      if (next === number) return undefined;
      number = next;
      return frame(told, { at, number, seq: book.sequence, bids, asks, isSnapshot: false });
    },
  };
}

function moved(window: BookWindow, { exchange, market, depth }: Told): boolean {
  const { bids, asks } = window.next(exchange.prices.depth(market, depth));
  return bids.length + asks.length > 0;
}

/** At the whole depth even a change beyond the deepest levels has a number. */
function nextNumber({ depth, updates, market }: Told, number: number, levels: number): number {
  if (depth === wholeDepth) return updates.of(market).number;
  return levels > 0 ? number + 1 : number;
}

interface Said {
  readonly at: number;
  readonly number: number;
  readonly seq: number;
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  readonly isSnapshot: boolean;
}

function frame({ market, depth }: Told, said: Said): BookFrame {
  const { at, number: u, seq, isSnapshot } = said;
  const bids = said.bids.toSorted((one, other) => Number(other.price - one.price));
  const asks = said.asks.toSorted((one, other) => Number(one.price - other.price));
  const b = levelTexts(market, bids);
  const a = levelTexts(market, asks);
  const text = JSON.stringify({
    topic: `orderbook.${depth}.${market.id}`,
    type: isSnapshot ? 'snapshot' : 'delta',
    ts: at,
    data: { s: market.id, b, a, u, seq },
    cts: at,
  });
  return { text, about: { book: market.name, isSnapshot } };
}
