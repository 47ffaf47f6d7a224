import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import {
  createRecordingBook,
  type RecordingBook,
  rows,
} from '../../../../../test/support/marketData/recordingBook.ts';
import {
  documentOf,
  frameOf,
  makeMarket,
  type ScriptedMarket,
  truths,
} from '../../../../../test/support/marketData/scriptedMarket.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import type { Logger } from '../../../../kit/logger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { createVenueBook } from '../../../orderbook/book/venueBook.ts';
import type { FeedCollector } from '../../shared/collector.ts';
import { createReplayFeeds } from '../../shared/replayFeeds.ts';
import type { ReplaySpeed } from '../../shared/replayTransport.ts';
import type { FeedTransport } from '../../transportPort.ts';
import { binanceCollector } from './collector.ts';

const eventCount = 40;
/** The snapshot of a recording is valid after this many events. */
const snapshotAt = 5;

interface RecordedSymbol {
  readonly venueSymbol: string;
  readonly market: ScriptedMarket;
}

/** Returns a recording as a recorder makes it: an event per 100 ms, with snapshots among them. */
function recording(symbols: readonly RecordedSymbol[], venue = 'binance'): string {
  const lines: unknown[] = [{ t: 'header', format: 1, venue, market: 'spot' }];
  const url = 'wss://stream.binance.com:9443/stream?streams=made';
  lines.push({ t: 'connect', ts: 1_000, conn: 'ws', url });
  for (let i = 0; i < eventCount; i += 1) {
    const ts = 1_000 + (i + 1) / 10;
    for (const { market, venueSymbol } of symbols) {
      const event = market.events[i];
      if (event) lines.push({ t: 'recv', ts, conn: 'ws', data: frameOf(event, venueSymbol) });
      lines.push({ t: 'recv', ts, conn: 'ws', data: '{"stream":"x@trade","data":{"e":"trade"}}' });
      if (i !== snapshotAt) continue;
      const depth = `https://www.binance.com/api/v1/depth?symbol=${venueSymbol}&limit=1000`;
      const truth = truths(market)[snapshotAt] ?? market.start;
      lines.push({ t: 'http', ts, url: depth, data: documentOf(truth) });
    }
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

const ended = 'reconnecting: the recording has ended';
/** The reason that a book without data is given. */
const neverCame = 'failed: the recording has ended';

const btc = { venueSymbol: 'BTCUSDT', market: makeMarket('btc', false, eventCount) };
const eth = { venueSymbol: 'ETHUSDT', market: makeMarket('eth', false, eventCount) };
const otherBtc = { venueSymbol: 'BTCUSDT', market: makeMarket('other', false, eventCount) };

/** Its name ends in no known quote asset. */
const unknown = { venueSymbol: 'NOPE', market: makeMarket('nope', false, eventCount) };

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  mkdirSync(join(folder, 'sub'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

function setUp(path: string, speed: ReplaySpeed, logger: Logger = silentLogger) {
  const clock = createManualClock();
  const random = createSeededRandom('replay');
  // The file is read in real time: the manual clock rules only from its first line on.
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  const watched: FeedCollector = {
    ...binanceCollector,
    createFeed: (deps) =>
      binanceCollector.createFeed({ ...deps, transport: watch(deps.transport, resolve) }),
  };
  const replay = createReplayFeeds({ path, speed, clock, random, logger, collectors: [watched] });
  return { clock, opened, replay };
}

function watch(transport: FeedTransport, opened: () => void): FeedTransport {
  return {
    isRecording: transport.isRecording,
    get: (url, signal) => transport.get(url, signal),
    connect: (url, events) =>
      transport.connect(url, {
        ...events,
        opened() {
          events.opened();
          opened();
        },
      }),
  };
}

function openAll(feeds: Awaited<ReturnType<typeof createReplayFeeds>>): Map<string, RecordingBook> {
  return new Map(
    feeds.preload.map(({ venue, symbol }) => {
      const book = createRecordingBook();
      feeds.feeds.get(venue)?.open(symbol, book);
      return [symbol, book];
    }),
  );
}

function expectTruth(book: RecordingBook | undefined, { market }: RecordedSymbol) {
  const truth = truths(market).at(-1);
  expect([book?.sequence, book?.flags]).toEqual([truth?.id, []]);
  expect(rows(book?.bids ?? new Map())).toEqual(rows(truth?.bids ?? new Map()));
  expect(rows(book?.asks ?? new Map())).toEqual(rows(truth?.asks ?? new Map()));
}

describe('a replay', () => {
  it('at full speed ends in the true books', async () => {
    const path = join(folderOf({ 'a.jsonl': recording([btc, eth]) }), 'a.jsonl');
    const feeds = await setUp(path, 'max').replay;
    const books = openAll(feeds);
    feeds.start();
    feeds.start();
    await feeds.finished;
    expectTruth(books.get('BTC/USDT'), btc);
    expectTruth(books.get('ETH/USDT'), eth);
    expect(books.get('BTC/USDT')?.states).toEqual(['live', ended]);
  });

  it('at speed 1 keeps the recorded spacing, and stays silent after its end', async () => {
    const { clock, opened, replay } = setUp(folderOf({ 'a.jsonl': recording([btc]) }), 1);
    const feeds = await replay;
    const book = openAll(feeds).get('BTC/USDT');
    feeds.start();
    await opened;
    await clock.advance(2_050);
    expect(book?.sequence).toBe(btc.market.events[19]?.u);
    await clock.advance(2_000);
    await feeds.finished;
    expectTruth(book, btc);
    const before = { ...book?.counts };
    await clock.advance(120_000);
    expect(book?.counts).toEqual(before);
    // Reported once, after its last update; the signs of life that follow say nothing about it.
    expect(book?.states).toEqual(['live', ended]);
    await feeds.stop();
    expect(clock.pending()).toBe(0);
  });

  it.each([
    ['before its snapshot passes, is served', 450, 1],
    ['after its snapshot passed, never gets the old one', 2_000, 0],
  ])('a symbol opened late, %s', async (_, lateMs, snapshots) => {
    const { clock, opened, replay } = setUp(folderOf({ 'a.jsonl': recording([btc, eth]) }), 1);
    const feeds = await replay;
    const [first, second] = feeds.preload;
    const feed = feeds.feeds.get(binanceCollector.venue);
    const late = createRecordingBook();
    if (first) feed?.open(first.symbol, createRecordingBook());
    feeds.start();
    await opened;
    await clock.advance(lateMs);
    if (second) feed?.open(second.symbol, late);
    await clock.advance(5_000);
    expect(late.counts.snapshots).toBe(snapshots);
    if (snapshots > 0) expectTruth(late, eth);
    await feeds.stop();
  });

  it('that has ended leaves its books pending and ageing, those opened later too', async () => {
    const { clock, replay } = setUp(folderOf({ 'a.jsonl': recording([btc]) }), 'max');
    const feeds = await replay;
    const told: string[] = [];
    const books = feeds.preload.map(({ venue, symbol }) => {
      const events = {
        changed: () => undefined,
        live: () => told.push('live'),
        reconnecting: (reason: string) => told.push(reason),
        failed: (reason: string) => told.push(reason),
      };
      const book = createVenueBook({ venue, symbol, clock, events });
      return { book, opened: feeds.feeds.get(venue)?.open(symbol, book) };
    });
    feeds.start();
    await feeds.finished;
    expect(told.slice(-2)).toEqual(['live', 'the recording has ended']);
    await clock.advance(20_000);
    const [only] = books;
    expect(only?.book.health()).toMatchObject({ stalenessMs: 20_000, quality: 'UNAVAILABLE' });
    expect(told.at(-1)).toBe('the recording has ended');

    only?.opened?.close();
    const late = openAll(feeds).get('BTC/USDT');
    expect(late?.states).toEqual([neverCame]);
    await feeds.stop();
  });

  it('that has ended says nothing to a book that was closed before', async () => {
    const { clock, opened, replay } = setUp(folderOf({ 'a.jsonl': recording([btc, eth]) }), 1);
    const feeds = await replay;
    const feed = feeds.feeds.get(binanceCollector.venue);
    const books = feeds.preload.map(({ symbol }) => {
      const book = createRecordingBook();
      return { book, opened: feed?.open(symbol, book) };
    });
    feeds.start();
    await opened;
    await clock.advance(1_000);
    books[1]?.opened?.close();
    await clock.advance(4_000);
    await feeds.finished;
    expect(books.map(({ book }) => book.states)).toEqual([['live', ended], ['live']]);
    await feeds.stop();
  });

  it('that has ended fills a book whose turn came too late, but leaves it pending', async () => {
    const still = { ...eth, market: makeMarket('eth', false, 0) };
    const { clock, replay } = setUp(folderOf({ 'a.jsonl': recording([btc, still]) }), 'max');
    const feeds = await replay;
    const book = openAll(feeds).get('ETH/USDT');
    feeds.start();
    await feeds.finished;
    expect([book?.hasData, book?.states]).toEqual([false, [neverCame]]);
    await clock.advance(10_000);
    expect([book?.hasData, book?.states]).toEqual([true, [neverCame, 'live', ended]]);
    await feeds.stop();
  });

  it('that is stopped tells nobody that it has ended', async () => {
    const { clock, opened, replay } = setUp(folderOf({ 'a.jsonl': recording([btc]) }), 1);
    const feeds = await replay;
    const book = openAll(feeds).get('BTC/USDT');
    feeds.start();
    await opened;
    await clock.advance(1_000);
    await feeds.stop();
    await feeds.finished;
    expect(book?.states).toEqual(['live']);
  });

  it('lists exactly what it holds; the first of two files has a symbol', async () => {
    const warnings: string[] = [];
    const logger: Logger = { ...silentLogger, warn: (_, message) => warnings.push(message) };
    const path = folderOf({
      'a.jsonl': recording([btc]),
      'b.jsonl': recording([otherBtc, eth]),
      'c.jsonl': recording([btc], 'elsewhere'),
      'd.jsonl': '{"no":"header"}\n',
      'e.txt': 'not looked at',
      'f.jsonl': recording([unknown]),
    });
    const feeds = await setUp(path, 'max', { ...logger, child: () => logger }).replay;
    expect(feeds.preload.map(({ symbol }) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT']);
    const feed = feeds.feeds.get(binanceCollector.venue);
    const listed = feeds.preload.map(({ symbol }) => feed?.lists(symbol));
    expect(listed).toEqual(['yes', 'yes']);
    expect(warnings).toEqual([
      'Symbol is in an earlier recording: skipped',
      'Recording skipped: no collector',
      'File skipped: no recording',
      'Recording skipped: no book',
    ]);
    const books = openAll(feeds);
    feeds.start();
    await feeds.finished;
    expectTruth(books.get('BTC/USDT'), btc);
    expectTruth(books.get('ETH/USDT'), eth);
  });

  it('refuses a path with nothing to replay, and a broken file', async () => {
    await expect(setUp('/nowhere', 1).replay).rejects.toThrow('There is no file or folder');
    const foreign = folderOf({ 'a.jsonl': recording([btc], 'elsewhere') });
    await expect(setUp(foreign, 1).replay).rejects.toThrow('No recording under');
    const bookless = join(folderOf({ 'a.jsonl': recording([unknown]) }), 'a.jsonl');
    await expect(setUp(bookless, 1).replay).rejects.toThrow(
      `No recording under ${bookless} holds the snapshot of a book that can be followed`,
    );
    const broken = folderOf({ 'a.jsonl': `${recording([btc])}{"t":\n` });
    await expect(setUp(broken, 1).replay).rejects.toThrow(/a\.jsonl, line 84: expected JSON/);
    const url = `{"t":"http","ts":9,"url":"/api/v3/depth?symbol=BTCUSDT","data":"{}"}\n`;
    const lost = folderOf({ 'a.jsonl': `${recording([btc])}${url}` });
    await expect(setUp(lost, 1).replay).rejects.toThrow(/a\.jsonl, line 84: expected an address/);
    const notOne = join(folderOf({ 'a.jsonl': '{"no":"header"}\n' }), 'a.jsonl');
    await expect(setUp(notOne, 1).replay).rejects.toThrow('expected a header');
  });
});
