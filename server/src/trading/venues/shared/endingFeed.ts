import type { BookFeed, BookWriter } from '../bookPort.ts';

/** What the books of a recording are told at its end. */
const endedReason = 'the recording has ended';

/** A recording's feed that is told when the recording is over. */
export interface EndingFeed {
  readonly feed: BookFeed;
  ended(): void;
}

/**
 * Tells the open books of a recording that it is over: the silence after it looks like that of a
 * quiet market, and would leave them active for ever. Books with data stay readable and age; those
 * without have failed, as none will come. What still comes afterwards, such as a document that
 * nobody had asked for, fills a book but does not make it active again.
 */
export function createEndingFeed(feed: BookFeed): EndingFeed {
  // One entry per open book.
  const books = new Set<BookWriter>();
  let isEnded = false;
  const tell = (book: BookWriter) => {
    if (!isEnded) return;
    const { bid, ask } = book.top();
    if (bid === undefined && ask === undefined) book.failed(endedReason);
    else book.reconnecting(endedReason);
  };
  return {
    feed: {
      venue: feed.venue,
      lists: (symbol) => feed.lists(symbol),
      open(symbol, book) {
        books.add(book);
        // First, so that what the feed itself finds out has the last word.
        tell(book);
        const opened = feed.open(symbol, telling(book, tell));
        return {
          close() {
            books.delete(book);
            opened.close();
          },
        };
      },
      stop() {
        books.clear();
        return feed.stop();
      },
    },
    ended() {
      isEnded = true;
      for (const book of books) tell(book);
    },
  };
}

/** The book, told again after whatever would make it active, or hide that nothing comes. */
function telling(book: BookWriter, tell: (book: BookWriter) => void): BookWriter {
  return {
    snapshot(bids, asks, meta) {
      const isTaken = book.snapshot(bids, asks, meta);
      tell(book);
      return isTaken;
    },
    update(bids, asks, meta) {
      const isTaken = book.update(bids, asks, meta);
      tell(book);
      return isTaken;
    },
    top: () => book.top(),
    levels: (side, depth) => book.levels(side, depth),
    received: (bytes) => book.received(bytes),
    flag(reason) {
      book.flag(reason);
      tell(book);
    },
    alive: () => book.alive(),
    reconnecting(reason) {
      book.reconnecting(reason);
      tell(book);
    },
    failed: (reason) => book.failed(reason),
  };
}
