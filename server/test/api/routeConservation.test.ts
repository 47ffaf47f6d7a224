import { expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import { proofOf } from '../support/proof.ts';
import { drawCase } from '../support/routing/cases.ts';
import { drawFates, type Fate, fates } from '../support/routing/fates.ts';
import { type Answered, auditBounds, auditPlan } from '../support/routing/plans/audit.ts';
import { openRoutingService, type RoutingService, spot } from '../support/routing/service.ts';

// Nothing is lost or doubled whatever happens between an estimate and the end of its plan: books
// lose depth, accounts are halted or run short, answers are lost.

const { numRuns, seed = 1 } = proofOf(40);
const casesOfService = 80;
/** Longer than evidence takes: 15 s of age, three looks with growing pauses. */
const settleMsMax = 180_000;
const lookMs = 2_000;

async function ended(service: RoutingService, planId: string): Promise<Answered> {
  for (let ms = 0; ms < settleMsMax; ms += lookMs) {
    const plan = await service.app.data('getRoutePlan', { plan_id: planId });
    if (!['pending', 'executing'].includes(plan.status)) return plan;
    await service.app.clock.advance(lookMs);
  }
  throw new Error(`The plan ${planId} does not end.`);
}

it('conserves every order whatever happens to its slices', async () => {
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  let service = await openRoutingService();
  for (let run = 0; run < numRuns; run += 1) {
    if (run > 0 && run % casesOfService === 0) {
      await service.stop();
      service = await openRoutingService();
    }
    const random = createSeededRandom(`conservation ${seed} ${run}`);
    const made = await drawCase(service, { symbol: spot, random, hasTwins: random.next() < 0.3 });
    const estimate = await service.app.data('estimateRoute', made.body);
    const happened: Fate[] = [];
    service.onSubmit(drawFates(service, made, { random, count: (fate) => happened.push(fate) }));
    const answer = await service.app.data('executeRoute', made.body);
    const plan = await ended(service, answer.plan_id);
    service.onSubmit(() => undefined);
    const violations = [...(await auditPlan(service.store, plan)), ...auditBounds(made, plan)];
    const placed = plan.slices
      .filter(({ round }: Answered) => round === 1)
      .map((slice: Answered) => [slice.exchange_account_id, slice.quantity]);
    const offered = estimate.slices.map((slice: Answered) => [
      slice.exchange_account_id,
      slice.quantity,
    ]);
    expect([run, placed]).toEqual([run, offered]);
    const told = `run ${run} of seed ${seed}: ${happened.join()} ${JSON.stringify(plan)}`;
    expect(violations, told).toEqual([]);
    for (const what of [plan.status, ...happened]) count(what);
    if (plan.slices.some(({ round }: Answered) => round === 2)) count('second round');
  }
  await service.stop();
  // Enough must have happened for the test to mean something.
  const all = [...fates, 'completed', 'partial', 'failed', 'second round'];
  expect(all.filter((what) => !counts.has(what))).toEqual([]);
});
