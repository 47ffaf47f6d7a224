import { rmSync } from 'node:fs';
import type { Cancel, Clock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import { StartError } from './kit/startError.ts';
import { type InstrumentSymbol, parseSymbol } from './trading/model/symbol.ts';
import type { VenueId } from './trading/model/venue.ts';
import { createVenueBook } from './trading/orderbook/book/venueBook.ts';
import type { BookFeed, OpenFeed } from './trading/venues/bookPort.ts';
import { parseVenueIds } from './trading/venues/registry.ts';
import { type CaptureWriter, createCaptureWriter } from './trading/venues/shared/captureWriter.ts';
import type { FeedCollector } from './trading/venues/shared/collector.ts';
import { createRecordingTransport } from './trading/venues/shared/recordingTransport.ts';
import type { FeedTransport } from './trading/venues/transportPort.ts';

/**
 * Maximum number of symbols: one connection of any market carries this many, and a recording has
 * one connection per market.
 */
const symbolsMax = 50;

export interface RecorderOptions {
  readonly venues: readonly string[];
  readonly symbols: readonly string[];
  /** Path of the file; `.gz` compresses. */
  readonly out: string;
}

export interface RecorderDeps {
  readonly collectors: readonly FeedCollector[];
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** State of a recorded book. */
export interface RecordedBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly state: string;
  /** True when the book was ever good; only then does the recording contain it. */
  readonly wasLive: boolean;
  readonly updates: number;
  readonly gaps: number;
  readonly resyncs: number;
}

/** A running recording. */
export interface Recorder {
  readonly books: () => readonly RecordedBook[];
  /** Returns the numbers of lines and characters written so far. */
  readonly written: () => { readonly lines: number; readonly size: number };
  /** Resolves with the reason when the file can no longer be written. */
  readonly failed: Promise<Error>;
  /**
   * Closes the books and the file. Removes the file when no book ever arrived, as it would only be
   * in the way of the next try. Rejects when the file is incomplete.
   */
  stop(): Promise<void>;
}

/** One venue of the recording. */
interface Subject {
  /** Name of the venue in the recording. */
  readonly name: string;
  readonly feed: BookFeed;
  readonly listed: readonly InstrumentSymbol[];
}

/**
 * Records books as they are collected: the real collectors maintain real books at the same time, so
 * that resyncs happen and their snapshots are recorded. Throws a `StartError` when it cannot begin.
 */
export function startRecorder(options: RecorderOptions, deps: RecorderDeps): Recorder {
  const { clock } = deps;
  const symbols = symbolsOf(options.symbols);
  const collectors = collectorsOf(options.venues, deps.collectors);
  const isShared = collectors.length > 1;
  // Nothing is written before the books are opened, and the file is created only when they can be.
  let write: (line: object) => void = () => undefined;
  const subjects = collectors.map((collector) => {
    const name = nameOf(collector);
    const venueLine = (line: object) => write(isShared ? { ...line, venue: name } : line);
    const recording = { name, clock, write: venueLine };
    const transport = createRecordingTransport(deps.transport, recording);
    return toSubject(collector.createFeed({ ...deps, transport }), symbols, { name, deps });
  });
  const { promise: failed, resolve } = Promise.withResolvers<Error>();
  const writer = openFile(options.out, { clock, failed: resolve });
  writer.line(headerOf(subjects.map(({ name }) => name)));
  write = (line) => writer.line(line);
  const books = subjects.flatMap(({ feed, listed }) =>
    listed.map((symbol) => openBook(symbol, { feed, clock })),
  );
  return {
    books: () => books.map(({ recorded }) => recorded()),
    written: () => ({ lines: writer.lines(), size: writer.size() }),
    failed,
    async stop() {
      // This comes first; otherwise the recording would end with the loss of every connection.
      write = () => undefined;
      const isEmpty = !books.some(({ recorded }) => recorded().wasLive);
      for (const { handle } of books) handle.close();
      await Promise.all(subjects.map(({ feed }) => feed.stop()));
      await writer.close().finally(() => isEmpty && rmSync(options.out, { force: true }));
    },
  };
}

function headerOf(names: readonly string[]): object {
  const [venue] = names;
  return {
    t: 'header',
    format: 1,
    venue,
    market: 'live',
    ...(names.length > 1 && { venues: names }),
  };
}

function collectorsOf(names: readonly string[], collectors: readonly FeedCollector[]) {
  const known = collectors.map(({ venue }) => venue);
  const parsed = parseVenueIds(names, known);
  if ('unknown' in parsed) {
    throw new StartError(`Unknown venue ${parsed.unknown}; --venues takes ${known.join(', ')}.`);
  }
  return collectors.filter(({ venue }) => parsed.venues.includes(venue));
}

function symbolsOf(texts: readonly string[]): readonly InstrumentSymbol[] {
  const symbols = [...new Set(texts.map(toSymbol))];
  if (symbols.length <= symbolsMax) return symbols;
  throw new StartError(
    `--symbols names ${symbols.length}; a recording holds ${symbolsMax} at most.`,
  );
}

function toSubject(
  feed: BookFeed,
  symbols: readonly InstrumentSymbol[],
  { name, deps }: { readonly name: string; readonly deps: RecorderDeps },
): Subject {
  const { venue } = feed;
  const listed = symbols.filter((symbol) => feed.lists(symbol) !== 'no');
  if (listed.length === 0) {
    throw new StartError(`${venue} has no ${symbols.join(', ')}: other symbols, please.`);
  }
  if (listed.length < symbols.length) {
    const missing = symbols.filter((symbol) => !listed.includes(symbol));
    deps.logger.warn({ venue, missing }, 'The venue has no such symbols');
  }
  return { name, feed, listed };
}

function toSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text.toUpperCase());
  if (symbol) return symbol;
  throw new StartError(`${text} is not a symbol; it should be like BTC/USDT or BTC/USDT:USDT.`);
}

function openFile(path: string, deps: Parameters<typeof createCaptureWriter>[1]): CaptureWriter {
  if (!/\.jsonl(\.gz)?$/.test(path)) {
    throw new StartError(`--out must end in .jsonl or .jsonl.gz, ${path} does not.`);
  }
  try {
    return createCaptureWriter(path, deps);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new StartError(`${path} exists already: choose another name or remove it.`);
    }
    throw new StartError(`${path} cannot be made: ${errorText(error)}.`);
  }
}

function nameOf({ recordedAs, venue }: FeedCollector): string {
  return recordedAs[0] ?? venue;
}

interface OpenedBook {
  readonly handle: OpenFeed;
  recorded(): RecordedBook;
}

function openBook(
  symbol: InstrumentSymbol,
  { feed, clock }: { readonly feed: BookFeed; readonly clock: Clock },
): OpenedBook {
  let state = 'pending';
  let wasLive = false;
  const { venue } = feed;
  const events = {
    changed: () => undefined,
    live: () => {
      state = 'live';
      wasLive = true;
    },
    reconnecting: (reason: string) => {
      state = `reconnecting: ${reason}`;
    },
    failed: (reason: string) => {
      state = `failed: ${reason}`;
    },
  };
  const book = createVenueBook({ venue, symbol, clock, events });
  const recorded = (): RecordedBook => ({
    venue,
    symbol,
    wasLive,
    state: book.flagged === undefined ? state : `flagged: ${book.flagged}`,
    updates: book.updatesTotal,
    gaps: book.gapsTotal,
    resyncs: book.resyncsTotal,
  });
  return { handle: feed.open(symbol, book), recorded };
}

/**
 * Resolves when the recording must end: after a number of seconds, at a signal, or when the file
 * failed.
 */
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
