import { describe, expect, test } from 'vitest';
import {
  createAlgorithmHouse,
  placing,
  type Script,
  scriptRun,
} from '../../../../test/support/algorithms/house.ts';
import { childOf, runOf } from '../../../../test/support/algorithms/records.ts';
import { filled } from '../../../../test/support/algorithms/world.ts';
import { AppError } from '../../../kit/errors.ts';

/** Places at the start and does nothing else. */
const placesOnce: Script = ({ kind }) => (kind === 'started' ? [placing()] : []);

const child = (number: number, changes: Parameters<typeof childOf>[2] = {}) =>
  childOf('parent', number, changes);

describe('ending', () => {
  test('is told when no child is live any more, with what filled meanwhile', async () => {
    const house = createAlgorithmHouse();
    house.world.fate = () => 'rests';
    const { run } = scriptRun(house, ({ kind }) => {
      if (kind === 'started') return [placing()];
      return kind === 'woke' || kind === 'resumed' ? [{ kind: 'end', status: 'COMPLETED' }] : [];
    });
    await run.begin('started', []);
    await house.settle();
    house.world.doors.set('cancel', () => {
      throw new AppError('NETWORK_ERROR');
    });
    await run.command('pause');
    await run.command('resume');
    await house.clock.advance(3_000);
    expect(run.image.record()).toMatchObject({ status: 'RUNNING', run: { ending: {} } });
    await expect(run.command('pause')).rejects.toMatchObject({ code: 'ALGORITHM_STATE' });
    house.world.tell('parent.1', { filled: '0.5', cost: '50' });
    house.world.doors.delete('cancel');
    await house.clock.advance(30_000);
    await run.over;
    expect(run.image.record()).toMatchObject({ status: 'COMPLETED', run: { filled: '0.5' } });
    expect(house.world.orders.get('parent.1')?.status).toBe('canceled');
  });

  test('a cancel while it ends makes it CANCELLED', async () => {
    const house = createAlgorithmHouse();
    house.world.fate = () => 'rests';
    const { run } = scriptRun(house, ({ kind }, view) => {
      if (kind === 'started') return [placing()];
      return view.live.length > 0 ? [{ kind: 'end', status: 'COMPLETED' }] : [];
    });
    house.world.doors.set('cancel', () => {
      throw new AppError('NETWORK_ERROR');
    });
    await run.begin('started', []);
    await house.settle();
    await run.command('cancel');
    house.world.doors.delete('cancel');
    await house.clock.advance(5_000);
    expect(run.image.record().status).toBe('CANCELLED');
  });

  test('a step that places and ends sends nothing, and ends', async () => {
    const house = createAlgorithmHouse();
    const { run, texts } = scriptRun(house, () => [placing(), { kind: 'end', status: 'FAILED' }]);
    await run.begin('started', []);
    await house.clock.advance(1_000);
    expect(house.world.sent).toEqual([]);
    expect(run.image.record().status).toBe('FAILED');
    expect(texts()).toContainEqual(expect.stringContaining('child_refused: Child 1'));
  });

  test('hands on the words on orders that came while the end was written', async () => {
    const house = createAlgorithmHouse();
    const { run } = scriptRun(house, ({ kind }, view) => {
      if (kind === 'started') return [placing()];
      return view.live.length > 0 ? [] : [{ kind: 'end', status: 'COMPLETED' }];
    });
    house.world.fate = () => 'rests';
    await run.begin('started', []);
    await house.settle();
    const written = Promise.withResolvers<void>();
    house.world.doors.set('save', () => written.promise);
    house.world.tell('parent.1', { status: 'canceled' });
    await house.settle();
    house.world.tell('parent.1', filled('1', 100));
    written.resolve();
    await run.over;
    expect(run.unheard().map((order) => [order.clientOrderId, order.filled])).toEqual([
      ['parent.1', '1'],
    ]);
  });
});

describe('a definition that faults', () => {
  test('is paused, and what it had placed in that step never leaves', async () => {
    const house = createAlgorithmHouse();
    const { run } = scriptRun(house, () => [
      placing({ quantity: 1 }),
      placing({ price: Number.NaN }),
    ]);
    await run.begin('started', []);
    await house.clock.advance(60_000);
    expect(run.image.record()).toMatchObject({ status: 'PAUSED' });
    expect(run.image.live()).toEqual([]);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(house.world.calls).not.toContain('submit');
    expect(house.world.calls).not.toContain('cancel');
    await run.command('cancel');
    expect(run.image.record().status).toBe('CANCELLED');
  });
});

describe('a report that faults', () => {
  test('stays as it was, and keeps no order from being followed', async () => {
    const house = createAlgorithmHouse();
    house.world.fate = () => 'rests';
    const { run } = scriptRun(house, placesOnce, {
      report: () => {
        throw new Error('no report');
      },
    });
    await run.begin('started', []);
    await house.settle();
    await run.command('cancel');
    await house.settle();
    expect(run.image.record()).toMatchObject({ status: 'CANCELLED', run: { reported: {} } });
    expect(house.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(house.observed).toContain('algorithmFaulted: no report');
  });
});

describe('leaving', () => {
  test('cancels what rests and leaves the algorithm as it was', async () => {
    const house = createAlgorithmHouse();
    house.world.fate = () => 'rests';
    const { run, record } = scriptRun(house, placesOnce);
    await run.begin('started', []);
    await house.settle();
    run.leave();
    await run.quiet(5_000);
    expect(house.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(record().status).toBe('RUNNING');
    await expect(run.command('pause')).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
  });

  test('sends nothing of a step that was being written', async () => {
    const house = createAlgorithmHouse();
    const written = Promise.withResolvers<void>();
    house.world.doors.set('answered.save', () => written.promise);
    const { run } = scriptRun(house, placesOnce);
    await run.begin('started', []);
    await house.settle();
    run.leave();
    let isQuiet = false;
    const quiet = run.quiet(5_000).then(() => {
      isQuiet = true;
    });
    await house.settle();
    expect(isQuiet).toBe(false);
    written.resolve();
    await quiet;
    expect(house.world.sent).toEqual([]);
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(house.world.calls).not.toContain('cancel');
  });

  test('sends nothing of a step that is written only after the service was left', async () => {
    const house = createAlgorithmHouse();
    const written = Promise.withResolvers<void>();
    house.world.doors.set('answered.save', () => written.promise);
    const { run, leaving, record } = scriptRun(house, placesOnce);
    await run.begin('started', []);
    await house.settle();
    leaving.abort();
    written.resolve();
    await house.clock.advance(60_000);
    expect(house.world.sent).toEqual([]);
    expect(record().run.nextChild).toBe(2);
    expect(house.clock.pending()).toBe(0);
  });
});

describe('an earlier process left', () => {
  test('a child without an order, which never left and is not sent late', async () => {
    const house = createAlgorithmHouse();
    const { run, steps, texts } = scriptRun(house, () => [], { children: [child(1)] });
    await run.begin('recovered', [child(1)]);
    await house.settle();
    expect(run.image.child(1)).toMatchObject({ stage: 'over', refusedCode: 'NOT_SENT' });
    expect(house.world.sent).toEqual([]);
    expect(steps).toEqual(['recovered']);
    expect(texts()).toContain('recovered: Resumed after a restart.');
    expect(run.image.record().run.barred).toEqual([]);
  });

  test('a cancel that was asked for, which is asked for again', async () => {
    const house = createAlgorithmHouse();
    house.world.fate = () => 'rests';
    const before = scriptRun(house, placesOnce);
    await before.run.begin('started', []);
    await house.settle();
    before.leaving.abort();
    const children = [...before.run.image.children()].map((each) => ({
      ...each,
      isCancelling: true,
    }));
    const nextChild = 2;
    const { run } = scriptRun(house, () => [], {
      children,
      record: { status: 'CANCELLING', run: runOf({ nextChild }) },
    });
    await run.begin('recovered', children);
    await house.clock.advance(1_000);
    expect(house.world.orders.get('parent.1')?.status).toBe('canceled');
    expect(run.image.record().status).toBe('CANCELLED');
    expect(house.world.sent).toEqual(['parent.1']);
  });
});
