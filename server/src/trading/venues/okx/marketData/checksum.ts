import { crc32 } from 'node:zlib';
import type { WireLevel } from '../../bookPort.ts';
import { type TextLevel, TextSide } from '../../shared/textSide.ts';
import type { OkxMessage } from './frames.ts';

/** Number of levels of a side that are part of the checksum. */
const checkedDepth = 25;
/** The channel holds 400 levels; twice as many keep all that may come back near the top. */
const keptDepth = 800;

/**
 * CRC32 over the 25 best levels of both sides as `price:size`, bid and ask in turn, as signed 32
 * bits; a side that ends early is skipped (okx API v5, order book channel, in use until 2026).
 */
function checksumOf(bids: TextSide, asks: TextSide): number {
  let text = '';
  for (let rank = 0; rank < checkedDepth; rank += 1) {
    for (const side of [bids, asks]) {
      const price = side.price(rank);
      if (price !== undefined) text += `${text === '' ? '' : ':'}${price}:${side.quantity(rank)}`;
    }
  }
  return crc32(text) | 0;
}

/** Keeps the number text of one book as long as the venue sends checksums. */
export interface ChecksumBook {
  /** Checks that the book after this message is the one that the venue describes. */
  check(message: OkxMessage): 'ok' | 'checksum' | 'malformed';
}

export function createChecksumBook(): ChecksumBook {
  const bids = new TextSide('bids');
  const asks = new TextSide('asks');
  let isKept = false;
  return {
    check(message) {
      // When the snapshot has no checksum, its text is not worth keeping.
      if (message.isSnapshot) isKept = message.checksum !== undefined;
      if (!isKept) return 'ok';
      if (!put(bids, message.bids, message) || !put(asks, message.asks, message)) {
        return 'malformed';
      }
      if (message.checksum === undefined) return 'ok';
      return checksumOf(bids, asks) === message.checksum ? 'ok' : 'checksum';
    },
  };
}

function put(side: TextSide, levels: readonly WireLevel[], { isSnapshot }: OkxMessage): boolean {
  const texts = levels.map(([price, size]): TextLevel => [String(price), String(size)]);
  const isTaken = isSnapshot
    ? side.replace(texts)
    : texts.every(([price, size]) => side.set(price, size));
  side.truncate(keptDepth);
  return isTaken;
}
