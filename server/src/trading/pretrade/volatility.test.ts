import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createSeededRandom } from '../../kit/random.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { createMidVolatility } from './volatility.ts';

const symbol = 'BTC/USDT' as InstrumentSymbol;
const [alpha, beta, gamma] = ['binance', 'bybit', 'okx'] as const;

function start() {
  const clock = createManualClock();
  const volatility = createMidVolatility({ clock });
  /** Notes a mid every `everyMs`, first at once. */
  const feed = async (mids: readonly number[], everyMs = 5_000, venue: VenueId = alpha) => {
    for (const mid of mids) {
      volatility.note(symbol, mid, venue);
      await clock.advance(everyMs);
    }
  };
  return { clock, volatility, feed, dailyBps: () => volatility.dailyBps(symbol) };
}

/** Mids that move up and down by this many bps, in log price. */
const swing = (count: number, bps: number) =>
  Array.from({ length: count }, (_, i) => 100 * Math.exp(i % 2 === 0 ? 0 : bps / 10_000));

const dayOf = (bpsPerStep: number) => bpsPerStep * Math.sqrt(86_400 / 5);

describe('realised volatility of the mid', () => {
  test('is the root mean square of the returns of five seconds, scaled to a day', async () => {
    const { feed, dailyBps } = start();
    await feed(swing(100, 3));
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
  });

  test('finds the volatility of a random walk that is noted four times a second', async () => {
    const { feed, dailyBps } = start();
    const random = createSeededRandom('walk');
    const bpsPerNote = 300 / Math.sqrt(86_400 * 4);
    const mids: number[] = [100];
    for (let i = 1; i < 4 * 3_600; i += 1) {
      const up = random.next() < 0.5 ? -1 : 1;
      mids.push((mids.at(-1) ?? 100) * Math.exp((up * bpsPerNote) / 10_000));
    }
    await feed(mids, 250);
    // 720 returns: the error of the estimate is 1 / √1440, 2.6 %. Three of these are allowed.
    expect(dailyBps()).toBeGreaterThan(300 * 0.92);
    expect(dailyBps()).toBeLessThan(300 * 1.08);
  });

  test('is not known before five minutes of returns', async () => {
    const { feed, dailyBps } = start();
    await feed(swing(61, 3));
    expect(dailyBps()).toBeUndefined();
    await feed(swing(1, 3));
    expect(dailyBps()).toBeDefined();
  });

  test('is zero of a mid that stands still, and unknown of a symbol never heard of', async () => {
    const { feed, dailyBps, volatility } = start();
    await feed(swing(100, 0));
    expect(dailyBps()).toBe(0);
    expect(volatility.dailyBps('ETH/USDT' as InstrumentSymbol)).toBeUndefined();
  });

  test('a quiet book keeps its mid for ten seconds', async () => {
    const { feed, dailyBps } = start();
    // One return at every second step of the grid.
    await feed(swing(200, 3), 10_000);
    expect(dailyBps()).toBeCloseTo(dayOf(3) * Math.SQRT1_2, 0);
  });

  test('a gap of the feed is no return, however far the mid moved meanwhile', async () => {
    const { clock, feed, dailyBps } = start();
    await feed(swing(100, 3));
    await clock.advance(60_000);
    await feed(swing(100, 3).map((mid) => mid * 2));
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
  });

  test('looks back an hour', async () => {
    const { clock, feed, dailyBps } = start();
    await feed(swing(700, 30));
    await feed(swing(721, 3));
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
    await clock.advance(3_600_000 - 330_000);
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
    await clock.advance(60_000);
    expect(dailyBps()).toBeUndefined();
  });

  test('a feed that comes back after a day starts anew', async () => {
    const { clock, feed, dailyBps } = start();
    await feed(swing(200, 30));
    await clock.advance(86_400_000);
    await feed(swing(60, 3));
    expect(dailyBps()).toBeUndefined();
    await feed(swing(40, 3));
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
  });

  test('takes at most one mid a second', async () => {
    const { clock, feed, volatility, dailyBps } = start();
    for (const mid of swing(100, 3)) {
      volatility.note(symbol, mid, alpha);
      await clock.advance(400);
      volatility.note(symbol, 250, alpha);
      await clock.advance(4_600);
    }
    await feed([100]);
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
  });

  test('mids that are none are not noted', async () => {
    const { volatility, clock, dailyBps } = start();
    for (const mid of swing(100, 3)) {
      volatility.note(symbol, mid, alpha);
      await clock.advance(2_000);
      for (const none of [0, -1, Number.NaN, Infinity]) volatility.note(symbol, none, alpha);
      await clock.advance(3_000);
    }
    expect(dailyBps()).toBeCloseTo(dayOf(3), 3);
  });

  test('the distance between venues is no movement, and the median venue speaks', async () => {
    const { clock, volatility, dailyBps } = start();
    for (let i = 0; i < 100; i += 1) {
      const at = (bps: number) => Math.exp(i % 2 === 0 ? 0 : bps / 10_000);
      volatility.note(symbol, 100 * at(3), alpha);
      volatility.note(symbol, 101 * at(4), beta);
      volatility.note(symbol, 102 * at(90), gamma);
      await clock.advance(5_000);
    }
    expect(dailyBps()).toBeCloseTo(dayOf(4), 3);
  });

  test('of more series than books can be open the longest silent one is forgotten', async () => {
    const { clock, volatility, feed, dailyBps } = start();
    await feed(swing(100, 3));
    for (let i = 0; i < 1_999; i += 1) {
      volatility.note(`A${i}/USDT` as InstrumentSymbol, 100, alpha);
    }
    expect(dailyBps()).toBeDefined();
    await clock.advance(1_000);
    volatility.note('ONE/MORE' as InstrumentSymbol, 100, alpha);
    expect(dailyBps()).toBeUndefined();
  });
});
