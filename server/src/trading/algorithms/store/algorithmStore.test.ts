import { expect, it } from 'vitest';
import {
  childOf,
  endedRecord,
  entryOf,
  fullChild,
  fullRecord,
  recordOf,
  runOf,
  saveOf,
} from '../../../../test/support/algorithms/records.ts';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import { startMs } from '../../../../test/support/orders/fixture.ts';
import { StaleEpochError, type Store } from '../../../store/types.ts';
import { createAlgorithmStore } from './algorithmStore.ts';

eachDatabase('stored algorithms', (database) => {
  const open = async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    return { store, epoch, ...on(store) };
  };

  it('come back as they were, by our id and by the name of their caller', async () => {
    const { epoch, algorithms } = await open();
    const [full, bare] = [fullRecord('a-1', 'mine'), recordOf('a-2')];
    const children = [fullChild('a-1', 1), childOf('a-1', 2)];
    const events = [entryOf(1, { kind: 'started' }), entryOf(2)];
    const created = await algorithms.create(epoch, saveOf(full, { children, events }));
    expect(created).toEqual({ kind: 'recorded' });
    await algorithms.create(epoch, saveOf(bare));
    expect(await algorithms.find('a-1')).toStrictEqual(full);
    expect(await algorithms.find('mine', 'main')).toStrictEqual(full);
    expect(await algorithms.find('a-2')).toStrictEqual(bare);
    expect(await algorithms.find('nobody', 'main')).toBeUndefined();
    expect(await algorithms.children('a-1')).toStrictEqual(children);
    expect(await algorithms.events('a-1', 9)).toStrictEqual(events);
    expect(await algorithms.children('a-2')).toEqual([]);
    expect(await algorithms.events('a-2', 9)).toEqual([]);
  });

  it('change with every step: parent, children and history at once', async () => {
    const { epoch, algorithms } = await open();
    const first = fullRecord('a-1', 'mine');
    await algorithms.create(epoch, saveOf(first, { children: [fullChild('a-1', 1)] }));
    const next = recordOf('a-1', {
      ...first,
      status: 'PAUSED',
      reason: undefined,
      updatedAtMs: startMs + 90,
      state: { phase: 'second' },
      run: runOf({ nextChild: 12, nextEvent: 3 }),
    });
    const children = [childOf('a-1', 1, { stage: 'live', filled: '0.7' }), childOf('a-1', 11)];
    await algorithms.save(epoch, saveOf(next, { children, events: [entryOf(1), entryOf(2)] }));
    await algorithms.save(epoch, saveOf(next, { children: [childOf('a-1', 2)] }));
    expect(await algorithms.find('mine', 'main')).toStrictEqual(next);
    const [one, eleven] = children;
    expect(await algorithms.children('a-1')).toStrictEqual([one, childOf('a-1', 2), eleven]);
    expect(await algorithms.events('a-1', 9)).toStrictEqual([entryOf(1), entryOf(2)]);
  });

  it('tell the newest of their history, oldest first', async () => {
    const { epoch, algorithms } = await open();
    const events = Array.from({ length: 12 }, (_, index) => entryOf(index + 1));
    await algorithms.create(epoch, saveOf(recordOf('a-1'), { events }));
    await algorithms.create(epoch, saveOf(recordOf('a-2'), { events: [entryOf(13)] }));
    expect(await algorithms.events('a-1', 3)).toStrictEqual(events.slice(-3));
  });

  it('keep history that holds what no database would take', async () => {
    const { epoch, algorithms } = await open();
    const text = 'cut \ud83d, zero \0, "quoted" \\u0000 \n 😀';
    await algorithms.create(epoch, saveOf(recordOf('a-1'), { events: [entryOf(1, { text })] }));
    const [stored] = await algorithms.events('a-1', 1);
    expect(stored?.text).toBe('cut \ufffd, zero \ufffd, "quoted" \\u0000 \n 😀');
  });

  it('stay the same when a step is saved again', async () => {
    const { store, epoch, algorithms } = await open();
    await algorithms.create(epoch, saveOf(recordOf('a-1'), { events: [entryOf(1)] }));
    const step = saveOf(recordOf('a-1', { updatedAtMs: startMs + 5 }), {
      children: [childOf('a-1', 1), fullChild('a-1', 2)],
      events: [entryOf(2), entryOf(3)],
    });
    await algorithms.save(epoch, step);
    const once = await tablesOf(store);
    await algorithms.save(epoch, step);
    expect(await tablesOf(store)).toEqual(once);
    const ending = saveOf(endedRecord(step.record, 'FAILED', startMs + 9), {
      events: [entryOf(4, { kind: 'ended' })],
    });
    await algorithms.save(epoch, ending);
    const ended = await tablesOf(store);
    await algorithms.save(epoch, ending);
    expect(await tablesOf(store)).toEqual(ended);
    expect(ended).not.toEqual(once);
  });

  it('are refused from an old owner, with nothing written', async () => {
    const { store, epoch, algorithms } = await open();
    const children = [childOf('a-1', 1)];
    const first = saveOf(recordOf('a-1'), { children, events: [entryOf(1)] });
    const empty = await tablesOf(store);
    for (const stale of [epoch - 1, epoch + 1]) {
      await expect(algorithms.create(stale, first)).rejects.toBeInstanceOf(StaleEpochError);
    }
    expect(await tablesOf(store)).toEqual(empty);
    await algorithms.create(epoch, first);
    const before = await tablesOf(store);
    const step = saveOf(endedRecord(recordOf('a-1'), 'COMPLETED', 9), {
      children: [fullChild('a-1', 1), childOf('a-1', 2)],
      events: [entryOf(2)],
    });
    for (const stale of [epoch - 1, epoch + 1]) {
      await expect(algorithms.save(stale, step)).rejects.toBeInstanceOf(StaleEpochError);
      await expect(algorithms.beat(stale, 1)).rejects.toBeInstanceOf(StaleEpochError);
    }
    expect(await tablesOf(store)).toEqual(before);
    expect(await algorithms.lastBeat()).toBeUndefined();
  });

  it('are stored whole or not at all', async () => {
    const { store, epoch, algorithms } = await open();
    const before = await tablesOf(store);
    const children = [childOf('a-1', 1), childOf('a-1', 1.5)];
    const half = saveOf(recordOf('a-1'), { children, events: [entryOf(1)] });
    await expect(algorithms.create(epoch, half)).rejects.toThrow(/real|bigint/i);
    expect(await tablesOf(store)).toEqual(before);
    await algorithms.create(epoch, saveOf(recordOf('a-1')));
    const created = await tablesOf(store);
    await expect(algorithms.save(epoch, half)).rejects.toThrow(/real|bigint/i);
    const late = saveOf(recordOf('a-1', { updatedAtMs: 9 }), { events: [entryOf(1.5)] });
    await expect(algorithms.save(epoch, late)).rejects.toThrow(/real|bigint/i);
    expect(await tablesOf(store)).toEqual(created);
  });

  it('are not written with a number that JSON does not know', async () => {
    const { store, epoch, algorithms } = await open();
    const before = await tablesOf(store);
    const endless = saveOf(recordOf('a-1', { state: { until: Number.POSITIVE_INFINITY } }));
    await expect(algorithms.create(epoch, endless)).rejects.toThrow('until of the algorithm a-1');
    const unpriced = [childOf('a-1', 1, { price: Number.NaN })];
    const priceless = saveOf(recordOf('a-1'), { children: unpriced });
    await expect(algorithms.create(epoch, priceless)).rejects.toThrow('price of child 1');
    expect(await tablesOf(store)).toEqual(before);
  });

  it('are one for each name, however many come at the same moment', async () => {
    const { store, epoch, algorithms } = await open();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const parts = { children: [childOf(`a-${i}`, 1)], events: [entryOf(1)] };
        return algorithms.create(epoch, saveOf(fullRecord(`a-${i}`, 'mine'), parts));
      }),
    );
    expect(made.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    const first = await algorithms.find('mine', 'main');
    for (const each of made) if (each.kind === 'exists') expect(each.record).toStrictEqual(first);
    const tables = await tablesOf(store);
    expect(Object.values(tables).map(({ length }) => length)).toEqual([1, 2, 1, 1]);
  });

  it('need no name, and may be many without', async () => {
    const { store, epoch, algorithms } = await open();
    for (const id of ['a-1', 'a-2']) await algorithms.create(epoch, saveOf(recordOf(id)));
    const before = await tablesOf(store);
    const again = saveOf(recordOf('a-1'), { events: [entryOf(1)] });
    await expect(algorithms.create(epoch, again)).rejects.toThrow(/unique/i);
    expect(await tablesOf(store)).toEqual(before);
  });

  it('are found by our id even where somebody gave another that name', async () => {
    const { epoch, algorithms } = await open();
    await algorithms.create(epoch, saveOf(fullRecord('a-2', 'a-1')));
    await algorithms.create(epoch, saveOf(recordOf('a-1')));
    expect((await algorithms.find('a-1'))?.id).toBe('a-1');
  });

  it('stay as they ended, whatever is saved after that', async () => {
    const { store, epoch, algorithms } = await open();
    const record = recordOf('a-1');
    await algorithms.create(epoch, saveOf(record, { children: [childOf('a-1', 1)] }));
    await algorithms.save(epoch, saveOf(endedRecord(record, 'CANCELLED', startMs + 9)));
    const before = await tablesOf(store);
    const parts = { children: [fullChild('a-1', 1)], events: [entryOf(7)] };
    const others = [record, { ...record, status: 'CANCELLING' as const }];
    for (const other of [...others, endedRecord(record, 'COMPLETED', startMs + 20)]) {
      await algorithms.save(epoch, saveOf(other, parts));
      expect(await tablesOf(store)).toEqual(before);
    }
  });

  it('take a fill that is heard of after their end', async () => {
    const { epoch, algorithms } = await open();
    const record = recordOf('a-1');
    await algorithms.create(epoch, saveOf(record, { children: [childOf('a-1', 1)] }));
    const ended = endedRecord(record, 'CANCELLED', startMs + 9);
    await algorithms.save(epoch, saveOf(ended));
    const late = { ...ended, updatedAtMs: startMs + 30, run: runOf({ filled: '0.3' }) };
    const children = [fullChild('a-1', 1)];
    const events = [entryOf(1, { kind: 'late_fill' })];
    const moved = { ...late, endedAtMs: startMs + 30 };
    await algorithms.save(epoch, saveOf(moved, { children, events }));
    expect(await algorithms.find('a-1')).toStrictEqual(late);
    expect(await algorithms.children('a-1')).toStrictEqual(children);
    expect(await algorithms.events('a-1', 9)).toStrictEqual(events);
  });

  it('that nobody created are not begun by a step', async () => {
    const { store, epoch, algorithms } = await open();
    const before = await tablesOf(store);
    const parts = { children: [childOf('a-1', 1)], events: [entryOf(1)] };
    await algorithms.save(epoch, saveOf(recordOf('a-1'), parts));
    expect(await tablesOf(store)).toEqual(before);
  });

  it('are taken up by the next owner until they have ended, oldest first', async () => {
    const { store, epoch, algorithms } = await open();
    const times = { 'a-1': 8, 'a-2': 7, 'a-3': 6, 'a-4': 5, 'a-5': 8 };
    for (const [id, createdAtMs] of Object.entries(times)) {
      await algorithms.create(epoch, saveOf(recordOf(id, { createdAtMs })));
    }
    const paused = recordOf('a-1', { createdAtMs: 8, status: 'PAUSED', reason: 'asked for' });
    await algorithms.save(epoch, saveOf(paused));
    await algorithms.save(epoch, saveOf(endedRecord(recordOf('a-2'), 'FAILED', 9)));
    await algorithms.save(epoch, saveOf(endedRecord(recordOf('a-4'), 'COMPLETED', 9)));
    await store.close();
    const next = on(await database.open());
    const found = await next.algorithms.unfinished();
    expect(found.map(({ id }) => id)).toEqual(['a-3', 'a-1', 'a-5']);
    expect(found[1]).toStrictEqual(paused);
  });

  it('are taken up though somebody edited another, which is told', async () => {
    const { store, epoch, algorithms, unreadable } = await open();
    for (const id of ['a-1', 'a-2', 'a-3']) await algorithms.create(epoch, saveOf(recordOf(id)));
    const rows = store.db.updateTable('algorithm_orders').where('id', '=', 'a-2');
    const wrongs = [
      { record_json: '{"side":"up"}' },
      { record_json: 'no JSON' },
      { type: 'guess' },
    ];
    for (const wrong of wrongs) {
      await rows.set(wrong).execute();
      expect((await algorithms.unfinished()).map(({ id }) => id)).toEqual(['a-1', 'a-3']);
      const { records } = await algorithms.list({ page: 0, size: 9 });
      expect(records.map(({ id }) => id)).toEqual(['a-3', 'a-1']);
      await expect(algorithms.find('a-2')).rejects.toThrow();
    }
    expect(unreadable).toHaveLength(6);
    expect(unreadable[0]).toBe('a-2: Error: the stored algorithm a-2 has no valid side.');
  });

  it('remember when their owner last said that they run', async () => {
    const { store, epoch, algorithms } = await open();
    expect(await algorithms.lastBeat()).toBeUndefined();
    for (const atMs of [startMs, startMs + 5_000]) await algorithms.beat(epoch, atMs);
    expect(await algorithms.lastBeat()).toBe(startMs + 5_000);
    await store.db.updateTable('engine_state').set({ value: 'noon' }).execute();
    expect(await algorithms.lastBeat()).toBeUndefined();
  });
});

function on(store: Store) {
  const unreadable: string[] = [];
  const algorithms = createAlgorithmStore(store, {
    algorithmUnreadable: (id, error) => unreadable.push(`${id}: ${String(error)}`),
  });
  return { algorithms, unreadable };
}

async function tablesOf({ db }: Store) {
  return {
    orders: await db.selectFrom('algorithm_orders').selectAll().orderBy('id').execute(),
    accounts: await db.selectFrom('algorithm_accounts').selectAll().orderBy('account_id').execute(),
    children: await db
      .selectFrom('algorithm_children')
      .selectAll()
      .orderBy('parent_id')
      .orderBy('number')
      .execute(),
    events: await db
      .selectFrom('algorithm_events')
      .selectAll()
      .orderBy('parent_id')
      .orderBy('number')
      .execute(),
  };
}
