import { createSeededRandom } from '../../../src/kit/random.ts';
import { loadCollectors } from '../../../src/trading/venues/marketData.ts';
import { createReplayFeeds } from '../../../src/trading/venues/shared/replayFeeds.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createRecordingBook, type RecordingBook } from './recordingBook.ts';

const collectors = await loadCollectors();

/** Plays a recording with its own timing to its end; returns the books by venue and symbol. */
export async function replayRecording(path: string): Promise<ReadonlyMap<string, RecordingBook>> {
  const clock = createManualClock();
  const random = createSeededRandom('replay');
  const options = { path, speed: 1 as const, clock, random, logger: silentLogger, collectors };
  const feeds = await createReplayFeeds(options);
  const books = new Map<string, RecordingBook>();
  for (const { venue, symbol } of feeds.preload) {
    const book = createRecordingBook();
    feeds.feeds.get(venue)?.open(symbol, book);
    books.set(`${venue} ${symbol}`, book);
  }
  feeds.start();
  const end = feeds.finished.then(() => 'ended');
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  // The file is read in real time: the manual clock is used only from its first line on.
  const idle = clock.pending();
  while (clock.pending() <= idle && (await Promise.race([end, turn()])) !== 'ended');
  while ((await Promise.race([end, turn()])) !== 'ended') await clock.advance(50);
  await feeds.stop();
  return books;
}
