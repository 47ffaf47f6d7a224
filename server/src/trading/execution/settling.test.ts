import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createExecutionBench, filledOf, fillOf } from '../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../test/support/execution/orders.ts';
import { accountId } from '../../../test/support/orders/fixture.ts';
import type { VenueOrder, VenueOrderState } from '../venues/venuePort.ts';
import { createOrderStore } from './databaseOrders.ts';
import type { StoredFill, StoredOrder } from './orderStore.ts';

const database = databasePerTest('sqlite');

async function withOpenOrder(changes: Parameters<typeof createExecutionBench>[1] = {}) {
  const bench = await createExecutionBench(await database.open(), changes);
  const orders: StoredOrder[] = [];
  const fills: StoredFill[] = [];
  bench.execution.events.onOrder((order) => orders.push(order));
  bench.execution.events.onFill((fill) => fills.push(fill));
  const order = await bench.submit({ clientOrderId: 'one' });
  const [sent] = bench.venue.submitted;
  const { events } = bench.venue;
  if (!sent || !events) throw new Error('nothing was sent');
  /** Waits until the updates are stored. */
  const settled = async (isSo: () => Promise<boolean>): Promise<void> => {
    while (!(await isSo())) await bench.clock.advance(0);
  };
  return { ...bench, order, sent, events, heard: { orders, fills }, settled };
}

const partOf = (order: VenueOrder) =>
  stateOf(order, { filled: '0.5', average: 100, cost: '50', updatedAtMs: 1_700_000_000_500 });

describe('what a venue tells of an order', () => {
  it('is stored and told once, however often and in whatever order it comes', async () => {
    const { sent, events, orders, heard, settled } = await withOpenOrder();
    const fill = fillOf(sent, { quantity: '0.5' });
    for (const _ of [1, 2, 3]) {
      events.fill(fill);
      events.order(filledOf(sent));
      events.order(partOf(sent));
    }
    const stored = async () => orders.find(accountId, 'one');
    await settled(async () => (await stored())?.status === 'closed');
    events.order(partOf(sent));
    events.fill(fill);
    await settled(async () => heard.fills.length > 0);
    expect(await stored()).toMatchObject({ status: 'closed', filled: '1.0000' });
    expect(heard.fills).toHaveLength(1);
    expect(heard.orders.filter(({ status }) => status === 'closed')).toHaveLength(1);
  });

  it('is written before it is told', async () => {
    const { sent, events, orders, execution } = await withOpenOrder();
    const seen = Promise.withResolvers<string | undefined>();
    execution.events.onOrder(async () =>
      seen.resolve((await orders.find(accountId, 'one'))?.status),
    );
    events.order(filledOf(sent));
    expect(await seen.promise).toBe('closed');
  });

  it('is written later when it cannot be now', async () => {
    const store = await database.open();
    const real = createOrderStore(store);
    let isFull = false;
    const record: typeof real.record = (...args) =>
      isFull ? Promise.reject(new Error('disk full')) : real.record(...args);
    const orders = { ...real, record };
    const bench = await createExecutionBench(store, { orders });
    await bench.submit({ clientOrderId: 'one' });
    const [sent] = bench.venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    isFull = true;
    bench.venue.events?.order(filledOf(sent));
    while (!bench.observed.includes('newsNotWritten')) await bench.clock.advance(0);
    isFull = false;
    while ((await orders.find(accountId, 'one'))?.status !== 'closed')
      await bench.clock.advance(100);
  });

  it('counts a fill of an order that is not ours, and changes none of ours', async () => {
    const { sent, events, orders, order, heard, settled } = await withOpenOrder();
    const foreign = { venueTradeId: 't-9', venueOrderId: 'v-foreign' };
    events.fill(fillOf(sent, { ...foreign, clientId: 'made by hand' }));
    events.fill(fillOf(sent, { ...foreign, venueTradeId: 't-8', clientId: 'a'.repeat(32) }));
    await settled(async () => heard.fills.length === 2);
    expect(heard.fills.map(({ orderId }) => orderId)).toEqual([undefined, undefined]);
    expect(await orders.fillsOf(order)).toEqual([]);
  });
});

describe('a fill that is stored after its order ended', () => {
  const ending = (sent: VenueOrder, changes: Partial<VenueOrderState> = {}) =>
    stateOf(sent, { status: 'expired', reason: 'IoC', updatedAtMs: 1_700_000_000_400, ...changes });

  it('corrects the order, and tells of it', async () => {
    const { sent, events, orders, heard, settled } = await withOpenOrder();
    events.order(ending(sent));
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'expired');
    events.fill(fillOf(sent, { quantity: '0.4', price: 100, fee: '0.04' }));
    await settled(async () => (await orders.find(accountId, 'one'))?.filled === '0.4');
    expect(await orders.find(accountId, 'one')).toMatchObject({ status: 'expired', average: 100 });
    const rest = fillOf(sent, { venueTradeId: 'rest', quantity: '0.6', price: 110, fee: '0.06' });
    events.fill(rest);
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'closed');
    const corrected = { status: 'closed', filled: '1', average: 106, cost: '106', fee: '0.1' };
    expect(await orders.find(accountId, 'one')).toMatchObject(corrected);
    expect(heard.orders.at(-1)).toMatchObject(corrected);
    const count = heard.orders.length;
    events.fill(rest);
    events.order(ending(sent));
    await settled(async () => (await orders.find(accountId, 'one'))?.venueOrderId !== undefined);
    expect(await orders.find(accountId, 'one')).toMatchObject(corrected);
    expect(heard.orders).toHaveLength(count);
  });

  it('corrects it also where the fill was stored before the end was told', async () => {
    const { sent, events, orders, heard, settled } = await withOpenOrder();
    events.fill(fillOf(sent, { quantity: '1', price: 100 }));
    await settled(async () => heard.fills.length > 0);
    events.order(ending(sent));
    await settled(async () => (await orders.find(accountId, 'one'))?.status !== 'open');
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'closed');
    expect(await orders.find(accountId, 'one')).toMatchObject({ filled: '1', average: 100 });
    expect(heard.orders.map(({ status }) => status)).not.toContain('expired');
  });

  it('corrects it also where the fill does not say what we call the order', async () => {
    const { sent, events, orders, settled } = await withOpenOrder();
    events.order(ending(sent));
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'expired');
    const unnamed = { clientId: undefined, price: 100 };
    events.fill(fillOf(sent, { ...unnamed, venueTradeId: 'x', quantity: '0.4' }));
    await settled(async () => (await orders.find(accountId, 'one'))?.filled === '0.4');
    const foreign = { venueOrderId: 'v-foreign', venueTradeId: 'y', quantity: '0.6' };
    events.fill(fillOf(sent, { ...unnamed, ...foreign }));
    events.fill(fillOf(sent, { ...unnamed, venueTradeId: 'z', quantity: '0.5' }));
    await settled(async () => (await orders.find(accountId, 'one'))?.filled === '0.9');
    expect(await orders.find(accountId, 'one')).toMatchObject({ status: 'expired', cost: '90' });
  });

  it('takes what it cost from the limit of the day', async () => {
    const { sent, events, orders, order, settled } = await withOpenOrder();
    events.order(ending(sent));
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'expired');
    const before = await orders.usage(accountId, order.day);
    events.fill(fillOf(sent, { quantity: '1', price: 100 }));
    await settled(async () => (await orders.find(accountId, 'one'))?.status === 'closed');
    const after = await orders.usage(accountId, order.day);
    expect(after.usedMicroUsd - before.usedMicroUsd).toBe(100_000_000);
  });
});
