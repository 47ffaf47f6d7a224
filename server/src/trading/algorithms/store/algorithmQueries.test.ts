import { expect, it } from 'vitest';
import { accountsOn, actor } from '../../../../test/support/accounts/fixture.ts';
import {
  childOf,
  endedRecord,
  recordOf,
  saveOf,
} from '../../../../test/support/algorithms/records.ts';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  accountId,
  addAccounts,
  eth,
  newIntent,
  newOutcome,
  startMs,
  wide,
} from '../../../../test/support/orders/fixture.ts';
import { createOrderStore } from '../../execution/databaseOrders.ts';
import type { AccountId } from '../../model/account.ts';
import type { AlgorithmQuery, AlgorithmRecord } from '../types.ts';
import { createAlgorithmCheck } from './accountObjection.ts';
import { createAlgorithmStore } from './algorithmStore.ts';

const other = 'other' as AccountId;
const third = 'third' as AccountId;

eachDatabase('lists of algorithms', (database) => {
  const open = async (...records: readonly AlgorithmRecord[]) => {
    const store = await database.open();
    const { epoch } = await store.own();
    const algorithms = createAlgorithmStore(store, { algorithmUnreadable: unexpected });
    for (const record of records) await algorithms.create(epoch, saveOf(record));
    const list = async (query: Partial<AlgorithmQuery>) => {
      const { total, records: found } = await algorithms.list({ page: 0, size: 50, ...query });
      return [total, ...found.map(({ id }) => id)];
    };
    return { epoch, algorithms, list };
  };

  it('are newest first, ties by id, in pages that tell of all', async () => {
    const times = { b: 5, a: 9, d: 5, c: 5, e: 1 };
    const { list } = await open(
      ...Object.entries(times).map(([id, createdAtMs]) => recordOf(id, { createdAtMs })),
    );
    expect(await list({})).toEqual([5, 'a', 'd', 'c', 'b', 'e']);
    expect(await list({ size: 2 })).toEqual([5, 'a', 'd']);
    expect(await list({ page: 1, size: 2 })).toEqual([5, 'c', 'b']);
    expect(await list({ page: 2, size: 2 })).toEqual([5, 'e']);
    expect(await list({ page: 3, size: 2 })).toEqual([5]);
  });

  it('hold what has the wanted status, type and symbol', async () => {
    const ladder = { numLevels: 2, priceSpacingBps: 5, sizeDistribution: 'equal' } as const;
    const { epoch, algorithms, list } = await open(
      recordOf('a'),
      recordOf('b', { symbol: eth, status: 'PAUSED' }),
      recordOf('c', { type: 'ladder', params: ladder }),
      recordOf('d'),
    );
    await algorithms.save(epoch, saveOf(endedRecord(recordOf('d'), 'COMPLETED', startMs)));
    expect(await list({ status: 'RUNNING' })).toEqual([2, 'c', 'a']);
    expect(await list({ status: 'COMPLETED' })).toEqual([1, 'd']);
    expect(await list({ status: 'FAILED' })).toEqual([0]);
    expect(await list({ type: 'ladder' })).toEqual([1, 'c']);
    expect(await list({ symbol: eth })).toEqual([1, 'b']);
    expect(await list({ symbol: eth, status: 'PAUSED', type: 'sweep' })).toEqual([1, 'b']);
    expect(await list({ symbol: eth, status: 'RUNNING' })).toEqual([0]);
  });

  it('show an algorithm only to those who reach all of its accounts', async () => {
    const { list } = await open(
      recordOf('one', { accountIds: [accountId] }),
      recordOf('both', { accountIds: [other, accountId] }),
      recordOf('twice', { accountIds: [third, third] }),
    );
    expect(await list({ accountIds: [accountId] })).toEqual([1, 'one']);
    expect(await list({ accountIds: [accountId, other] })).toEqual([2, 'one', 'both']);
    expect(await list({ accountIds: [third] })).toEqual([1, 'twice']);
    expect(await list({ accountIds: [other] })).toEqual([0]);
    expect(await list({ accountIds: [] })).toEqual([0]);
    expect(await list({ accountIds: [accountId, other], size: 1, page: 1 })).toEqual([2, 'both']);
  });
});

eachDatabase('accounts of algorithms', (database) => {
  it('stay while an algorithm that names them has not ended', async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    const algorithms = createAlgorithmStore(store, { algorithmUnreadable: unexpected });
    const record = recordOf('a-1', { accountIds: [other, accountId] });
    await algorithms.create(epoch, saveOf(record));
    const { accounts } = accountsOn(store, { canRemove: createAlgorithmCheck(store) });
    const message = 'The algorithm a-1 trades on the exchange account desk. Cancel it first.';
    for (const status of ['RUNNING', 'PAUSED', 'CANCELLING'] as const) {
      await algorithms.save(epoch, saveOf({ ...record, status }));
      await expect(accounts.remove(accountId, actor)).rejects.toMatchObject({ message });
    }
    await algorithms.save(epoch, saveOf(endedRecord(record, 'CANCELLED', startMs)));
    await accounts.remove(accountId, actor);
    expect((await accounts.list()).map(({ id }) => id)).toEqual([other]);
    // All the accounts that it ever had decide who may see it.
    const reach = { page: 0, size: 9, accountIds: [other] };
    expect(await algorithms.list(reach)).toEqual({ total: 0, records: [] });
  });

  it('go when only others are traded on', async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    const algorithms = createAlgorithmStore(store, { algorithmUnreadable: unexpected });
    await algorithms.create(epoch, saveOf(recordOf('a-1', { accountIds: [accountId] })));
    expect(await createAlgorithmCheck(store)({ id: other })).toBeUndefined();
  });
});

eachDatabase('children of ended algorithms', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId, other);
    const { epoch } = await store.own();
    const unreadable: string[] = [];
    const algorithms = createAlgorithmStore(store, {
      algorithmUnreadable: (id) => unreadable.push(id),
    });
    const orders = createOrderStore(store);
    /** Stores an order of a child, filled by that quantity. */
    const order = async (clientOrderId: string, filled: string, account = accountId) => {
      const terms = { clientOrderId, accountId: account };
      const intent = newIntent(`${account} ${clientOrderId}`, terms);
      await orders.reserve(epoch, intent, wide);
      await orders.record(epoch, intent.id, newOutcome({ filled, venueOrderId: intent.id }));
    };
    const end = async (id: string, endedAtMs: number, filled: readonly string[]) => {
      const children = filled.map((each, index) => childOf(id, index + 1, { filled: each }));
      await algorithms.create(epoch, saveOf(recordOf(id), { children }));
      await algorithms.save(epoch, saveOf(endedRecord(recordOf(id), 'COMPLETED', endedAtMs)));
    };
    return { store, epoch, algorithms, unreadable, order, end };
  };

  it('have drifted when their orders filled more than is known', async () => {
    const { epoch, algorithms, order, end } = await open();
    await end('a-1', 100, ['0', '0.5', '0.5', '0.10']);
    await order('a-1.1', '0.25');
    await order('a-1.2', '0.5');
    await order('a-1.3', '0.7');
    // The same amount in other digits, and an order of that name on another account.
    await order('a-1.4', '0.1');
    await order('a-1.2', '0.9', other);
    expect(await algorithms.drifted(0)).toEqual([
      { id: 'a-1', number: 1 },
      { id: 'a-1', number: 3 },
    ]);
    const record = endedRecord(recordOf('a-1'), 'COMPLETED', 100);
    const children = [childOf('a-1', 1, { filled: '0.25', stage: 'over' })];
    await algorithms.save(epoch, saveOf(record, { children }));
    expect(await algorithms.drifted(0)).toEqual([{ id: 'a-1', number: 3 }]);
  });

  it('are looked at when they ended since then, and by no means before', async () => {
    const { epoch, algorithms, order, end } = await open();
    for (const [id, endedAtMs] of Object.entries({ 'a-1': 99, 'a-2': 100, 'a-3': 101 })) {
      await end(id, endedAtMs, ['0']);
      await order(`${id}.1`, '1');
    }
    const children = [childOf('a-4', 1)];
    await algorithms.create(epoch, saveOf(recordOf('a-4'), { children }));
    await order('a-4.1', '1');
    expect((await algorithms.drifted(100)).map(({ id }) => id)).toEqual(['a-2', 'a-3']);
    expect(await algorithms.drifted(102)).toEqual([]);
    // Those that are still running.
    expect(await algorithms.drifted(undefined)).toEqual([{ id: 'a-4', number: 1 }]);
  });

  it('are told apart from those that somebody edited', async () => {
    const { store, algorithms, unreadable, order, end } = await open();
    await end('a-1', 100, ['0', '0']);
    for (const number of [1, 2]) await order(`a-1.${number}`, '1');
    const rows = store.db.updateTable('algorithm_children').where('number', '=', 1);
    await rows.set({ filled: 'much' }).execute();
    expect(await algorithms.drifted(0)).toEqual([{ id: 'a-1', number: 2 }]);
    expect(unreadable).toEqual(['a-1']);
    await expect(algorithms.children('a-1')).rejects.toThrow(
      'child 1 of the stored algorithm a-1 has no valid filled',
    );
  });
});

function unexpected(id: string, error: unknown): never {
  throw new Error(`${id} is readable`, { cause: error });
}
