import { describe, expect, it } from 'vitest';
import {
  born,
  createPlanLife,
  deedsBy,
  refusalOf,
  run,
  statesOf,
} from '../../../../test/support/routing/plans/life.ts';
import type { Deed } from '../../../../test/support/routing/plans/world.ts';
import { executedOf } from './figures.ts';
import type { Plan } from './types.ts';

describe('the name of a plan', () => {
  it('answers with the first plan for ever', async () => {
    const { world, ...life } = born();
    const first = await run(life, life.execute({}, { clientPlanId: 'mine' }));
    expect(await run(life, life.execute({}, { clientPlanId: 'mine' }))).toEqual(first);
    const later = createPlanLife(world);
    expect(await run(later, later.execute({}, { clientPlanId: 'mine' }))).toEqual(first);
    expect([world.rows.size, world.sent.length, later.estimated.length]).toEqual([1, 3, 0]);
  });

  it('waits for the first plan while it runs', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: { kind: 'fills', later: 'open' } }) });
    const first = life.execute({}, { clientPlanId: 'mine' });
    await life.clock.advance(1_000);
    const second = life.execute({}, { clientPlanId: 'mine' });
    await life.clock.advance(1_000);
    life.settle();
    expect((await run(life, second)).status).toBe('completed');
    expect(await first).toEqual(await second);
    expect(world.sent).toHaveLength(3);
  });

  it('is one plan when it comes twice at the same moment', async () => {
    const { world, ...life } = born();
    const both = [1, 2].map(() => life.execute({}, { clientPlanId: 'mine' }));
    const [first, second] = await Promise.all(both.map((answer) => run(life, answer)));
    expect(second?.id).toBe(first?.id);
    expect([world.rows.size, world.sent.length]).toEqual([1, 3]);
  });

  it('is refused to another request', async () => {
    const { world, ...life } = born();
    const first = await run(life, life.execute({}, { clientPlanId: 'mine' }));
    const again = life.execute({}, { clientPlanId: 'mine', hash: 'other' });
    await expect(run(life, again)).rejects.toMatchObject({
      code: 'DUPLICATE_CLIENT_PLAN_ID',
      data: { plan_id: first.id, client_plan_id: 'mine', status: 'completed' },
    });
    expect(world.sent).toHaveLength(3);
  });

  it('tells nothing of the first plan to who does not reach all its accounts', async () => {
    const { world, ...life } = born();
    await run(life, life.execute({}, { clientPlanId: 'mine' }));
    const reaches = (id: string) => id !== 'c';
    for (const hash of ['hash', 'other']) {
      const again = life.execute({}, { clientPlanId: 'mine', hash, reaches });
      await expect(run(life, again)).rejects.toMatchObject({
        code: 'DUPLICATE_CLIENT_PLAN_ID',
        data: undefined,
        message: 'Another routing plan has the client_plan_id mine.',
      });
    }
    expect(world.sent).toHaveLength(3);
  });

  it('is not that of a plan whose own id it is', async () => {
    const { world, ...life } = born();
    const first = await run(life, life.execute());
    const second = await run(life, life.execute({}, { clientPlanId: first.id }));
    expect(second.id).not.toBe(first.id);
  });

  it('or its id finds it; nothing else does', async () => {
    const { world, ...life } = born();
    const plan = await run(life, life.execute({}, { clientPlanId: 'mine' }));
    expect(await life.runner.plan('mine', 'main')).toEqual(plan);
    expect(await life.runner.plan(plan.id, 'main')).toEqual(plan);
    await expect(life.runner.plan('yours', 'main')).rejects.toMatchObject({
      code: 'PLAN_NOT_FOUND',
    });
  });
});

describe('the time of a plan', () => {
  const open: Deed = { kind: 'fills', filled: '0.04', later: 'open' };
  const notAgain = 'It was not routed again: the two seconds that a plan has for that were over.';

  it('is two seconds from its start: what is known later is not routed again', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: open }) });
    const answer = life.execute();
    await life.clock.advance(2_000);
    life.settle();
    const plan = await run(life, answer);
    expect([plan.status, executedOf(plan), world.sent.length]).toEqual(['partial', '0.7', 3]);
    expect(plan.reason).toBe(
      `0.3 of 1 did not fill. a: The book had no more at its limit price. ${notAgain}`,
    );
    expect(life.estimated).toHaveLength(1);
  });

  it('lasts until then', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: open }) });
    const answer = life.execute();
    await life.clock.advance(1_999);
    life.settle();
    expect((await run(life, answer)).status).toBe('completed');
    expect(life.estimated).toHaveLength(2);
  });

  it.each(['estimate', 'saved'])(
    'is over for a round that is only ready after it: %s',
    async (at) => {
      const held = Promise.withResolvers<void>();
      const { world, ...life } = born({
        deedOf: deedsBy({ a: { kind: 'fills', filled: '0' } }),
        hold: (call) => (call === at && life.estimated.length === 2 ? held.promise : undefined),
      });
      const answer = life.execute();
      await life.clock.advance(2_001);
      held.resolve();
      const plan = await run(life, answer);
      expect([plan.status, executedOf(plan), world.sent.length]).toEqual(['partial', '0.66', 3]);
      expect(plan.reason).toContain(notAgain);
      for (const slice of plan.slices.filter(({ round }) => round === 2)) {
        expect(slice.status).toBe('failed');
        expect(slice.reason).toBe('The time of its plan was over before it could be sent.');
      }
    },
  );

  it('is what a later round may wait for the budgets of exchanges', async () => {
    const waits: (number | undefined)[] = [];
    const { world, ...life } = born({
      deedOf: deedsBy({ a: open }),
      onSend: ({ sendWithinMs }) => void waits.push(sendWithinMs),
    });
    const answer = life.execute();
    await life.clock.advance(1_500);
    life.settle();
    await run(life, answer);
    expect(waits).toEqual([2_000, 2_000, 2_000, 500, 500, 500]);
  });

  it('ends with the answer to its caller where that comes first', async () => {
    const held = Promise.withResolvers<void>();
    const { world, ...life } = born({
      deedOf: deedsBy({ a: open }),
      hold: (call) => (call === 'created' ? held.promise : undefined),
    });
    const answer = life.execute();
    await life.clock.advance(44_500);
    held.resolve();
    await life.clock.advance(500);
    expect((await answer).status).toBe('executing');
    life.settle();
    await life.clock.advance(100);
    expect([life.only().status, life.estimated.length]).toEqual(['partial', 1]);
  });
});

describe('the caller', () => {
  it('waits 45 seconds at most, then has the plan as it stands, and it goes on', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: { kind: 'fills', later: 'open' } }) });
    let answered: Plan | undefined;
    void life.execute().then((plan) => {
      answered = plan;
    });
    await life.clock.advance(44_900);
    expect(answered).toBeUndefined();
    await life.clock.advance(200);
    expect(answered).toMatchObject({ status: 'executing', completedAtMs: undefined });
    expect(answered && statesOf(answered)).toEqual([
      '1 submitted 0',
      '2 filled 0.33',
      '3 filled 0.33',
    ]);
    life.settle();
    await life.clock.advance(10);
    expect(life.only().status).toBe('completed');
  });

  it('is refused when half of the places are taken by one key that is bound to accounts', async () => {
    const { world, ...life } = born({ deedOf: () => ({ kind: 'fills', later: 'open' }) });
    const many = Array.from({ length: 50 }, () => life.execute({}, { owner: 'key-2' }));
    await expect(life.execute({}, { owner: 'key-2' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      message:
        'Limit of 50 running routing plans of this key reached, of 100 for all keys. ' +
        'Try again when some of its own have ended.',
    });
    await life.clock.advance(1_000);
    expect(await refusalOf(life, life.execute({}, { owner: 'key-2' }))).toBe('RATE_LIMITED');
    const others = life.execute();
    await life.clock.advance(1_000);
    life.settle();
    await Promise.all([...many, others]);
  });

  it('is refused politely when a hundred plans are under way', async () => {
    const { world, ...life } = born({ deedOf: () => ({ kind: 'fills', later: 'open' }) });
    const many = Array.from({ length: 100 }, () => life.execute());
    const last = life.execute();
    await expect(last).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    await life.clock.advance(1_000);
    expect(await refusalOf(life, life.execute())).toBe('RATE_LIMITED');
    life.settle();
    await Promise.all(many);
    const next = life.execute();
    await life.clock.advance(100);
    life.settle();
    expect((await run(life, next)).status).toBe('completed');
  });

  it('gets the refusal of the estimate, and no plan', async () => {
    const { world, ...life } = born({
      onEstimate() {
        throw new Error('no markets');
      },
    });
    await expect(run(life, life.execute())).rejects.toThrow('no markets');
    expect(world.rows.size).toBe(0);
  });
});
