import { ApiError } from '@windlass/client';
import { describe, expect, test } from 'vitest';
import {
  bookOf,
  createFakeIo,
  type FakeOptions,
  type Step,
  snapshotOf,
} from '../test/support/fakeIo.ts';
import { run } from './run.ts';

const venues = ['binance', 'bybit', 'gateio', 'kraken'];
const best = { bid: 64_250.1, ask: 64_250.2 };
const all = venues.map((venue) => bookOf(venue, best, { count: 10 }));

const connected: Step = {
  atMs: 100,
  act: (fake) => fake.tell({ type: 'state', state: 'connected' }),
};
const snapshot = (atMs: number, books = all): Step => ({
  atMs,
  act: (fake) => fake.tell(snapshotOf(books)),
});
const update = (atMs: number, bid: number): Step => ({
  atMs,
  act: (fake) => fake.tell({ type: 'book', book: bookOf('kraken', { bid, ask: bid + 1 }) }),
});
const press = (atMs: number, key: string): Step => ({ atMs, act: (fake) => fake.press(key) });
const interrupt = (atMs: number): Step => ({ atMs, act: (fake) => fake.interrupt() });

async function running(argv: string[], options: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(['book', ...argv], fake.io);
  return { ...fake, code };
}

const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l';
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l';
const framesOf = (text: string) => text.split('\u001b[H').slice(1);

describe('book --once', () => {
  test('prints one ladder when all venues are there, and closes the stream', async () => {
    const steps = [connected, snapshot(300)];
    const { code, out, watched, streams } = await running(['btc-usdt', '--once'], { steps });
    expect(code).toBe(0);
    expect(out()).toContain('BTC/USDT LIVE');
    expect(out()).not.toContain('\u001b');
    expect(out().match(/│/g)).toHaveLength(11);
    const options = { venues: [], depth: 10, includeGlobal: false };
    expect(watched).toEqual([{ symbol: 'BTC/USDT', options }]);
    expect(streams).toEqual({ opened: 1, closed: 1 });
  });

  test('asks the stream for the depth it offers at or above the one wanted', async () => {
    const argv = ['BTC/USDT', '--once', '--depth', '7', '--venues', 'kraken,okx'];
    const steps = [connected, snapshot(300, all.slice(0, 2))];
    const { watched, out } = await running(argv, { steps });
    expect(watched[0]?.options).toMatchObject({ depth: 10, venues: ['kraken', 'okx'] });
    expect(out().match(/│/g)).toHaveLength(8);
  });

  test('does not wait for ever for a venue without a book', async () => {
    const steps = [connected, snapshot(300, all.slice(1))];
    const { code, out, io } = await running(['BTC/USDT', '--once'], { steps });
    expect([code, out().includes('binance')]).toEqual([0, false]);
    expect(io.runtime.now() - Date.parse('2026-01-01T00:00:00Z')).toBe(1_800);
  });

  test('fails when no book comes', async () => {
    const { code, err, out } = await running(['BTC/USDT', '--once'], { steps: [connected] });
    expect(err()).toBe('windlass: No book of BTC/USDT came within 10 s.\n');
    expect([code, out()]).toEqual([1, '']);
  });

  test('--json prints the merged book in the words of the wire', async () => {
    const crossed = [bookOf('a', { bid: 5, ask: 6 }), bookOf('b', { bid: 3, ask: 4 })];
    const argv = ['BTC/USDT', '--once', '--json', '--depth', '1', '--venues', 'a,b'];
    const { out } = await running(argv, { steps: [connected, snapshot(200, crossed)] });
    expect(JSON.parse(out())).toEqual({
      symbol: 'BTC/USDT',
      stale: false,
      best_bid: { price: 5, quantity: 0.5, venues: ['a'] },
      best_ask: { price: 4, quantity: 0.5, venues: ['b'] },
      spread_bps: expect.closeTo(-2_222.2, 1),
      arbitrage: { buy_venue: 'b', sell_venue: 'a', edge_bps: expect.closeTo(2_222.2, 1) },
      bids: [{ price: 5, quantity: 0.5, venues: ['a'] }],
      asks: [{ price: 4, quantity: 0.5, venues: ['b'] }],
      venues: [
        { venue: 'a', quality: 'GOOD', confidence: 0.98, age_ms: 12 },
        { venue: 'b', quality: 'GOOD', confidence: 0.98, age_ms: 12 },
      ],
    });
  });
});

describe('a failure of the stream', () => {
  const fail = (atMs: number, error: ApiError): Step => ({
    atMs,
    act: (fake) => fake.failStream(error),
  });
  const outage = new ApiError('NETWORK_ERROR', 'Cannot reach the book stream at x: gone.');

  test('before any book ends the command', async () => {
    const { code, err } = await running(['BTC/USDT'], { steps: [fail(200, outage)] });
    expect(err()).toMatch(/^windlass: Cannot reach the book stream at x: gone\. Is the service/);
    expect(code).toBe(1);
  });

  test('that is a refusal ends the command, and gives the terminal back first', async () => {
    const refusal = new ApiError('STREAM_REFUSED', 'Invalid venue');
    const steps = [connected, snapshot(300), fail(600, refusal)];
    const { code, err, out, streams } = await running(['BTC/USDT'], { steps, isTty: true });
    expect([code, err()]).toEqual([1, 'windlass: Invalid venue\n']);
    expect(out().endsWith(leave)).toBe(true);
    expect(streams.closed).toBe(1);
  });

  test('after books were seen is shown as stale and waited out', async () => {
    const lost: Step = {
      atMs: 500,
      act: (fake) => fake.tell({ type: 'state', state: 'disconnected' }),
    };
    const steps = [connected, snapshot(300), lost, fail(700, outage), press(2_000, 'q')];
    const { code, out } = await running(['BTC/USDT'], { steps, isTty: true });
    expect(code).toBe(0);
    expect(framesOf(out()).at(-1)).toContain('STALE');
    expect(framesOf(out()).at(-1)).toContain('Disconnected for 1 s');
  });
});

describe('book on a terminal', () => {
  test.each(['q', '\u0003'])('takes the screen and gives it back on %j', async (key) => {
    const steps = [connected, snapshot(300), press(1_000, key)];
    const { code, out } = await running(['BTC/USDT'], { steps, isTty: true });
    expect(code).toBe(0);
    expect(out().startsWith(enter)).toBe(true);
    expect(out().endsWith(leave)).toBe(true);
    expect(out().split(enter)).toHaveLength(2);
  });

  test('gives the screen back on a signal', async () => {
    const steps = [connected, snapshot(300), interrupt(800)];
    const { code, out } = await running(['BTC/USDT'], { steps, isTty: true });
    expect([code, out().endsWith(leave)]).toEqual([0, true]);
  });

  test('draws at most ten frames a second however fast the books come', async () => {
    const steps = Array.from({ length: 500 }, (_, index) => update(300 + index * 2, 100 + index));
    const { out } = await running(['BTC/USDT'], {
      steps: [connected, ...steps, press(1_500, 'q')],
      isTty: true,
    });
    expect(framesOf(out()).length).toBeLessThanOrEqual(15);
    expect(framesOf(out()).at(-1)).toContain('599.0');
  });

  test('draws nothing while the terminal has not taken the last frame', async () => {
    const steps = [connected, snapshot(300), press(1_000, 'q')];
    const { out } = await running(['BTC/USDT'], { steps, isTty: true, isBlocked: () => true });
    expect(out()).toBe(`${enter}${leave}`);
  });

  test('fits the ladder into the height of the terminal', async () => {
    const steps = [connected, snapshot(300), press(1_000, 'q')];
    const { out } = await running(['BTC/USDT'], { steps, isTty: true, rows: 14 });
    expect(framesOf(out()).at(-1)?.split('\r\n')).toHaveLength(14);
  });
});

describe('book into a pipe', () => {
  test('prints plain blocks, at most one a second and only of news', async () => {
    const steps = [connected, snapshot(300), update(400, 7), update(500, 8), interrupt(5_000)];
    const { code, out } = await running(['BTC/USDT'], { steps });
    expect(code).toBe(0);
    expect(out()).not.toContain('\u001b');
    expect(out().match(/BTC\/USDT LIVE/g)).toHaveLength(2);
  });

  test('--json prints one line a block, on a terminal too', async () => {
    const steps = [connected, snapshot(300), update(1_500, 8), interrupt(5_000)];
    const { out } = await running(['BTC/USDT', '--json'], { steps, isTty: true });
    const lines = out().trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).symbol)).toEqual(['BTC/USDT', 'BTC/USDT']);
  });
});
