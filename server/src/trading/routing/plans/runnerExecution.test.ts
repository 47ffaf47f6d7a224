import { afterEach, describe, expect, it } from 'vitest';
import { openMemoryStore } from '../../../../test/support/databases/memoryStore.ts';
import {
  createExecutionBench,
  type ExecutionBench,
  filledOf,
  moveOnUntil,
} from '../../../../test/support/execution/fixture.ts';
import { stateOf } from '../../../../test/support/execution/orders.ts';
import {
  accountNamed,
  estimateOf,
  sliceOf,
  usualRequest,
} from '../../../../test/support/routing/plans/fixture.ts';
import { createIds } from '../../../kit/ids.ts';
import { createSeededRandom } from '../../../kit/random.ts';
import type { Store } from '../../../store/types.ts';
import { createPlanStore } from './planStore.ts';
import { createPlanRunner, type PlanRunner } from './runner.ts';
import type { Plan } from './types.ts';

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
});

const account = accountNamed('desk');

/** Opens the runner on real orders and a real store; the exchange and the estimate are scripted. */
async function open(quantityText = '0.5', beforeAgain?: (bench: ExecutionBench) => Promise<void>) {
  // In memory, on this thread: the order of events depends on the manual clock alone.
  const store = await openMemoryStore();
  opened.push(store);
  const bench = await createExecutionBench(store);
  const { execution, orders, clock, epoch } = bench;
  const runner: PlanRunner = createPlanRunner({
    async estimate(request) {
      if (request.anchorMid === undefined) {
        return estimateOf(request, [sliceOf(account, quantityText)]);
      }
      await beforeAgain?.(bench);
      return estimateOf(request, []);
    },
    execution,
    orders,
    clock,
    epoch,
    plans: createPlanStore(store, { planUnreadable: () => undefined }),
    accountsOf: async () => [account],
    ids: createIds(createSeededRandom('plans')),
    observe: {
      planEnded: () => undefined,
      planNotWritten: () => undefined,
      plansNotRead: () => undefined,
      planFaulted: (_id, error) => {
        throw error;
      },
      roundFailed: () => undefined,
    },
  });
  const execute = () =>
    runner.execute(
      { ...usualRequest, accounts: [account], quantity: Number(quantityText) },
      {
        clientPlanId: 'mine',
        requestHash: 'h',
        actorId: 'key-1',
        owner: 'main',
        reaches: () => true,
      },
    );
  return { bench, runner, execute };
}

async function answered({ clock }: ExecutionBench, answer: Promise<Plan>): Promise<Plan> {
  await moveOnUntil(clock, answer);
  return answer;
}

describe('a plan on real orders', () => {
  it('is what its orders became, and each order knows its plan', async () => {
    const { bench, execute } = await open();
    bench.venue.onSubmit = async (order) => ({ kind: 'acknowledged', order: filledOf(order) });
    const plan = await answered(bench, execute());
    expect(plan.status).toBe('completed');
    const [slice] = plan.slices;
    expect(slice).toMatchObject({ status: 'filled', filled: '0.5000', avgFillPrice: 101 });
    // 0.1 USDT of 0.5 × 101.
    expect(slice?.paidFeeBps).toBeCloseTo((0.1 / 50.5) * 1e4, 9);
    const order = await bench.orders.find(account.id, `${plan.id}.1`);
    expect(order).toMatchObject({
      id: slice?.orderId,
      parentId: plan.id,
      actorId: 'key-1',
      timeInForce: 'IOC',
      price: '101.00',
    });
    expect(await answered(bench, execute())).toEqual(plan);
    expect(bench.venue.submitted).toHaveLength(1);
  });

  it('routes nothing again of an order that was taken and shows no fills yet', async () => {
    let again = 0;
    const { bench, execute } = await open('0.5', async () => {
      again += 1;
    });
    bench.venue.onSubmit = async (order) => ({
      kind: 'acknowledged',
      order: stateOf(order),
      isUnseen: true,
    });
    const answer = execute();
    while (bench.venue.submitted.length === 0) await bench.clock.advance(1);
    await bench.clock.advance(30_000);
    expect([again, bench.venue.submitted.length]).toEqual([0, 1]);
    const [sent] = bench.venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    bench.venue.events?.order(filledOf(sent));
    expect(await answered(bench, answer)).toMatchObject({ status: 'completed' });
    expect([again, bench.venue.submitted.length]).toEqual([0, 1]);
  });

  it('takes in what the exchange tells later', async () => {
    const { bench, execute } = await open();
    const answer = execute();
    await bench.clock.advance(10);
    while (bench.venue.submitted.length === 0) await bench.clock.advance(1);
    const [sent] = bench.venue.submitted;
    if (!sent) throw new Error('nothing was sent');
    bench.venue.events?.order(
      stateOf(sent, { status: 'canceled', filled: '0.2', average: 100, cost: '20' }),
    );
    const plan = await answered(bench, answer);
    expect(plan).toMatchObject({ status: 'partial' });
    expect(plan.slices[0]).toMatchObject({ status: 'partial', filled: '0.2' });
  });

  it.each([
    ['was filled', true, 'completed', 'filled'],
    ['never arrived', false, 'failed', 'failed'],
  ])('waits for the evidence of an unknown order that %s', async (_what, isThere, ...states) => {
    const { bench, execute } = await open();
    const { venue, execution, clock } = bench;
    venue.onSubmit = async () => ({ kind: 'unknown', message: 'timeout' });
    venue.onLookup = async () => ({ kind: 'unknown', message: 'down' });
    const answer = execute();
    for (let turn = 0; turn < 4; turn += 1) {
      await clock.advance(5_000);
      await execution.resolver.look();
    }
    venue.onLookup = async () => {
      const [sent] = venue.submitted;
      return sent && isThere ? { kind: 'found', order: filledOf(sent) } : { kind: 'absent' };
    };
    for (let turn = 0; turn < 9; turn += 1) {
      await clock.advance(5_000);
      await execution.resolver.look();
    }
    await answer;
    const plan = await answered(bench, execute());
    expect([plan.status, plan.slices[0]?.status]).toEqual(states);
    expect(venue.submitted).toHaveLength(1);
  });

  it('counts a fill that its exchange tells of after the end of the order', async () => {
    const { bench, execute } = await open('0.5', async ({ venue, clock }) => {
      const [sent] = venue.submitted;
      if (!sent) throw new Error('nothing was sent');
      const later = { status: 'canceled', filled: '0.5', average: 100, cost: '50' } as const;
      venue.events?.order(stateOf(sent, later));
      await clock.sleep(100);
    });
    bench.venue.onSubmit = async (order) => {
      const early = { status: 'canceled', filled: '0.2', average: 100, cost: '20' } as const;
      return { kind: 'acknowledged', order: stateOf(order, early) };
    };
    const plan = await answered(bench, execute());
    expect(plan).toMatchObject({ status: 'completed', reason: undefined });
    expect(plan.slices[0]).toMatchObject({ status: 'filled', filled: '0.5' });
  });

  it('skips what our own checks refuse', async () => {
    const small = await open('0.05');
    const skipped = await answered(small.bench, small.execute());
    expect(skipped.slices[0]).toMatchObject({ status: 'skipped', orderId: undefined });
    expect(skipped.slices[0]?.reason).toMatch(/is below the minimum of \$10\.00/);
    expect(small.bench.venue.submitted).toEqual([]);
  });

  it('fails where the exchange rejects, with its words', async () => {
    const { bench, execute } = await open();
    bench.venue.onSubmit = async () => ({
      kind: 'rejected',
      code: 'INSUFFICIENT_BALANCE',
      message: 'The free balance does not cover the order.',
    });
    const plan = await answered(bench, execute());
    expect(plan).toMatchObject({ status: 'failed' });
    expect(plan.slices[0]).toMatchObject({
      status: 'failed',
      reason: 'The free balance does not cover the order.',
      orderId: expect.any(String),
    });
  });
});
