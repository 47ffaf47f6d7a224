import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { newIntent } from '../../../test/support/orders/fixture.ts';
import { accountOf } from '../../../test/support/paper/fixture.ts';
import { venueIds } from '../model/venue.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueBalances, VenueSession } from '../venues/venuePort.ts';
import { type BalanceMemory, createBalanceMemory } from './balanceMemory.ts';
import { createOrderAnnouncer } from './orderEvents.ts';
import { pendingOrder } from './storedOrders.ts';

const [venue] = venueIds;
if (!venue) throw new Error('Must hold: there is an exchange');
const account = accountOf(venue);
const spot = { account, marketType: 'spot' } as const;
const told = (free: string): VenueBalances => ({ USDT: { free, used: '0', total: free } });
const heldBack = new VenueUnavailableError('No room in time.', { isHeldBack: true });

let clock: ManualClock;
let announcer: ReturnType<typeof createOrderAnnouncer>;
let memory: BalanceMemory;
let questions: number;
/** The venue's answer, or its failure. */
let answer: () => Promise<VenueBalances>;

beforeEach(() => {
  clock = createManualClock();
  announcer = createOrderAnnouncer();
  memory = createBalanceMemory({ clock, events: announcer });
  questions = 0;
  answer = async () => told('7');
});

const get = (asked: Parameters<BalanceMemory['get']>[0] = spot) =>
  memory.get(asked, () => {
    questions += 1;
    return answer();
  });
const sendOrder = () => announcer.order(pendingOrder(newIntent('c', { accountId: account.id })));

describe('balances of a wallet', () => {
  it('are asked for once by all who ask within a second', async () => {
    expect(await Promise.all([get(), get()])).toEqual(
      [1, 2].map(() => expect.objectContaining({ balances: told('7') })),
    );
    answer = async () => told('9');
    await clock.advance(999);
    expect(await get()).toEqual({ balances: told('7'), ageMs: 999 });
    expect(questions).toBe(1);
    await clock.advance(1);
    expect(await get()).toEqual({ balances: told('9'), ageMs: undefined });
    await get({ account, marketType: 'swap' });
    expect(questions).toBe(3);
  });

  it('are what was known, with its age, where our limits refuse the question', async () => {
    await get();
    answer = async () => Promise.reject(heldBack);
    await clock.advance(59_999);
    expect(await get()).toEqual({ balances: told('7'), ageMs: 59_999 });
    await clock.advance(1);
    await expect(get()).rejects.toBe(heldBack);
  });

  it('are what was known where the question waits for long', async () => {
    await get();
    await clock.advance(10_000);
    answer = async () => {
      await clock.sleep(5_000);
      return told('9');
    };
    const waiting = get();
    await clock.advance(800);
    expect(await waiting).toEqual({ balances: told('7'), ageMs: 10_800 });
    await clock.advance(4_200);
    answer = async () => Promise.reject(heldBack);
    // Its age counts from the question.
    expect(await get()).toEqual({ balances: told('9'), ageMs: 5_000 });
  });

  it('are never those of before an order, nor is an answer to a question of before', async () => {
    await get();
    sendOrder();
    answer = async () => Promise.reject(heldBack);
    await expect(get()).rejects.toBe(heldBack);
    answer = async () => {
      await clock.sleep(500);
      return told('9');
    };
    const early = get();
    sendOrder();
    await clock.advance(500);
    expect((await early).balances).toEqual(told('9'));
    answer = async () => told('5');
    expect(await get()).toEqual({ balances: told('5'), ageMs: undefined });
  });

  it('are never those of before a transfer', async () => {
    const transfers = memory.watchTransfers({
      intended: async () => 'id',
      settled: async () => undefined,
    });
    for (const move of [
      () => transfers.intended(account, {} as never),
      () => transfers.settled(account, 'id', 'unknown'),
    ]) {
      await get();
      const before = questions;
      await move();
      await get();
      expect(questions).toBe(before + 1);
    }
  });

  it('are not hidden where the exchange itself does not answer', async () => {
    await get();
    await clock.advance(2_000);
    const down = new VenueUnavailableError('The exchange is down.');
    answer = async () => Promise.reject(down);
    await expect(get()).rejects.toBe(down);
  });

  it('are remembered of a comparison as well', async () => {
    const session = { balances: async () => told('7') } as Partial<VenueSession> as VenueSession;
    const { signal } = new AbortController();
    await memory.watch(account, session).balances('spot', signal);
    await clock.advance(30_000);
    answer = async () => Promise.reject(heldBack);
    expect(await get()).toEqual({ balances: told('7'), ageMs: 30_000 });
  });
});
