import { afterEach, describe, expect, it } from 'vitest';
import { StaleEpochError, type Store } from '../../src/store/types.ts';
import { createOrderStore } from '../../src/trading/execution/databaseOrders.ts';
import { startStoreChild } from '../support/databases/childProcess.ts';
import { databasePerTest, eachDatabase, waitUntilBlocked } from '../support/databases/databases.ts';
import {
  accountId,
  addAccounts,
  expectedUsage,
  newIntent,
  newOutcome,
  startMs,
  storedUsage,
  today,
  usd100,
  wide,
} from '../support/orders/fixture.ts';
import { type OrderProcess, startOrderProcess } from '../support/orders/process.ts';

const usd = 1_000_000;

function kindsOf(answers: readonly { readonly kind: string }[]): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const { kind } of answers) kinds[kind] = (kinds[kind] ?? 0) + 1;
  return kinds;
}

/**
 * Starts the work so that on PostgreSQL eight sessions are in the middle of it before any may
 * continue; otherwise the first would be done before the second has its connection.
 */
async function together<Result>(gatekeeper: Store, work: () => Promise<Result>): Promise<Result> {
  if (gatekeeper.dialect === 'sqlite') return work();
  const gate = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const closed = gatekeeper.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('engine').select('epoch').forUpdate().execute();
    held.resolve();
    await gate.promise;
  });
  await held.promise;
  const result = work();
  try {
    await waitUntilBlocked(gatekeeper.db, 8);
  } finally {
    gate.resolve();
  }
  await closed;
  return result;
}

eachDatabase('orders at the same moment', (database) => {
  const open = async () => {
    const store = await database.open();
    await addAccounts(store, accountId);
    const { epoch } = await store.own();
    return { store, epoch, orders: createOrderStore(store) };
  };

  it('never pass the daily limit, through one pool of connections or two', async () => {
    const { epoch, orders, store } = await open();
    const second = createOrderStore(await database.open());
    const answers = await together(await database.open(), () =>
      Promise.all(
        Array.from({ length: 200 }, (_, i) => {
          const intent = newIntent(`o-${i}`, { reservedMicroUsd: 30 * usd });
          return (i % 2 === 0 ? orders : second).reserve(epoch, intent, usd100);
        }),
      ),
    );
    expect(kindsOf(answers)).toEqual({ recorded: 3, overLimit: 197 });
    expect(await orders.usage(accountId, today)).toEqual({ usedMicroUsd: 90 * usd, orders: 3 });
    expect(await storedUsage(store)).toEqual(await expectedUsage(store));
  });

  it('never pass the number that may be open, of whichever days they are', async () => {
    const { epoch, orders } = await open();
    const answers = await together(await database.open(), () =>
      Promise.all(
        Array.from({ length: 60 }, (_, i) => {
          const intent = newIntent(`o-${i}`, { day: `2023-11-${10 + (i % 20)}` });
          return orders.reserve(epoch, intent, { ...wide, openOrdersMax: 5 });
        }),
      ),
    );
    expect(kindsOf(answers)).toEqual({ recorded: 5, tooManyOpen: 55 });
    expect(await orders.live(accountId)).toHaveLength(5);
  });

  it('with one client id are one order, of whichever days they are', async () => {
    const { epoch, orders } = await open();
    const names = [...'abcdefgh'];
    const answers = await together(await database.open(), () =>
      Promise.all(
        names.map((name, day) => {
          const intent = newIntent(name, { clientOrderId: 'mine', day: `2023-11-1${day}` });
          return orders.reserve(epoch, intent, wide);
        }),
      ),
    );
    expect(kindsOf(answers)).toEqual({ recorded: 1, exists: 7 });
    const kept = await orders.find(accountId, 'mine');
    for (const answer of answers) {
      if (answer.kind === 'exists') expect(answer.order.id).toBe(kept?.id);
    }
    const days = names.map((_, day) => orders.usage(accountId, `2023-11-1${day}`));
    const counts = (await Promise.all(days)).map((each) => each.orders);
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  it('take many outcomes of one order at once, and settle it once', async () => {
    const { store, epoch, orders } = await open();
    const second = createOrderStore(await database.open());
    const intent = newIntent('one', { quantity: '20', reservedMicroUsd: 200 * usd });
    await orders.reserve(epoch, intent, wide);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const filled = (i % 20) + 1;
        const status = filled === 20 ? 'closed' : 'open';
        const said = { status, filled: `${filled}`, cost: `${9 * filled}` } as const;
        const through = i % 2 === 0 ? orders : second;
        return through.record(epoch, intent.id, newOutcome({ ...said, atMs: startMs + i }));
      }),
    );
    const order = await orders.find(accountId, 'one');
    expect(order).toMatchObject({ status: 'closed', filled: '20', cost: '180' });
    expect(await storedUsage(store)).toEqual({ [`${accountId} ${today}`]: 180 * usd });
  });
});

describe('orders of two processes on one PostgreSQL', () => {
  const database = databasePerTest('postgres');
  const children: OrderProcess[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });
  const owned = async (): Promise<{ store: Store; epoch: number }> => {
    const store = await database.open();
    await addAccounts(store, accountId);
    return { store, epoch: (await store.own()).epoch };
  };

  it('never pass the daily limit together', async () => {
    const { store } = await owned();
    const start = (prefix: string) => {
      const job = { kind: 'reserve', prefix, count: 100, accountId: accountId } as const;
      const child = startOrderProcess({ ...job, place: database.place() });
      children.push(child);
      return child;
    };
    const pair = [start('a'), start('b')];
    for (const child of pair) await child.heard('ready');
    for (const child of pair) child.go();
    const tallies = await Promise.all(pair.map((child) => child.heard('recorded')));
    const counts = tallies.map((line) => (line.match(/\d+/g) ?? []).map(Number));
    const sum = (index: number) => counts.reduce((total, each) => total + (each[index] ?? 0), 0);
    expect([sum(0), sum(1)]).toEqual([10, 190]);
    expect(await storedUsage(store)).toEqual({ [`${accountId} ${today}`]: 100 * usd });
  });

  it('are refused to the one that was replaced', async () => {
    const { store, epoch } = await owned();
    const orders = createOrderStore(store);
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    const tooEarly = await startStoreChild('own', database.place());
    expect(tooEarly.said).toBe('OwnedElsewhereError');
    await tooEarly.kill();
    // The lock ends with the connection, here as in a process that lost its network.
    await store.close();
    const heir = await startStoreChild('own', database.place());
    expect(heir.said).toBe(`owned ${epoch + 1}`);
    const late = createOrderStore(await database.open());
    const outcomes = [
      late.reserve(epoch, newIntent('two'), wide),
      late.record(epoch, intent.id, newOutcome()),
    ];
    for (const outcome of await Promise.allSettled<unknown>(outcomes)) {
      expect(outcome).toMatchObject({ reason: expect.any(StaleEpochError) });
    }
    expect(await late.live(accountId)).toMatchObject([{ id: intent.id, status: 'pending' }]);
    await heir.kill();
  });

  it('cannot be stored between a takeover and its end', async () => {
    const { store, epoch } = await owned();
    const orders = createOrderStore(store);
    const intent = newIntent('one');
    await orders.reserve(epoch, intent, wide);
    // 1. A takeover has raised the epoch but is not committed.
    const [gate, raised] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const heir = await database.open();
    const takeover = heir.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('engine')
        .set({ epoch: epoch + 1 })
        .execute();
      raised.resolve();
      await gate.promise;
    });
    await raised.promise;
    // 2. The old owner's writes wait for it instead of slipping in before.
    const late = Promise.allSettled<unknown>([
      orders.reserve(epoch, newIntent('two'), wide),
      orders.record(epoch, intent.id, newOutcome()),
    ]);
    await waitUntilBlocked(store.db, 2);
    gate.resolve();
    await takeover;
    for (const outcome of await late) {
      expect(outcome).toMatchObject({ reason: expect.any(StaleEpochError) });
    }
    expect(await orders.live(accountId)).toMatchObject([{ id: intent.id, status: 'pending' }]);
  });
});
