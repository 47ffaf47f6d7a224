import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createScriptedBinance } from '../test/support/exchanges/binance/scripted.ts';
import { bybitScript } from '../test/support/exchanges/bybit/script.ts';
import { gateioScript } from '../test/support/exchanges/gateio/script.ts';
import { krakenSpotScript } from '../test/support/exchanges/kraken/spotScript.ts';
import { createManualClock } from '../test/support/manualClock.ts';
import { type RecordingBook, rows } from '../test/support/marketData/recordingBook.ts';
import { rawLines } from '../test/support/marketData/replayCapture.ts';
import { replayRecording } from '../test/support/marketData/replayRecording.ts';
import { makeMarket, truths } from '../test/support/marketData/scriptedMarket.ts';
import { createScriptedVenue } from '../test/support/marketData/scriptedVenue.ts';
import { makeVenueMarket, type TrueBook } from '../test/support/marketData/venueMarket.ts';
import type { VenueFaultKind, VenueScript } from '../test/support/marketData/venueScript.ts';
import { silentLogger } from '../test/support/silentLogger.ts';
import { createSeededRandom } from './kit/random.ts';
import { startRecorder, untilDone } from './recorder.ts';
import { loadCollectors } from './trading/venues/marketData.ts';
import type { FeedTransport } from './trading/venues/transportPort.ts';

const collectors = await loadCollectors();

const eventCount = 40;
const fileIn = (name: string) => join(mkdtempSync(join(tmpdir(), 'record-')), name);

function depsOf(transport: FeedTransport) {
  const clock = createManualClock();
  const random = createSeededRandom('record');
  return { clock, random, transport, collectors, logger: silentLogger };
}

/** Records a scripted venue with one fault in the middle. */
async function record(script: VenueScript, venue: string, kind: VenueFaultKind) {
  const market = makeVenueMarket('record', script, eventCount);
  const clock = createManualClock();
  const fault = { kind, at: 15, cut: 0.5 };
  const scripted = createScriptedVenue({
    script,
    market,
    fault,
    clock,
    delivered: () => undefined,
  });
  const out = fileIn('a.jsonl.gz');
  const deps = { ...depsOf(scripted.transport), clock };
  const recorder = startRecorder({ venues: [venue], symbols: [script.symbol], out }, deps);
  await clock.advance(5_000);
  for (let i = 0; i < eventCount; i += 1) {
    scripted.step(i);
    await clock.advance(500);
  }
  const [book] = recorder.books();
  await recorder.stop();
  scripted.stop();
  return { out, market, book };
}

/**
 * Records Binance spot: a lost frame, a lost connection, and silences in which REST answers of a
 * few levels prove the quiet book.
 */
async function recordBinance(name: string) {
  const market = makeMarket('record', false, eventCount);
  const clock = createManualClock();
  const venue = createScriptedBinance(market, clock);
  const out = fileIn(name);
  const deps = { ...depsOf(venue.transport), clock };
  const recorder = startRecorder({ venues: ['binance'], symbols: ['BTC/USDT'], out }, deps);
  await clock.advance(1_000);
  for (let i = 0; i < eventCount; i += 1) {
    venue.step(i, i === 15);
    await clock.advance(i % 10 === 9 ? 4_000 : 500);
    if (i === 25) venue.disconnect();
  }
  const [book] = recorder.books();
  await recorder.stop();
  venue.stop();
  return { out, market, book };
}

function expectTruth(book: RecordingBook | undefined, script: VenueScript, truth?: TrueBook) {
  const sized = (side: TrueBook['bids'] = []) =>
    side.map(([p, s]) => [Number(p), script.toBase?.(Number(p), Number(s)) ?? Number(s)]);
  expect(book?.levels('bids', 100)).toEqual(sized(truth?.bids));
  expect(book?.levels('asks', 100)).toEqual(sized(truth?.asks));
}

describe('a recording of our own', () => {
  it.each<[string, VenueScript, VenueFaultKind]>([
    ['bybit', bybitScript(), 'none'],
    ['bybit', bybitScript(), 'loss'],
    ['bybit', bybitScript(), 'disconnect'],
    ['gateio', gateioScript('BTC/USDT:USDT'), 'loss'],
    ['gateio', gateioScript('BTC/USDT:USDT'), 'disconnect'],
    ['kraken', krakenSpotScript, 'checksum'],
    ['kraken', krakenSpotScript, 'disconnect'],
  ])('of %s %o replays into the same book after %s', async (venue, script, kind) => {
    const { out, market, book } = await record(script, venue, kind);
    expect(book).toMatchObject({ venue, symbol: script.symbol, state: 'live' });
    const replayed = (await replayRecording(out)).get(`${venue} ${script.symbol}`);
    expectTruth(replayed, script, market.history.at(-1));
    expect(replayed?.flagged).toBeUndefined();
    const gaps = replayed?.flags.filter((reason) => reason !== 'disconnected');
    expect([gaps?.length, replayed?.flags.length]).toEqual([
      book?.gaps,
      kind === 'disconnect' ? 1 : book?.gaps,
    ]);
  });

  it('of binance holds its snapshots: the first, a resync, a reconnect', async () => {
    const { out, market, book } = await recordBinance('a.jsonl');
    expect(book).toMatchObject({ state: 'live', wasLive: true, gaps: 1, resyncs: 2 });
    const lines = rawLines(out);
    const limits = lines.flatMap(({ t, url = '' }) =>
      t === 'http' ? [new URL(url).searchParams.get('limit')] : [],
    );
    expect(limits.filter((limit) => limit === '5000')).toHaveLength(3);
    expect(limits).toContain('100');
    const replayed = (await replayRecording(out)).get('binance BTC/USDT');
    expect(replayed?.flags).toEqual(['gap', 'disconnected']);
    const truth = truths(market).at(-1);
    expect(replayed?.sequence).toBe(truth?.id);
    expect(rows(replayed?.bids ?? new Map())).toEqual(rows(truth?.bids ?? new Map()));
    expect(rows(replayed?.asks ?? new Map())).toEqual(rows(truth?.asks ?? new Map()));
  });

  it('of one venue has the plain shape, and ends without a word of its own ending', async () => {
    const { out } = await recordBinance('a.jsonl.gz');
    const lines = rawLines(out);
    expect(lines[0]).toEqual({ t: 'header', format: 1, venue: 'binance', market: 'live' });
    expect(lines.filter((line) => 'venue' in line)).toEqual([lines[0]]);
    const connections = lines.filter(({ t }) => t === 'connect' || t === 'close');
    const shape = (t: string) => ({ t, conn: 'binance.1' });
    expect(connections).toMatchObject([shape('connect'), shape('close'), shape('connect')]);
  });

  it('whose connection never came back leaves the book without one', async () => {
    const script = bybitScript();
    const { out } = await record(script, 'bybit', 'disconnect');
    const lines = readFileSync(out);
    const text = gunzipSync(lines).toString().split('\n');
    const lostAt = text.findIndex((line) => line.includes('"t":"close"'));
    const cut = fileIn('lost.jsonl');
    const later = JSON.stringify({ t: 'http', ts: 1_700_000_600, url: 'https://x/', data: '' });
    writeFileSync(cut, [...text.slice(0, lostAt + 1), later].join('\n'));
    const book = (await replayRecording(cut)).get('bybit BTC/USDT:USDT');
    expect(book?.states.slice(0, 2)).toEqual([
      'live',
      'reconnecting: the recorder lost the connection here',
    ]);
    expect(book?.states.slice(2)).not.toContain('live');
  });

  it('that was cut short is played as far as it goes', async () => {
    const { out, market } = await record(bybitScript(), 'bybit', 'none');
    const whole = readFileSync(out);
    const cut = fileIn('cut.jsonl.gz');
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.8)));
    const book = (await replayRecording(cut)).get('bybit BTC/USDT:USDT');
    expect(book?.flags).toEqual([]);
    expect(market.history.map(({ id }) => id)).toContain(book?.sequence);
  });

  it('of several venues is one file, and each venue is replayed from it', async () => {
    const scripts = new Map([
      ['wss://stream.bybit.com', bybitScript()],
      ['wss://ws.kraken.com/v2', krakenSpotScript],
    ]);
    const clock = createManualClock();
    const parts = [...scripts].map(([url, script]) => {
      const market = makeVenueMarket(url, script, eventCount);
      const fault = { kind: 'none', at: 0, cut: 0 } as const;
      const options = { script, market, fault, clock, delivered: () => undefined };
      return { url, script, market, venue: createScriptedVenue(options) };
    });
    const partOf = (url: string) => parts.find((part) => url.startsWith(part.url)) ?? parts[0];
    const transport: FeedTransport = {
      isRecording: false,
      connect: (url, events) => {
        const part = partOf(url);
        if (!part) throw new Error(url);
        return part.venue.transport.connect(url, events);
      },
      get: () => Promise.reject(new Error('no documents here')),
    };
    const out = fileIn('two.jsonl');
    const symbols = parts.map(({ script }) => script.symbol);
    const deps = { ...depsOf(transport), clock };
    const recorder = startRecorder({ venues: ['bybit', 'kraken'], symbols, out }, deps);
    await clock.advance(5_000);
    for (let i = 0; i < eventCount; i += 1) {
      for (const { venue } of parts) venue.step(i);
      await clock.advance(200);
    }
    await recorder.stop();
    const books = await replayRecording(out);
    for (const [i, venue] of ['bybit', 'kraken'].entries()) {
      const part = parts[i];
      if (!part) continue;
      expectTruth(
        books.get(`${venue} ${part.script.symbol}`),
        part.script,
        part.market.history.at(-1),
      );
    }
  });
});

describe('the recorder', () => {
  const never: FeedTransport = {
    isRecording: false,
    connect: () => ({ send: () => undefined, close: () => undefined }),
    get: () => new Promise(() => undefined),
  };

  it.each([
    [['nowhere'], ['BTC/USDT'], 'a.jsonl', /^Unknown venue nowhere; --venues takes binance, bybit/],
    [['bybit'], ['nonsense'], 'a.jsonl', /^nonsense is not a symbol; it should be like BTC\/USDT/],
    [['bybit'], ['BTC/USDT'], 'a.txt', /^--out must end in \.jsonl or \.jsonl\.gz/],
    [['hyperliquid'], ['BTC/USDT'], 'a.jsonl', /^hyperliquid has no BTC\/USDT/],
    [
      ['bybit'],
      Array.from({ length: 51 }, (_, i) => `A${i}/USDT`),
      'a.jsonl',
      /names 51; a recording holds 50/,
    ],
  ])('refuses %j %j', (venues, symbols, name, message) => {
    const out = fileIn(name);
    expect(() => startRecorder({ venues, symbols, out }, depsOf(never))).toThrow(message);
  });

  it('takes what was named twice once, and leaves no file of what it refuses', async () => {
    const out = fileIn('a.jsonl');
    const twice = { venues: ['gate', 'gateio'], symbols: ['BTC/USDT', 'btc/usdt'], out };
    const refused = { ...twice, venues: ['gateio', 'hyperliquid'] };
    expect(() => startRecorder(refused, depsOf(never))).toThrow(/^hyperliquid has no BTC\/USDT/);
    expect(existsSync(out)).toBe(false);
    const recorder = startRecorder(twice, depsOf(never));
    expect(recorder.books()).toHaveLength(1);
    await recorder.stop();
  });

  it('never writes over a file, and says when a folder is not there', async () => {
    const out = fileIn('a.jsonl');
    const options = { venues: ['gate'], symbols: ['btc/usdt'], out };
    writeFileSync(out, 'precious');
    expect(() => startRecorder(options, depsOf(never))).toThrow(
      `${out} exists already: choose another name or remove it.`,
    );
    expect(readFileSync(out, 'utf8')).toBe('precious');
    const nowhere = { ...options, out: '/nowhere/a.jsonl' };
    expect(() => startRecorder(nowhere, depsOf(never))).toThrow(/cannot be made: ENOENT/);
  });

  it.each(['a.jsonl', 'a.jsonl.gz'])('leaves no %s when no book ever came', async (name) => {
    const options = { venues: ['gate'], symbols: ['btc/usdt'], out: fileIn(name) };
    for (const _ of ['the first try', 'the next']) {
      const recorder = startRecorder(options, depsOf(never));
      expect(recorder.books()).toMatchObject([{ venue: 'gateio', symbol: 'BTC/USDT' }]);
      expect(existsSync(options.out)).toBe(true);
      await recorder.stop();
      expect(existsSync(options.out)).toBe(false);
    }
  });

  it('ends after its seconds, on a signal, and when the file fails', async () => {
    const deps = depsOf(never);
    const recorder = startRecorder(
      { venues: ['bybit'], symbols: ['BTC/USDT'], out: fileIn('a.jsonl') },
      deps,
    );
    const { clock } = deps;
    const quiet = new AbortController().signal;
    const timed = untilDone(recorder, { clock, seconds: 5, signal: quiet });
    await clock.advance(5_000);
    expect(await timed).toBeUndefined();
    const signal = AbortSignal.abort();
    expect(await untilDone(recorder, { clock, seconds: undefined, signal })).toBeUndefined();
    const full = new Error('no space left');
    const broken = { ...recorder, failed: Promise.resolve(full) };
    expect(await untilDone(broken, { clock, seconds: undefined, signal: quiet })).toBe(full);
    await recorder.stop();
  });
});
