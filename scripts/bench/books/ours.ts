import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { createSeededRandom } from '../../../server/src/kit/random.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import { createVenueBook } from '../../../server/src/trading/orderbook/book/venueBook.ts';
import type { FeedCollector } from '../../../server/src/trading/venues/shared/collector.ts';
import type { ConnectionEvents } from '../../../server/src/trading/venues/transportPort.ts';
import { silentLogger } from '../../../server/test/support/silentLogger.ts';
import { comparedDepth, type Sides, type TextReader } from './bookCase.ts';

export interface OurOptions {
  readonly collector: FeedCollector;
  readonly symbol: string;
  /** Answer to any requested document. */
  readonly document?: string;
  /** Frames before the first one that is measured. */
  readonly before?: readonly string[];
  /**
   * True when the transport says that it is a recording. It has to when the only recorded snapshot
   * is older than the market's changes. Every frame is checked in the same way.
   */
  readonly isRecording?: boolean;
}

/** Returns a book as the service keeps it. */
export function ourBook(symbol: string, collector?: FeedCollector) {
  return createVenueBook({
    venue: collector?.venue ?? ('bench' as FeedCollector['venue']),
    symbol: symbol as InstrumentSymbol,
    clock: createSystemClock(),
    events: {
      changed: () => undefined,
      live: () => undefined,
      reconnecting: () => undefined,
      failed: (reason) => {
        throw new Error(reason);
      },
    },
  });
}

/** Feeds frames through the real collector into the real book, with every check on. */
export async function ourReader(options: OurOptions): Promise<TextReader> {
  const { collector, symbol, document = '', before = [], isRecording = false } = options;
  const opened: ConnectionEvents[] = [];
  const feed = collector.createFeed({
    clock: createSystemClock(),
    random: createSeededRandom('bench'),
    logger: silentLogger,
    transport: {
      isRecording,
      connect(_, events) {
        opened.push(events);
        return { send: () => undefined, close: () => undefined };
      },
      get: async () => document,
    },
  });
  const book = ourBook(symbol, collector);
  const handle = feed.open(book.symbol, book);
  // The size of a contract is requested before the connection is opened.
  for (let turn = 0; turn < 10 && opened.length === 0; turn += 1) await Promise.resolve();
  const [events] = opened;
  if (!events) throw new Error(`${symbol}: no connection was opened`);
  events.opened();
  for (const frame of before) events.frame(frame);
  for (let turn = 0; turn < 10 && !book.hasData; turn += 1) await Promise.resolve();
  if (!book.hasData) throw new Error(`${symbol}: the snapshot was not taken`);
  return {
    take: (text) => events.frame(text),
    top() {
      if (book.flagged !== undefined) throw new Error(`${symbol}: flagged ${book.flagged}`);
      return ourTop(book);
    },
    close() {
      handle.close();
    },
  };
}

export function ourTop(book: ReturnType<typeof ourBook>): Sides {
  const [bids, asks] = [book.levels('bids', comparedDepth), book.levels('asks', comparedDepth)];
  return { bids, asks };
}
