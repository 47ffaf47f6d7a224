import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { createSeededRandom } from '../../../src/kit/random.ts';
import type { FeedCollector } from '../../../src/trading/venues/shared/collector.ts';
import { createReplayFeeds } from '../../../src/trading/venues/shared/replayFeeds.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createRecordingBook, type RecordingBook } from './recordingBook.ts';

/**
 * Plays a recording at full speed through a collector; returns the books by symbol.
 * @param books Where to put them before the first frame, for readers while it plays.
 */
export async function replayCapture(
  path: string,
  collector: FeedCollector,
  books = new Map<string, RecordingBook>(),
): Promise<ReadonlyMap<string, RecordingBook>> {
  const feeds = await createReplayFeeds({
    path,
    speed: 'max',
    clock: createManualClock(),
    random: createSeededRandom('replay'),
    logger: silentLogger,
    collectors: [collector],
  });
  for (const { venue, symbol } of feeds.preload) {
    const book = createRecordingBook();
    feeds.feeds.get(venue)?.open(symbol, book);
    books.set(symbol, book);
  }
  feeds.start();
  await feeds.finished;
  await feeds.stop();
  return books;
}

/** One line of a recording, as plain JSON. */
export interface RawLine {
  readonly t: string;
  readonly conn?: string;
  readonly url?: string;
  readonly data?: string;
}

/** Reads every line of a recording, without any code of ours. */
export function rawLines(path: string): RawLine[] {
  const bytes = readFileSync(path);
  const text = path.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A book rebuilt in a simple way. */
export interface Rebuilt {
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  sequence: number;
  updates: number;
}

export function emptyRebuilt(): Rebuilt {
  return { bids: new Map(), asks: new Map(), sequence: 0, updates: 0 };
}

/** Sets a level; 0 deletes. */
export function putLevel(side: Map<number, number>, price: number, quantity: number): void {
  if (quantity === 0) side.delete(price);
  else side.set(price, quantity);
}
