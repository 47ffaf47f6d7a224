import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../../test/support/accounts/fixture.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import type { AccountId } from '../../../model/account.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { productionOf } from '../../../model/venuePlace.ts';
import { createFollowing, type FollowedOrder, type MarketKey } from './following.ts';
import { type BookSight, createMarketPrices, type FillMarket, type Seen } from './prices.ts';

const startMs = 1_700_000_000_000;
const swap = 'BTC/USDT:USDT' as InstrumentSymbol;
const spot = 'BTC/USDT' as InstrumentSymbol;

const marketOf = async ({ symbol, marketType }: MarketKey): Promise<FillMarket> => ({
  ...productionOf(venueOf('okx')),
  mode: 'live',
  symbol,
  marketType,
});

function orderIn(symbol: InstrumentSymbol, changes: Partial<FollowedOrder> = {}): FollowedOrder {
  return {
    id: `order in ${symbol}`,
    accountId: 'desk' as AccountId,
    marketType: symbol.includes(':') ? 'swap' : 'spot',
    symbol,
    isOver: false,
    ...changes,
  };
}

function setUp({ live = [] as readonly FollowedOrder[] } = {}) {
  const clock = createManualClock(startMs);
  const errors: string[] = [];
  const watched = new Map<string, (sight: BookSight) => void>();
  const orders = new Set<(order: FollowedOrder) => void>();
  const venue = {
    calls: 0,
    mark: undefined as number | undefined,
    venueMs: (() => clock.now() - 5) as (() => number) | undefined,
    here: undefined as ((agoMs: number) => Seen) | undefined,
    looks: 0,
    lookFails: false,
  };
  const following = createFollowing({
    priceSource: {
      watch({ symbol }, heard) {
        watched.set(symbol, heard);
        return {
          async look() {
            venue.looks += 1;
            if (venue.lookFails) throw new Error('no books');
          },
          stop: () => watched.delete(symbol),
        };
      },
      markHere: (_market, agoMs) => venue.here?.(agoMs),
    },
    prices: createMarketPrices({
      clock,
      bestPrices: async () => undefined,
      async markPrice() {
        venue.calls += 1;
        return venue.mark === undefined
          ? undefined
          : { value: venue.mark, atMs: clock.now(), venueMs: venue.venueMs?.() };
      },
    }),
    onOrder(listener) {
      orders.add(listener);
      return () => orders.delete(listener);
    },
    observe: { captureFailed: (error) => errors.push(String(error)) },
    liveOrders: async () => live,
    clock,
    marketOf,
  });
  const say = async (order: FollowedOrder) => {
    for (const heard of orders) heard(order);
    await clock.advance(0);
  };
  const before = async (symbol: InstrumentSymbol, atMs: number) =>
    following.before(await marketOf(orderIn(symbol)), atMs);
  const book = (symbol: InstrumentSymbol, mid: number, atMs = clock.now()) =>
    watched.get(symbol)?.({ bid: mid - 1, ask: mid + 1, atMs });
  following.start();
  return { following, clock, errors, watched, orders, venue, say, before, book };
}

describe('markets in which fills may come', () => {
  it('are followed from the order on, and tell mid and spread of before a fill', async () => {
    const { clock, say, before, book } = setUp();
    expect(await before(spot, startMs + 5)).toMatchObject({ missing: 'not_followed' });
    await clock.advance(1_000);
    await say(orderIn(spot));
    const sinceMs = clock.now();
    book(spot, 100, sinceMs - 40);
    await clock.advance(100);
    book(spot, 101);
    expect(await before(spot, sinceMs + 100)).toEqual({
      mark: 100,
      ageMs: 140,
      missing: undefined,
      halfSpread: 1,
    });
    expect(await before(spot, sinceMs + 101)).toMatchObject({ mark: 101, ageMs: 1 });
    expect(await before(spot, sinceMs - 40)).toMatchObject({ missing: 'not_followed' });
  });

  it('say why they tell no mark', async () => {
    const { clock, say, before, book } = setUp();
    await clock.advance(1_000);
    await say(orderIn(spot));
    await say(orderIn(swap));
    const sinceMs = clock.now();
    const words = async (atMs: number) =>
      Promise.all([spot, swap].map(async (symbol) => (await before(symbol, atMs)).missing));
    expect(await words(startMs - 1)).toEqual(['late', 'late']);
    expect(await words(sinceMs)).toEqual(['not_followed', 'not_followed']);
    expect(await words(sinceMs + 500)).toEqual(['no_book', 'no_mark']);
    book(spot, 100, sinceMs);
    expect(await words(sinceMs + 2_000)).toEqual([undefined, 'no_mark']);
    expect(await words(sinceMs + 2_001)).toEqual(['stale', 'no_mark']);
    // More figures than are kept.
    for (let i = 0; i < 2_500; i += 1) {
      await clock.advance(1);
      book(spot, 100 + i);
    }
    expect((await before(spot, sinceMs + 50)).missing).toBe('late');
  });

  it('of exchanges are asked for mark prices once a second, by the stamps of the exchange', async () => {
    const { clock, say, before, venue } = setUp();
    venue.mark = 100;
    await say(orderIn(swap));
    for (let i = 0; i < 40; i += 1) await clock.advance(250);
    expect(venue.calls).toBeGreaterThanOrEqual(9);
    expect(venue.calls).toBeLessThanOrEqual(11);
    expect(await before(swap, startMs)).toMatchObject({ mark: 100, ageMs: 5 });
  });

  it('whose mark price has no stamp that can be held against a fill tell none', async () => {
    const { clock, say, before, venue } = setUp();
    venue.mark = 100;
    venue.venueMs = undefined;
    await say(orderIn(swap));
    for (let i = 0; i < 8; i += 1) await clock.advance(250);
    expect(await before(swap, clock.now())).toMatchObject({ missing: 'no_mark' });
    expect(venue.calls).toBeGreaterThanOrEqual(2);
  });

  it('are asked for at the same times, whenever they came', async () => {
    const { clock, say, venue } = setUp();
    venue.mark = 100;
    const [first, second] = ['A/USDT:USDT', 'B/USDT:USDT'] as InstrumentSymbol[];
    if (!first || !second) throw new Error('there are names');
    await say(orderIn(first));
    await clock.advance(500);
    await say(orderIn(second));
    await clock.advance(250);
    expect(venue.calls).toBe(2);
    const calls: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      await clock.advance(250);
      calls.push(venue.calls);
    }
    // The second of the two skips one turn.
    expect(calls).toEqual([3, 3, 3, 3, 5, 5, 5, 5]);
  });

  it('are asked for less and less while the exchange does not answer', async () => {
    const { clock, say, venue, before } = setUp();
    await say(orderIn(swap));
    for (let i = 0; i < 4 * 120; i += 1) await clock.advance(250);
    expect(venue.calls).toBeGreaterThanOrEqual(5);
    expect(venue.calls).toBeLessThanOrEqual(8);
    venue.mark = 100;
    for (let i = 0; i < 4 * 70; i += 1) await clock.advance(250);
    expect((await before(swap, clock.now())).mark).toBe(100);
  });

  it('that are made up tell their mark with the book, also in the first millisecond', async () => {
    const { clock, say, before, book, venue } = setUp();
    venue.here = (agoMs) => ({ value: clock.now() - agoMs - startMs, atMs: clock.now() - agoMs });
    await clock.advance(50);
    await say(orderIn(swap));
    expect(await before(swap, startMs + 50)).toMatchObject({ mark: 49, ageMs: 1 });
    await clock.advance(30);
    book(swap, 100);
    expect(await before(swap, startMs + 81)).toMatchObject({ mark: 80, ageMs: 1, halfSpread: 1 });
    expect(venue.calls).toBe(0);
  });

  it('are let go two minutes after their last order is over', async () => {
    const { clock, say, watched, following } = setUp({ live: [orderIn(spot, { id: 'rests' })] });
    await clock.advance(0);
    await say(orderIn(spot));
    await say(orderIn(spot, { isOver: true }));
    for (let i = 0; i < 300; i += 1) await clock.advance(1_000);
    expect([...watched.keys()]).toEqual([spot]);
    await say(orderIn(spot, { id: 'rests', isOver: true }));
    for (let i = 0; i < 119; i += 1) await clock.advance(1_000);
    expect(watched.size).toBe(1);
    for (let i = 0; i < 2; i += 1) await clock.advance(1_000);
    expect(watched.size).toBe(0);
    // The end of an order alone does not start following a market.
    await say(orderIn(spot, { id: 'other', isOver: true }));
    expect(watched.size).toBe(0);
    following.stop();
    expect(clock.pending()).toBe(0);
  });

  it('are so many at once: one without an order makes room, one with an order stays', async () => {
    const { say, watched, following, orders } = setUp();
    const names = Array.from({ length: 201 }, (_, i) => `A${i}/USDT` as InstrumentSymbol);
    const [first, second, ...others] = names;
    if (!first || !second) throw new Error('there are names');
    await say(orderIn(first));
    await say(orderIn(second));
    await say(orderIn(second, { isOver: true }));
    for (const name of others.slice(0, 198)) await say(orderIn(name));
    expect(watched.size).toBe(200);
    for (const name of others.slice(198)) await say(orderIn(name));
    expect(watched.size).toBe(200);
    expect([watched.has(first), watched.has(second)]).toEqual([true, false]);
    const last = others.at(-1) ?? first;
    await say(orderIn('ONE/MORE' as InstrumentSymbol));
    expect([watched.has('ONE/MORE'), watched.has(last)]).toEqual([false, true]);
    following.stop();
    expect([watched.size, orders.size]).toEqual([0, 0]);
  });

  it('whose books cannot be looked at are told of', async () => {
    const { say, venue, errors, clock } = setUp();
    venue.lookFails = true;
    await say(orderIn(spot));
    await clock.advance(0);
    expect(errors).toEqual(['Error: no books']);
  });
});
