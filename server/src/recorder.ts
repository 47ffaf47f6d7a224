import type { Cancel, Clock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import { StartError } from './kit/startError.ts';
import { type InstrumentSymbol, parseSymbol } from './trading/model/symbol.ts';
import type { VenueId } from './trading/model/venue.ts';
import { createVenueBook } from './trading/orderbook/book/venueBook.ts';
import type { WritableBook } from './trading/orderbook/types.ts';
import type { BookFeed, OpenFeed } from './trading/venues/bookPort.ts';
import { parseVenueId } from './trading/venues/registry.ts';
import { type CaptureWriter, createCaptureWriter } from './trading/venues/shared/captureWriter.ts';
import type { FeedCollector } from './trading/venues/shared/collector.ts';
import { createRecordingTransport } from './trading/venues/shared/recordingTransport.ts';
import type { FeedTransport } from './trading/venues/transportPort.ts';

/** One connection of every market carries so many, and a recording has one connection of each. */
const symbolsMax = 50;

export interface RecorderOptions {
  readonly venues: readonly string[];
  readonly symbols: readonly string[];
  /** The file to make; `.gz` compresses. */
  readonly out: string;
}

export interface RecorderDeps {
  readonly collectors: readonly FeedCollector[];
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** How a recorded book is doing. */
export interface RecordedBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly state: string;
  readonly updates: number;
  readonly gaps: number;
  readonly resyncs: number;
}

/** A recording under way. */
export interface Recorder {
  readonly books: () => readonly RecordedBook[];
  /** Characters written so far. */
  readonly size: () => number;
  /** Resolves with the reason when the file cannot be written any more. */
  readonly failed: Promise<Error>;
  /** Closes the books and the file. Rejects when the file is not whole. */
  stop(): Promise<void>;
}

interface Subject {
  readonly collector: FeedCollector;
  readonly symbols: readonly InstrumentSymbol[];
}

/**
 * Records books as they are collected: the real collectors keep real books meanwhile, so that a
 * resync happens, and its snapshot is on the record. Throws a `StartError` for what cannot be done.
 */
export function startRecorder(options: RecorderOptions, deps: RecorderDeps): Recorder {
  const subjects = subjectsOf(options, deps.collectors);
  const { promise: failed, resolve } = Promise.withResolvers<Error>();
  const writer = openFile(options.out, { clock: deps.clock, failed: resolve });
  const venues = subjects.map(({ collector }) => nameOf(collector));
  writer.line({ t: 'header', format: 1, venue: venues[0], venues, market: 'live' });
  const opened = subjects.map((subject) => openVenue(subject, writer, deps));
  const books = opened.flatMap((each) => each.books);
  return {
    books: () => books.map(({ book, state }) => toRecorded(book, state())),
    size: () => writer.size(),
    failed,
    async stop() {
      for (const { handle } of books) handle.close();
      await Promise.all(opened.map(({ feed }) => feed.stop()));
      await writer.close();
    },
  };
}

function subjectsOf(options: RecorderOptions, collectors: readonly FeedCollector[]): Subject[] {
  const known = collectors.map(({ venue }) => venue);
  const symbols = options.symbols.map(toSymbol);
  if (symbols.length > symbolsMax) {
    throw new StartError(
      `--symbols names ${symbols.length}; a recording holds ${symbolsMax} at most.`,
    );
  }
  return options.venues.map((name) => {
    const venue = parseVenueId(name, known);
    const collector = collectors.find((each) => each.venue === venue);
    if (collector) return { collector, symbols };
    throw new StartError(`There is no venue ${name}; --venues takes ${known.join(', ')}.`);
  });
}

function toSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text.toUpperCase());
  if (symbol) return symbol;
  throw new StartError(`${text} is no symbol; it should be like BTC/USDT or BTC/USDT:USDT.`);
}

function openFile(path: string, deps: Parameters<typeof createCaptureWriter>[1]): CaptureWriter {
  if (!/\.jsonl(\.gz)?$/.test(path)) {
    throw new StartError(`--out must end in .jsonl or .jsonl.gz, ${path} does not.`);
  }
  try {
    return createCaptureWriter(path, deps);
  } catch (error) {
    throw new StartError(`${path} cannot be made: ${errorText(error)}.`);
  }
}

function nameOf({ recordedAs, venue }: FeedCollector): string {
  return recordedAs[0] ?? venue;
}

interface OpenedBook {
  readonly book: WritableBook;
  readonly handle: OpenFeed;
  state(): string;
}

function openVenue({ collector, symbols }: Subject, writer: CaptureWriter, deps: RecorderDeps) {
  const { clock } = deps;
  const transport = createRecordingTransport(deps.transport, {
    venue: nameOf(collector),
    clock,
    write: (line) => writer.line(line),
  });
  const feed = collector.createFeed({ ...deps, transport });
  const listed = symbols.filter((symbol) => feed.lists(symbol) !== 'no');
  if (listed.length === 0) {
    throw new StartError(`${collector.venue} has no ${symbols.join(', ')}: other symbols, please.`);
  }
  if (listed.length < symbols.length) {
    const missing = symbols.filter((symbol) => !listed.includes(symbol));
    deps.logger.warn({ venue: collector.venue, missing }, 'The venue has no such symbols');
  }
  const books = listed.map((symbol) => openBook(symbol, { feed, clock }));
  return { feed, books };
}

function openBook(
  symbol: InstrumentSymbol,
  { feed, clock }: { readonly feed: BookFeed; readonly clock: Clock },
): OpenedBook {
  let state = 'pending';
  const become = (next: string) => {
    state = next;
  };
  const events = {
    changed: () => undefined,
    live: () => become('live'),
    reconnecting: (reason: string) => become(`reconnecting: ${reason}`),
    failed: (reason: string) => become(`failed: ${reason}`),
  };
  const book = createVenueBook({ venue: feed.venue, symbol, clock, events });
  return { book, handle: feed.open(symbol, book), state: () => state };
}

function toRecorded(book: WritableBook, state: string): RecordedBook {
  const { venue, symbol, updatesTotal: updates, gapsTotal: gaps, resyncsTotal: resyncs } = book;
  const told = book.flagged === undefined ? state : `flagged: ${book.flagged}`;
  return { venue, symbol, state: told, updates, gaps, resyncs };
}

/** Resolves when it is time to end: a number of seconds, a signal, or a file that failed. */
export function untilDone(
  recorder: Recorder,
  { clock, seconds, signal }: { clock: Clock; seconds: number | undefined; signal: AbortSignal },
): Promise<Error | undefined> {
  const { promise, resolve } = Promise.withResolvers<Error | undefined>();
  let cancel: Cancel = () => undefined;
  if (seconds !== undefined) cancel = clock.schedule(seconds * 1_000, () => resolve(undefined));
  if (signal.aborted) resolve(undefined);
  signal.addEventListener('abort', () => resolve(undefined), { once: true });
  recorder.failed.then(resolve, resolve);
  return promise.finally(() => cancel());
}
