import { describe, expect, test } from 'vitest';
import {
  anyone,
  createAlgorithmBench,
  draftOf,
  openHost,
} from '../../../../test/support/algorithms/bench.ts';
import { type AlgorithmWorld, filled } from '../../../../test/support/algorithms/world.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import { AppError } from '../../../kit/errors.ts';

/** Lets a process die while an order of each of its algorithms rests. Returns their ids. */
async function leave(world: AlgorithmWorld, count = 1): Promise<string[]> {
  const bench = createAlgorithmBench(world);
  world.fate = () => 'rests';
  const host = openHost(bench);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    ids.push((await host.start(draftOf(), anyone)).record.id);
  }
  await bench.clock.advance(1_000);
  world.listeners.clear();
  world.epoch += 1;
  world.calls.length = 0;
  return ids;
}

async function lives(count = 1) {
  const { world } = createAlgorithmBench();
  const ids = await leave(world, count);
  const [id = ''] = ids;
  const bench = createAlgorithmBench(world);
  const filledOf = (name = id) => world.records.get(name)?.run.filled;
  const isRecovered = (name = id) =>
    (world.lines.get(name) ?? []).some(({ kind }) => kind === 'recovered');
  return { world, bench, ids, id, filledOf, isRecovered };
}

describe('an algorithm that is taken up', () => {
  test('knows at its first step of a fill whose news died with the last process', async () => {
    const { world, bench, id, filledOf, isRecovered } = await lives();
    world.missed.set(`${id}.1`, filled('0.5', 101));
    openHost(bench);
    await bench.settle();
    expect([isRecovered(), filledOf()]).toEqual([true, '0.5']);
    expect(world.calls.filter((call) => call === 'order')).toHaveLength(1);
  });

  test('asks once more of what was just withdrawn: a fill may be told after that', async () => {
    const { world, bench, id, filledOf } = await lives();
    const [child, order] = [world.children.get(`${id}.1`), world.orders.get(`${id}.1`)];
    if (!child || !order) throw new Error('an order rests');
    world.orders.set(`${id}.1`, { ...order, status: 'canceled' });
    world.children.set(`${id}.1`, { ...child, stage: 'over', orderStatus: 'canceled' });
    world.missed.set(`${id}.1`, filled('0.5', 101));
    openHost(bench);
    await bench.settle();
    expect(filledOf()).toBe('0.5');
  });

  test('goes on after two seconds without the word of its exchange, and hears it later', async () => {
    const { world, bench, id, filledOf, isRecovered } = await lives();
    world.missed.set(`${id}.1`, filled('0.5', 101));
    const answer = Promise.withResolvers<void>();
    world.doors.set('order', () => answer.promise);
    openHost(bench);
    await bench.clock.advance(1_999);
    expect(isRecovered()).toBe(false);
    await bench.clock.advance(1);
    expect([isRecovered(), filledOf()]).toEqual([true, '0']);
    answer.resolve();
    await bench.settle();
    expect(filledOf()).toBe('0.5');
  });

  test('asks again while its exchange does not answer', async () => {
    const { world, bench, id, filledOf } = await lives();
    world.missed.set(`${id}.1`, filled('0.5', 101));
    let failures = 3;
    world.doors.set('order', () => {
      failures -= 1;
      if (failures >= 0) throw new AppError('NETWORK_ERROR');
    });
    openHost(bench);
    await bench.clock.advance(500 + 1_000 + 2_000 - 1);
    expect(filledOf()).toBe('0');
    await bench.clock.advance(1);
    expect(filledOf()).toBe('0.5');
    expect(bench.observed.filter((seen) => seen.startsWith('childrenNotRead'))).toEqual([]);
  });

  test('waits for no other, and all of them ask eight things at once at most', async () => {
    const { world, bench, ids, isRecovered } = await lives(12);
    const never = new Promise<void>(() => undefined);
    let asked = 0;
    world.doors.set('order', () => {
      asked += 1;
      return asked <= 7 ? never : undefined;
    });
    openHost(bench);
    await bench.settle();
    expect(ids.map(isRecovered).filter(Boolean)).toHaveLength(5);
    world.doors.set('order', () => never);
    await bench.clock.advance(2_000);
    expect(ids.every(isRecovered)).toBe(true);
  });

  test('does not ask of an order that filled, or whose outcome the execution looks up', async () => {
    const { world, bench, ids } = await lives(2);
    const [over, unknown] = ids;
    world.tell(`${over}.1`, { status: 'closed' });
    world.tell(`${unknown}.1`, { status: 'unknown' });
    openHost(bench);
    await bench.settle();
    expect(world.calls).not.toContain('order');
  });
});

describe('an algorithm of an earlier version in an inverse contract', () => {
  test.each(['RUNNING', 'PAUSED'] as const)('that is %s is failed', async (status) => {
    const { world, bench, id } = await lives();
    const record = world.records.get(id);
    if (!record) throw new Error('it is stored');
    world.records.set(id, { ...record, symbol: symbolOf('BTC/USD:BTC'), status });
    openHost(bench);
    await bench.clock.advance(2_000);
    expect(world.calls.filter((call) => call === 'cancel')).toHaveLength(1);
    world.tell(`${id}.1`, { status: 'canceled' });
    await bench.settle();
    expect(world.records.get(id)).toMatchObject({
      status: 'FAILED',
      reason: 'okx settles BTC/USD:BTC in BTC: inverse contracts are not supported.',
    });
    expect(world.calls).not.toContain('submit');
  });
});
