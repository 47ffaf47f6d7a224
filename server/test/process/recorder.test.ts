import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createSeededRandom } from '../../src/kit/random.ts';
import { startRecorder } from '../../src/recorder.ts';
import { loadCollectors } from '../../src/trading/venues/marketData.ts';
import { createLiveTransport } from '../../src/trading/venues/shared/liveTransport.ts';
import type { FeedTransport } from '../../src/trading/venues/transportPort.ts';
import { bybitScript } from '../support/exchanges/bybit/script.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { rawLines } from '../support/marketData/replayCapture.ts';
import { replayRecording } from '../support/marketData/replayRecording.ts';
import { makeVenueMarket } from '../support/marketData/venueMarket.ts';
import { silentLogger } from '../support/silentLogger.ts';

const collectors = await loadCollectors();

const script = bybitScript();
const market = makeVenueMarket('socket', script, 20);
const fileIn = (name: string) => join(mkdtempSync(join(tmpdir(), 'record-')), name);

/** Serves a venue on a socket of this machine: each subscriber gets the current book. */
async function serveVenue() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const subscribed = new Set<WebSocket>();
  let at = 0;
  const now = () => market.history[at] ?? { id: 0, bids: [], asks: [] };
  server.on('connection', (socket) => {
    socket.on('close', () => subscribed.delete(socket));
    socket.on('message', (data) => {
      const sent = data.toString();
      if (script.request(sent) !== 'subscribe') return;
      subscribed.add(socket);
      for (const frame of [...script.accepted(sent), script.snapshot(now())]) socket.send(frame);
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribed,
    happen(count: number) {
      for (const until = at + count; at < until; at += 1) {
        const [event, after] = [market.events[at], market.history[at + 1]];
        if (event && after) for (const each of subscribed) each.send(script.change(event, after));
      }
    },
    stop() {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
}

/** Lets sockets work until it is so; where that waits for the clock, the clock moves too. */
async function until(clock: ManualClock, isSo: () => boolean, stepMs = 0): Promise<void> {
  while (!isSo()) await clock.advance(stepMs);
}

it('a recording over a real socket, with a cut in it, replays into the true book', async () => {
  const venue = await serveVenue();
  const clock = createManualClock();
  const live = createLiveTransport({ clock, logger: silentLogger });
  const transport: FeedTransport = {
    ...live,
    connect: (_, events) => live.connect(venue.url, events),
    get: () => Promise.reject(new Error('no documents here')),
  };
  const random = createSeededRandom('record');
  const deps = { collectors, transport, clock, random, logger: silentLogger };
  const out = fileIn('a.jsonl.gz');
  const recorder = startRecorder({ venues: ['bybit'], symbols: [script.symbol], out }, deps);
  const book = () => recorder.books()[0];
  const follows = (updates: number) => () => book()?.updates === updates;

  // 1. A snapshot and ten changes arrive.
  await until(clock, () => venue.subscribed.size === 1);
  await until(clock, follows(1));
  venue.happen(10);
  await until(clock, follows(11));
  // 2. The connection is cut; meanwhile five changes happen that no subscriber receives.
  for (const socket of venue.subscribed) socket.terminate();
  await until(clock, () => book()?.state === 'flagged: disconnected');
  venue.happen(5);
  // 3. The collector reconnects by itself and follows again.
  await until(clock, follows(12), 10);
  venue.happen(5);
  await until(clock, follows(17));
  expect(book()).toMatchObject({ state: 'live', gaps: 0, resyncs: 1 });
  await recorder.stop();
  venue.stop();

  const kinds = rawLines(out).map(({ t }) => t);
  const connections = kinds.filter((t) => t === 'connect' || t === 'close');
  expect(connections).toEqual(['connect', 'close', 'connect']);
  expect(kinds.filter((t) => t === 'recv')).toHaveLength(10 + 5 + 2 * 2);
  const replayed = (await replayRecording(out)).get(`bybit ${script.symbol}`);
  const truth = market.history.at(-1);
  const numbers = (side: readonly (readonly [string, string])[] = []) =>
    side.map(([price, size]) => [Number(price), Number(size)]);
  expect(replayed?.levels('bids', 100)).toEqual(numbers(truth?.bids));
  expect(replayed?.levels('asks', 100)).toEqual(numbers(truth?.asks));
  expect(replayed?.flags).toEqual(['disconnected']);
  expect(replayed?.counts).toMatchObject({ snapshots: 2, updates: 15 });
});

describe('the command', () => {
  const entry = fileURLToPath(new URL('../../src/record.ts', import.meta.url));
  const run = async (...args: string[]) =>
    promisify(execFile)(process.execPath, [entry, ...args]).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );

  it('says in one line what is wrong, and makes no file', async () => {
    const out = fileIn('a.jsonl');
    const there = fileIn('there.jsonl');
    writeFileSync(there, 'something');
    const [venues, symbols] = [
      ['--venues', 'bybit'],
      ['--symbols', 'BTC/USDT'],
    ];
    const answers = await Promise.all([
      run('--venues', 'nowhere', ...symbols, '--out', out),
      run(...venues, '--symbols', 'BTC', '--out', out),
      run(...venues, ...symbols, '--out', there),
      run(...venues, ...symbols, '--out', out, '--seconds', 'soon'),
      run(...venues, ...symbols, '--out', out, '--nonsense'),
      run(),
    ]);
    expect(answers.map(({ stderr }) => stderr.replace(/^windlass: /, ''))).toEqual([
      expect.stringMatching(/^Unknown venue nowhere; --venues takes binance, .*\.\n$/),
      'BTC is not a symbol; it should be like BTC/USDT or BTC/USDT:USDT.\n',
      expect.stringMatching(
        /^.*there\.jsonl exists already: choose another name or remove it\.\n$/,
      ),
      '--seconds must be from 1 to 604800.\n',
      expect.stringMatching(/^Unknown option '--nonsense'.*\n$/),
      '--venues, --symbols and --out must all be given.\n',
    ]);
    expect(answers.map(({ code, stdout }) => [code, stdout])).toEqual(answers.map(() => [1, '']));
    expect(existsSync(out)).toBe(false);
  });
});
