import { describe, expect, it } from 'vitest';
import { oneWorld } from '../../../../test/support/algorithms/oneWorld.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { accountNamed } from '../../../../test/support/routing/plans/fixture.ts';
import type { AccountId } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { marketReady } from './afterRestart.ts';

const record = { symbol: 'BTC/USDT' as InstrumentSymbol, accountIds: ['a' as AccountId] };

/** Waits for the market of an account. The test lets the books and the list arrive. */
function wait() {
  const clock = createManualClock();
  const books = Promise.withResolvers<readonly []>();
  const lists = Promise.withResolvers<void>();
  const leaving = new AbortController();
  let isReady = false;
  const ready = marketReady(
    {
      clock,
      leaving: leaving.signal,
      accounts: { find: async (id) => accountNamed(id) },
      worldOf: oneWorld({
        books: { ready: () => books.promise },
        markets: { knows: () => false, rulesOf: () => undefined, prepare: () => lists.promise },
      }),
    },
    record,
  ).then(() => {
    isReady = true;
  });
  return { clock, books, lists, leaving, ready, isReady: () => isReady };
}

describe('the market of an algorithm that is taken up again', () => {
  it('is waited for until its books and its list are there', async () => {
    const { clock, books, lists, isReady } = wait();
    await clock.advance(500);
    books.resolve([]);
    await clock.advance(500);
    expect(isReady()).toBe(false);
    lists.resolve();
    await clock.advance(0);
    expect([isReady(), clock.pending()]).toEqual([true, 0]);
  });

  it('is done without after two seconds', async () => {
    const { clock, isReady } = wait();
    await clock.advance(1_999);
    expect(isReady()).toBe(false);
    await clock.advance(1);
    expect(isReady()).toBe(true);
  });

  it('is not waited for when the service is left, or when its books cannot be had', async () => {
    const left = wait();
    left.leaving.abort();
    await left.ready;
    const failed = wait();
    failed.books.reject(new Error('no feed'));
    failed.lists.reject(new Error('no list'));
    await failed.ready;
    expect([left.clock.pending(), failed.clock.pending()]).toEqual([0, 0]);
  });
});
