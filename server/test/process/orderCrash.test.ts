import { afterEach, expect, it } from 'vitest';
import { createOrderStore } from '../../src/trading/execution/databaseOrders.ts';
import { eachDatabase } from '../support/databases/databases.ts';
import {
  accountId,
  addAccounts,
  expectedUsage,
  newIntent,
  newOutcome,
  storedUsage,
  today,
  wide,
} from '../support/orders/fixture.ts';
import { type OrderJob, type OrderProcess, startOrderProcess } from '../support/orders/process.ts';
import { isProof } from '../support/proof.ts';

type Job = { kind: 'storm' } | { kind: 'stop'; at: (OrderJob & { kind: 'stop' })['at'] };

eachDatabase('kill -9 while orders are stored', (database) => {
  const children: OrderProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });
  const start = async (job: Job) => {
    const store = await database.open();
    await addAccounts(store, accountId);
    await store.close();
    const child = startOrderProcess({ ...job, place: database.place(), accountId: accountId });
    children.push(child);
    return child;
  };
  /** Opens the store as the next process finds it. */
  const reopen = async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    return { store, epoch, orders: createOrderStore(store) };
  };
  const micro = 1_000_000;
  // Only the store differs there; `npm test` runs the boundary that leaves most to do.
  const byScript = it.skipIf(database.dialect === 'postgres' && !isProof);

  byScript('before an order is reserved leaves nothing of it', async () => {
    const child = await start({ kind: 'stop', at: 'intent' });
    await child.heard('at intent');
    await child.kill();
    const { orders } = await reopen();
    expect(await orders.find(accountId, 'first')).toMatchObject({ status: 'closed', cost: '9' });
    expect(await orders.find(accountId, 'last')).toBeUndefined();
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 9 * micro, orders: 1 });
  });

  it('after it is reserved leaves it to be looked up, and sent by nobody again', async () => {
    const child = await start({ kind: 'stop', at: 'reserved' });
    await child.heard('at reserved');
    await child.kill();
    const { epoch, orders } = await reopen();
    const last = newIntent('last');
    expect(await orders.unsettled(9)).toMatchObject([{ ...last, status: 'pending' }]);
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 19 * micro, orders: 2 });
    expect(await orders.reserve(epoch, last, wide)).toMatchObject({ kind: 'exists' });
    await orders.record(epoch, last.id, newOutcome());
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 18 * micro, orders: 2 });
  });

  byScript('while its outcome is recorded leaves the whole outcome or none of it', async () => {
    const child = await start({ kind: 'stop', at: 'recording' });
    await child.heard('at recording');
    await child.kill();
    const { store, epoch, orders } = await reopen();
    const found = await orders.find(accountId, 'last');
    const isRecorded = found?.status === 'closed';
    expect(found).toMatchObject(isRecorded ? newFields : { status: 'pending', filled: '0' });
    expect(await storedUsage(store)).toEqual(await expectedUsage(store));
    await orders.record(epoch, newIntent('last').id, newOutcome());
    expect((await orders.usage(accountId, today)).usedMicroUsd).toBe(18 * micro);
  });

  byScript('in a storm loses nothing that was acknowledged, and the usage adds up', async () => {
    const child = await start({ kind: 'storm' });
    await child.heard('recorded 7-5');
    await child.kill();
    const { store, orders } = await reopen();
    const rows = await store.db.selectFrom('meta_orders').selectAll().execute();
    const statuses = new Map(rows.map((row) => [row.client_order_id, row.order_status]));
    const said = child.lines.map((line) => line.split(' '));
    expect(said.length).toBeGreaterThan(100);
    for (const [step, name = ''] of said) {
      expect(step === 'recorded' ? ['closed'] : ['pending', 'closed']).toContain(
        statuses.get(name),
      );
    }
    expect(await storedUsage(store)).toEqual(await expectedUsage(store));
    expect((await orders.usage(accountId, today)).orders).toBe(rows.length);
    // Twenty callers worked at once: no more orders than that can be unfinished.
    expect((await orders.unsettled(100)).length).toBeLessThanOrEqual(20);
  });
});

const { atMs: _atMs, ...newFields } = newOutcome();
