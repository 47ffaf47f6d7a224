import { describe, expect, test } from 'vitest';
import {
  createAlgorithmBench,
  placing,
  type Script,
  scriptRun,
} from '../../../../test/support/algorithms/bench.ts';
import { AppError } from '../../../kit/errors.ts';

const placesOnce: Script = ({ kind }) => (kind === 'started' ? [placing()] : []);

async function begun(script: Script, bench = createAlgorithmBench()) {
  const scripted = scriptRun(bench, script);
  await scripted.run.begin('started', []);
  await bench.settle();
  return { bench, ...scripted };
}

describe('a child that is sent', () => {
  test('is over with all its fills when the exchange fills it', async () => {
    const { run } = await begun(placesOnce);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', filled: '2', cost: '202' });
    expect(run.image.record().run).toMatchObject({ filled: '2', childrenFilled: 1 });
  });

  test('is told as refused when our own checks refuse it, and bars its account', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'refuses';
    const { run } = await begun(placesOnce, bench);
    const refusedCode = 'DAILY_LIMIT_EXCEEDED';
    expect(run.image.child(1)).toMatchObject({ stage: 'over', orderId: undefined, refusedCode });
    expect(run.image.record().run.barred).toMatchObject([{ untilMs: 5_000, times: 1 }]);
  });

  test('bars its account once for one rejection, however often it is told', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rejects';
    const { run } = await begun(placesOnce, bench);
    bench.world.tell('parent.1');
    await bench.settle();
    bench.world.tell('parent.1');
    await bench.settle();
    expect(run.image.child(1)).toMatchObject({ refusedCode: 'INSUFFICIENT_BALANCE' });
    expect(run.image.record().run.barred).toMatchObject([{ untilMs: 5_000, times: 1 }]);
  });

  test('of unknown outcome keeps its quantity until that is known', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'loses';
    const free: number[] = [];
    const { run } = await begun((event, view) => {
      free.push(view.free);
      return placesOnce(event, view);
    }, bench);
    expect(run.image.child(1)).toMatchObject({ stage: 'live', orderStatus: 'unknown' });
    expect(free).toEqual([2, 0, 0]);
    bench.world.tell('parent.1', { status: 'rejected', rejectCode: 'NOT_SENT' });
    await bench.settle();
    expect(free.at(-1)).toBe(2);
  });

  test('whose answer is lost is what the stored order says', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    bench.world.doors.set('answered.submit', () => {
      throw new Error('the connection is gone');
    });
    const { run } = await begun(placesOnce, bench);
    expect(run.image.child(1)).toMatchObject({ stage: 'live', orderStatus: 'open' });
    expect(bench.observed).toEqual([]);
  });

  test('and refused is looked up until the database answers', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'refuses';
    let failures = 3;
    bench.world.doors.set('findOrder', () => {
      failures -= 1;
      if (failures >= 0) throw new Error('the database is gone');
    });
    const { run } = await begun(placesOnce, bench);
    expect(run.image.child(1)).toMatchObject({ stage: 'intended' });
    await bench.clock.advance(10_000);
    expect(run.image.child(1)).toMatchObject({ stage: 'over' });
    expect(bench.observed).toEqual(['childrenNotRead: the database is gone']);
  });

  test('of the name of somebody else’s order is refused, and that order left alone', async () => {
    const bench = createAlgorithmBench();
    const { run: other } = await begun(placesOnce, bench);
    const stranger = bench.world.orders.get('parent.1');
    if (!stranger) throw new Error('it was sent');
    bench.world.orders.set('parent.1', { ...stranger, parentId: undefined });
    const { run } = await begun(placesOnce, bench);
    expect(other.image.child(1)?.filled).toBe('2');
    expect(run.image.child(1)).toMatchObject({
      stage: 'over',
      filled: '0',
      refusedCode: 'DUPLICATE_CLIENT_ORDER_ID',
    });
  });
});

describe('a cancel', () => {
  const placesAndCancels: Script = ({ kind }, view) => {
    if (kind === 'started') return [placing()];
    return view.live.map(({ number }) => ({ kind: 'cancel', number }));
  };

  test('is repeated, ever more rarely, until the child is over', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    let failures = 4;
    bench.world.doors.set('cancel', () => {
      failures -= 1;
      if (failures >= 0) throw new AppError('NETWORK_ERROR');
    });
    const { run } = await begun(placesAndCancels, bench);
    await bench.clock.advance(500 + 1_000 + 2_000);
    expect(run.image.child(1)).toMatchObject({ stage: 'live', isCancelling: true });
    await bench.clock.advance(4_000);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', orderStatus: 'canceled' });
    await bench.clock.advance(60_000);
    expect(bench.world.calls.filter((call) => call === 'cancel')).toHaveLength(5);
    expect(bench.observed).toEqual(Array(4).fill(expect.stringContaining('cancelFailed')));
  });

  test('waits until the child has been sent', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const arrived = Promise.withResolvers<void>();
    bench.world.doors.set('submit', () => arrived.promise);
    const { run } = await begun(placesOnce, bench);
    await run.command('cancel');
    await bench.clock.advance(5_000);
    expect(bench.world.calls).not.toContain('cancel');
    arrived.resolve();
    await bench.settle();
    expect(run.image.record().status).toBe('CANCELLED');
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
  });

  test('of an order that filled meanwhile counts the fills', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = await begun(placesOnce, bench);
    bench.world.doors.set('cancel', () => {
      const done = { status: 'closed', filled: '2', cost: '202' } as const;
      if (bench.world.orders.get('parent.1')?.status === 'open') bench.world.tell('parent.1', done);
    });
    await run.command('cancel');
    await bench.settle();
    expect(run.image.record()).toMatchObject({ status: 'CANCELLED', run: { filled: '2' } });
  });
});

describe('a look around', () => {
  test('finds what no event told', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = await begun(placesOnce, bench);
    bench.world.listeners.clear();
    bench.world.tell('parent.1', { status: 'closed', filled: '2', cost: '202' });
    await bench.settle();
    expect(run.image.record().run.filled).toBe('0');
    await run.lookAround();
    await bench.settle();
    expect(run.image.record().run.filled).toBe('2');
  });

  test('takes no child for unsent that is on its way', async () => {
    const bench = createAlgorithmBench();
    const arrived = Promise.withResolvers<void>();
    bench.world.doors.set('submit', () => arrived.promise);
    const { run } = await begun(placesOnce, bench);
    await run.lookAround();
    await bench.settle();
    expect(run.image.child(1)).toMatchObject({ stage: 'intended' });
    arrived.resolve();
    await bench.settle();
    expect(run.image.child(1)).toMatchObject({ stage: 'over', filled: '2' });
  });

  test('is not begun again while a sick database holds it up, nor fails when left', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run, leaving } = await begun(placesOnce, bench);
    bench.world.doors.set('findOrder', () => Promise.reject(new Error('the database is gone')));
    const first = run.lookAround();
    await bench.settle();
    const count = bench.world.calls.length;
    await run.lookAround();
    expect(bench.world.calls).toHaveLength(count);
    leaving.abort();
    await expect(first).resolves.toBeUndefined();
  });
});

describe('a route', () => {
  const routes: Script = ({ kind }) =>
    kind === 'started' ? [{ kind: 'route', ref: 'r', quantity: 2 }] : [];

  test('is answered with what each account would get', async () => {
    const seen: unknown[] = [];
    await begun((event, view) => {
      if (event.kind === 'routed') seen.push(event);
      return routes(event, view);
    });
    const slices = [{ accountId: 'desk', quantity: 2, limitPrice: 101 }];
    expect(seen).toEqual([{ kind: 'routed', ref: 'r', slices, reason: undefined }]);
  });

  test('that fails is answered with why, and a fault of ours is told to us alone', async () => {
    const bench = createAlgorithmBench();
    const seen: unknown[] = [];
    const estimate = async () => {
      throw new Error('a secret of the database');
    };
    await begun(
      (event, view) => {
        if (event.kind === 'routed') seen.push(event.reason);
        return routes(event, view);
      },
      { ...bench, deps: { ...bench.deps, estimate } },
    );
    expect(seen).toEqual(['An internal error of this service.']);
    expect(bench.observed).toEqual(['algorithmFaulted: a secret of the database']);
  });
});
