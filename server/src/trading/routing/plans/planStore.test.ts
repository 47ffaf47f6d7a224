import { expect, it } from 'vitest';
import { eachDatabase } from '../../../../test/support/databases/databases.ts';
import {
  estimateOf,
  sliceOf,
  threeAccounts,
  usualRequest,
} from '../../../../test/support/routing/plans/fixture.ts';
import { StaleEpochError, type Store } from '../../../store/types.ts';
import { newPlan } from './planning.ts';
import { createPlanStore } from './planStore.ts';
import { beginPlan, dropSlice, endPlan, withSlice } from './transitions.ts';
import type { Plan } from './types.ts';

const slices = threeAccounts.map((account) => sliceOf(account, '0.10'));
const estimate = estimateOf(usualRequest, slices, {
  excluded: threeAccounts.slice(0, 1).map(({ id, venue }) => ({
    accountId: id,
    venue,
    reason: 'NO_BOOK',
    message: 'No book of binance.',
  })),
});
const planOf = (id: string, atMs = 5, clientPlanId?: string): Plan =>
  newPlan(usualRequest, estimate, {
    id,
    clientPlanId,
    requestHash: `h ${id}`,
    actorId: 'k',
    owner: 'main',
    atMs,
  });
const ended = (plan: Plan): Plan => {
  const dropped = plan.slices.reduce(
    (now, { number }) => withSlice(now, number, (slice) => dropSlice(slice, 'why')),
    plan,
  );
  return endPlan(dropped, 9, () => 'over');
};

eachDatabase('stored routing plans', (database) => {
  const open = async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    const unreadable: string[] = [];
    const plans = createPlanStore(store, {
      planUnreadable: (planId, error) => unreadable.push(`${planId}: ${String(error)}`),
    });
    return { store, epoch, plans, unreadable };
  };

  it('come back as they were, by our id and by the name of their caller', async () => {
    const { epoch, plans } = await open();
    const plan = planOf('p-1', 5, 'mine');
    expect(await plans.create(epoch, plan)).toEqual({ kind: 'recorded' });
    expect(await plans.find('p-1')).toStrictEqual(plan);
    expect(await plans.find('mine', 'main')).toStrictEqual(plan);
    expect(await plans.find('nobody', 'main')).toBeUndefined();
    const begun = beginPlan(plan, 7);
    await plans.save(epoch, begun);
    expect(await plans.find('mine', 'main')).toStrictEqual(begun);
  });

  it('are one for each name, however many come at the same moment', async () => {
    const { store, epoch, plans } = await open();
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, i) => plans.create(epoch, planOf(`p-${i}`, i, 'mine'))),
    );
    expect(made.filter(({ kind }) => kind === 'recorded')).toHaveLength(1);
    const first = await plans.find('mine', 'main');
    for (const each of made) if (each.kind === 'exists') expect(each.plan).toStrictEqual(first);
    expect(await countOf(store)).toBe(1);
  });

  it('need no name, and may be many without', async () => {
    const { store, epoch, plans } = await open();
    for (const id of ['p-1', 'p-2']) await plans.create(epoch, planOf(id));
    expect(await countOf(store)).toBe(2);
    await expect(plans.create(epoch, planOf('p-1'))).rejects.toThrow(/unique/i);
  });

  it('are found by our id even where somebody gave another plan that name', async () => {
    const { epoch, plans } = await open();
    await plans.create(epoch, planOf('p-2', 6, 'p-1'));
    await plans.create(epoch, planOf('p-1'));
    expect((await plans.find('p-1'))?.id).toBe('p-1');
  });

  it('are unfinished while pending or executing, oldest first', async () => {
    const { epoch, plans } = await open();
    const [later, first, over] = [planOf('p-1', 8), planOf('p-3', 6), planOf('p-2', 7)];
    for (const plan of [later, first, over]) await plans.create(epoch, plan);
    await plans.save(epoch, beginPlan(later, 8));
    await plans.save(epoch, ended(over));
    expect((await plans.unfinished()).map(({ id }) => id)).toEqual(['p-3', 'p-1']);
  });

  it('are taken up though somebody edited another, which is told', async () => {
    const { store, epoch, plans, unreadable } = await open();
    for (const id of ['p-1', 'p-2', 'p-3']) await plans.create(epoch, planOf(id));
    const rows = store.db.updateTable('routing_plans').where('id', '=', 'p-2');
    await rows.set({ plan_json: '{"side":"up"}' }).execute();
    expect((await plans.unfinished()).map(({ id }) => id)).toEqual(['p-1', 'p-3']);
    expect(unreadable).toEqual(['p-2: Error: the stored plan p-2 has no valid side.']);
    await rows.set({ plan_json: 'no JSON' }).execute();
    expect((await plans.unfinished()).map(({ id }) => id)).toEqual(['p-1', 'p-3']);
    expect(unreadable).toHaveLength(2);
  });

  it('stay as they ended, whatever is saved after that', async () => {
    const { epoch, plans } = await open();
    const plan = planOf('p-1');
    await plans.create(epoch, plan);
    await plans.save(epoch, ended(plan));
    await plans.save(epoch, beginPlan(plan, 20));
    expect(await plans.find('p-1')).toStrictEqual(ended(plan));
  });

  it('are refused from an old owner, with nothing written', async () => {
    const { epoch, plans } = await open();
    const plan = planOf('p-1');
    for (const stale of [epoch - 1, epoch + 1]) {
      await expect(plans.create(stale, plan)).rejects.toBeInstanceOf(StaleEpochError);
    }
    expect(await plans.find('p-1')).toBeUndefined();
    await plans.create(epoch, plan);
    for (const stale of [epoch - 1, epoch + 1]) {
      await expect(plans.save(stale, ended(plan))).rejects.toBeInstanceOf(StaleEpochError);
    }
    expect(await plans.find('p-1')).toStrictEqual(plan);
  });

  it('are not read where somebody edited what orders are matched with', async () => {
    const { store, epoch, plans } = await open();
    await plans.create(epoch, planOf('p-1'));
    const rows = store.db.updateTable('routing_plans');
    for (const plan_json of ['{"side":"up"}', '[]', '{"side":"buy","quantity":"much"}']) {
      await rows.set({ plan_json }).execute();
      await expect(plans.find('p-1')).rejects.toThrow('the stored plan p-1 has no valid');
    }
  });
});

async function countOf({ db }: Store): Promise<number> {
  return (await db.selectFrom('routing_plans').select('id').execute()).length;
}
