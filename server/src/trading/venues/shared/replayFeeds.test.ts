import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { createRecordingBook } from '../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import type { Logger } from '../../../kit/logger.ts';
import { createSeededRandom } from '../../../kit/random.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { FeedCollector } from './collector.ts';
import { createReplayFeeds } from './replayFeeds.ts';
import type { ReplaySpeed } from './replayTransport.ts';

const url = 'wss://venue/stream';
const header = { t: 'header', format: 1, venue: 'okx', market: 'm' };
const connect = (ts: number, conn: string) => ({ t: 'connect', ts, conn, url });
const recv = (ts: number | null, conn = 'a') => ({ t: 'recv', ts, conn, data: 'x' });
const symbol = 'BTC/USDT' as InstrumentSymbol;

/** A collector that takes every frame as a sign of one symbol, and keeps no book of it. */
const collector = (name: VenueId): FeedCollector => ({
  venue: name,
  recordedAs: [name],
  streamHosts: [],
  symbolsIn: ({ t }) => (t === 'recv' ? [symbol] : []),
  createFeed: () => ({
    venue: name,
    lists: () => 'yes',
    open: () => ({ close: () => undefined }),
    stop: async () => undefined,
  }),
});

async function setUp(
  files: Readonly<Record<string, readonly object[]>>,
  speed: ReplaySpeed = 'max',
) {
  const path = mkdtempSync(join(tmpdir(), 'replay-'));
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(path, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  const said: [level: string, message: string, fields: Record<string, unknown>][] = [];
  const note = (level: string) => (fields: Record<string, unknown>, message: string) => {
    said.push([level, message, { ...fields, file: String(fields.file).slice(path.length + 1) }]);
  };
  const logger: Logger = { ...silentLogger, info: note('info'), warn: note('warn') };
  const clock = createManualClock();
  const feeds = await createReplayFeeds({
    path,
    speed,
    clock,
    random: createSeededRandom('replay'),
    logger: { ...logger, child: () => logger },
    collectors: [collector('okx'), collector('bybit')],
  });
  return { feeds, said, clock };
}

describe('a recording whose lines jump back in time', () => {
  const oneAfterTheOther = [
    header,
    connect(1_000, 'a'),
    recv(1_001),
    recv(1_040),
    connect(1_000.5, 'b'),
    recv(1_002, 'b'),
    recv(1_030, 'b'),
    recv(1_003, 'b'),
  ];

  it('is warned of once, with how far', async () => {
    const { feeds, said } = await setUp({ 'a.jsonl': oneAfterTheOther });
    const jump = expect.stringMatching(/^Recording jumps back in time: .* are played at once/);
    expect(said).toEqual([['warn', jump, { file: 'a.jsonl', backMs: 39_500 }]]);
    await feeds.stop();
  });

  it('by no more than a clock is set right, or has lines without times, is not', async () => {
    const lines = [header, connect(1_000, 'a'), recv(null), recv(1_002), recv(1_001), recv(null)];
    const { feeds, said } = await setUp({ 'a.jsonl': lines });
    expect(said).toEqual([]);
    await feeds.stop();
  });
});

describe('the end of a recording', () => {
  const quiet = [header, connect(1_000, 'a'), recv(1_001)];
  const two = [
    { ...header, venues: ['okx', 'bybit', 'x'] },
    recv(1_001),
    { ...recv(1_002), venue: 'bybit' },
    { ...recv(1_003), venue: 'x' },
  ];

  it('is told once a file, with its lines', async () => {
    const { feeds, said } = await setUp({ 'a.jsonl': two, 'b.jsonl': quiet });
    said.length = 0;
    feeds.start();
    await feeds.finished;
    const text = 'Recording has ended: its books only age now';
    expect(said.toSorted(([, , a], [, , b]) => (`${a.file}` < `${b.file}` ? -1 : 1))).toEqual([
      ['info', text, { file: 'a.jsonl', lines: 2, seconds: 0 }],
      ['info', text, { file: 'b.jsonl', lines: 2, seconds: 0 }],
    ]);
    await feeds.stop();
  });

  it('tells how long it took', async () => {
    const lines = [header, connect(1_000, 'a'), recv(1_010)];
    const { feeds, said, clock } = await setUp({ 'a.jsonl': lines }, 1);
    feeds.start();
    // The file is read in real time: the manual clock rules only from its first line on.
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (const idle = clock.pending(); clock.pending() <= idle; ) await turn();
    await clock.advance(10_000);
    await feeds.finished;
    expect(said.map(([, , fields]) => fields)).toEqual([
      { file: 'a.jsonl', lines: 2, seconds: 10 },
    ]);
    await feeds.stop();
  });

  it('is not told of one that was stopped', async () => {
    const { feeds, said } = await setUp({ 'a.jsonl': quiet });
    feeds.start();
    await feeds.stop();
    await feeds.finished;
    expect(said).toEqual([]);
  });

  it('leaves no book pending that never had data', async () => {
    const { feeds } = await setUp({ 'a.jsonl': quiet });
    const book = createRecordingBook();
    feeds.feeds.get('okx')?.open(symbol, book);
    feeds.start();
    await feeds.finished;
    expect(book.states).toEqual(['failed: the recording has ended']);
    await feeds.stop();
  });
});

it('a file of another format is skipped, and the warning names both', async () => {
  const files = {
    'a.jsonl': [{ ...header, format: 2 }, recv(1)],
    'b.jsonl': [header, recv(1)],
  };
  const { feeds, said } = await setUp(files);
  const reason = expect.stringMatching(/a\.jsonl, line 1: expected format 1, found 2$/);
  expect(said).toEqual([['warn', 'File skipped: no recording', { file: 'a.jsonl', reason }]]);
  await feeds.stop();
});
