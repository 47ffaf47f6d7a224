import { describe, expect, it } from 'vitest';
import { moveOnUntil } from '../../../../test/support/execution/fixture.ts';
import { evenEstimate, threeAccounts } from '../../../../test/support/routing/plans/fixture.ts';
import {
  born,
  createPlanLife,
  deedsBy,
  type LifeOptions,
  refusalOf,
  run,
  statesOf,
} from '../../../../test/support/routing/plans/life.ts';
import { AppError } from '../../../kit/errors.ts';
import { StaleEpochError } from '../../../store/types.ts';
import type { StoredOrder } from '../../execution/types.ts';
import { executedOf } from './figures.ts';
import type { Plan } from './types.ts';

const isEnded = ({ status }: StoredOrder): boolean => ['closed', 'canceled'].includes(status);

describe('a database that cannot be written', () => {
  const sickAt =
    (calls: readonly string[], isSick: { now: boolean }): LifeOptions['sick'] =>
    (call) => {
      if (isSick.now && calls.includes(call)) throw new Error('disk full');
    };

  it.each(['create', 'created'])('at %s sends nothing', async (call) => {
    const isSick = { now: true };
    const { world, ...life } = born({ sick: sickAt([call], isSick) });
    expect(await refusalOf(life, life.execute({}, { clientPlanId: 'mine' }))).toBe(
      'STORE_UNAVAILABLE',
    );
    expect(world.orders.size).toBe(0);
    isSick.now = false;
    const again = await run(life, life.execute({}, { clientPlanId: 'mine' }));
    // A plan that was stored, but whose answer was lost, is over: it was never sent.
    expect(again.status).toBe(call === 'create' ? 'completed' : 'failed');
    if (call === 'created') {
      expect(again.slices[0]?.reason).toBe(
        'It was never sent: the service could not go on with it.',
      );
    }
  });

  it.each(['save', 'saved'])('at %s, before the slices leave, sends nothing', async (call) => {
    const isSick = { now: true };
    const { world, ...life } = born({ sick: sickAt([call], isSick) });
    expect(await refusalOf(life, life.execute())).toBe('STORE_UNAVAILABLE');
    expect(world.orders.size).toBe(0);
    isSick.now = false;
    await life.clock.advance(10_000);
    expect(life.only()).toMatchObject({ status: 'failed' });
    expect(life.only().slices[0]).toMatchObject({
      status: 'failed',
      reason: 'The database could not be written, so it was not sent.',
    });
  });

  it('after that is tried again, and never told what is not stored', async () => {
    const isSick = { now: false };
    const { world, ...life } = born({
      deedOf(draft) {
        isSick.now = true;
        return deedsBy({})(draft);
      },
      sick: sickAt(['save'], isSick),
    });
    let answered: Plan | undefined;
    void life.execute().then((plan) => {
      answered = plan;
    });
    await life.clock.advance(46_000);
    expect(answered?.status).toBe('executing');
    expect(statesOf(answered as Plan)).toEqual(['1 pending 0', '2 pending 0', '3 pending 0']);
    const attempts = life.calls.filter((call) => call === 'save').length;
    expect(attempts).toBeLessThan(30);
    isSick.now = false;
    await life.clock.advance(11_000);
    expect(life.only().status).toBe('completed');
    expect(life.observed).toEqual(['planNotWritten Error: disk full', 'planEnded']);
    expect(world.sent).toHaveLength(3);
  });

  it('before the second round ends the plan with what the first has filled', async () => {
    const isSick = { now: false };
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'rejects' } }),
      onEstimate(request) {
        isSick.now = request.anchorMid !== undefined;
        return evenEstimate(request);
      },
      sick: sickAt(['save'], isSick),
    });
    const answer = life.execute();
    await life.clock.advance(2_000);
    isSick.now = false;
    const plan = await run(life, answer);
    expect([plan.status, executedOf(plan), plan.slices.length]).toEqual(['partial', '0.66', 3]);
    expect(world.sent).toHaveLength(3);
  });

  it('is left to whoever owns it by now', async () => {
    const { world, ...life } = born({
      sick: (call) => {
        if (call === 'save') throw new StaleEpochError(1, 2);
      },
    });
    expect(await refusalOf(life, life.execute())).toBe('STORE_UNAVAILABLE');
    await life.clock.advance(60_000);
    expect(world.orders.size).toBe(0);
    expect(life.only().status).toBe('pending');
    expect(life.calls.filter((call) => call === 'save').length).toBeLessThan(4);
  });
});

describe('a run', () => {
  it('whose plan another process owns by now stops writing', async () => {
    let isStale = false;
    const { world, ...life } = born({
      deedOf(draft) {
        isStale = true;
        return deedsBy({})(draft);
      },
      sick: (call) => {
        if (isStale && call === 'save') throw new StaleEpochError(1, 2);
      },
    });
    const plan = await run(life, life.execute());
    expect(plan.status).toBe('executing');
    await life.clock.advance(60_000);
    expect(life.calls.filter((call) => call === 'save').length).toBeLessThan(6);
    expect(life.observed.join()).toMatch(/^planNotWritten \w+: This process owned epoch 1, [^,]*$/);
  });

  it('is the only one of its plan, though a look for left plans saw it unfinished', async () => {
    const seen = Promise.withResolvers<void>();
    let isHeld = true;
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'fills', later: 'open' } }),
      hold: (call) => (call === 'unfinishedRead' && isHeld ? seen.promise : undefined),
    });
    const answer = life.execute();
    await life.clock.advance(100);
    life.runner.start();
    await life.clock.advance(100);
    life.settle();
    expect((await run(life, answer)).status).toBe('completed');
    isHeld = false;
    seen.resolve();
    await life.clock.advance(130_000);
    expect(life.observed).toEqual(['planEnded']);
    await life.runner.stop();
  });

  it('that meets a fault of ours sends nothing for it, and tells nobody its words', async () => {
    const { world, ...life } = born({
      accounts: threeAccounts.slice(0, 1),
      sick: (call) => {
        if (call === 'submit') throw new TypeError('x is not a function');
      },
    });
    const plan = await run(life, life.execute());
    expect(plan.slices[0]).toMatchObject({
      status: 'failed',
      reason: 'It was not sent: an internal error of this service.',
    });
    expect(life.observed[0]).toBe('planFaulted TypeError: x is not a function');
  });

  it.each(['STORE_UNAVAILABLE', 'SHUTTING_DOWN'] as const)(
    'whose slice is stopped by %s never sent it',
    async (code) => {
      const { world, ...life } = born({
        accounts: threeAccounts.slice(0, 1),
        deedOf: () => ({ kind: 'refuses', code }),
      });
      const plan = await run(life, life.execute());
      expect(plan.slices[0]).toMatchObject({ status: 'failed', orderId: undefined });
      expect(plan.slices[0]?.reason).toBe(new AppError(code).message);
    },
  );

  it('that was left by a fault is taken up again', async () => {
    const { world, ...life } = born();
    const [first, second] = [createPlanLife(world, { crashAt: 8 }), createPlanLife(world)];
    second.runner.start();
    await second.clock.advance(10);
    // It comes only after the first look.
    void first.execute().catch(() => undefined);
    world.epoch = 2;
    await first.clock.advance(1_000);
    world.epoch = 3;
    expect(second.only().status).toBe('executing');
    await second.clock.advance(61_000);
    expect(second.only().slices[2]?.reason).toBe(
      'It was never sent: the service could not go on with it.',
    );
    expect(life.estimated).toEqual([]);
  });
});

describe('the end of the service', () => {
  it('waits for what is being sent, and leaves the rest to the next start', async () => {
    const { world, ...life } = born({
      delaysMs: [50],
      deedOf: deedsBy({ a: { kind: 'fills', later: 'open' }, b: { kind: 'fills', filled: '0' } }),
    });
    const answer = life.execute();
    while (!life.calls.includes('submit')) await life.clock.advance(10);
    const stopped = life.runner.stop();
    await moveOnUntil(life.clock, stopped);
    expect(statesOf(life.only())).toEqual(['1 submitted 0', '2 failed 0', '3 filled 0.33']);
    expect((await answer).status).toBe('executing');
    expect(await refusalOf(life, life.execute())).toBe('SHUTTING_DOWN');
    expect(life.clock.pending()).toBe(0);

    const next = createPlanLife(world);
    next.runner.start();
    await next.clock.advance(1_000);
    expect(next.only().status).toBe('executing');
    next.settle();
    await next.clock.advance(1_000);
    expect(next.only()).toMatchObject({ status: 'partial' });
    expect(world.sent).toHaveLength(3);
    expect(next.estimated).toEqual([]);
  });

  it('ends a plan that it stops before anything left', async () => {
    const { world, ...life } = born({ delaysMs: [50] });
    const answer = life.execute();
    while (!life.calls.includes('save')) await life.clock.advance(10);
    const stopped = life.runner.stop();
    expect(await refusalOf(life, answer)).toBe('SHUTTING_DOWN');
    await moveOnUntil(life.clock, stopped);
    expect(life.only()).toMatchObject({ status: 'failed' });
    expect(life.only().slices[0]?.reason).toBe('The service stopped before it was sent.');
    expect(world.orders.size).toBe(0);
  });

  it.each([
    ['the first round is being stored', 'save', 1],
    ['the second is being estimated', 'estimate', 2],
    ['the second is being stored', 'saved', 2],
  ])('sends no second round when it comes while %s', async (_when, at, estimates) => {
    const held = Promise.withResolvers<void>();
    let isHeld = false;
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'fills', filled: '0' } }),
      hold(call) {
        const isAgain = life.estimated.length === 2 || at === 'save';
        const isSent = world.sent.length === 3 && [...world.orders.values()].every(isEnded);
        if (call !== at || !isAgain || !isSent) return undefined;
        isHeld = true;
        return held.promise;
      },
    });
    const answer = life.execute();
    while (!isHeld) await life.clock.advance(1);
    const stopped = life.runner.stop();
    held.resolve();
    await moveOnUntil(life.clock, stopped);
    expect([(await answer).status, executedOf(life.only())]).toEqual(['partial', '0.66']);
    expect([world.sent.length, life.estimated.length]).toEqual([3, estimates]);
  });

  it('routes nothing a second time', async () => {
    const { world, ...life } = born({
      delaysMs: [50],
      deedOf: deedsBy({ a: { kind: 'fills', filled: '0' } }),
    });
    const answer = life.execute();
    while (!life.calls.includes('submit')) await life.clock.advance(10);
    const stopped = life.runner.stop();
    await moveOnUntil(life.clock, stopped);
    expect((await answer).status).toBe('partial');
    expect([world.sent.length, life.estimated.length]).toEqual([3, 1]);
  });
});
