import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proofOf } from '../../../../test/support/proof.ts';
import { accountNamed } from '../../../../test/support/routing/plans/fixture.ts';
import {
  createPlanLife,
  type LifeOptions,
  type PlanLife,
} from '../../../../test/support/routing/plans/life.ts';
import {
  createPlanWorld,
  type Deed,
  type PlanWorld,
} from '../../../../test/support/routing/plans/world.ts';
import { addExact, compareExact, exactly, formatExact, zeroExact } from '../../../kit/exact.ts';
import type { OrderDraft } from '../../execution/types.ts';
import { executedOf, unfilledOf } from './figures.ts';
import { fromPlanRow } from './planRows.ts';
import type { Plan } from './types.ts';

/** One of each kind of outcome, so that every path through a plan is covered. */
const fates: Readonly<Record<string, Deed>> = {
  a: { kind: 'fills' },
  b: { kind: 'fills', filled: '0.05' },
  c: { kind: 'rejects' },
  d: { kind: 'fills', later: 'unknown' },
  e: { kind: 'loses' },
  f: { kind: 'fills', filled: '0.02', later: 'open' },
  g: { kind: 'refuses', code: 'ACCOUNT_HALTED' },
};
const accounts = Object.keys(fates).map((id) => accountNamed(id));
const deedOf = ({ accountId, clientOrderId = '' }: OrderDraft): Deed =>
  Number(clientOrderId.split('.')[1]) <= accounts.length
    ? (fates[accountId] ?? { kind: 'fills' })
    : { kind: 'fills', filled: '0.01' };

const sum = (texts: readonly string[]): string =>
  formatExact(texts.map(exactly).reduce(addExact, zeroExact));

/** Runs until the orders have had enough time and their ends are reported. */
async function liveOn(life: PlanLife): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await life.clock.advance(20_000);
    life.settle();
  }
  await life.clock.advance(20_000);
}

/** Checks what must hold for the one plan, given what the exchanges did. */
function audit(world: PlanWorld): Plan | undefined {
  expect(new Set(world.sent).size, 'no slice is sent twice').toBe(world.sent.length);
  const [row] = [...world.rows.values()];
  if (!row) {
    expect(world.sent, 'nothing is sent without a stored plan').toEqual([]);
    return undefined;
  }
  const plan = fromPlanRow(row);
  expect(['completed', 'partial', 'failed'], 'every plan ends').toContain(plan.status);
  expect(sum([executedOf(plan), unfilledOf(plan)])).toBe(plan.quantity);
  const names = plan.slices.map(({ clientOrderId }) => clientOrderId);
  for (const name of world.sent) expect(names, 'what is sent is stored').toContain(name);
  for (const slice of plan.slices) {
    const order = world.orders.get(`${slice.accountId} ${slice.clientOrderId}`);
    expect(slice.filled, `${slice.number} is what its order came to`).toBe(order?.filled ?? '0');
    expect(slice.orderId).toBe(order?.id);
  }
  for (const round of new Set(plan.slices.map((slice) => slice.round))) {
    const placed = plan.slices.filter((slice) => slice.round === round);
    const before = plan.slices.filter((slice) => slice.round < round);
    const all = sum([
      ...before.map(({ filled }) => filled),
      ...placed.map(({ quantity }) => quantity),
    ]);
    const most = compareExact(exactly(all), exactly(plan.quantity));
    expect(most, `round ${round} places no more than is left`).toBeLessThanOrEqual(0);
  }
  return plan;
}

/** Runs once until it dies at the port call, and once more to the end. */
async function dieAt(crashAt: number, options: LifeOptions): Promise<PlanWorld> {
  const world = createPlanWorld();
  const first = createPlanLife(world, { ...options, crashAt });
  void first.execute({ maxVenues: 7 }, { clientPlanId: 'mine' }).catch(() => undefined);
  await liveOn(first);
  const second = createPlanLife(world, options);
  second.runner.start();
  await liveOn(second);
  const sentBefore = world.sent.length;
  if (world.rows.size > 0) {
    const again = await second.execute({ maxVenues: 7 }, { clientPlanId: 'mine' });
    expect(again).toEqual(second.only());
    expect(world.sent.length, 'a repetition sends nothing').toBe(sentBefore);
  }
  return world;
}

describe('a process that dies', () => {
  it('at any port call of a plan leaves one that the next start ends by evidence', async () => {
    const options = { accounts, deedOf };
    const whole = createPlanWorld();
    const life = createPlanLife(whole, options);
    void life.execute({ maxVenues: 7 }, { clientPlanId: 'mine' });
    await liveOn(life);
    expect(audit(whole)).toMatchObject({ status: 'partial' });
    const boundaries = new Set(life.calls);
    for (const call of ['create', 'created', 'save', 'saved', 'reserved', 'taken', 'recorded']) {
      expect(boundaries, 'every boundary is passed').toContain(call);
    }
    const ends = new Set<string>();
    for (let crashAt = 1; crashAt <= life.calls.length; crashAt += 1) {
      const world = await dieAt(crashAt, options);
      const plan = audit(world);
      if (plan) ends.add(plan.status);
      for (const slice of plan?.slices ?? []) {
        const isSent = world.orders.has(`${slice.accountId} ${slice.clientOrderId}`);
        if (!isSent && slice.status === 'failed') {
          expect(slice.reason).toBe('The process ended before it was sent.');
        }
      }
    }
    expect([...ends].sort()).toEqual(['failed', 'partial']);
  });

  it('while its next start takes a plan up leaves it to the one after', async () => {
    const options = { accounts, deedOf };
    for (const at of [1, 2, 3, 5, 8, 11, 14]) {
      const world = createPlanWorld();
      const first = createPlanLife(world, { ...options, crashAt: 12 });
      void first.execute({ maxVenues: 7 }).catch(() => undefined);
      await liveOn(first);
      const second = createPlanLife(world, { ...options, crashAt: at });
      second.runner.start();
      await liveOn(second);
      const third = createPlanLife(world, options);
      third.runner.start();
      await liveOn(third);
      audit(world);
      expect(third.estimated).toEqual([]);
    }
  });
});

const fate = fc.oneof(
  fc.record({
    kind: fc.constant('fills' as const),
    filled: fc.nat(30).map((lots) => (lots / 100).toFixed(2)),
    later: fc.constantFrom(undefined, 'open' as const, 'unknown' as const),
  }),
  fc.constantFrom<Deed>(
    { kind: 'fills' },
    { kind: 'rejects' },
    { kind: 'loses' },
    { kind: 'refuses', code: 'ACCOUNT_HALTED' },
    { kind: 'refuses' },
  ),
);
const aPlan = fc.record({
  fates: fc.array(fate, { minLength: 1, maxLength: 10 }),
  accounts: fc.integer({ min: 1, max: 5 }),
  lots: fc.integer({ min: 0, max: 150 }),
  dust: fc.nat(99),
  delaysMs: fc.array(fc.nat(400), { minLength: 1, maxLength: 7 }),
  sickAt: fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 4 }),
  crashAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
});

describe('any plan', () => {
  it('ends when its orders end, adds up, and sends nothing twice, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(aPlan, async (drawn) => {
        const many = accounts.slice(0, drawn.accounts);
        const quantity = Number(`${drawn.lots / 100}`) + drawn.dust / 10_000;
        fc.pre(quantity > 0);
        let call = 0;
        const options: LifeOptions = {
          accounts: many,
          delaysMs: drawn.delaysMs,
          deedOf: ({ clientOrderId = '', quantity: asked }) => {
            const deed = drawn.fates[Number(clientOrderId.split('.')[1]) % drawn.fates.length];
            if (deed?.kind !== 'fills' || deed.filled === undefined) {
              return deed ?? { kind: 'fills' };
            }
            return { ...deed, filled: String(Math.min(asked, Number(deed.filled))) };
          },
          sick: (name) => {
            call += 1;
            // An order that cannot be stored is execution's own matter.
            const isOurs = /^(create|save|find|unfinished|accounts)/.test(name);
            if (isOurs && drawn.sickAt.includes(call)) throw new Error('locked');
          },
        };
        const world = createPlanWorld();
        const { crashAt } = drawn;
        const first = createPlanLife(world, {
          ...options,
          ...(crashAt !== undefined && { crashAt }),
        });
        first.runner.start();
        void first.execute({ quantity }).catch(() => undefined);
        await liveOn(first);
        // Whatever the first process did, the second finds no plan that it cannot end.
        const second = createPlanLife(world, options);
        second.runner.start();
        await liveOn(second);
        await second.clock.advance(120_000);
        audit(world);
      }),
      proofOf(120),
    );
  });
});
