import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import {
  accountId,
  addAccounts,
  newFill,
  newIntent,
  newOutcome,
  today,
  wide,
} from '../../../test/support/orders/fixture.ts';
import { createOrderStore } from './databaseOrders.ts';
import { createFillCorrections } from './fillCorrections.ts';
import type { StoredFill } from './orderStore.ts';

eachDatabase('ended orders with later fills', (database) => {
  it('are corrected once, with their day, by whichever name a fill bears', async () => {
    const store = await database.open();
    await addAccounts(store, accountId);
    const { epoch } = await store.own();
    const orders = createOrderStore(store);
    const corrections = createFillCorrections({ orders, epoch, clock: createManualClock() });
    const intent = newIntent('one', { quantity: '3' });
    await orders.reserve(epoch, intent, wide);
    const nothing = { filled: '0', cost: '0', average: undefined, fee: '0' };
    const ended = newOutcome({ status: 'expired', venueOrderId: 'v-one', ...nothing });
    const order = await orders.record(epoch, intent.id, ended);
    if (!order) throw new Error('the order is not stored');
    const { usedMicroUsd } = await orders.usage(accountId, today);
    const add = async (id: string, changes: Partial<StoredFill>) => {
      const fill = newFill(id, { venueOrderId: 'v-one', quantity: '1', price: 10, ...changes });
      return corrections.byFills(accountId, await orders.addFills(epoch, [fill]));
    };

    expect(await add('a', { orderId: intent.id })).toMatchObject([
      { status: 'expired', filled: '1' },
    ]);
    // A repeated fill, or one of somebody else's order, changes nothing.
    expect(await add('a', { orderId: intent.id })).toEqual([]);
    expect(await add('b', { orderId: undefined, venueOrderId: 'foreign' })).toEqual([]);
    const last = await add('c', { orderId: undefined, quantity: '2', price: 13 });
    expect(last).toMatchObject([{ status: 'closed', filled: '3', cost: '36', average: 12 }]);
    expect(await orders.find(accountId, 'one')).toEqual(last[0]);
    const after = await orders.usage(accountId, today);
    expect(after.usedMicroUsd - usedMicroUsd).toBe(36_000_000);
  });
});
