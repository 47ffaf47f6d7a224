import { describe, expect, test } from 'vitest';
import {
  anyone,
  createAlgorithmBench,
  draftOf,
  openHost,
} from '../../../test/support/algorithms/bench.ts';
import { childOf, recordOf, runOf } from '../../../test/support/algorithms/records.ts';
import { startMs } from '../../../test/support/orders/fixture.ts';
import { timepace } from './timepace/definition.ts';
import type { AlgorithmDraft, AlgorithmRecord } from './types.ts';

const { params } = draftOf().started;

/** Returns a TimePace as another process left it. */
function leftOver(id: string, changes: Partial<AlgorithmRecord> = {}): AlgorithmRecord {
  const made = { type: 'timepace', params, quantity: '1', ...changes } as const;
  const record = recordOf(id, made);
  return { ...record, state: timepace.initialState(params, { ...record, quantity: 1 }) };
}

async function begun(bench = createAlgorithmBench()) {
  const host = openHost(bench);
  await bench.settle();
  return { bench, host };
}

const named = (clientId: string, changes: Partial<AlgorithmDraft> = {}) =>
  draftOf({ clientId, ...changes });

describe('starting', () => {
  test('is stored and running when it is answered, with its state as callers see it', async () => {
    const { bench, host } = await begun();
    const { record, state } = await host.start(draftOf(), anyone);
    expect(bench.world.records.get(record.id)).toMatchObject({ status: 'RUNNING' });
    expect(Object.keys(state)).not.toEqual([]);
    await bench.clock.advance(1_000);
    expect(bench.world.sent).toEqual([`${record.id}.1`]);
    await bench.clock.advance(120_000);
    const details = await host.show(record.id, anyone);
    expect(details.record).toMatchObject({ status: 'COMPLETED', run: { filled: '1' } });
    expect(details.children).toHaveLength(2);
    expect(details.events[0]).toMatchObject({ number: 1, kind: 'started' });
    expect(bench.held()).toBe(0);
    expect(bench.observed).toEqual(['algorithmStarted', 'algorithmEnded']);
  });

  test('answers with the first for the same client id, at the same moment too', async () => {
    const { bench, host } = await begun();
    const both = [named('mine'), named('mine')].map((draft) => host.start(draft, anyone));
    const [first, second] = await Promise.all(both);
    const third = await host.start(named('mine'), anyone);
    expect(second?.record.id).toBe(first?.record.id);
    expect(third.record.id).toBe(first?.record.id);
    await bench.clock.advance(1_000);
    expect(bench.world.sent).toHaveLength(1);
    expect(bench.held()).toBe(1);
    const other = named('mine', { quantity: 2 });
    await expect(host.start(other, anyone)).rejects.toMatchObject({
      code: 'DUPLICATE_CLIENT_ALGORITHM_ID',
      data: { order_id: first?.record.id },
    });
    const stranger = { actorId: 'key-2', owner: 'main', reaches: () => false };
    await expect(host.start(named('mine'), stranger)).rejects.toMatchObject({ data: undefined });
  });

  test('lets go of the books when it cannot be stored', async () => {
    const { bench, host } = await begun();
    bench.world.doors.set('create', () => Promise.reject(new Error('the database is gone')));
    await expect(host.start(draftOf(), anyone)).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
    });
    expect(bench.held()).toBe(0);
  });

  test('runs when it is stored and only the answer is lost', async () => {
    const { bench, host } = await begun();
    bench.world.doors.set('answered.create', () => Promise.reject(new Error('gone')));
    const { record } = await host.start(draftOf(), anyone);
    await bench.clock.advance(1_000);
    expect(bench.world.sent).toEqual([`${record.id}.1`]);
  });

  test('names the algorithm when nobody knows whether it is stored', async () => {
    const { bench, host } = await begun();
    bench.world.doors.set('answered.create', () => Promise.reject(new Error('gone')));
    bench.world.doors.set('find', () => Promise.reject(new Error('gone')));
    const [id] = [await host.start(draftOf(), anyone).catch((error) => error.data.order_id)];
    expect(bench.world.records.get(id)).toMatchObject({ status: 'RUNNING' });
    bench.world.doors.clear();
    await bench.clock.advance(61_000);
    expect(bench.world.sent).toEqual([`${id}.1`]);
  });

  test('is not taken up a second time while its answer is on its way', async () => {
    const { bench, host } = await begun();
    const answered = Promise.withResolvers<void>();
    bench.world.doors.set('answered.create', () => answered.promise);
    const started = host.start(draftOf(), anyone);
    await bench.clock.advance(61_000);
    expect(bench.world.sent).toEqual([]);
    answered.resolve();
    const { record } = await started;
    await bench.clock.advance(1_000);
    expect(bench.world.sent).toEqual([`${record.id}.1`]);
    expect(bench.held()).toBe(1);
  });
});

describe('bounds', () => {
  test('a thousand are under way at once, those that are about to be stored included', async () => {
    const { host } = await begun();
    const all = Array.from({ length: 1_001 }, () =>
      host.start(draftOf(), anyone).catch((error: unknown) => error),
    );
    const refused = (await Promise.all(all)).filter((each) => each instanceof Error);
    expect(refused).toEqual([expect.objectContaining({ code: 'RATE_LIMITED' })]);
  });

  test('a key that is bound to accounts takes half of them at most', async () => {
    const { host } = await begun();
    const bound = { ...anyone, owner: 'key-2' };
    const all = Array.from({ length: 501 }, () =>
      host.start(draftOf(), bound).catch((error: unknown) => error),
    );
    const refused = (await Promise.all(all)).filter((each) => each instanceof Error);
    const message =
      'Limit of 500 running algorithms of this key reached, of 1000 for all keys. ' +
      'Try again when some of its own have ended.';
    expect(refused).toEqual([expect.objectContaining({ code: 'RATE_LIMITED', message })]);
    expect(await host.start(draftOf(), anyone)).toMatchObject({ record: { owner: 'main' } });
  });
});

describe('verbs', () => {
  test('answer with why when the database cannot be read', async () => {
    const { bench, host } = await begun();
    bench.world.doors.set('find', () => Promise.reject(new Error('gone')));
    const code = 'STORE_UNAVAILABLE';
    await expect(host.show('any', anyone)).rejects.toMatchObject({ code });
    await expect(host.cancel('any', anyone)).rejects.toMatchObject({ code });
  });

  test('on an algorithm that there is not, or that a key does not reach, find none', async () => {
    const { host } = await begun();
    const { record } = await host.start(draftOf(), anyone);
    const code = 'ALGORITHM_NOT_FOUND';
    const stranger = { actorId: 'key-2', owner: 'main', reaches: () => false };
    for (const verb of ['pause', 'resume', 'cancel', 'show'] as const) {
      await expect(host[verb]('nothing', anyone)).rejects.toMatchObject({ code });
      await expect(host[verb](record.id, stranger)).rejects.toMatchObject({ code });
    }
  });

  test('on one that has ended say so', async () => {
    const { host } = await begun();
    const { record } = await host.start(draftOf(), anyone);
    const cancelled = await host.cancel(record.id, anyone);
    expect(cancelled.record).toMatchObject({ status: 'CANCELLED' });
    for (const verb of ['pause', 'resume', 'cancel'] as const) {
      await expect(host[verb](record.id, anyone)).rejects.toMatchObject({
        code: 'ALGORITHM_STATE',
        data: { status: 'CANCELLED' },
      });
    }
  });

  test('answer that they cannot be written yet, and are carried out when they can', async () => {
    const { bench, host } = await begun();
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    bench.world.doors.set('save', () => Promise.reject(new Error('the database is gone')));
    const asked = host.pause(record.id, anyone).catch((error: unknown) => error);
    await bench.clock.advance(10_000);
    expect(await asked).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    bench.world.doors.clear();
    await bench.clock.advance(20_000);
    expect(bench.world.records.get(record.id)?.status).toBe('PAUSED');
  });

  test('pause answers with cancels still under way after ten seconds', async () => {
    const { bench, host } = await begun();
    bench.world.fate = () => 'rests';
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    bench.world.doors.set('cancel', () => Promise.reject(new Error('no answer')));
    let isAnswered = false;
    const asked = host.pause(record.id, anyone).finally(() => {
      isAnswered = true;
    });
    await bench.clock.advance(9_999);
    expect(isAnswered).toBe(false);
    await bench.clock.advance(1);
    expect((await asked).record.status).toBe('PAUSED');
  });
});

describe('after a restart', () => {
  test('each child is what the order says, and nothing is sent twice', async () => {
    const before = createAlgorithmBench();
    before.world.fate = () => 'rests';
    const first = await begun(before);
    const { record } = await first.host.start(draftOf(), anyone);
    await before.settle();
    const { world } = before;
    world.listeners.clear();
    // A second child that was stored; the process died before it was sent.
    const number = 2;
    const intended = childOf(record.id, number, { quantity: '0.5' });
    world.children.set(intended.clientOrderId, intended);
    const stored = world.records.get(record.id) ?? record;
    const bumped = { ...stored, run: { ...stored.run, nextChild: 3 } };
    world.records.set(record.id, bumped);
    world.tell(`${record.id}.1`, { status: 'closed', filled: '0.5', cost: '50.5' });
    world.epoch = 2;
    const { host } = await begun(createAlgorithmBench(world));
    const { children, record: now } = await host.show(record.id, anyone);
    expect(children[0]).toMatchObject({ stage: 'over', filled: '0.5' });
    expect(children[1]).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(now.run.filled).toBe('0.5');
    expect(world.sent.filter((name) => name === `${record.id}.2`)).toEqual([]);
    expect(new Set(world.sent).size).toBe(world.sent.length);
  });

  test('one that cannot be read keeps no other from running on', async () => {
    const bench = createAlgorithmBench();
    bench.world.records.set('bad', leftOver('bad'));
    bench.world.records.set('good', leftOver('good', { status: 'PAUSED' }));
    bench.world.doors.set('children bad', () => Promise.reject(new Error('not readable')));
    const { host } = await begun(bench);
    await expect(host.pause('bad', anyone)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect((await host.pause('good', anyone)).record.status).toBe('PAUSED');
    expect(bench.observed).toContain('algorithmFaulted: not readable');
  });

  test('is tried again when the database cannot be read, and no time is made up for', async () => {
    const bench = createAlgorithmBench();
    const savedAtMs = startMs - 3_600_000;
    const run = runOf({ savedAtMs, elapsedMs: 1_000 });
    bench.world.records.set('left', leftOver('left', { status: 'PAUSED', run }));
    const other = leftOver('other', { run });
    bench.world.records.set('other', other);
    bench.world.beatAtMs = savedAtMs + 4_000;
    bench.world.doors.set('children other', () => Promise.reject(new Error('gone')));
    const { host } = await begun(bench);
    // This process reports that it lives, for the algorithms that it runs.
    await bench.clock.advance(30_000);
    expect(bench.world.beatAtMs).toBeGreaterThan(startMs);
    bench.world.doors.clear();
    await bench.clock.advance(30_000);
    const { record } = await host.show('other', anyone);
    expect(record.run.elapsedMs).toBe(5_000);
  });

  test('says nothing of its own time before it knows what the last process said', async () => {
    const bench = createAlgorithmBench();
    bench.world.doors.set('lastBeat', () => Promise.reject(new Error('gone')));
    const { host } = await begun(bench);
    await host.start(draftOf(), anyone);
    await bench.clock.advance(30_000);
    expect(bench.world.beatAtMs).toBeUndefined();
  });

  test('takes nothing up that ended while it was being looked for', async () => {
    const { bench, host } = await begun();
    const { record } = await host.start(draftOf(), anyone);
    await bench.clock.advance(59_000);
    const listed = Promise.withResolvers<void>();
    bench.world.doors.set('answered.unfinished', () => listed.promise);
    // The sweep lists it as unfinished. Its second child fills and it ends before the list is
    // answered.
    await bench.clock.advance(30_000);
    expect(bench.world.records.get(record.id)?.status).toBe('COMPLETED');
    listed.resolve();
    await bench.clock.advance(60_000);
    expect(bench.world.sent).toEqual([`${record.id}.1`, `${record.id}.2`]);
    expect(bench.held()).toBe(0);
  });
});

describe('fills after the end', () => {
  test('count, and are told as late', async () => {
    const { bench, host } = await begun();
    bench.world.fate = () => 'rests';
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    await host.cancel(record.id, anyone);
    const told: string[] = [];
    host.news.onChange((_snapshot, events) => told.push(...events.map(({ kind }) => kind)));
    const [order] = bench.world.sent;
    bench.world.tell(order ?? '', { filled: '0.2', cost: '20.2' });
    bench.world.tell(order ?? '', { filled: '0.2', cost: '20.2' });
    await bench.settle();
    const { record: now } = await host.show(record.id, anyone);
    expect(now).toMatchObject({ status: 'CANCELLED', run: { filled: '0.2' } });
    expect(told).toEqual(['late_fill']);
  });

  test('are found when nobody heard of them', async () => {
    const { bench, host } = await begun();
    bench.world.fate = () => 'rests';
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    await host.cancel(record.id, anyone);
    bench.world.listeners.clear();
    bench.world.tell(bench.world.sent[0] ?? '', { filled: '0.2', cost: '20.2' });
    await bench.clock.advance(61_000);
    expect(bench.world.records.get(record.id)?.run.filled).toBe('0.2');
  });
});

describe('stopping', () => {
  test('cancels what rests, and keeps no timer and no book', async () => {
    const { bench, host } = await begun();
    bench.world.fate = () => 'rests';
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    await host.stop();
    expect(bench.world.orders.get(`${record.id}.1`)?.status).toBe('canceled');
    expect(bench.world.records.get(record.id)?.status).toBe('RUNNING');
    await bench.settle();
    expect(bench.held()).toBe(0);
    expect(bench.clock.pending()).toBe(0);
    await expect(host.start(draftOf(), anyone)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await expect(host.pause(record.id, anyone)).rejects.toMatchObject({
      code: /SHUTTING_DOWN|STORE/,
    });
  });

  test('leaves resting orders where they are when another process goes on with them', async () => {
    const { bench, host } = await begun();
    bench.world.fate = () => 'rests';
    const { record } = await host.start(draftOf(), anyone);
    await bench.settle();
    await host.stop(true);
    const resting = `${record.id}.1`;
    expect(bench.world.orders.get(resting)?.status).toBe('open');
    expect(bench.held()).toBe(0);
    expect(bench.clock.pending()).toBe(0);
    await expect(host.start(draftOf(), anyone)).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });

    const next = await begun(bench);
    expect(bench.world.sent).toEqual([resting]);
    await next.host.cancel(record.id, anyone);
    expect(bench.world.orders.get(resting)?.status).toBe('canceled');
    expect(bench.world.records.get(record.id)?.status).toBe('CANCELLED');
  });

  test('is not held up for ever by a database that does not answer', async () => {
    const bench = createAlgorithmBench();
    const child = childOf('left', 1);
    bench.world.records.set('left', leftOver('left', { run: runOf({ nextChild: 2 }) }));
    bench.world.children.set(child.clientOrderId, child);
    bench.world.doors.set('findOrder', () => Promise.reject(new Error('the database is gone')));
    const { host } = await begun(bench);
    let isStopped = false;
    const stopped = host.stop().then(() => {
      isStopped = true;
    });
    await bench.clock.advance(20_000);
    expect(isStopped).toBe(true);
    await stopped;
    expect(bench.held()).toBe(0);
    expect(bench.clock.pending()).toBe(0);
  });

  test('leaves a start that is stored meanwhile to the next process, unsent', async () => {
    const { bench, host } = await begun();
    const answered = Promise.withResolvers<void>();
    bench.world.doors.set('answered.create', () => answered.promise);
    const started = host.start(draftOf(), anyone);
    await bench.settle();
    const stopped = host.stop();
    answered.resolve();
    const { record } = await started;
    await stopped;
    await bench.clock.advance(60_000);
    expect(bench.world.sent).toEqual([]);
    expect(bench.world.records.get(record.id)?.status).toBe('RUNNING');
  });
});
