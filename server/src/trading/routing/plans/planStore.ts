import { sql } from 'kysely';
import type { PlanRow } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import { fromPlanRow, toPlanRow } from './planRows.ts';
import type { Plan, PlanStore } from './types.ts';

export interface PlanStoreObserver {
  /** A stored plan is not as it was written. It stays as it is, and nobody takes it up. */
  planUnreadable(planId: string, error: unknown): void;
}

// As a literal and not as parameters: only then does the small index of such plans serve.
const isUnfinished = sql<boolean>`status in ('pending', 'executing')`;

/** The routing plans of a database. */
export function createPlanStore(
  { db, write }: Pick<Store, 'db' | 'write'>,
  observe: PlanStoreObserver,
): PlanStore {
  const plans = db.selectFrom('routing_plans').selectAll();
  return {
    async create(epoch, plan) {
      const answer = await write.createRoutingPlan(epoch, toPlanRow(plan));
      return answer.kind === 'exists' ? { ...answer, plan: fromPlanRow(answer.plan) } : answer;
    },
    save: (epoch, plan) => write.saveRoutingPlan(epoch, toPlanRow(plan)),
    async find(name, owner) {
      const rows = await plans
        .where((is) => {
          const byId = is('id', '=', name);
          if (owner === undefined) return byId;
          return is.or([byId, is.and([is('owner', '=', owner), is('client_plan_id', '=', name)])]);
        })
        .execute();
      // Somebody's name for a plan may be our id of another: ours is the surer one.
      const row = rows.find(({ id }) => id === name) ?? rows[0];
      return row && fromPlanRow(row);
    },
    async unfinished() {
      const rows = await plans.where(isUnfinished).orderBy('created_at_ms').orderBy('id').execute();
      return rows.flatMap((row) => readable(row, observe) ?? []);
    },
  };
}

/** One row that somebody edited keeps no other plan from being taken up. */
function readable(row: PlanRow, observe: PlanStoreObserver): Plan | undefined {
  try {
    return fromPlanRow(row);
  } catch (error) {
    observe.planUnreadable(row.id, error);
    return undefined;
  }
}
