import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { createReconcilerFixture } from '../../../../test/support/execution/reconciler.ts';

const names = Array.from({ length: 25 }, (_, index) => `n${index}`);

eachDatabase('many open orders that filled without a report', (database) => {
  async function traded(quantity: string) {
    const test = await createReconcilerFixture(await database.open());
    for (const name of names) await test.open(name);
    await test.compare();
    for (const name of names) test.venue.trade(`v-${name}`, quantity, false);
    test.venue.calls.splice(0);
    return test;
  }
  const lookups = ({ venue }: { readonly venue: { readonly calls: readonly string[] } }) =>
    venue.calls.filter((call) => call === 'lookup').length;

  it('are settled by lists of fills, and each is told', async () => {
    const test = await traded('1');
    await test.compare();
    for (const name of names) {
      const order = await test.orders.find(test.account.id, name);
      expect(order).toMatchObject({ status: 'closed', filled: '1' });
      if (order) expect(await test.orders.fillsOf(order)).toHaveLength(1);
    }
    expect(lookups(test)).toBe(0);
    const told = 'order_changed: open, 0 of 1 filled at 10 / closed, 1 of 1 filled at 10';
    expect(test.found()).toEqual(names.map(() => told));
    expect([await test.stillSo(), test.failures]).toEqual([[], []]);
  });

  it('are told as recovered, and not as missed, when nobody could have heard', async () => {
    const test = await traded('1');
    const after = await createReconcilerFixture(test.store, test);
    await after.compare();
    expect(after.found()).toEqual([]);
    expect(after.ordersRecovered).toHaveLength(25);
  });

  it('are looked up where they filled only in part and ended', async () => {
    const test = await traded('0.5');
    for (const [id, order] of test.venue.orders) {
      test.venue.orders.set(id, { ...order, status: 'canceled' });
    }
    await test.compare();
    expect(lookups(test)).toBeGreaterThanOrEqual(25);
    for (const name of names) {
      const order = await test.orders.find(test.account.id, name);
      expect(order).toMatchObject({ status: 'canceled', filled: '0.5' });
    }
  });
});
