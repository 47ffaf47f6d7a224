import { describe, expect, it } from 'vitest';
import {
  estimateOf,
  evenEstimate,
  threeAccounts,
} from '../../../../test/support/routing/plans/fixture.ts';
import {
  born,
  createPlanLife,
  deedsBy,
  run,
  statesOf,
} from '../../../../test/support/routing/plans/life.ts';
import type { Deed, PlanWorld } from '../../../../test/support/routing/plans/world.ts';
import type { OrderDraft } from '../../execution/types.ts';
import { executedOf, unfilledOf } from './figures.ts';

describe('a plan', () => {
  it('is completed when every slice fills, and was stored before anything left', async () => {
    const { world, ...life } = born();
    const plan = await run(life, life.execute());
    expect(plan).toMatchObject({ status: 'completed', reason: undefined, quantity: '1' });
    expect(statesOf(plan)).toEqual(['1 filled 0.34', '2 filled 0.33', '3 filled 0.33']);
    expect(life.only()).toEqual(plan);
    expect(life.calls.slice(0, 6)).toEqual([
      'estimate',
      'create',
      'created',
      'save',
      'saved',
      'submit',
    ]);
    expect(life.observed).toEqual(['planEnded']);
    expect(life.clock.pending()).toBe(0);
  });

  it('sends its slices together, as limit orders that take or end, under names of their own', async () => {
    const drafts: OrderDraft[] = [];
    const { world, ...life } = born({
      deedOf(draft) {
        drafts.push(draft);
        return { kind: 'fills' };
      },
    });
    const plan = await run(life, life.execute({ side: 'sell' }));
    expect(drafts[0]).toEqual({
      accountId: 'a',
      symbol: 'BTC/USDT',
      side: 'sell',
      type: 'limit',
      quantity: 0.34,
      price: 101,
      timeInForce: 'IOC',
      reduceOnly: false,
      postOnly: false,
      clientOrderId: `${plan.id}.1`,
      marketType: 'spot',
    });
    const [order] = [...world.orders.values()];
    expect(order).toMatchObject({ parentId: plan.id, actorId: 'key-1' });
    expect(life.calls.slice(5, 8)).toEqual(['submit', 'submit', 'submit']);
  });

  it('leaves what is no whole lot, and is completed all the same', async () => {
    const { world, ...life } = born();
    const plan = await run(life, life.execute({ quantity: 1.0049 }));
    expect(plan).toMatchObject({ status: 'completed', dust: '0.0049' });
    expect(executedOf(plan)).toBe('1');
    expect(life.estimated).toHaveLength(1);
  });

  it('has failed without a slice, and sends nothing, when nothing can be placed', async () => {
    const { world, ...life } = born({ onEstimate: (request) => estimateOf(request, []) });
    const plan = await run(life, life.execute());
    expect(plan).toMatchObject({
      status: 'failed',
      reason: 'Nothing could be placed. No account could take more.',
      slices: [],
    });
    expect([world.orders.size, life.estimated.length]).toEqual([0, 1]);
    expect(life.only()).toEqual(plan);
  });

  it('tells what its orders cost', async () => {
    const deed: Deed = { kind: 'fills', price: 101, fee: '0.0343', feeAsset: 'USDT' };
    const { world, ...life } = born({ deedOf: deedsBy({ a: deed }) });
    const [slice] = (await run(life, life.execute())).slices;
    expect(slice?.avgFillPrice).toBe(101);
    expect(slice?.paidFeeBps).toBeCloseTo((0.0343 / (0.34 * 101)) * 1e4, 9);
    expect(slice?.orderId).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a fill that is told after the end of its order', () => {
  const short: Deed = { kind: 'fills', filled: '0.1' };
  const grow = ({ orders }: PlanWorld, filled: string): void => {
    for (const [key, order] of orders) {
      if (order.clientOrderId.endsWith('.1')) orders.set(key, { ...order, filled });
    }
  };

  it('counts before the rest is routed again', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: short }),
      sick: (call) => {
        if (call === 'findOrder') grow(world, '0.34');
      },
    });
    const plan = await run(life, life.execute());
    expect([plan.status, executedOf(plan), life.estimated.length]).toEqual(['completed', '1', 1]);
    expect(plan.slices[0]).toMatchObject({ status: 'filled', filled: '0.34', reason: undefined });
    expect(world.sent).toHaveLength(3);
  });

  it('lessens what is routed again', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: short }),
      sick: (call) => {
        if (call === 'findOrder') grow(world, '0.3');
      },
    });
    const plan = await run(life, life.execute());
    expect(life.estimated[1]?.quantity).toBe(0.04);
    expect([plan.status, executedOf(plan)]).toEqual(['completed', '1']);
    expect(plan.slices[0]).toMatchObject({ status: 'partial', filled: '0.3' });
  });

  it('counts before the plan ends, even beyond what was asked for', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: short }),
      onEstimate(request) {
        if (request.anchorMid !== undefined) grow(world, '0.34');
        return evenEstimate(request);
      },
    });
    const plan = await run(life, life.execute());
    expect(plan.slices[0]).toMatchObject({ status: 'filled', filled: '0.34' });
    expect([plan.status, executedOf(plan), unfilledOf(plan)]).toEqual([
      'completed',
      '1.24',
      '-0.24',
    ]);
  });

  it('counts when the next start ends the plan', async () => {
    const open: Deed = { kind: 'fills', later: 'open' };
    const { world, ...life } = born({ deedOf: deedsBy({ a: short, b: open }) });
    void life.execute();
    await life.clock.advance(1_000);
    const next = createPlanLife(world);
    next.runner.start();
    await next.clock.advance(1_000);
    grow(world, '0.34');
    next.settle();
    await next.clock.advance(1_000);
    expect(next.only()).toMatchObject({ status: 'completed' });
    expect(statesOf(next.only())[0]).toBe('1 filled 0.34');
  });

  it('is not taken once the plan has ended', async () => {
    const { world, ...life } = born({ deedOf: () => short });
    const plan = await run(life, life.execute({}, { clientPlanId: 'mine' }));
    grow(world, '0.34');
    expect(await run(life, life.execute({}, { clientPlanId: 'mine' }))).toEqual(plan);
  });
});

describe('a slice', () => {
  it('that our own checks refuse is skipped, with their reason', async () => {
    const { world, ...life } = born({
      accounts: threeAccounts.slice(0, 1),
      deedOf: () => ({ kind: 'refuses', code: 'ACCOUNT_HALTED' }),
    });
    const plan = await run(life, life.execute());
    expect(plan.status).toBe('failed');
    expect(plan.slices[0]).toMatchObject({
      status: 'skipped',
      orderId: undefined,
      reason: 'The exchange account is halted. Resume it to send orders.',
    });
  });

  it.each([
    ['fills after all', 'fills', '0.34', 'filled', 'completed'],
    ['never arrived', 'loses', '0', 'failed', 'partial'],
  ] as const)('of unknown outcome is waited for: it %s', async (_what, kind, filled, ...ends) => {
    const deed: Deed = { kind, later: 'unknown' };
    const { world, ...life } = born({ deedOf: deedsBy({ a: deed }) });
    const answer = life.execute();
    await life.clock.advance(30_000);
    expect(life.only().status).toBe('executing');
    life.settle();
    const plan = await run(life, answer);
    expect(plan.slices[0]).toMatchObject({ status: ends[0], filled });
    expect(plan.status).toBe(ends[1]);
    expect(new Set(world.sent).size).toBe(world.sent.length);
    // Nothing of it was sent again.
    expect(plan.slices).toHaveLength(3);
  });

  it('whose end nobody told is found by looking', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: { kind: 'fills', later: 'open' } }) });
    life.runner.start();
    const answer = life.execute();
    await life.clock.advance(1_000);
    life.settle(true);
    await life.clock.advance(3_000);
    expect(life.only().status).toBe('executing');
    await life.clock.advance(7_000);
    expect((await answer).status).toBe('completed');
    expect(life.observed).toEqual(['planEnded']);
    await life.runner.stop();
    expect(life.clock.pending()).toBe(0);
  });

  it('is looked for again after a look that failed', async () => {
    let isSick = false;
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'fills', later: 'open' } }),
      sick: (call) => {
        if (isSick && call === 'findOrder') throw new Error('locked');
      },
    });
    life.runner.start();
    const answer = life.execute();
    await life.clock.advance(1_000);
    isSick = true;
    life.settle(true);
    await life.clock.advance(12_000);
    isSick = false;
    await life.clock.advance(6_000);
    expect((await answer).status).toBe('completed');
    expect(life.observed).toContain('plansNotRead Error: locked');
    await life.runner.stop();
  });

  it('takes no order for its own that somebody else gave its name', async () => {
    const dry = born();
    const { id } = await run(dry, dry.execute());
    const { world, ...life } = born();
    const strange = [...dry.world.orders.values()].find(
      ({ clientOrderId }) => clientOrderId === `${id}.1`,
    );
    if (!strange) throw new Error('no order');
    world.orders.set(`a ${id}.1`, { ...strange, parentId: undefined });
    const plan = await run(life, life.execute());
    expect(plan.id).toBe(id);
    expect(plan.slices[0]).toMatchObject({
      status: 'skipped',
      filled: '0',
      reason: 'Another order of the account has its name.',
    });
    expect(life.estimated[1]?.quantity).toBe(0.34);
  });
});
