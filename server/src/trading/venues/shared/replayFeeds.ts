import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed } from '../bookPort.ts';
import { CaptureError } from './captureFile.ts';
import type { FeedCollector } from './collector.ts';
import { createEndingFeed } from './endingFeed.ts';
import { type Recording, scanRecording } from './recordingScan.ts';
import { createReplayTransport, type ReplaySpeed } from './replayTransport.ts';

export interface ReplayFeedsOptions {
  /** A recording, or a folder of recordings. */
  readonly path: string;
  readonly speed: ReplaySpeed;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly collectors: readonly FeedCollector[];
}

/** Recorded traffic behind the same collectors as the network. */
export interface ReplayFeeds {
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** Every symbol in the recordings. */
  readonly preload: readonly { readonly venue: VenueId; readonly symbol: InstrumentSymbol }[];
  /** Starts the recordings. Starting twice does nothing. */
  start(): void;
  /** Resolves when every recording has ended or been stopped. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
}

/**
 * One venue of one file, with a separate player and a separate collector, so that files never mix.
 */
interface Player {
  readonly path: string;
  readonly feed: BookFeed;
  /** Resolves with the number of lines played when the recording has ended or been stopped. */
  play(): Promise<number>;
  stop(): Promise<void>;
}

/** Throws when a file is broken, or when no file has a book that can be collected. */
export async function createReplayFeeds(options: ReplayFeedsOptions): Promise<ReplayFeeds> {
  const players: Player[] = [];
  const bookless: string[] = [];
  const owners = new Map<VenueId, Map<InstrumentSymbol, BookFeed>>();
  for (const path of await capturesIn(options.path)) {
    const recordings = await scanRecording(path, options).catch((error: unknown) => {
      // A folder may hold other line files; a file that was given by name must be a recording.
      if (path === options.path || !(error instanceof CaptureError) || error.line > 1) throw error;
      options.logger.warn({ file: path, reason: error.message }, 'File skipped: no recording');
      return [];
    });
    for (const recording of recordings) {
      if (recording.symbols.size === 0) {
        const { collector } = recording;
        options.logger.warn({ file: path, venue: collector.venue }, 'Recording skipped: no book');
        bookless.push(path);
        continue;
      }
      const player = createPlayer(recording, options);
      players.push(player);
      claim(recording, player.feed, { owners, logger: options.logger });
    }
  }
  if (players.length === 0) {
    throw new Error(noneToPlay(options.path, bookless));
  }
  const feeds = new Map<VenueId, BookFeed>();
  for (const [venue, symbols] of owners) feeds.set(venue, createSharedFeed(venue, symbols));
  return { feeds, preload: preloadOf(owners), ...createRun(players, options) };
}

function noneToPlay(path: string, [bookless]: readonly string[]): string {
  if (bookless === undefined) {
    return `No recording under ${path} is of a venue that can be collected`;
  }
  return (
    `No recording under ${path} holds the snapshot of a book that can be followed: its channels ` +
    `or symbols are others (${basename(bookless)})`
  );
}

function createRun(players: readonly Player[], { clock, logger }: ReplayFeedsOptions) {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  // Callers that wait for the end get the error; nobody has to wait.
  finished.catch((error: unknown) => logger.error({ error }, 'Replay ended early'));
  let isStarted = false;
  let isStopped = false;
  const playFile = async (file: string, venues: readonly Player[]) => {
    const startMs = clock.monotonic();
    const lines = await Promise.all(venues.map((player) => player.play()));
    if (isStopped) return;
    const seconds = Math.round((clock.monotonic() - startMs) / 1_000);
    const count = lines.reduce((sum, each) => sum + each, 0);
    logger.info({ file, lines: count, seconds }, 'Recording has ended: its books only age now');
  };
  return {
    finished,
    start() {
      if (isStarted) return;
      isStarted = true;
      const files = [...Map.groupBy(players, ({ path }) => path)];
      Promise.all(files.map((file) => playFile(...file))).then(() => resolve(), reject);
    },
    async stop() {
      isStopped = true;
      await Promise.all(players.map((player) => player.stop()));
      if (!isStarted) resolve();
    },
  };
}

/** Returns the recordings under a path, sorted by name. */
async function capturesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new Error(`There is no file or folder ${path} to replay`);
  if (!found.isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  const captures = names.filter((name) => /\.jsonl(\.gz)?$/.test(name));
  return captures.sort().map((name) => join(path, name));
}

function createPlayer(recording: Recording, options: ReplayFeedsOptions): Player {
  const { path, collector } = recording;
  const { clock, random, speed } = options;
  const replay = createReplayTransport({
    ...recording,
    streamHosts: collector.streamHosts,
    speed,
    clock,
  });
  const logger = options.logger.child({ file: basename(path) });
  const { transport } = replay;
  const { feed, ended } = createEndingFeed(
    collector.createFeed({ transport, clock, random, logger }),
  );
  return {
    path,
    feed,
    play: () => replay.play().finally(ended),
    async stop() {
      replay.stop();
      await feed.stop();
    },
  };
}

interface Claims {
  readonly owners: Map<VenueId, Map<InstrumentSymbol, BookFeed>>;
  readonly logger: Logger;
}

/** Assigns the file's symbols to its feed, unless an earlier file has them. */
function claim(recording: Recording, feed: BookFeed, { owners, logger }: Claims): void {
  const symbols = owners.get(feed.venue) ?? new Map<InstrumentSymbol, BookFeed>();
  owners.set(feed.venue, symbols);
  for (const symbol of recording.symbols) {
    if (!symbols.has(symbol)) symbols.set(symbol, feed);
    else
      logger.warn({ file: recording.path, symbol }, 'Symbol is in an earlier recording: skipped');
  }
}

function preloadOf(owners: Claims['owners']) {
  return [...owners].flatMap(([venue, symbols]) =>
    [...symbols.keys()].map((symbol) => ({ venue, symbol })),
  );
}

/** Creates the feed of one venue over the feeds of its files. */
function createSharedFeed(
  venue: VenueId,
  symbols: ReadonlyMap<InstrumentSymbol, BookFeed>,
): BookFeed {
  return {
    venue,
    lists: (symbol) => (symbols.has(symbol) ? 'yes' : 'no'),
    open(symbol, book) {
      const feed = symbols.get(symbol);
      if (feed) return feed.open(symbol, book);
      book.failed(`${symbol} is in no recording`);
      return { close: () => undefined };
    },
    async stop() {
      await Promise.all([...new Set(symbols.values())].map((feed) => feed.stop()));
    },
  };
}
