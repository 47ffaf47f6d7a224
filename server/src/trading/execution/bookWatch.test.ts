import { expect, it } from 'vitest';
import { oneWorld } from '../../../test/support/algorithms/oneWorld.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { newIntent } from '../../../test/support/orders/fixture.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { VenueBook } from '../orderbook/types.ts';
import { createBookWatch, type StaleBook } from './bookWatch.ts';
import { createOrderAnnouncer } from './orderEvents.ts';
import type { StoredOrder } from './orderStore.ts';
import { pendingOrder } from './storedOrders.ts';

const orderOf = (name: string, status: StoredOrder['status'] = 'open'): StoredOrder => ({
  ...pendingOrder(newIntent(name)),
  status,
});

async function watching(earlier: readonly StoredOrder[] = []) {
  const book = { flagged: undefined as string | undefined, quality: 'GOOD' };
  const shown = {
    get flagged() {
      return book.flagged;
    },
    health: () => ({ quality: book.quality, stalenessMs: 9_000, confidence: 0 }),
  } as unknown as VenueBook;
  const told: StaleBook[] = [];
  const announcer = createOrderAnnouncer();
  const account = { id: 'desk' as AccountId, venue: 'binance' } as Account;
  const clock = createManualClock();
  const watch = createBookWatch({
    events: announcer,
    orders: { live: async () => earlier },
    accounts: { find: async () => account, list: async () => [account] },
    worldOf: oneWorld({ orderbook: { book: () => shown } }),
    clock,
    told: (stale) => told.push(stale),
    failed: (error) => {
      throw error;
    },
  });
  await watch.start();
  return { announcer, book, clock, told, watch };
}

it('tells once of a book out of order that a live order needs, until it was well', async () => {
  const { announcer, book, clock, told } = await watching();
  announcer.order(orderOf('one'));
  await clock.advance(20_000);
  expect(told).toEqual([]);
  book.flagged = 'gap';
  await clock.advance(60_000);
  expect(told).toEqual([
    { venue: 'binance', symbol: 'BTC/USDT', reason: 'gap', accounts: ['desk'] },
  ]);
  book.flagged = undefined;
  await clock.advance(4_000);
  book.quality = 'STALE';
  await clock.advance(60_000);
  expect(told.map(({ reason }) => reason)).toEqual(['gap', 'STALE: no message for 9000 ms']);
});

it('bears a resync', async () => {
  const { announcer, book, clock, told } = await watching();
  announcer.order(orderOf('one'));
  await clock.advance(1_900);
  book.flagged = 'gap';
  await clock.advance(1_000);
  book.flagged = undefined;
  await clock.advance(60_000);
  expect(told).toEqual([]);
});

it('tells nothing of books that no order needs any more', async () => {
  const { announcer, book, clock, told } = await watching();
  announcer.order(orderOf('one'));
  announcer.order(orderOf('one', 'closed'));
  await clock.advance(1_000);
  book.flagged = 'gap';
  await clock.advance(60_000);
  expect(told).toEqual([]);
});

it('knows the orders of an earlier run', async () => {
  const { book, clock, told } = await watching([orderOf('one')]);
  book.flagged = 'gap';
  await clock.advance(60_000);
  expect(told).toHaveLength(1);
});
