import { createSystemClock } from '../../../server/src/kit/clock.ts';
import { silentLogger } from '../../../server/src/kit/logger.ts';
import { createSeededRandom } from '../../../server/src/kit/random.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import { createVenueBook } from '../../../server/src/trading/orderbook/book/venueBook.ts';
import type { FeedCollector } from '../../../server/src/trading/venues/shared/collector.ts';
import type { ConnectionEvents } from '../../../server/src/trading/venues/transportPort.ts';
import { comparedDepth, type Sides, type TextReader } from './bookCase.ts';

export interface OurOptions {
  readonly collector: FeedCollector;
  readonly symbol: string;
  /** The answer to any document asked for. */
  readonly document?: string;
  /** Frames before the first one that counts. */
  readonly before?: readonly string[];
  /**
   * Whether the transport says it is a recording, as one must be where the market leaves the only
   * snapshot that was recorded. Every frame is checked alike.
   */
  readonly isRecording?: boolean;
}

/** A book as the service keeps it. */
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

/** Frames through the real collector into the real book, every check on. */
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
  // A contract's size is asked for before the connection is opened.
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
