import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { newIntent } from '../../../test/support/orders/fixture.ts';
import { accountOf, symbolOf } from '../../../test/support/paper/fixture.ts';
import { AppError } from '../../kit/errors.ts';
import type { Account, AccountId } from '../model/account.ts';
import { venueIds } from '../model/venue.ts';
import { createFunds, type Funds } from './funds.ts';
import { createOrderAnnouncer } from './orderEvents.ts';
import { pendingOrder } from './storedOrders.ts';

const [mine, other] = venueIds.map((venue) => accountOf(venue)) as [Account, Account];
const spot = { symbol: symbolOf('BTC/USDT'), marketType: 'spot' } as const;
const swap = { symbol: symbolOf('BTC/USDT:USDT'), marketType: 'swap' } as const;

let clock: ManualClock;
let announcer: ReturnType<typeof createOrderAnnouncer>;
let funds: Funds;
/** The questions that were asked, in order. */
let asked: string[];
/** The free balance that exchanges answer. */
let free: string;
let usedMicroUsd: number;
let trouble: Error | undefined;
let hangs: boolean;

beforeEach(() => {
  clock = createManualClock();
  announcer = createOrderAnnouncer();
  [asked, free, usedMicroUsd, trouble, hangs] = [[], '7', 1, undefined, false];
  funds = createFunds({
    execution: {
      async balances(accountId, marketType) {
        asked.push(`${accountId} ${marketType}`);
        const told = { free, used: '0', total: free };
        const failure = trouble;
        if (hangs) {
          await clock.sleep(10_000);
          throw new AppError('NETWORK_ERROR');
        }
        if (failure) throw failure;
        return {
          accountId: accountId as AccountId,
          marketType,
          balances: { USDT: told, BTC: told },
        } as never;
      },
      async dailyLimit(accountId) {
        asked.push(`limit ${accountId}`);
        return { usedMicroUsd } as never;
      },
    },
    events: announcer,
    orders: { live: async () => [] },
    positionsOf: async () => undefined,
    async leverageOf(account, { symbol }) {
      asked.push(`leverage ${account.id} ${symbol}`);
      return 5;
    },
    clock,
  });
});

const orderOf = ({ id }: Account) =>
  announcer.order(pendingOrder(newIntent('c', { accountId: id })));
const powerOf = (account: Account) => funds.power(account, spot, 'buy');
const limitOf = (account: Account) => funds.dailyRemainingMicroUsd(account);

describe('a balance', () => {
  it('is asked for once in two seconds, whoever asks', async () => {
    expect(await Promise.all([powerOf(mine), powerOf(mine)])).toEqual(
      [1, 2].map(() => ({ asset: 'USDT', free: 7, leverage: 1 })),
    );
    free = '9';
    await clock.advance(1_999);
    expect((await powerOf(mine)).free).toBe(7);
    // The sell side uses the same wallet.
    expect(await funds.power(mine, spot, 'sell')).toMatchObject({ asset: 'BTC', free: 7 });
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect((await powerOf(mine)).free).toBe(9);
    expect(asked).toHaveLength(2);
  });

  it('is of one account and one wallet', async () => {
    await powerOf(mine);
    await powerOf(other);
    expect(await funds.power(mine, swap, 'buy')).toMatchObject({ asset: 'USDT', leverage: 5 });
    expect(asked).toEqual([
      `${mine.id} spot`,
      `${other.id} spot`,
      `${mine.id} swap`,
      `leverage ${mine.id} BTC/USDT:USDT`,
    ]);
  });

  it('is asked for again after an order of the account, and of no other', async () => {
    for (const account of [mine, other]) {
      await powerOf(account);
      await funds.power(account, swap, 'buy');
    }
    free = '9';
    orderOf(mine);
    expect((await powerOf(mine)).free).toBe(9);
    expect((await funds.power(mine, swap, 'buy')).free).toBe(9);
    expect((await powerOf(other)).free).toBe(7);
    expect((await funds.power(other, swap, 'buy')).free).toBe(7);
  });

  it('that an order came in between of is kept by nobody', async () => {
    const early = powerOf(mine);
    orderOf(mine);
    free = '9';
    expect((await early).free).toBe(7);
    expect((await powerOf(mine)).free).toBe(9);
  });
});

describe('an exchange that does not tell', () => {
  it('is asked again after ten seconds, and not before', async () => {
    trouble = new AppError('NETWORK_ERROR');
    await expect(powerOf(mine)).rejects.toBe(trouble);
    const first = trouble;
    trouble = undefined;
    await clock.advance(9_999);
    await expect(powerOf(mine)).rejects.toBe(first);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect((await powerOf(mine)).free).toBe(7);
  });

  it('keeps only the one waiting who asked first', async () => {
    hangs = true;
    const waiting = powerOf(mine).catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await waiting).toBeInstanceOf(AppError);
    const startMs = clock.monotonic();
    await expect(powerOf(mine)).rejects.toThrow();
    expect(clock.monotonic()).toBe(startMs);
  });

  it('is asked at once after an order of the account', async () => {
    trouble = new AppError('NETWORK_ERROR');
    await expect(powerOf(mine)).rejects.toThrow();
    trouble = undefined;
    orderOf(other);
    await expect(powerOf(mine)).rejects.toThrow();
    orderOf(mine);
    expect((await powerOf(mine)).free).toBe(7);
  });
});

describe('what is left of a day', () => {
  it('is asked for once in two seconds', async () => {
    const limit = mine.dailyLimitMicroUsd;
    expect(await limitOf(mine)).toBe(limit - 1);
    usedMicroUsd = 5;
    await clock.advance(1_999);
    expect(await limitOf(mine)).toBe(limit - 1);
    // A changed limit applies at once.
    expect(await limitOf({ ...mine, dailyLimitMicroUsd: 3 })).toBe(2);
    expect(asked).toHaveLength(1);
    await clock.advance(1);
    expect(await limitOf(mine)).toBe(limit - 5);
    expect(await limitOf({ ...mine, dailyLimitMicroUsd: 4 })).toBe(0);
  });

  it('is asked for again after an order of the account, and of no other', async () => {
    for (const account of [mine, other]) await limitOf(account);
    usedMicroUsd = 5;
    orderOf(mine);
    expect(await limitOf(mine)).toBe(mine.dailyLimitMicroUsd - 5);
    expect(await limitOf(other)).toBe(other.dailyLimitMicroUsd - 1);
  });
});
