import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../../test/support/accounts/fixture.ts';
import { createManualClock, type ManualClock } from '../../../../../test/support/manualClock.ts';
import type { AccountId } from '../../../model/account.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import type { MarkedFill, MarksSave, StoredMarks } from '../../types.ts';
import { createCapture } from './capture.ts';
import {
  createFollowing,
  type FollowedOrder,
  type MarketKey,
  type MarketPriceSource,
} from './following.ts';
import { createMarketPrices, type FillMarket } from './prices.ts';

const swap = 'BTC/USDT:USDT' as InstrumentSymbol;
const spot = 'BTC/USDT' as InstrumentSymbol;
const startMs = 1_700_000_000_000;

/** Creates a table of marks that behaves like the one in the database. */
function createTable() {
  const rows = new Map<string, StoredMarks & { dueMs: number | null }>();
  const writes: number[] = [];
  const table = {
    isDown: false,
    rows,
    writes,
    row: (id: string) => rows.get(id),
    async saveMarks(saves: readonly MarksSave[]) {
      if (table.isDown) throw new Error('the database is away');
      writes.push(saves.length);
      for (const save of saves) {
        const known = rows.get(save.venueTradeId);
        const { dueMs = known?.dueMs ?? null, marks = [] } = save;
        rows.set(save.venueTradeId, {
          quoteUsd: undefined,
          feeUsd: undefined,
          halfSpread: undefined,
          source: undefined,
          markAgeMs: undefined,
          markMissing: undefined,
          ...save,
          marks: Array.from({ length: 6 }, (_, i) => known?.marks[i] ?? marks[i]),
          dueMs,
        });
      }
    },
    dueMarks: async (fromMs: number, limit: number) =>
      [...rows.values()]
        .flatMap((row) =>
          row.dueMs !== null && row.dueMs >= fromMs ? [{ ...row, dueMs: row.dueMs }] : [],
        )
        .sort((a, b) => a.dueMs - b.dueMs)
        .slice(0, limit),
  };
  return table;
}

const marketOf = async ({ symbol, marketType }: MarketKey): Promise<FillMarket> => ({
  ...productionOf(venueOf('binance')),
  mode: 'live',
  symbol,
  marketType,
});

function restingIn(symbol: InstrumentSymbol): FollowedOrder {
  return {
    id: symbol,
    accountId: 'desk' as AccountId,
    marketType: symbol === spot ? 'spot' : 'swap',
    symbol,
    isOver: false,
  };
}

interface Given {
  readonly table?: ReturnType<typeof createTable>;
  /** Symbols of resting orders. */
  readonly symbols?: readonly InstrumentSymbol[];
}

/** Follows the markets for a second; it is `startMs` then. */
async function open(symbols: readonly InstrumentSymbol[] = [swap]) {
  const clock = createManualClock(startMs - 1_000);
  const opened = setUp(clock, { symbols });
  await opened.pass(1_000);
  return { ...opened, clock };
}

interface Shown {
  book: { bid: number; ask: number } | undefined;
}

/** Reports the book of a venue whenever it is asked for. */
function sightsOf(clock: ManualClock, venue: Shown): MarketPriceSource {
  return {
    watch: (_market, heard) => ({
      async look() {
        if (venue.book) heard({ ...venue.book, atMs: clock.now() });
      },
      stop: () => undefined,
    }),
    markHere: () => undefined,
  };
}

function setUp(clock: ManualClock, { table = createTable(), symbols = [swap] }: Given = {}) {
  const listeners = new Set<(fill: MarkedFill) => void>();
  const events: string[] = [];
  const venue = {
    mark: 100 as number | undefined,
    /** Milliseconds until it answers. */
    delayMs: 0,
    calls: 0,
    book: { bid: 99.5, ask: 100.5 } as Shown['book'],
  };
  const prices = createMarketPrices({
    clock,
    async markPrice() {
      venue.calls += 1;
      if (venue.delayMs > 0) await clock.sleep(venue.delayMs);
      const atMs = clock.now();
      return venue.mark === undefined ? undefined : { value: venue.mark, atMs, venueMs: atMs };
    },
    bestPrices: async () => venue.book,
  });
  const observe = { captureFailed: (error: unknown) => events.push(String(error)) };
  const following = createFollowing({
    priceSource: sightsOf(clock, venue),
    liveOrders: async () => symbols.map(restingIn),
    onOrder: () => () => undefined,
    prices,
    marketOf,
    clock,
    observe,
  });
  const capture = createCapture({
    store: table,
    prices,
    following,
    clock,
    marketOf,
    latestUsd: (asset) => ({ USDT: 1.01, BTC: 50_000, BNB: 600 })[asset],
    onFill(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    observe: {
      fillDropped: () => events.push('dropped'),
      horizonMissed: (seconds) => events.push(`missed ${seconds}`),
      marksNotWritten: () => events.push('not written'),
      ...observe,
    },
  });
  const hear = (fill: MarkedFill) => {
    for (const listener of listeners) listener(fill);
  };
  const pass = async (ms: number) => {
    for (let i = 0; i < ms; i += 500) await clock.advance(500);
  };
  capture.start();
  return { capture, venue, table, events, hear, pass };
}

function fillAt(venueTradeId: string, atMs: number, changes: Partial<MarkedFill> = {}): MarkedFill {
  return {
    accountId: 'desk' as AccountId,
    marketType: 'swap',
    symbol: swap,
    venueTradeId,
    side: 'buy',
    price: 100,
    feeAsset: 'USDT',
    atMs,
    ...changes,
  };
}

describe('the capture of markets at fills', () => {
  it('notes mark, spread and dollars at the fill, and the mark at each horizon', async () => {
    const { venue, table, hear, pass, events, capture, clock } = await open();
    hear(fillAt('a', startMs - 200));
    await pass(2_000);
    expect(table.row('a')).toMatchObject({
      source: 'live',
      quoteUsd: 1.01,
      feeUsd: 1.01,
      halfSpread: 0.5,
      marks: [100, 100, undefined, undefined, undefined, undefined],
      dueMs: startMs + 4_800,
    });
    for (const [index, seconds] of [5, 30, 60, 300].entries()) {
      venue.mark = 200 + index;
      await pass(startMs + seconds * 1_000 - clock.now() + 1_000);
    }
    await pass(2_000);
    expect(table.row('a')).toMatchObject({ marks: [100, 100, 200, 201, 202, 203], dueMs: null });
    expect([capture.pending(), events]).toEqual([0, []]);
    await capture.stop();
    expect(clock.pending()).toBe(0);
  });

  it('measures a fill by the mark before it, not by what it did to the market', async () => {
    const { venue, table, hear, pass, clock } = await open();
    await pass(500);
    venue.mark = 101;
    hear(fillAt('a', clock.now() - 20));
    await pass(3_000);
    expect(table.row('a')?.marks[0]).toBe(100);
  });

  it('takes the mid of the book on spot, and the price of the fill for a fee in the base', async () => {
    const { venue, table, hear, pass } = await open([spot]);
    const changes = { symbol: spot, marketType: 'spot', feeAsset: 'BTC' } as const;
    hear(fillAt('a', startMs, changes));
    hear(fillAt('b', startMs, { ...changes, feeAsset: 'BNB' }));
    hear(fillAt('c', startMs, { ...changes, feeAsset: 'XYZ' }));
    await pass(2_500);
    venue.book = undefined;
    expect(table.row('a')?.marks.slice(0, 3)).toEqual([100, 100, undefined]);
    expect(table.row('a')).toMatchObject({ feeUsd: 101, halfSpread: 0.5 });
    expect(table.row('b')).toMatchObject({ feeUsd: 600 });
    expect(table.row('c')).toMatchObject({ feeUsd: undefined, quoteUsd: 1.01 });
    expect(venue.calls).toBe(0);
  });

  it('asks for a market once a second at most, however many fills there are', async () => {
    const { venue, table, hear, pass } = await open();
    venue.calls = 0;
    for (let i = 0; i < 3_000; i += 1) hear(fillAt(`t-${i}`, startMs));
    await pass(4_000);
    expect(venue.calls).toBeLessThanOrEqual(4);
    expect(table.rows.size).toBe(3_000);
    // Two thousand at a time, no more than once a second.
    expect(table.writes.length).toBeLessThanOrEqual(4);
    expect(Math.max(...table.writes)).toBeLessThanOrEqual(2_000);
  });

  it('shares no sight of before a horizon, however fresh it is', async () => {
    const { venue, table, hear, pass } = await open();
    hear(fillAt('a', startMs));
    await pass(500);
    venue.mark = 101;
    hear(fillAt('b', startMs + 500));
    await pass(3_500);
    expect(table.row('a')?.marks.slice(0, 2)).toEqual([100, 101]);
    expect(table.row('b')?.marks.slice(0, 2)).toEqual([100, 101]);
  });

  it('never takes a mark of another moment: what comes too late is missing', async () => {
    const { venue, table, hear, pass, events } = await open();
    hear(fillAt('a', startMs));
    await pass(4_000);
    venue.delayMs = 60_000;
    await pass(4_500);
    expect(table.row('a')?.marks.slice(0, 3)).toEqual([100, 100, undefined]);
    expect(events).toEqual(['missed 5']);
    venue.delayMs = 0;
    venue.mark = undefined;
    await pass(23_500);
    // Ten percent of thirty seconds are left.
    venue.mark = 7;
    await pass(3_000);
    expect(table.row('a')?.marks[3]).toBe(7);
  });

  it('closes fills that are long over, with the dollars of stablecoins alone', async () => {
    const { table, hear, pass, venue, capture } = await open([]);
    hear(fillAt('a', startMs - 400_000, { feeAsset: 'BNB' }));
    hear(fillAt('b', startMs - 400_000, { symbol: 'ETH/BTC' as InstrumentSymbol }));
    await pass(1_500);
    expect(table.row('a')).toMatchObject({ quoteUsd: 1.01, feeUsd: undefined, dueMs: null });
    expect(table.row('a')).toMatchObject({ source: undefined, markMissing: 'late' });
    expect(table.row('b')).toMatchObject({ quoteUsd: undefined, dueMs: null });
    expect([venue.calls, capture.pending()]).toEqual([0, 0]);
  });

  it('goes on after a restart with what is still in time, and closes the rest', async () => {
    const { clock, ...first } = await open();
    first.hear(fillAt('a', startMs));
    await first.pass(6_000);
    first.hear(fillAt('b', clock.now()));
    await first.pass(200);
    await first.capture.stop();
    first.hear(fillAt('c', clock.now()));
    await clock.advance(40_000);
    const second = setUp(clock, { table: first.table });
    second.venue.mark = 300;
    await second.pass(320_000);
    const none = undefined;
    expect(first.table.row('a')?.marks).toEqual([100, 100, 100, none, 300, 300]);
    expect(first.table.row('b')?.marks).toEqual([100, none, none, none, 300, 300]);
    expect(first.table.row('a')?.dueMs).toBeNull();
    expect(first.table.row('c')).toBeUndefined();
    expect(second.events.sort()).toEqual(['missed 1', 'missed 30', 'missed 30', 'missed 5']);
  });

  it('notes before it ends what was before fills that were just heard of', async () => {
    const { table, hear, capture, clock } = await open();
    hear(fillAt('a', startMs));
    await clock.advance(10);
    await capture.stop();
    expect(table.row('a')).toMatchObject({ markAgeMs: 1_000, dueMs: startMs + 1_000 });
    expect(table.row('a')?.marks[0]).toBe(100);
  });

  it('says of a fill from before the start that nothing is known of before it', async () => {
    const { table, hear, pass, events } = await open();
    hear(fillAt('a', startMs - 1_001));
    hear(fillAt('b', startMs, { symbol: spot, marketType: 'spot' }));
    await pass(2_500);
    expect(table.row('a')).toMatchObject({ markMissing: 'late', markAgeMs: undefined });
    expect(table.row('b')).toMatchObject({ markMissing: 'not_followed', halfSpread: undefined });
    expect(table.row('b')?.marks.slice(0, 2)).toEqual([undefined, 100]);
    expect(events).toEqual(['missed 0', 'missed 0']);
  });

  it('keeps what cannot be written until it can', async () => {
    const { table, hear, pass, events } = await open();
    table.isDown = true;
    hear(fillAt('a', startMs));
    await pass(2_500);
    expect(events).toEqual(['not written', 'not written']);
    table.isDown = false;
    await pass(1_000);
    expect(table.row('a')?.marks.slice(0, 2)).toEqual([100, 100]);
  });

  it('takes in so many fills at once, and counts the others', async () => {
    const { hear, pass, events, capture } = await open();
    for (let i = 0; i < 50_010; i += 1) hear(fillAt(`t-${i}`, startMs));
    await pass(500);
    expect(capture.pending()).toBe(50_000);
    expect(events).toHaveLength(10);
  });
});
