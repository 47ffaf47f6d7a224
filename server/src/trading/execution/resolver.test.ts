import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import {
  createExecutionHouse,
  type ExecutionHouse,
  filledOf,
  fillOf,
  moveOnUntil,
  usualDraft,
} from '../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../test/support/execution/orders.ts';
import { desk } from '../../../test/support/orders/fixture.ts';
import { createOrderStore } from './databaseOrders.ts';
import type { StoredOrder } from './orderStore.ts';

const database = databasePerTest('sqlite');

/** Creates a house with one order whose outcome is unknown. */
async function withUnknown(): Promise<ExecutionHouse> {
  const house = await createExecutionHouse(await database.open());
  house.venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
  await house.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  return house;
}

/** Lets five seconds pass before each of the given number of looks. */
async function look({ execution, clock }: ExecutionHouse, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await clock.advance(5_000);
    await execution.resolver.look();
  }
}

async function lostOrder({ orders }: ExecutionHouse): Promise<StoredOrder> {
  const order = await orders.find(desk, 'lost');
  if (!order) throw new Error('the order is not stored');
  return order;
}

describe('an order whose outcome is not known', () => {
  it('keeps its share of the limit until the venue has spoken', async () => {
    const house = await withUnknown();
    expect(await lostOrder(house)).toMatchObject({ status: 'unknown', reason: 'timeout' });
    expect(await house.execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 100_000_000 });
  });

  it('is what the venue has, once it is found there, and was sent once', async () => {
    const house = await withUnknown();
    const { venue, execution, observed } = house;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
    await look(house, 1);
    expect(await lostOrder(house)).toMatchObject({ status: 'closed', filled: '1.0000' });
    expect(venue.submitted).toHaveLength(1);
    expect(execution.resolver.count()).toBe(0);
    expect(observed).toContain('orderResolved');
  });

  it('never arrived when the venue says so three times and it is too old to arrive', async () => {
    const house = await withUnknown();
    const { venue, execution } = house;
    venue.onLookup = async () => ({ kind: 'absent' });
    await look(house, 2);
    expect((await lostOrder(house)).status).toBe('unknown');
    await look(house, 8);
    expect(await lostOrder(house)).toMatchObject({ status: 'rejected', rejectCode: 'NOT_SENT' });
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 0 });
    expect(venue.submitted).toHaveLength(1);
  });

  it('has not failed to arrive while the venue cannot be asked', async () => {
    const house = await withUnknown();
    house.venue.onLookup = async () => ({ kind: 'unknown', message: 'down' });
    await look(house, 50);
    expect((await lostOrder(house)).status).toBe('unknown');
    house.venue.onLookup = () => Promise.reject(new Error('a fault of ours'));
    await look(house, 10);
    expect((await lostOrder(house)).status).toBe('unknown');
  });

  it('costs what its fills cost, to the last digit', async () => {
    const house = await withUnknown();
    const { venue } = house;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'absent' });
    venue.onFills = async () => [
      fillOf(sent, { venueTradeId: 't-1', quantity: '0.1', price: 50_009.37 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.2', price: 50_010.11 }),
    ];
    await look(house, 10);
    expect(await lostOrder(house)).toMatchObject({ filled: '0.3', cost: '15002.959' });
  });

  it('is settled by its fills when the venue has forgotten it', async () => {
    const house = await withUnknown();
    const { venue, orders } = house;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'absent' });
    venue.onFills = async () => [
      fillOf(sent, { venueTradeId: 't-1', quantity: '0.25', price: 99 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.25', price: 97 }),
      fillOf(sent, { venueTradeId: 't-3', clientId: 'f'.repeat(32) }),
    ];
    await look(house, 10);
    const order = await lostOrder(house);
    expect(order).toMatchObject({ status: 'canceled', filled: '0.5', average: 98, fee: '0.2' });
    expect((await orders.fillsOf(order)).map(({ venueTradeId }) => venueTradeId)).toEqual([
      't-1',
      't-2',
    ]);
  });

  it('that ended is settled by its fills, whatever the venue says of the end', async () => {
    const house = await withUnknown();
    const { venue, orders, execution } = house;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'found', order: stateOf(sent, { status: 'expired' }) });
    venue.onFills = () => Promise.reject(new Error('down'));
    await look(house, 3);
    expect((await lostOrder(house)).status).toBe('unknown');
    const early = { clientId: undefined, atMs: house.clock.now() - 30_000 };
    venue.onFills = async () => [
      fillOf(sent, { ...early, venueTradeId: 't-1', quantity: '0.25', price: 99 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.75', price: 97 }),
      fillOf(sent, { ...early, venueTradeId: 't-3', venueOrderId: 'v-foreign' }),
    ];
    await look(house, 3);
    const order = await lostOrder(house);
    expect(order).toMatchObject({ status: 'closed', filled: '1', average: 97.5, cost: '97.5' });
    const ids = (await orders.fillsOf(order)).map(({ venueTradeId }) => venueTradeId);
    expect(ids.toSorted()).toEqual(['t-1', 't-2']);
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 97_500_000 });
  });

  it('is not taken for absent when its fills cannot be read', async () => {
    const house = await withUnknown();
    house.venue.onLookup = async () => ({ kind: 'absent' });
    house.venue.onFills = () => Promise.reject(new Error('down'));
    await look(house, 10);
    expect((await lostOrder(house)).status).toBe('unknown');
  });

  it('counts a look from when it began: what arrived while it waited it did not see', async () => {
    const house = await withUnknown();
    const { venue, clock } = house;
    const { createdAtMs } = await lostOrder(house);
    venue.onLookup = async () => ({ kind: 'absent', askedAtMs: createdAtMs + 20_999 });
    await look(house, 10);
    expect((await lostOrder(house)).status).toBe('unknown');
    // 5 s in which it could leave, 5 s at the exchange, 10 s of its call, 1 s between the clocks.
    venue.onLookup = async () => ({ kind: 'absent', askedAtMs: createdAtMs + 21_000 });
    await look(house, 5);
    expect((await lostOrder(house)).status).toBe('rejected');
    expect(clock.now()).toBeGreaterThan(createdAtMs + 21_000);
  });

  it('is proved with others by one list of fills', async () => {
    const house = await withUnknown();
    const { venue } = house;
    for (const clientOrderId of ['lost-2', 'lost-3']) {
      await house.submit({ clientOrderId }).catch(() => undefined);
    }
    venue.onLookup = async () => ({ kind: 'absent' });
    let asked = 0;
    venue.onFills = async () => {
      asked += 1;
      return [];
    };
    await look(house, 10);
    for (const name of ['lost', 'lost-2', 'lost-3']) {
      expect((await house.orders.find(desk, name))?.status).toBe('rejected');
    }
    expect(asked).toBe(1);
  });

  it('is answered as it was settled when its client id comes again', async () => {
    const house = await withUnknown();
    const [sent] = house.venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    await expect(house.submit({ clientOrderId: 'lost' })).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      data: { order_status: 'unknown', client_order_id: 'lost' },
    });
    house.venue.onLookup = async () => ({ kind: 'found', order: stateOf(sent) });
    await look(house, 1);
    expect((await house.submit({ clientOrderId: 'lost' })).status).toBe('open');
    expect(house.venue.submitted).toHaveLength(1);
  });
});

it('is left to the next process by a stop, which waits for no look', async () => {
  const house = await withUnknown();
  const { clock, execution, venue, observed } = house;
  venue.onLookup = () => new Promise(() => undefined);
  void execution.resolver.look();
  while (venue.lookups.length === 0) await clock.advance(1_000);
  // No time passes on the clock, so that no deadline can end the lookup.
  await execution.resolver.stop();
  expect(observed).not.toContain('resolverFailed');
  expect((await lostOrder(house)).status).toBe('unknown');
});

it('takes up what an earlier run left', async () => {
  const store = await database.open();
  const before = await createExecutionHouse(store);
  before.venue.onSubmit = () => new Promise(() => undefined);
  void before.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  while (before.venue.submitted.length === 0) await before.clock.advance(0);
  const [sent] = before.venue.submitted;
  if (!sent) throw new Error('nothing was sent');

  // The process has ended; the next one finds the intent and asks the venue.
  const { clock, epoch } = before;
  const after = await createExecutionHouse(store, { clock, epoch });
  after.venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
  await after.execution.resolver.look();
  expect(await lostOrder(after)).toMatchObject({ status: 'closed' });
  expect(after.venue.submitted).toEqual([]);
});

it('leaves an order alone that is on its way', async () => {
  const house = await createExecutionHouse(await database.open());
  await house.execution.resolver.look();
  const leaving = Promise.withResolvers<void>();
  house.venue.onSubmit = () => {
    leaving.resolve();
    return new Promise(() => undefined);
  };
  const sent = house.execution.submit(usualDraft, { actorId: 'key-1' });
  await leaving.promise;
  await look(house, 1);
  expect([house.observed, house.venue.lookups]).toEqual([[], []]);
  await moveOnUntil(
    house.clock,
    sent.catch(() => undefined),
  );
});

it('takes up an intent that is stored though its sender was told otherwise', async () => {
  const store = await database.open();
  const real = createOrderStore(store);
  let isCut = true;
  const reserve: typeof real.reserve = async (...args) => {
    const outcome = await real.reserve(...args);
    if (isCut) throw new Error('the answer of the database was lost');
    return outcome;
  };
  const house = await createExecutionHouse(store, { orders: { ...real, reserve } });
  await house.execution.resolver.look();
  await expect(house.submit({ clientOrderId: 'lost' })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  isCut = false;
  await look(house, 20);
  expect(await lostOrder(house)).toMatchObject({ status: 'rejected', rejectCode: 'NOT_SENT' });
  expect(house.venue.submitted).toEqual([]);
});

it('looks again at once where the venue has spoken and the database did not answer', async () => {
  const store = await database.open();
  const real = createOrderStore(store);
  let isCut = false;
  const record: typeof real.record = async (...args) => {
    const order = await real.record(...args);
    if (isCut) throw new Error('the answer of the database was lost');
    return order;
  };
  const house = await createExecutionHouse(store, { orders: { ...real, record } });
  house.venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
  await house.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  const [sent] = house.venue.submitted;
  if (!sent) throw new Error('nothing was sent');
  // The pause between two looks has become as long as it gets.
  house.venue.onLookup = async () => ({ kind: 'unknown', message: 'down' });
  await look(house, 20);
  house.venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
  isCut = true;
  await look(house, 3);
  expect(house.observed).toContain('resolverFailed');
  expect(house.execution.resolver.count()).toBe(1);
  isCut = false;
  await house.clock.advance(1_000);
  await house.execution.resolver.look();
  expect(house.execution.resolver.count()).toBe(0);
});
