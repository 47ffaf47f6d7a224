import { crc32 } from 'node:zlib';
import { fixedText } from '../../exchange/amounts.ts';
import { createBookWindow, type WindowChange } from '../../exchange/bookWindow.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import type { DepthLevel } from '../../exchange/prices.ts';
import type { BookFrame, BookFrameEncoder } from '../../ws/bookTopics.ts';
import { priceDecimals, symbolOf, volumeDecimals } from '../pairs.ts';
import { rfcTime } from './executions.ts';

/** Levels a side that a checksum covers, whatever the depth. */
const checkedLevels = 10;

/**
 * Makes the frames of one stream of a book. They have no numbers but the checksum of the resulting
 * book. Levels that fall out of the depth are not sent; clients cut their books.
 */
export function createBookFrameEncoder(
  exchange: Exchange,
  market: Market,
  depth: number,
): BookFrameEncoder {
  const window = createBookWindow({ levels: depth, tellsPushedOut: false });
  const best = () => exchange.prices.depth(market, depth);
  window.next(best());
  return {
    first() {
      const book = best();
      const told = { type: 'snapshot', at: exchange.now(), levels: book } as const;
      return frameOf(market, told, checksumOf(market, book));
    },
    next({ at }) {
      const book = best();
      const levels = window.next(book);
      if (levels.bids.length + levels.asks.length === 0) return undefined;
      return frameOf(market, { type: 'update', at, levels }, checksumOf(market, book));
    },
  };
}

interface Told {
  readonly type: 'snapshot' | 'update';
  readonly at: number;
  readonly levels: WindowChange;
}

function frameOf(market: Market, told: Told, checksum: number): BookFrame {
  const { before, after } = textOf(market, told);
  const withChecksum = (value: number) => `${before}"checksum":${value},${after}`;
  return {
    text: withChecksum(checksum),
    about: {
      book: market.name,
      isSnapshot: told.type === 'snapshot',
      withWrongChecksum: () => withChecksum((checksum ^ 1) >>> 0),
    },
  };
}

/** The text is put together by hand, as JSON would drop trailing zeros of numbers. */
function textOf(market: Market, { type, at, levels }: Told): { before: string; after: string } {
  const side = (rows: readonly DepthLevel[]) =>
    rows.map((level) => `{"price":${priceText(market, level)},"qty":${volumeText(market, level)}}`);
  const head = `{"channel":"book","type":"${type}","data":[{"symbol":"${symbolOf(market)}"`;
  return {
    before: `${head},"bids":[${side(levels.bids)}],"asks":[${side(levels.asks)}],`,
    after: `"timestamp":"${rfcTime(at)}"}]}`,
  };
}

function priceText(market: Market, { price }: DepthLevel): string {
  return fixedText(price, priceDecimals(market));
}

function volumeText(market: Market, { quantity }: DepthLevel): string {
  return fixedText(quantity, volumeDecimals(market));
}

/** Returns the CRC32 of the best asks and then the best bids, without dots and leading zeros. */
function checksumOf(market: Market, { bids, asks }: WindowChange): number {
  const digits = (text: string) => text.replace('.', '').replace(/^0+/, '');
  const row = (level: DepthLevel) =>
    `${digits(priceText(market, level))}${digits(volumeText(market, level))}`;
  const best = (side: readonly DepthLevel[]) => side.slice(0, checkedLevels).map(row).join('');
  return crc32(`${best(asks)}${best(bids)}`);
}
