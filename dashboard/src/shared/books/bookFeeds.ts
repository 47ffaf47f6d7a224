import type { ApiError, BookStream } from '@windlass/client';
import { after, now } from '../clock.ts';
import { type BookFeed, createBookFeed, type RefusableFeed, streamedDepth } from './bookFeed.ts';
import { createMidHistory, type MidHistory } from './midHistory.ts';

/** Live books by symbol; who watches the same symbol shares one subscription. */
export interface BookFeeds {
  /** The books of a symbol; they live while somebody listens. */
  of(symbol: string): BookFeed;
  /** The mid prices of the last minutes, as far as somebody wrote them down. */
  historyOf(symbol: string): MidHistory;
  close(): void;
}

/** Without the global book, which knows nothing of what is fresh here or switched off. */
const wanted = { depth: streamedDepth, includeGlobal: false } as const;

type OnError = (error: ApiError) => void;

/** A refusal of a symbol that is watched is told by its feed; every other failure to `onError`. */
export function createBookFeeds(
  open: (onError: OnError) => BookStream,
  onError: OnError,
): BookFeeds {
  // Bounded by the symbols there are; a feed nobody hears holds no book, a history some minutes.
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
        ...{ after, now },
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
