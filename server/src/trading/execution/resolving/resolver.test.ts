import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createExecutionBench,
  type ExecutionBench,
  filledOf,
  fillOf,
  moveOnUntil,
  usualDraft,
} from '../../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../../test/support/execution/orders.ts';
import { desk } from '../../../../test/support/orders/fixture.ts';
import { createOrderStore } from '../databaseOrders.ts';
import type { StoredOrder } from '../orderStore.ts';

const database = databasePerTest('sqlite');

/** Creates a bench with one order whose outcome is unknown. */
async function withUnknown(): Promise<ExecutionBench> {
  const bench = await createExecutionBench(await database.open());
  bench.venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
  await bench.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  return bench;
}

/** Lets five seconds pass before each of the given number of looks. */
async function look({ execution, clock }: ExecutionBench, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await clock.advance(5_000);
    await execution.resolver.look();
  }
}

async function lostOrder({ orders }: ExecutionBench): Promise<StoredOrder> {
  const order = await orders.find(desk, 'lost');
  if (!order) throw new Error('the order is not stored');
  return order;
}

describe('an order whose outcome is not known', () => {
  it('keeps its share of the limit until the venue has spoken', async () => {
    const bench = await withUnknown();
    expect(await lostOrder(bench)).toMatchObject({ status: 'unknown', reason: 'timeout' });
    expect(await bench.execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 100_000_000 });
  });

  it('is what the venue has, once it is found there, and was sent once', async () => {
    const bench = await withUnknown();
    const { venue, execution, observed } = bench;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
    await look(bench, 1);
    expect(await lostOrder(bench)).toMatchObject({ status: 'closed', filled: '1.0000' });
    expect(venue.submitted).toHaveLength(1);
    expect(execution.resolver.count()).toBe(0);
    expect(observed).toContain('orderResolved');
  });

  it('never arrived when the venue says so three times and it is too old to arrive', async () => {
    const bench = await withUnknown();
    const { venue, execution } = bench;
    venue.onLookup = async () => ({ kind: 'absent' });
    await look(bench, 2);
    expect((await lostOrder(bench)).status).toBe('unknown');
    await look(bench, 8);
    expect(await lostOrder(bench)).toMatchObject({ status: 'rejected', rejectCode: 'NOT_SENT' });
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 0 });
    expect(venue.submitted).toHaveLength(1);
  });

  it('has not failed to arrive while the venue cannot be asked', async () => {
    const bench = await withUnknown();
    bench.venue.onLookup = async () => ({ kind: 'unknown', message: 'down' });
    await look(bench, 50);
    expect((await lostOrder(bench)).status).toBe('unknown');
    bench.venue.onLookup = () => Promise.reject(new Error('a fault of ours'));
    await look(bench, 10);
    expect((await lostOrder(bench)).status).toBe('unknown');
  });

  it('costs what its fills cost, to the last digit', async () => {
    const bench = await withUnknown();
    const { venue } = bench;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'absent' });
    venue.onFills = async () => [
      fillOf(sent, { venueTradeId: 't-1', quantity: '0.1', price: 50_009.37 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.2', price: 50_010.11 }),
    ];
    await look(bench, 10);
    expect(await lostOrder(bench)).toMatchObject({ filled: '0.3', cost: '15002.959' });
  });

  it('is settled by its fills when the venue has forgotten it', async () => {
    const bench = await withUnknown();
    const { venue, orders } = bench;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'absent' });
    venue.onFills = async () => [
      fillOf(sent, { venueTradeId: 't-1', quantity: '0.25', price: 99 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.25', price: 97 }),
      fillOf(sent, { venueTradeId: 't-3', clientId: 'f'.repeat(32) }),
    ];
    await look(bench, 10);
    const order = await lostOrder(bench);
    expect(order).toMatchObject({ status: 'canceled', filled: '0.5', average: 98, fee: '0.2' });
    expect((await orders.fillsOf(order)).map(({ venueTradeId }) => venueTradeId)).toEqual([
      't-1',
      't-2',
    ]);
  });

  it('that ended is settled by its fills, whatever the venue says of the end', async () => {
    const bench = await withUnknown();
    const { venue, orders, execution } = bench;
    const [sent] = venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    venue.onLookup = async () => ({ kind: 'found', order: stateOf(sent, { status: 'expired' }) });
    venue.onFills = () => Promise.reject(new Error('down'));
    await look(bench, 3);
    expect((await lostOrder(bench)).status).toBe('unknown');
    const early = { clientId: undefined, atMs: bench.clock.now() - 30_000 };
    venue.onFills = async () => [
      fillOf(sent, { ...early, venueTradeId: 't-1', quantity: '0.25', price: 99 }),
      fillOf(sent, { venueTradeId: 't-2', quantity: '0.75', price: 97 }),
      fillOf(sent, { ...early, venueTradeId: 't-3', venueOrderId: 'v-foreign' }),
    ];
    await look(bench, 3);
    const order = await lostOrder(bench);
    expect(order).toMatchObject({ status: 'closed', filled: '1', average: 97.5, cost: '97.5' });
    const ids = (await orders.fillsOf(order)).map(({ venueTradeId }) => venueTradeId);
    expect(ids.toSorted()).toEqual(['t-1', 't-2']);
    expect(await execution.dailyLimit('desk')).toMatchObject({ usedMicroUsd: 97_500_000 });
  });

  it('is not taken for absent when its fills cannot be read', async () => {
    const bench = await withUnknown();
    bench.venue.onLookup = async () => ({ kind: 'absent' });
    bench.venue.onFills = () => Promise.reject(new Error('down'));
    await look(bench, 10);
    expect((await lostOrder(bench)).status).toBe('unknown');
  });

  it('counts a look from when it began: what arrived while it waited it did not see', async () => {
    const bench = await withUnknown();
    const { venue, clock } = bench;
    const { createdAtMs } = await lostOrder(bench);
    venue.onLookup = async () => ({ kind: 'absent', askedAtMs: createdAtMs + 20_999 });
    await look(bench, 10);
    expect((await lostOrder(bench)).status).toBe('unknown');
    // 5 s in which it could leave, 5 s at the exchange, 10 s of its call, 1 s between the clocks.
    venue.onLookup = async () => ({ kind: 'absent', askedAtMs: createdAtMs + 21_000 });
    await look(bench, 5);
    expect((await lostOrder(bench)).status).toBe('rejected');
    expect(clock.now()).toBeGreaterThan(createdAtMs + 21_000);
  });

  it('is proved with others by one list of fills', async () => {
    const bench = await withUnknown();
    const { venue } = bench;
    for (const clientOrderId of ['lost-2', 'lost-3']) {
      await bench.submit({ clientOrderId }).catch(() => undefined);
    }
    venue.onLookup = async () => ({ kind: 'absent' });
    let asked = 0;
    venue.onFills = async () => {
      asked += 1;
      return [];
    };
    await look(bench, 10);
    for (const name of ['lost', 'lost-2', 'lost-3']) {
      expect((await bench.orders.find(desk, name))?.status).toBe('rejected');
    }
    expect(asked).toBe(1);
  });

  it('is answered as it was settled when its client id comes again', async () => {
    const bench = await withUnknown();
    const [sent] = bench.venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    await expect(bench.submit({ clientOrderId: 'lost' })).rejects.toMatchObject({
      code: 'NETWORK_ERROR',
      data: { order_status: 'unknown', client_order_id: 'lost' },
    });
    bench.venue.onLookup = async () => ({ kind: 'found', order: stateOf(sent) });
    await look(bench, 1);
    expect((await bench.submit({ clientOrderId: 'lost' })).status).toBe('open');
    expect(bench.venue.submitted).toHaveLength(1);
  });
});

it('is left to the next process by a stop, which waits for no look', async () => {
  const bench = await withUnknown();
  const { clock, execution, venue, observed } = bench;
  venue.onLookup = () => new Promise(() => undefined);
  void execution.resolver.look();
  while (venue.lookups.length === 0) await clock.advance(1_000);
  // No time passes on the clock, so that no deadline can end the lookup.
  await execution.resolver.stop();
  expect(observed).not.toContain('resolverFailed');
  expect((await lostOrder(bench)).status).toBe('unknown');
});

it('takes up what an earlier run left', async () => {
  const store = await database.open();
  const before = await createExecutionBench(store);
  before.venue.onSubmit = () => new Promise(() => undefined);
  void before.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  while (before.venue.submitted.length === 0) await before.clock.advance(0);
  const [sent] = before.venue.submitted;
  if (!sent) throw new Error('nothing was sent');

  // The process has ended; the next one finds the intent and asks the venue.
  const { clock, epoch } = before;
  const after = await createExecutionBench(store, { clock, epoch });
  after.venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
  await after.execution.resolver.look();
  expect(await lostOrder(after)).toMatchObject({ status: 'closed' });
  expect(after.venue.submitted).toEqual([]);
});

it('leaves an order alone that is on its way', async () => {
  const bench = await createExecutionBench(await database.open());
  await bench.execution.resolver.look();
  const leaving = Promise.withResolvers<void>();
  bench.venue.onSubmit = () => {
    leaving.resolve();
    return new Promise(() => undefined);
  };
  const sent = bench.execution.submit(usualDraft, { actorId: 'key-1' });
  await leaving.promise;
  await look(bench, 1);
  expect([bench.observed, bench.venue.lookups]).toEqual([[], []]);
  await moveOnUntil(
    bench.clock,
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
  const bench = await createExecutionBench(store, { orders: { ...real, reserve } });
  await bench.execution.resolver.look();
  await expect(bench.submit({ clientOrderId: 'lost' })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  isCut = false;
  await look(bench, 20);
  expect(await lostOrder(bench)).toMatchObject({ status: 'rejected', rejectCode: 'NOT_SENT' });
  expect(bench.venue.submitted).toEqual([]);
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
  const bench = await createExecutionBench(store, { orders: { ...real, record } });
  bench.venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
  await bench.submit({ clientOrderId: 'lost' }).catch(() => undefined);
  const [sent] = bench.venue.submitted;
  if (!sent) throw new Error('nothing was sent');
  // The pause between two looks has become as long as it gets.
  bench.venue.onLookup = async () => ({ kind: 'unknown', message: 'down' });
  await look(bench, 20);
  bench.venue.onLookup = async () => ({ kind: 'found', order: filledOf(sent) });
  isCut = true;
  await look(bench, 3);
  expect(bench.observed).toContain('resolverFailed');
  expect(bench.execution.resolver.count()).toBe(1);
  isCut = false;
  await bench.clock.advance(1_000);
  await bench.execution.resolver.look();
  expect(bench.execution.resolver.count()).toBe(0);
});
