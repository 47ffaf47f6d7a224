import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import { NotSentError, type TradeAnswer, type TradeSend } from '../live/tradeHttp.ts';
import { weighted } from './callCosts.ts';
import { createGates } from './gates.ts';
import { exactTime, plainly } from './readAnswer.ts';
import type { VenueLimits } from './venueLimits.ts';

/** Sixty in ten seconds are reserved for reads. */
const limits: VenueLimits = {
  groups: {
    all: {
      windows: [
        {
          name: 'weight',
          scope: 'address',
          capacity: 100,
          lengthMs: 10_000,
          cost: weighted({ cancel: 1, order: 1, read: 1, list: 10 }),
        },
      ],
      bans: { 429: { scope: 'credential', firstMs: 1_000 } },
    },
  },
  rate: ({ path }) => ({ group: path, kind: 'read' }),
  readLimits: (answer, asked) => ({
    ...plainly(answer, asked),
    ...(answer.text === 'late' && { isClockRefused: true }),
  }),
  clock: {
    group: 'all',
    bounds: { behindMsMax: 4_000, aheadMsMax: 900 },
    request: { url: 'https://a.example/time', method: 'GET', headers: {}, body: undefined },
    read: ({ text }) => exactTime(text),
  },
};

function setUp(own: VenueLimits = limits) {
  const clock = createManualClock();
  const exchange = { aheadMs: 0, isDown: false };
  const told: unknown[] = [];
  const asked: number[] = [];
  const send: TradeSend = async () => {
    asked.push(clock.monotonic());
    await clock.sleep(20);
    if (exchange.isDown) throw new NotSentError('No way.');
    return { status: 200, headers: {}, text: String(clock.now() + exchange.aheadMs) };
  };
  const gates = createGates({
    clock,
    signal: new AbortController().signal,
    limitsOf: () => own,
    observer: {
      banned: (ban) => told.push(ban),
      clockChanged: ({ state, offsetMs }) => told.push(`${state} ${offsetMs}`),
    },
  });
  const place = productionOf('okx');
  const gate = gates.of({ place, ccxtClass: 'test', limits, send });
  const call = { path: 'all', api: 'private', method: 'GET', params: {} };
  const enter = (credential: string, more: object = {}) =>
    gate.enter(
      { ...call, credential, aim: { purpose: 'caller' as const }, ...more },
      new AbortController().signal,
    );
  const hear = async (credential: string, answer: Partial<TradeAnswer>) =>
    gate.recordAnswer(await enter(credential), { status: 200, headers: {}, text: '', ...answer });
  return { clock, exchange, told, asked, gates, gate, place, send, enter, hear, call };
}

describe('the gate of an exchange', () => {
  it('is one for all accounts', async () => {
    const { gates, gate, place, send, enter, hear } = setUp();
    expect(gates.of({ place, ccxtClass: 'test', limits, send })).toBe(gate);
    expect(gates.of({ place, ccxtClass: 'other', limits, send })).not.toBe(gate);
    const demo = { ...place, environment: 'demo' } as const;
    expect(gates.of({ place: demo, ccxtClass: 'test', limits, send })).not.toBe(gate);
    await hear('a', { status: 429, headers: { 'retry-after': '9' } });
    await expect(enter('a')).rejects.toMatchObject({ reason: 'banned', waitMs: 9_000 });
    await enter('b');
  });

  it('counts public calls to nobody, whoever makes them', async () => {
    const { enter, hear } = setUp();
    await hear('a', { status: 429 });
    const passed = await enter('a', { api: 'public' });
    expect(passed).toMatchObject({ credential: undefined, isPublic: true });
  });

  it('tells of a ban once', async () => {
    const { told, gate, place, enter } = setUp();
    const [first, second] = [await enter('a'), await enter('a')];
    for (const passed of [first, second]) {
      gate.recordAnswer(passed, { status: 429, headers: { 'retry-after': '7' }, text: '' });
    }
    expect(told).toEqual([{ place, group: 'all', scope: 'credential', leftMs: 7_000 }]);
  });

  it('counts what a process before this one has spent, of every key, known by now or not', async () => {
    const { clock, gates, gate, place, send, enter } = setUp();
    await enter('a');
    const usedIn = (at: number) => gates.figures()[at]?.groups[0]?.windows.map(({ used }) => used);
    const before = usedIn(0) ?? [];
    gates.spendBefore({ share: 0.5, atMs: clock.monotonic() });
    const [weight = 0] = (usedIn(0) ?? []).map((used, index) => used - (before[index] ?? 0));
    expect(weight).toBeGreaterThan(0);
    gates.of({ place, ccxtClass: 'other', limits, send });
    expect(usedIn(1)?.[0]).toBe(weight);
    expect(gates.of({ place, ccxtClass: 'test', limits, send })).toBe(gate);
  });

  it('says of a call that was given up, or that it cannot count, that it was not sent', async () => {
    const { gate, call, enter } = setUp();
    const gone = { ...call, credential: 'a', aim: { purpose: 'caller' as const } };
    await expect(gate.enter(gone, AbortSignal.abort())).rejects.toThrow(NotSentError);
    await expect(enter('a', { path: 'elsewhere' })).rejects.toThrow(NotSentError);
  });
});

describe('the clocks', () => {
  it('are compared on first use, and every five minutes of use', async () => {
    const { clock, asked, enter } = setUp();
    await clock.advance(3_600_000);
    expect(asked).toEqual([]);
    await enter('a');
    await enter('b');
    await clock.advance(299_999);
    await enter('a');
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    await enter('a');
    await clock.advance(3_600_000);
    expect(asked).toHaveLength(2);
  });

  it('are compared when that is asked for, and then not again for five minutes', async () => {
    const { clock, asked, exchange, gate, enter } = setUp();
    const compared = gate.compare();
    await clock.advance(20);
    await compared;
    expect(gate.latestMs()).toBeDefined();
    await enter('a');
    expect(asked).toHaveLength(1);
    exchange.isDown = true;
    const failed = gate.compare();
    await clock.advance(20);
    await failed;
    expect(asked).toHaveLength(2);
  });

  it('correct what is signed, and are told of', async () => {
    const { clock, exchange, told, gate, gates, enter } = setUp();
    exchange.aheadMs = 5_000;
    await enter('a');
    expect(gate.correctionMs()).toBe(0);
    await clock.advance(20);
    expect(gate.correctionMs()).toBeGreaterThanOrEqual(5_000);
    expect(gate.correctionMs()).toBeLessThanOrEqual(5_020);
    expect(gates.figures()[0]?.clock).toMatchObject({ group: 'all', uncertaintyMs: 10.5 });
    expect(told).toEqual([expect.stringMatching(/^outside 50[01]\d$/)]);
  });

  it('are compared again soon after a failure, and no call fails of it', async () => {
    const { clock, exchange, asked, gates, enter } = setUp();
    exchange.isDown = true;
    await enter('a');
    await clock.advance(29_999);
    await enter('a');
    expect(asked).toHaveLength(1);
    exchange.isDown = false;
    await clock.advance(1);
    await enter('a');
    await clock.advance(20);
    expect(asked).toHaveLength(2);
    expect(gates.figures()[0]?.clock.offsetMs).toBeDefined();
  });

  it('are compared again when a time was refused, and not at every refusal', async () => {
    const { clock, asked, enter, hear } = setUp();
    await enter('a');
    await clock.advance(60_000);
    for (let count = 0; count < 5; count += 1) await hear('a', { text: 'late' });
    await enter('a');
    for (let count = 0; count < 5; count += 1) await hear('a', { text: 'late' });
    expect(asked).toHaveLength(2);
  });
});
