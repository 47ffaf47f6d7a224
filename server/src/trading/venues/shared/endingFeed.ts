import type { BookFeed, BookWriter } from '../bookPort.ts';

/** The reason that the books of a recording are given at its end. */
const endedReason = 'the recording has ended';

/** A recording's feed, with a call for the end of the recording. */
export interface EndingFeed {
  readonly feed: BookFeed;
  ended(): void;
}

/**
 * Tells the open books of a recording that it is over: the silence after it looks like that of a
 * quiet market, and would leave them active for ever. Books with data stay readable and age; those
 * without count as failed, as no data will come. What still arrives afterwards, such as a document
 * that nobody had asked for, fills a book but does not make it active again.
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
        // Reported first, so that the feed's own findings come last.
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

/**
 * Returns the book, reported again after every call that would make it active or hide that nothing
 * comes.
 */
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
