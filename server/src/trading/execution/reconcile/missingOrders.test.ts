import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { startMs } from '../../../../test/support/orders/fixture.ts';
import type { OrderIntent } from '../orderStore.ts';

const market = { type: 'market' } as const;
const untouched = 'open, 0 of 1 filled at 10';

eachDatabase('an open order that its venue shows nowhere', (database) => {
  /** Creates an order that the venue took, filled in part without a report, and forgot. */
  async function vanished(changes: Partial<OrderIntent>, filled?: string) {
    const test = await createReconcilerFixture(await database.open());
    await test.open('gone', { createdAtMs: test.clock.now(), ...changes });
    await test.compare();
    if (filled !== undefined) test.venue.trade('v-gone', filled, false);
    test.venue.drop('v-gone');
    return test;
  }
  const stored = async ({ orders, account }: ReconcilerFixture) => {
    const order = await orders.find(account.id, 'gone');
    if (!order) throw new Error('the order is stored');
    return { order, fills: await orders.fillsOf(order) };
  };
  /** Compares now, and again after a while. */
  async function compareTwice(test: ReconcilerFixture, apartMs = 60_000): Promise<void> {
    await test.compare();
    await test.clock.advance(apartMs);
    await test.compare();
  }

  const immediate = [
    { name: 'a market order', changes: market },
    { name: 'an IOC', changes: { timeInForce: 'IOC' } },
    { name: 'a FOK', changes: { timeInForce: 'FOK' } },
  ] as const;

  it.each(immediate)('ends by its fills after a minute: $name without any', async ({ changes }) => {
    const test = await vanished(changes);
    await test.compare();
    expect((await stored(test)).order.status).toBe('open');
    expect(await test.stillSo()).toEqual(['order_missing']);
    await test.clock.advance(60_000);
    await test.compare();
    const { order } = await stored(test);
    expect(order).toMatchObject({ status: 'canceled', filled: '0' });
    expect(order.reason).toContain('shows the order nowhere');
    expect(test.found()).toEqual([
      `order_missing: ${untouched} / undefined`,
      `order_changed: ${untouched} / canceled, 0 of 1 filled at 10`,
    ]);
    expect([await test.stillSo(), test.failures]).toEqual([[], []]);
    const usage = await test.orders.usage(test.account.id, order.day);
    expect(usage.usedMicroUsd).toBe(0);
  });

  it.each([
    { filled: '1', status: 'closed' },
    { filled: '0.4', status: 'canceled' },
  ] as const)('ends as $status by fills of $filled', async ({ filled, status }) => {
    const test = await vanished(market, filled);
    await compareTwice(test);
    const { order, fills } = await stored(test);
    expect(order).toMatchObject({ status, filled, average: 10 });
    expect(fills).toHaveLength(1);
    expect([await test.stillSo(), test.failures]).toEqual([[], []]);
    await test.compare();
    expect((await stored(test)).fills).toHaveLength(1);
  });

  it('counts a fill that its venue dates before the order', async () => {
    const test = await vanished({ ...market, createdAtMs: startMs + 30_000 }, '0.4');
    await test.clock.advance(40_000);
    await compareTwice(test);
    expect((await stored(test)).order).toMatchObject({ status: 'canceled', filled: '0.4' });
  });

  it('stays open within its first minute, however often it is missing', async () => {
    const test = await vanished(market);
    await compareTwice(test, 10_000);
    await test.compare();
    expect((await stored(test)).order.status).toBe('open');
    expect(test.found()).toEqual([`order_missing: ${untouched} / undefined`]);
  });

  it('stays open at its first comparison, however old it is', async () => {
    const test = await vanished(market);
    await test.clock.advance(600_000);
    await test.compare();
    expect((await stored(test)).order.status).toBe('open');
  });

  it('stays open where the venue cannot tell its fills, and ends once it can', async () => {
    const test = await vanished(market, '0.4');
    await test.compare();
    await test.clock.advance(60_000);
    let lookups = 0;
    test.venue.meanwhile = (verb) => {
      if (verb === 'lookup') lookups += 1;
      // Fails the request for fills that follows the second missing lookup.
      if (verb === 'fills' && lookups === 2) throw new Error('not now');
    };
    await test.compare();
    expect((await stored(test)).order.status).toBe('open');
    test.venue.meanwhile = undefined;
    await test.clock.advance(60_000);
    await test.compare();
    expect((await stored(test)).order).toMatchObject({ status: 'canceled', filled: '0.4' });
  });

  it.each([
    { timeInForce: 'GTC' },
    { timeInForce: 'POST_ONLY' },
    { type: 'stop_loss', timeInForce: 'IOC' },
    { type: 'stop_loss_limit', timeInForce: 'FOK' },
  ] as const)('stays open and reported where it may rest: %o', async (changes) => {
    const test = await vanished(changes);
    for (let minutes = 0; minutes < 3; minutes += 1) await compareTwice(test);
    expect((await stored(test)).order.status).toBe('open');
    expect(await test.stillSo()).toEqual(['order_missing']);
  });
});
