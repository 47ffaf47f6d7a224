import { crc32 } from 'node:zlib';
import { createBookWindow } from '../../exchange/bookWindow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { Depth, DepthLevel } from '../../exchange/prices.ts';
import type { BookFrame, BookFrameEncoder } from '../../ws/bookTopics.ts';
import { levelTexts } from '../levels.ts';

/** Number of levels a side of each channel. */
const bookLevels = { books: 400, books5: 5, 'bbo-tbt': 1 } as const;
export type BookChannel = keyof typeof bookLevels;

export const bookChannels: readonly BookChannel[] = ['books', 'books5', 'bbo-tbt'];

/** Milliseconds after which an unchanged book is confirmed by a message. */
const quietMsMax = 60_000;
/** Levels a side that are in the checksum. */
const checkedLevels = 25;
/** Number of the previous message when there was none. */
const noneBefore = -1;

interface Told {
  readonly exchange: Exchange;
  readonly market: Market;
  readonly channel: BookChannel;
}

export function createBookFrameEncoder(told: Told): BookFrameEncoder {
  return told.channel === 'books' ? createChain(told) : createTops(told);
}

/** Makes frames with all the best levels each time they change. */
function createTops({ exchange, market, channel }: Told): BookFrameEncoder {
  const levels = bookLevels[channel];
  const window = createBookWindow({ levels, tellsPushedOut: true });
  const arg = { channel, instId: market.id };
  const frame = (at: number): BookFrame => {
    const { bids, asks, sequence: seqId } = exchange.prices.depth(market, levels);
    const named = channel === 'books5' ? { instId: market.id } : {};
    const sides = { asks: levelTexts(asks), bids: levelTexts(bids) };
    const data = [{ ...sides, ...named, ts: String(at), seqId }];
    const text = JSON.stringify({ arg, data });
    return { text, about: { book: market.name, isSnapshot: true } };
  };
  return {
    first() {
      window.next(exchange.prices.depth(market, levels));
      return frame(exchange.now());
    },
    next({ at }) {
      const { bids, asks } = window.next(exchange.prices.depth(market, levels));
      return bids.length + asks.length > 0 ? frame(at) : undefined;
    },
  };
}

/** Makes a frame with the book, then frames with its changes; each names the one before. */
function createChain({ exchange, market }: Told): BookFrameEncoder {
  const levels = bookLevels.books;
  const window = createBookWindow({ levels, tellsPushedOut: true });
  const look = () => exchange.prices.depth(market, levels);
  let last = look().sequence;
  const frame = (link: Link) => chainFrame(market, { ...link, seqId: last });
  return {
    first() {
      const book = look();
      window.next(book);
      return frame({ book, at: exchange.now(), sides: book, prevSeqId: noneBefore });
    },
    next({ at }) {
      const book = look();
      const sides = window.next(book);
      if (sides.bids.length + sides.asks.length === 0) return undefined;
      const prevSeqId = last;
      last = book.sequence;
      return frame({ book, at, sides, prevSeqId });
    },
    quiet: {
      afterMs: quietMsMax,
      frame: () => frame({ book: look(), at: exchange.now(), sides: nothing, prevSeqId: last }),
    },
  };
}

interface Sides {
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
}

const nothing: Sides = { bids: [], asks: [] };

interface Link {
  readonly at: number;
  /** The book after the message, which the checksum is of. */
  readonly book: Depth;
  readonly sides: Sides;
  readonly prevSeqId: number;
}

function chainFrame(market: Market, link: Link & { readonly seqId: number }): BookFrame {
  const { at, book, sides, prevSeqId, seqId } = link;
  const isSnapshot = prevSeqId === noneBefore;
  const checksum = checksumOf(book);
  const asks = levelTexts(sides.asks.toSorted((one, other) => Number(one.price - other.price)));
  const bids = levelTexts(sides.bids.toSorted((one, other) => Number(other.price - one.price)));
  const withChecksum = (sum: number) =>
    JSON.stringify({
      arg: { channel: 'books', instId: market.id },
      action: isSnapshot ? 'snapshot' : 'update',
      data: [{ asks, bids, ts: String(at), checksum: sum, prevSeqId, seqId }],
    });
  return {
    text: withChecksum(checksum),
    about: {
      book: market.name,
      isSnapshot,
      // Never 0, which means that there is no checksum.
      withWrongChecksum: () => withChecksum(checksum === 1 ? 2 : checksum ^ 1),
    },
  };
}

/** Returns the signed CRC32 of the best levels as they are written, bid and ask in turn. */
function checksumOf({ bids, asks }: Depth): number {
  const [bidTexts, askTexts] = [bids, asks].map((side) =>
    levelTexts(side.slice(0, checkedLevels)).map(([price, size]) => `${price}:${size}`),
  );
  const ranks = Array.from({ length: checkedLevels }, (_, rank) => rank);
  const parts = ranks.flatMap((rank) => [bidTexts?.[rank] ?? [], askTexts?.[rank] ?? []].flat());
  return crc32(parts.join(':')) | 0;
}
