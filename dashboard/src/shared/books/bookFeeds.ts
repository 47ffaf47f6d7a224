import type { ApiError, BookStream } from '@windlass/client';
import { after, now } from '../clock.ts';
import { type BookFeed, createBookFeed, type RefusableFeed, streamedDepth } from './bookFeed.ts';
import { createMidHistory, type MidHistory } from './midHistory.ts';

/** Live books by symbol. All users of one symbol share a subscription. */
export interface BookFeeds {
  /** Returns the books of a symbol. They live while somebody listens. */
  of(symbol: string): BookFeed;
  /** Returns the recorded mid prices of the last minutes. */
  historyOf(symbol: string): MidHistory;
  close(): void;
}

/** Without the global book, which does not know which venues are fresh or switched off here. */
const wanted = { depth: streamedDepth, includeGlobal: false } as const;

type OnError = (error: ApiError) => void;

/**
 * Creates the feeds. A refusal of a watched symbol goes to its feed, other failures to `onError`.
 */
export function createBookFeeds(
  open: (onError: OnError) => BookStream,
  onError: OnError,
): BookFeeds {
  // The number of symbols limits it. A feed without listeners holds no book, a history some
  // minutes.
  const feeds = new Map<string, RefusableFeed>();
  const histories = new Map<string, MidHistory>();
  const stream = open((error) => {
    const feed = feeds.get(refusedSymbol(error) ?? '');
    if (feed) feed.refuse(error);
    else onError(error);
  });
  return {
    of(symbol) {
      const known = feeds.get(symbol);
      if (known) return known;
      const feed = createBookFeed({
        watch: (heard) => stream.watch(symbol, wanted, heard),
        requestFrame: (draw) => window.requestAnimationFrame(draw),
        cancelFrame: (id) => window.cancelAnimationFrame(id),
        after,
        now,
      });
      feeds.set(symbol, feed);
      return feed;
    },
    historyOf(symbol) {
      const history = histories.get(symbol) ?? createMidHistory();
      histories.set(symbol, history);
      return history;
    },
    close: () => stream.close(),
  };
}

function refusedSymbol({ code, data }: ApiError): string | undefined {
  const isTold = typeof data === 'object' && data !== null && 'symbol' in data;
  return code === 'STREAM_REFUSED' && isTold ? String(data.symbol) : undefined;
}
