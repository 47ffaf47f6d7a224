import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../../test/support/accounts/fixture.ts';
import { createManualClock, type ManualClock } from '../../../../../test/support/manualClock.ts';
import { createSeededRandom, type Random } from '../../../../kit/random.ts';
import type { AccountId } from '../../../model/account.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import { createClockWatch } from '../../../venues/shared/limits/clockWatch.ts';
import type { MarkedFill, MarksSave } from '../../types.ts';
import { createCapture } from './capture.ts';
import { createFollowing } from './following.ts';
import {
  type BookSight,
  createMarketPrices,
  type FillMarket,
  type ReceivedPrice,
} from './prices.ts';

// A market whose true price is known at every millisecond, an exchange whose clock differs from
// ours, messages that are delayed, and fills that are reported late and in any order. The oracle
// knows what the exchange had reported before each of them.

const startMs = 1_700_000_000_000;
const runMs = 150_000;
const fillsMax = 1_500;
const stepMs = 25;
/** The largest difference between the exchange's clock and ours: larger ones are not allowed. */
const offsetMsMax = 900;

const accountId = 'desk' as AccountId;

interface Told {
  readonly atMs: number;
  readonly value: number;
  /** The time when the value was true, by the exchange's clock. */
  readonly madeMs: number;
}

interface Scenario {
  readonly marketType: 'spot' | 'swap';
  readonly mode: 'live' | 'paper';
  readonly seed: string;
  /** Mark prices come without a stamp. */
  readonly isUnstamped?: boolean;
}

type Heard<Thing> = Set<(thing: Thing) => void>;

const symbolIn = (marketType: Scenario['marketType']) =>
  (marketType === 'spot' ? 'BTC/USDT' : 'BTC/USDT:USDT') as InstrumentSymbol;

/** Creates an exchange with one market, everything it reported about it, and its fills. */
function createExchange({ marketType, mode, seed, isUnstamped = false }: Scenario) {
  const random = createSeededRandom(seed);
  const clock = createManualClock(startMs);
  const offsetMs = mode === 'paper' ? 0 : Math.round(random.between(-offsetMsMax, offsetMsMax));
  const venueNow = () => clock.now() + offsetMs;
  const trueMid = truth(random);
  const symbol = symbolIn(marketType);
  const words: Told[] = [];
  const fills: MarkedFill[] = [];
  const hearBook: Heard<BookSight> = new Set();
  const hearFill: Heard<MarkedFill> = new Set();
  const { latestMs, compareClocks } = createComparison(clock, random, venueNow);
  let arrivesMs = 0;
  /** Paper fills carry our clock's time, and so do the prices they are compared with. */
  const stampOf = (sentMs: number) => (mode === 'paper' ? clock.now() : sentMs);
  const heard = { hearBook, hearFill };
  return {
    ...heard,
    random,
    clock,
    trueMid,
    symbol,
    words,
    fills,
    market: { ...productionOf(venueOf('okx')), mode, symbol, marketType } satisfies FillMarket,
    tellBook(): void {
      const value = trueMid(venueNow());
      const sentMs = venueNow();
      // A connection delivers messages in order.
      arrivesMs = Math.max(arrivesMs, clock.now() + Math.round(random.between(1, 400)));
      clock.schedule(arrivesMs - clock.now(), () => {
        const atMs = stampOf(sentMs);
        if (marketType === 'spot') words.push({ atMs, value, madeMs: sentMs });
        for (const heard of hearBook) heard({ bid: value - 1, ask: value + 1, atMs });
      });
    },
    compareClocks,
    async markPrice(): Promise<ReceivedPrice> {
      await clock.sleep(random.between(10, 150));
      const madeMs = venueNow();
      const value = trueMid(madeMs);
      await clock.sleep(random.between(10, 150));
      const venueMs = isUnstamped ? latestMs() : madeMs;
      if (venueMs !== undefined) words.push({ value, atMs: stampOf(venueMs), madeMs });
      return { value, atMs: clock.now(), venueMs };
    },
    fill(): void {
      const price = trueMid(venueNow());
      const market = { accountId, marketType, symbol };
      const fill = boughtAt({ ...market, price, atMs: venueNow() }, fills.length);
      fills.push(fill);
      clock.schedule(heardAfterMs(random), () => {
        for (const heard of hearFill) heard(fill);
      });
    },
  };
}

function boughtAt(
  at: Pick<MarkedFill, 'accountId' | 'marketType' | 'symbol' | 'price' | 'atMs'>,
  count: number,
): MarkedFill {
  return { ...at, venueTradeId: `t-${count}`, side: 'buy', feeAsset: 'USDT' };
}

/** Asks for the exchange's time now and then, as the service does. */
function createComparison(clock: ManualClock, random: Random, venueNow: () => number) {
  const watch = createClockWatch({
    clock,
    bounds: { behindMsMax: 5_000, aheadMsMax: 5_000 },
    observer: { stateChanged: () => undefined },
  });
  return {
    latestMs: watch.latestMs,
    async compareClocks(): Promise<void> {
      const answered = watch.begin();
      await clock.sleep(random.between(1, 300));
      const serverMs = venueNow();
      await clock.sleep(random.between(1, 300));
      answered({ serverMs, resolutionMs: 1 });
    },
  };
}

/** Draws a delay: most fills are reported within a second, some only at a comparison. */
function heardAfterMs(random: Random): number {
  return random.between(0, 1) < 0.05 ? 60_000 : random.between(0, 900);
}

type Exchange = ReturnType<typeof createExchange>;

/** Follows the exchange's fills as the service does, into a table. */
function follow(exchange: Exchange, saved: Map<string, MarksSave>) {
  const { clock, market, hearBook, hearFill } = exchange;
  const { symbol, marketType } = market;
  const observe = {
    fillDropped: () => undefined,
    horizonMissed: () => undefined,
    marksNotWritten: () => undefined,
    captureFailed: (error: unknown) => {
      throw error;
    },
  };
  const shared = { clock, observe, marketOf: async () => market };
  const { markPrice } = exchange;
  const prices = createMarketPrices({ clock, bestPrices: async () => undefined, markPrice });
  const following = createFollowing({
    ...shared,
    prices,
    priceSource: {
      watch(_market, heard) {
        hearBook.add(heard);
        return { look: async () => undefined, stop: () => hearBook.delete(heard) };
      },
      markHere: () => undefined,
    },
    onOrder: () => () => undefined,
    liveOrders: async () => [{ accountId, marketType, symbol, id: 'a', isOver: false }],
  });
  return createCapture({
    ...shared,
    prices,
    following,
    store: {
      async saveMarks(saves) {
        for (const save of saves) {
          if (save.marks?.[0] !== undefined || save.markMissing) saved.set(save.venueTradeId, save);
        }
      },
      dueMarks: async () => [],
    },
    latestUsd: () => 1,
    onFill(listener) {
      hearFill.add(listener);
      return () => hearFill.delete(listener);
    },
  });
}

async function play(scenario: Scenario) {
  const exchange = createExchange(scenario);
  const { clock, random, fills } = exchange;
  const saved = new Map<string, MarksSave>();
  const capture = follow(exchange, saved);
  exchange.compareClocks().catch(() => undefined);
  capture.start();
  for (let ms = 0; ms < runMs; ms += stepMs) {
    await clock.advance(stepMs);
    if (random.between(0, 1) < 0.4) exchange.tellBook();
    if (ms % 60_000 === 0) exchange.compareClocks().catch(() => undefined);
    const isTime = ms >= 5_000 && random.between(0, 1) < 0.4;
    if (isTime && fills.length < fillsMax) exchange.fill();
  }
  await clock.advance(70_000);
  await capture.stop();
  return { ...exchange, saved };
}

/** The true price at each millisecond: it never stands still, so it identifies its moment. */
function truth(random: { between(low: number, high: number): number }) {
  const beforeMs = 10_000;
  const path = new Float64Array(runMs + 4 * beforeMs);
  let price = 50_000;
  for (let i = 0; i < path.length; i += 1) {
    price += random.between(-1, 1);
    path[i] = price;
  }
  return (atMs: number): number => path[Math.round(atMs - startMs) + beforeMs] ?? Number.NaN;
}

describe.each<Scenario>([
  { marketType: 'spot', mode: 'live', seed: 'spot' },
  { marketType: 'swap', mode: 'live', seed: 'swap' },
  { marketType: 'swap', mode: 'live', seed: 'unstamped', isUnstamped: true },
  { marketType: 'swap', mode: 'live', seed: 'unstamped, another clock', isUnstamped: true },
  { marketType: 'spot', mode: 'paper', seed: 'paper spot' },
  { marketType: 'swap', mode: 'paper', seed: 'paper swap' },
])('marks of fills on $marketType, $mode, $seed', (scenario) => {
  it('are the last of before them in every case, and as old as they say', async () => {
    const { fills, saved, words, trueMid } = await play(scenario);
    const wrong: string[] = [];
    let marked = 0;
    for (const { venueTradeId, atMs } of fills) {
      const save = saved.get(venueTradeId);
      const mark = save?.marks?.[0];
      const before = words.filter((word) => word.atMs < atMs);
      const lastMs = Math.max(...before.map((word) => word.atMs));
      if (mark === undefined) {
        const isStale = save?.markMissing === 'stale' && !(atMs - lastMs <= 2_000);
        if (!isStale) wrong.push(`${venueTradeId}: ${save?.markMissing}, last ${atMs - lastMs}`);
        continue;
      }
      marked += 1;
      const markMs = atMs - (save?.markAgeMs ?? Number.NaN);
      const said = words.find((word) => word.atMs === markMs && word.value === mark);
      // The price was true before the fill, whatever its timestamp says.
      const isTrue = said !== undefined && trueMid(said.madeMs) === mark && said.madeMs < atMs;
      // A look for a later horizon may have been answered in between: its answer is shared a moment
      // later.
      const isLast = scenario.marketType === 'spot' ? markMs === lastMs : atMs - markMs <= 2_000;
      if (!(markMs < atMs && isTrue && isLast)) {
        wrong.push(`${venueTradeId}: ${mark} of ${atMs - markMs} ms before, last ${atMs - lastMs}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(fills.length).toBe(fillsMax);
    expect(marked / fills.length).toBeGreaterThan(0.98);
  });
});
