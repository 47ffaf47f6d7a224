import type { WireLevel } from '../../../bookPort.ts';
import type { BookChange, BookDecoder, BookDialect } from '../../../shared/stream/dialect.ts';
import { type TextLevel, TextSide } from '../../../shared/textSide.ts';
import { bookChecksum } from './checksum.ts';
import type { SpotMessage } from './frames.ts';

/**
 * The venue numbers nothing: every message follows, and the checksum tells what was missed. Two
 * swapped messages can both match theirs, so times must not go back; in recordings they never do.
 */
export const spotBookDialect: BookDialect<SpotMessage> = {
  last: ({ number }) => number,
  joins: () => true,
  follows: () => true,
  isSnapshot: ({ isSnapshot }) => isSnapshot,
  venueTimeMs: ({ venueTimeMs }) => venueTimeMs,
  unasked: () => 'gap',
  isCounted: () => true,
};

/**
 * Keeps the text of a book, cuts it to the depth as the venue does, and proves every message by its
 * checksum. The venue sends no deletion for levels that fall out, so they are reported as deleted.
 */
export function createSpotDecoder(): BookDecoder<SpotMessage> {
  const bids = new TextSide('bids');
  const asks = new TextSide('asks');

  const settled = (message: SpotMessage): BookChange | 'checksum' => {
    const bidsOut = bids.truncate(message.depth);
    const asksOut = asks.truncate(message.depth);
    const { checksum } = message;
    if (checksum !== undefined && checksum !== bookChecksum(bids, asks)) return 'checksum';
    if (bidsOut.length + asksOut.length === 0) return message;
    return { bids: without(message.bids, bidsOut), asks: without(message.asks, asksOut) };
  };

  return {
    snapshot(message) {
      const isRead = bids.replace(message.bids) && asks.replace(message.asks);
      return isRead ? settled(message) : 'malformed';
    },
    changes(message) {
      const isRead = setAll(bids, message.bids) && setAll(asks, message.asks);
      return isRead ? settled(message) : 'malformed';
    },
  };
}

function setAll(side: TextSide, levels: readonly TextLevel[]): boolean {
  for (const [price, quantity] of levels) if (!side.set(price, quantity)) return false;
  return true;
}

function without(levels: readonly TextLevel[], dropped: readonly string[]): readonly WireLevel[] {
  if (dropped.length === 0) return levels;
  return [...levels, ...dropped.map((price): WireLevel => [price, 0])];
}
