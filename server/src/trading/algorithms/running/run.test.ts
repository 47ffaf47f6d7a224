import { describe, expect, test } from 'vitest';
import {
  createAlgorithmBench,
  placing,
  type Script,
  scriptRun,
} from '../../../../test/support/algorithms/bench.ts';
import { oneWorld } from '../../../../test/support/algorithms/oneWorld.ts';
import { runOf } from '../../../../test/support/algorithms/records.ts';

/** Places at the start and does nothing else. */
const placesOnce: Script = ({ kind }) => (kind === 'started' ? [placing()] : []);

describe('the order of things', () => {
  test('sends nothing before it is stored', async () => {
    const bench = createAlgorithmBench();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('save', () => written.promise);
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    expect(bench.world.sent).toEqual([]);
    expect(run.image.live()).toEqual([]);
    written.resolve();
    await bench.settle();
    expect(bench.world.sent).toEqual(['parent.1']);
    expect(bench.world.calls.slice(0, 2)).toEqual(['save', 'submit']);
  });

  test('writes the very same step again until it is written, and sends it once', async () => {
    const bench = createAlgorithmBench();
    const saves: unknown[] = [];
    const { save } = bench.deps.store;
    const store = {
      ...bench.deps.store,
      async save(...args: Parameters<typeof save>) {
        saves.push(args[1]);
        await save(...args);
        // It is stored, and the answer is lost.
        if (saves.length < 4) throw new Error('the database is gone');
      },
    };
    const { run, steps } = scriptRun({ ...bench, deps: { ...bench.deps, store } }, placesOnce);
    await run.begin('started', []);
    await bench.clock.advance(60_000);
    expect(saves[1]).toBe(saves[0]);
    expect(saves[3]).toBe(saves[0]);
    expect(bench.world.sent).toEqual(['parent.1']);
    expect(steps[0]).toBe('started');
    expect(steps.filter((kind) => kind === 'started')).toHaveLength(1);
    expect(bench.observed.filter((each) => each.startsWith('algorithmNotWritten'))).toHaveLength(1);
  });

  test('takes nothing from a book that was lost while the step was being written', async () => {
    const bench = createAlgorithmBench();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('save', () => written.promise);
    let isLost = false;
    const world = bench.deps.worldOf([]);
    const { book } = world.orderbook;
    const orderbook: typeof world.orderbook = {
      ...world.orderbook,
      book: (...asked) => (isLost ? undefined : book(...asked)),
    };
    const takesOnce: Script = ({ kind }) =>
      kind === 'started' ? [placing({ timeInForce: 'IOC' })] : [];
    const { run } = scriptRun(
      { ...bench, deps: { ...bench.deps, worldOf: oneWorld({ ...world, orderbook }) } },
      takesOnce,
    );
    await run.begin('started', []);
    await bench.settle();
    isLost = true;
    written.resolve();
    await bench.settle();
    expect(bench.world.sent).toEqual([]);
    expect(run.image.live()).toEqual([]);
    expect(run.image.child(1)?.refusedCode).toBe('NOT_SENT');
  });

  test('ends silently when another process owns it, and sends nothing', async () => {
    const bench = createAlgorithmBench();
    bench.world.epoch = 2;
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    await run.over;
    expect(bench.world.sent).toEqual([]);
    expect(bench.observed).toEqual([]);
    expect(bench.held()).toBe(0);
    await expect(run.command('pause')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });

  test('looks once at all that came in while it was writing', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run, steps } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('save', () => written.promise);
    steps.length = 0;
    for (const amount of ['0.1', '0.2', '0.3', '0.4']) {
      bench.world.tell('parent.1', { filled: amount, cost: amount });
      await bench.settle();
    }
    written.resolve();
    await bench.settle();
    expect(steps).toEqual(['children', 'children']);
    expect(run.image.record().run.filled).toBe('0.4');
  });

  test('takes an older word of an order for nothing', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    const older = bench.world.tell('parent.1', { filled: '1', cost: '100', fee: '0' });
    bench.world.tell('parent.1', { fee: '0.1', feeAsset: 'USDT' });
    await bench.settle();
    run.heard(older);
    await bench.settle();
    expect(run.image.record().run).toMatchObject({ filled: '1', feesQuote: '0.1' });
  });

  test('hears no order that is another parent’s', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    bench.world.tell('parent.1', { parentId: 'other', filled: '1', cost: '100' });
    bench.world.tell('parent.1', { parentId: 'parent', clientOrderId: 'mine', filled: '1' });
    await bench.settle();
    expect(run.image.record().run.filled).toBe('0');
  });
});

describe('waking', () => {
  test('wakes at the time that a step asked for', async () => {
    const bench = createAlgorithmBench();
    const { run, steps } = scriptRun(bench, ({ kind }) =>
      kind === 'started' ? { watchesBooks: true } : [],
    );
    await run.begin('started', []);
    await bench.settle();
    bench.bookChanged();
    bench.bookChanged();
    await bench.clock.advance(100);
    bench.bookChanged();
    await bench.clock.advance(1_000);
    // The second step asked for no books.
    expect(steps).toEqual(['started', 'book']);
  });

  test('a command that changes nothing leaves it awake for the books', async () => {
    const bench = createAlgorithmBench();
    const { run, steps } = scriptRun(bench, () => ({ watchesBooks: true }));
    await run.begin('started', []);
    await run.command('resume');
    bench.bookChanged();
    await bench.clock.advance(100);
    expect(steps).toEqual(['started', 'book']);
  });

  test('keeps nothing scheduled and no book once it has ended', async () => {
    const bench = createAlgorithmBench();
    const { run } = scriptRun(bench, ({ kind }) =>
      kind === 'book' ? [{ kind: 'end', status: 'COMPLETED' }] : { watchesBooks: true },
    );
    await run.begin('started', []);
    await bench.settle();
    bench.bookChanged();
    await bench.clock.advance(100);
    await run.over;
    expect(run.image.record().status).toBe('COMPLETED');
    expect(bench.clock.pending()).toBe(0);
    expect(bench.held()).toBe(0);
  });
});

describe('commands', () => {
  test('pause cancels what rests, and the clock stands', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run, steps } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.clock.advance(1_000);
    await run.command('pause');
    await run.quiet(10_000);
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
    await bench.clock.advance(5_000);
    await run.command('resume');
    await bench.settle();
    expect(steps.at(-1)).toBe('resumed');
    expect(run.image.record()).toMatchObject({ status: 'RUNNING', reason: undefined });
    expect(run.image.record().run.elapsedMs).toBe(1_000);
  });

  test.each(['pause', 'cancel'] as const)(
    'a %s that waits while a child is written keeps it from being sent',
    async (verb) => {
      const bench = createAlgorithmBench();
      const written = Promise.withResolvers<void>();
      bench.world.doors.set('save', () => written.promise);
      const { run } = scriptRun(bench, placesOnce);
      await run.begin('started', []);
      const done = run.command(verb);
      await bench.settle();
      written.resolve();
      await done;
      await bench.clock.advance(1_000);
      expect(bench.world.orders.size).toBe(0);
      const reason = 'Not sent: paused or cancelled first.';
      expect(run.image.child(1)).toMatchObject({ stage: 'over', reason });
    },
  );

  test('a pause that a resume follows at once still cancels what rests', async () => {
    const bench = createAlgorithmBench();
    bench.world.fate = () => 'rests';
    const { run } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    await Promise.all([run.command('pause'), run.command('resume')]);
    await bench.clock.advance(1_000);
    expect(run.image.record().status).toBe('RUNNING');
    expect(bench.world.orders.get('parent.1')?.status).toBe('canceled');
  });

  test('are answered once they are durable, also when that takes a while', async () => {
    const bench = createAlgorithmBench();
    const { run } = scriptRun(bench, () => []);
    await run.begin('started', []);
    await bench.settle();
    const written = Promise.withResolvers<void>();
    bench.world.doors.set('save', () => written.promise);
    let isAnswered = false;
    const done = run.command('pause').then(() => {
      isAnswered = true;
    });
    await bench.clock.advance(60_000);
    expect(isAnswered).toBe(false);
    written.resolve();
    await done;
    expect(run.image.record().status).toBe('PAUSED');
  });

  test('one that comes while the end is written hears that it has ended', async () => {
    const bench = createAlgorithmBench();
    const written = Promise.withResolvers<void>();
    const { run } = scriptRun(bench, () => [{ kind: 'end', status: 'COMPLETED' }]);
    bench.world.doors.set('save', () => written.promise);
    await run.begin('started', []);
    const asked = run.command('pause').catch((error: unknown) => error);
    written.resolve();
    expect(await asked).toMatchObject({ code: 'ALGORITHM_STATE' });
    await expect(run.command('cancel')).rejects.toMatchObject({ code: 'ALGORITHM_STATE' });
  });

  test('are all answered when the service is left, whatever the run waits for', async () => {
    const bench = createAlgorithmBench();
    bench.world.doors.set('save', () => Promise.reject(new Error('the database is gone')));
    const { run, leaving } = scriptRun(bench, placesOnce);
    await run.begin('started', []);
    await bench.settle();
    const [held, later] = [run.command('pause'), run.command('cancel')].map((asked) =>
      asked.catch((error: unknown) => error),
    );
    leaving.abort();
    await bench.settle();
    expect(await held).toMatchObject({ code: 'SHUTTING_DOWN' });
    expect(await later).toMatchObject({ code: 'SHUTTING_DOWN' });
    await run.over;
    expect(bench.held()).toBe(0);
    expect(bench.clock.pending()).toBe(0);
  });

  test('one to a run that has not begun is answered when the service is left', async () => {
    const bench = createAlgorithmBench();
    const { run, leaving } = scriptRun(bench, placesOnce);
    const asked = run.command('pause').catch((error: unknown) => error);
    leaving.abort();
    expect(await asked).toMatchObject({ code: 'SHUTTING_DOWN' });
  });

  test('resume lets a running algorithm use an account again that only a person can mend', async () => {
    const bench = createAlgorithmBench();
    const bar = {
      accountId: placing().accountId,
      reason: 'no rights',
      untilMs: null,
      times: 1,
      leg: 0,
      opensOnly: false,
    } as const;
    const { run, steps } = scriptRun(bench, () => [], {
      record: { run: runOf({ barred: [bar] }) },
    });
    await run.begin('recovered', []);
    await run.command('resume');
    expect(run.image.record().run.barred).toEqual([]);
    expect(steps).toEqual(['recovered', 'woke']);
  });
});
