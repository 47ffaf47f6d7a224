import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { newIntent } from '../../../test/support/orders/fixture.ts';
import { accountOf } from '../../../test/support/paper/fixture.ts';
import { venueIds } from '../model/venue.ts';
import type { StoredFill, StoredOrder } from './orderStore.ts';
import { type ReadsDeps, readOrder } from './reads.ts';
import { pendingOrder } from './storedOrders.ts';

const [venue] = venueIds;
if (!venue) throw new Error('Must hold: there is an exchange');
const account = accountOf(venue);

describe('an order that ended', () => {
  let clock: ManualClock;
  let stored: StoredOrder;
  let fills: readonly Partial<StoredFill>[];
  let lookups: number;

  beforeEach(() => {
    clock = createManualClock(1_000_000);
    lookups = 0;
    const intent = newIntent('c', { accountId: account.id });
    stored = {
      ...pendingOrder(intent),
      status: 'closed',
      venueOrderId: 'v',
      quantity: '3',
      filled: '3',
      fee: '0.3',
      feeAsset: 'USDT',
      updatedAtMs: 1_000_000,
    };
    fills = [
      { quantity: '1', feeAsset: 'USDT' },
      { quantity: '2', feeAsset: 'USDT' },
    ];
  });

  const isAnsweredFromStore = async (mayRecall = true): Promise<boolean> => {
    const before = lookups;
    const session = {
      async lookup() {
        lookups += 1;
        return { kind: 'unknown', message: 'The exchange is down.' };
      },
    };
    const deps = {
      clock,
      find: async () => account,
      orders: { find: async () => stored, fillsOf: async () => fills },
      sessions: { of: () => session },
    } as never as ReadsDeps;
    const view = await readOrder(deps, { accountId: account.id, name: 'c', mayRecall }).catch(
      () => undefined,
    );
    return view !== undefined && lookups === before;
  };

  it('is answered from the store once its fills are all stored', async () => {
    expect(await isAnsweredFromStore()).toBe(true);
    expect(await isAnsweredFromStore(false)).toBe(false);
    fills = fills.slice(1);
    expect(await isAnsweredFromStore()).toBe(false);
  });

  it('is asked for while its fee is not known', async () => {
    stored = { ...stored, feeAsset: undefined };
    expect(await isAnsweredFromStore()).toBe(false);
  });

  it('with a rest is asked for until two comparisons have read its fills', async () => {
    stored = { ...stored, status: 'canceled', quantity: '5' };
    await clock.advance(149_999);
    expect(await isAnsweredFromStore()).toBe(false);
    await clock.advance(1);
    expect(await isAnsweredFromStore()).toBe(true);
  });

  it('is asked for while it is open, or its outcome is not known', async () => {
    for (const status of ['open', 'unknown'] as const) {
      stored = { ...stored, status };
      expect(await isAnsweredFromStore()).toBe(false);
    }
  });

  it('is answered from the store where it never arrived', async () => {
    stored = { ...stored, status: 'rejected', venueOrderId: undefined, filled: '0' };
    expect(await isAnsweredFromStore()).toBe(true);
  });
});
