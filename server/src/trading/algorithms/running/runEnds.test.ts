import { describe, expect, test } from 'vitest';
import {
  createAlgorithmBench,
  placing,
  type Script,
  scriptRun,
} from '../../../../test/support/algorithms/bench.ts';
import { childOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { filled } from '../../../../test/support/algorithms/world.ts';
import { AppError } from '../../../kit/errors.ts';

/** Places at the start and does nothing else. */
const placesOnce: Script = ({ kind }) => (kind === 'started' ? [placing()] : []);

const child = (number: number, changes: Parameters<typeof childOf>[2] = {}) =>
  childOf('parent', number, changes);

describe('ending', () => {
  test('is told when no child is live any more, with what filled meanwhile', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, ({ kind }) => {
      if (kind === 'started') return [placing()];
      return kind === 'woke' || kind === 'resumed' ? [{ kind: 'end', status: 'COMPLETED' }] : [];
    });
    await run.begin('started', []);
    await bench.settle();
    bench.world.doors.set('cancel', () => {
      throw new AppError('NETWORK_ERROR');
    });
    await run.command('pause');
    await run.command('resume');
    await bench.clock.advance(3_000);
    expect(run.image.record()).toMatchObject({ status: 'RUNNING', run: { ending: {} } });
    await expect(run.command('pause')).rejects.toMatchObject({ code: 'ALGORITHM_STATE' });
    bench.world.tell('parent.1', { filled: '0.5', cost: '50' });
    bench.world.doors.delete('cancel');
    await bench.clock.advance(30_000);
    await run.over;
    expect(run.image.record()).toMatchObject({ status: 'COMPLETED', run: { filled: '0.5' } });
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
  });

  test('a cancel while it ends makes it CANCELLED', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, ({ kind }, view) => {
      if (kind === 'started') return [placing()];
      return view.live.length > 0 ? [{ kind: 'end', status: 'COMPLETED' }] : [];
    });
    bench.world.doors.set('cancel', () => {
      throw new AppError('NETWORK_ERROR');
    });
    await run.begin('started', []);
    await bench.settle();
    await run.command('cancel');
    bench.world.doors.delete('cancel');
    await bench.clock.advance(5_000);
    expect(run.image.record().status).toBe('CANCELLED');
  });

  test('a step that places and ends sends nothing, and ends', async () => {
    const bench = createAlgorithmBench();
    const { run, texts } = scriptRun(bench, () => [placing(), { kind: 'end', status: 'FAILED' }]);
    await run.begin('started', []);
    await bench.clock.advance(1_000);
    expect(bench.world.sent).toEqual([]);
    expect(run.image.record().status).toBe('FAILED');
    expect(texts()).toContainEqual(expect.stringContaining('child_refused: Child 1'));
  });

  test('hands on the words on orders that came while the end was written', async () => {
    const bench = createAlgorithmBench();
    const { run } = scriptRun(bench, ({ kind }, view) => {
      if (kind === 'started') return [placing()];
      return view.live.length > 0 ? [] : [{ kind: 'end', status: 'COMPLETED' }];
    });
    bench.world.fate = () => 'rests';
    await run.begin('started', []);
    await bench.settle();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('save', () => written.promise);
    bench.world.tell('parent.1', { status: 'canceled' });
    await bench.settle();
    bench.world.tell('parent.1', filled('1', 100));
    written.resolve();
    await run.over;
    expect(run.unheard().map((order) => [order.clientOrderId, order.filled])).toEqual([
      ['parent.1', '1'],
    ]);
  });
});

describe('a definition that faults', () => {
  test('is paused, and what it had placed in that step never leaves', async () => {
    const bench = createAlgorithmBench();
    const { run } = scriptRun(bench, () => [
      placing({ quantity: 1 }),
      placing({ price: Number.NaN }),
    ]);
    await run.begin('started', []);
    await bench.clock.advance(60_000);
    expect(run.image.record()).toMatchObject({ status: 'PAUSED' });
    expect(run.image.live()).toEqual([]);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(bench.world.calls).not.toContain('submit');
    expect(bench.world.calls).not.toContain('cancel');
    await run.command('cancel');
    expect(run.image.record().status).toBe('CANCELLED');
  });
});

describe('a report that faults', () => {
  test('stays as it was, and keeps no order from being followed', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, placesOnce, {
      report: () => {
        throw new Error('no report');
      },
    });
    await run.begin('started', []);
    await bench.settle();
    await run.command('cancel');
    await bench.settle();
    expect(run.image.record()).toMatchObject({ status: 'CANCELLED', run: { reported: {} } });
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(bench.observed).toContain('algorithmFaulted: no report');
  });
});

describe('leaving', () => {
  test('cancels what rests and leaves the algorithm as it was', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run, record } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    run.leave();
    await run.quiet(5_000);
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(record().status).toBe('RUNNING');
    await expect(run.command('pause')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });

  test('sends nothing of a step that was being written', async () => {
    const bench = createAlgorithmBench();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('answered.save', () => written.promise);
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    run.leave();
    let isQuiet = false;
    const quiet = run.quiet(5_000).then(() => {
      isQuiet = true;
    });
    await bench.settle();
    expect(isQuiet).toBe(false);
    written.resolve();
    await quiet;
    expect(bench.world.sent).toEqual([]);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(bench.world.calls).not.toContain('cancel');
  });

  test('sends nothing of a step that is written only after the service was left', async () => {
    const bench = createAlgorithmBench();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('answered.save', () => written.promise);
    const { run, leaving, record } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    leaving.abort();
    written.resolve();
    await bench.clock.advance(60_000);
    expect(bench.world.sent).toEqual([]);
    expect(record().run.nextChild).toBe(2);
    expect(bench.clock.pending()).toBe(0);
  });
});

describe('an earlier process left', () => {
  test('a child without an order, which never left and is not sent late', async () => {
    const bench = createAlgorithmBench();
    const { run, steps, texts } = scriptRun(bench, () => [], { children: [child(1)] });
    await run.begin('recovered', [child(1)]);
    await bench.settle();
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(bench.world.sent).toEqual([]);
    expect(steps).toEqual(['recovered']);
    expect(texts()).toContain('recovered: Resumed after a restart.');
    expect(run.image.record().run.barred).toEqual([]);
  });

  test('a cancel that was asked for, which is asked for again', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const before = scriptRun(bench, placesOnce);
    await before.run.begin('started', []);
    await bench.settle();
    before.leaving.abort();
    const children = [...before.run.image.children()].map((each) => ({
      ...each,
      isCancelling: true,
    }));
    const nextChild = 2;
    const { run } = scriptRun(bench, () => [], {
      children,
      record: { status: 'CANCELLING', run: runOf({ nextChild }) },
    });
    await run.begin('recovered', children);
    await bench.clock.advance(1_000);
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(run.image.record().status).toBe('CANCELLED');
    expect(bench.world.sent).toEqual(['parent.1']);
  });
});
