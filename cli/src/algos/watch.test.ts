import { ApiError } from '@windlass/client';
import type { AlgorithmDetailsWire, AlgorithmWire } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import {
  algorithmOf,
  detailsOf,
  endedOf,
  lineOf,
  runningAlgos,
  tellingAt,
} from '../../test/support/fakeAlgorithms.ts';
import { type FakeOptions, type Step, tradingAnswer } from '../../test/support/fakeIo.ts';

const subscribed = (atMs: number, isContinued = false): Step =>
  tellingAt(atMs, { type: 'subscribed', isContinued });
const lost = (atMs: number): Step => tellingAt(atMs, { type: 'state', state: 'disconnected' });
const line = (atMs: number, number: number): Step =>
  tellingAt(atMs, { type: 'line', line: { ...lineOf(number), order_id: '0193-a', sequence: 1 } });
const update = (atMs: number, algorithm: AlgorithmWire): Step =>
  tellingAt(atMs, { type: 'update', algorithm: { ...algorithm, sequence: 1 } });
const interrupt = (atMs: number): Step => ({ atMs, act: (fake) => fake.interrupt() });
const fail = (atMs: number, error: ApiError): Step => ({
  atMs,
  act: (fake) => fake.failStream(error),
});

const completed = endedOf('COMPLETED');
const final = 'COMPLETED 0.9 of 2 BTC bought, vwap 64,250.1, fees 5.25 USDT\n';
const clear = '\r\u001b[K';
const numbersOf = (text: string) =>
  [...text.replaceAll(clear, '').matchAll(/^ *(\d+) {2}2026/gm)].map(([, number]) =>
    Number(number),
  );

/** Returns an answer that gives each value in turn, and the last one for ever. */
function answering(...given: (AlgorithmDetailsWire | ReturnType<typeof tradingAnswer>)[]) {
  let count = 0;
  return () => {
    const next = given[Math.min(count, given.length - 1)];
    count += 1;
    return next && 'text' in next ? next : tradingAnswer(next);
  };
}

async function watching(options: FakeOptions, argv: readonly string[] = []) {
  return await runningAlgos(['watch', 'rebalance-7', ...argv], {
    answer: answering(detailsOf(algorithmOf(), 2)),
    ...options,
  });
}

describe('algos watch', () => {
  test('prints a line an event, and ends with 0 when it completed', async () => {
    const steps = [subscribed(100), line(300, 3), line(300, 4), update(400, completed)];
    const { code, out, err, followed, streams } = await watching({ steps });
    expect(out()).toBe(
      [1, 2, 3, 4]
        .map((number) => `   ${number}  2026-01-01T00:00:00.000Z  note           line ${number}\n`)
        .join('') + final,
    );
    expect([code, err()]).toEqual([0, '']);
    const baseUrl = 'http://127.0.0.1:3000';
    expect(followed).toEqual([{ baseUrl, key: 'ak_test_0123456789', orderId: '0193-a' }]);
    expect(streams).toEqual({ opened: 1, closed: 1 });
  });

  test.each(['CANCELLED', 'FAILED'] as const)('ends with 1 when it was %s', async (status) => {
    const ended = endedOf(status, { status_reason: 'The mid moved too far.' });
    const { code, out } = await watching({ steps: [subscribed(100), update(400, ended)] });
    expect(code).toBe(1);
    expect(out()).toMatch(new RegExp(`\n${status} .*, The mid moved too far\n$`));
  });

  test('of one that has ended prints how, and opens no stream', async () => {
    const { code, out, streams } = await watching({ answer: answering(detailsOf(completed, 12)) });
    expect(numbersOf(out())).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([code, out().endsWith(final), streams.opened]).toEqual([0, true, 0]);
  });

  test('Ctrl-C leaves it running, which is not success', async () => {
    const { code, out, err, streams } = await watching({
      steps: [subscribed(100), interrupt(500)],
    });
    expect([code, err()]).toEqual([1, 'Stopped watching; still RUNNING.\n']);
    expect(out()).toMatch(/\nRUNNING 0\.9 of 2 BTC bought, .* left\n$/);
    expect(streams.closed).toBe(1);
  });

  test('prints no line while the reader has not taken the last, and then all', async () => {
    let isBlocked = true;
    const free: Step = {
      atMs: 800,
      act() {
        isBlocked = false;
      },
    };
    const told = [subscribed(100), line(300, 3)];
    const steps = [...told, free, line(900, 4), update(1_000, completed)];
    const held = await watching({ steps: [...told, interrupt(500)], isBlocked: () => true });
    expect(numbersOf(held.out())).toEqual([1, 2, 3]);
    const { code, out } = await watching({ steps, isBlocked: () => isBlocked });
    expect([code, numbersOf(out())]).toEqual([0, [1, 2, 3, 4]]);
  });

  test('--json prints events and states as the wire has them, a line each', async () => {
    const steps = [subscribed(100), line(300, 3), update(400, completed)];
    const { code, out } = await watching({ steps, isTty: true }, ['--json']);
    const told = out()
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(told.at(-1)).toEqual({ type: 'update', ...completed });
    expect(told).toContainEqual({ type: 'event', order_id: '0193-a', ...lineOf(3) });
    expect(told.filter(({ type }) => type === 'event').map(({ number }) => number)).toEqual([
      1, 2, 3,
    ]);
    expect(code).toBe(0);
  });
});

describe('algos watch on a terminal', () => {
  test('draws a bar below the history, again only when something changed', async () => {
    const half = { ...algorithmOf().progress, fill_percentage: 50, filled_quantity: 1 };
    const more = algorithmOf({ progress: half, estimated_completion: null });
    const waiting = { ...more, waiting_for: 'a usable book' };
    const steps = [update(500, more), line(700, 3), update(900, waiting), update(1_500, completed)];
    const given = detailsOf(algorithmOf({ estimated_completion: null }), 1);
    const { code, out } = await watching({ steps, isTty: true, answer: answering(given) });
    expect(out().split(clear).slice(1)).toEqual([
      '   1  2026-01-01T00:00:00.000Z  note           line 1\n',
      `${'█'.repeat(13)}${'░'.repeat(17)}  45 %  0.9/2 BTC  vwap 64,250.1`,
      `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  1/2 BTC  vwap 64,250.1`,
      '   3  2026-01-01T00:00:00.000Z  note           line 3\n',
      `${'█'.repeat(15)}${'░'.repeat(15)}  50 %  1/2 BTC  vwap 64,250.1`,
      `${'█'.repeat(12)}${'░'.repeat(13)}  50 %  1/2 BTC  vwap 64,250.1  waiting: a usable book`,
      expect.stringMatching(/ {2}45 % {2}COMPLETED {2}0\.9\/2 BTC/),
      final,
    ]);
    expect(code).toBe(0);
  });

  test('counts the time that is left down', async () => {
    const { out } = await watching({ steps: [subscribed(100), interrupt(2_000)], isTty: true });
    const left = [...out().matchAll(/BTC {2}12 m (\d+) s left/g)].map(([, seconds]) => seconds);
    expect(left).toEqual(['5', '4', '3']);
  });

  test('says in the bar that the connection is lost', async () => {
    const steps = [subscribed(100), lost(500), subscribed(900, true), interrupt(1_200)];
    const answer = answering(detailsOf(algorithmOf({ estimated_completion: null })));
    const { out, err } = await watching({ steps, isTty: true, answer });
    const frames = out().split(clear);
    const notes = frames.map((frame) => frame.includes('disconnected, trying again'));
    expect([notes.filter(Boolean).length, notes.at(-1)]).toEqual([1, false]);
    expect(err()).not.toContain('lost');
  });

  test('ends the bar before a failure is told', async () => {
    const error = new ApiError('STREAM_REFUSED', 'The service ended the subscription: revoked.');
    const { code, out, err } = await watching({
      steps: [subscribed(100), fail(500, error)],
      isTty: true,
    });
    expect([code, err()]).toEqual([1, `windlass: ${error.message}\n`]);
    expect(out().endsWith('\n')).toBe(true);
  });
});

describe('a lost connection', () => {
  const outage = new ApiError('NETWORK_ERROR', 'Cannot reach the stream at x: gone.');

  test('is waited out, and what was missed is read', async () => {
    const missed = detailsOf(completed, 5);
    const given = [detailsOf(algorithmOf(), 2), detailsOf(algorithmOf(), 2), missed];
    const steps = [subscribed(100), line(300, 3), lost(500), fail(700, outage), subscribed(900)];
    const { code, out, err, requests } = await watching({ steps, answer: answering(...given) });
    expect(numbersOf(out())).toEqual([1, 2, 3, 4, 5]);
    expect([code, out().endsWith(final)]).toEqual([0, true]);
    expect(err()).toBe('Connection lost; reconnecting.\nConnected again.\n');
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });

  test('that hid nothing reads nothing', async () => {
    const steps = [subscribed(100), lost(500), subscribed(900, true), update(1_200, completed)];
    const { code, requests } = await watching({ steps });
    expect([code, requests.length]).toEqual([0, 2]);
  });

  test('before the stream was there ends the command', async () => {
    const { code, err } = await watching({ steps: [fail(200, outage)] });
    expect(err()).toMatch(/^windlass: Cannot reach the stream at x: gone\. Is the service running/);
    expect(code).toBe(1);
  });

  test('whose news cannot be read yet is asked for until it can', async () => {
    const busy = tradingAnswer({ error: 'STORE_UNAVAILABLE' }, 503);
    const given = [detailsOf(algorithmOf(), 2), busy, busy, busy, busy, busy, busy];
    const steps = [subscribed(100), line(300, 3)];
    const answer = answering(...given, detailsOf(completed, 4));
    const { code, out } = await watching({ steps, answer });
    expect([code, numbersOf(out())]).toEqual([0, [1, 2, 3, 4]]);
  });

  test('after which the key is no longer good ends the command', async () => {
    const refused = tradingAnswer({ error: 'UNAUTHORIZED' }, 401);
    const answer = answering(detailsOf(algorithmOf(), 2), refused);
    const { code, err } = await watching({ steps: [subscribed(100)], answer });
    expect([code, err()]).toEqual([1, expect.stringMatching(/Pass --key, set WINDLASS_KEY/)]);
  });

  test('does not bring an older state back over a newer one', async () => {
    const { updated_at: _, ...rest } = algorithmOf();
    const older = { ...rest, updated_at: '2025-12-31T23:59:59.000Z', status: 'PAUSED' } as const;
    const answer = answering(detailsOf(algorithmOf(), 2), detailsOf(older, 2));
    const steps = [update(50, algorithmOf()), subscribed(100), interrupt(600)];
    const { err } = await watching({ steps, answer });
    expect(err()).toContain('still RUNNING');
  });
});

test('an id that is not there is refused before any stream is opened', async () => {
  const answer = answering(tradingAnswer({ error: 'ALGORITHM_NOT_FOUND' }, 404));
  const { code, err, out, streams } = await watching({ answer });
  expect(err()).toMatch(
    /^windlass: .*"npx windlass algos list" shows those that the key reaches\.\n$/,
  );
  expect([code, out(), streams.opened]).toEqual([1, '', 0]);
});
