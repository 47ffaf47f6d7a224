import { sql } from 'kysely';
import type { PlanRow } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import { fromPlanRow, toPlanRow } from './planRows.ts';
import type { Plan, PlanStore } from './types.ts';

export interface PlanStoreObserver {
  /** A stored plan cannot be read. It stays as it is, and is not resumed. */
  planUnreadable(planId: string, error: unknown): void;
}

// A literal and not parameters: only then does the database use the small index of such plans.
const isUnfinished = sql<boolean>`status in ('pending', 'executing')`;

/** Creates the store of routing plans in a database. */
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
      // One caller's name for a plan may be our id of another plan: our id takes precedence.
      const row = rows.find(({ id }) => id === name) ?? rows[0];
      return row && fromPlanRow(row);
    },
    async unfinished() {
      const rows = await plans.where(isUnfinished).orderBy('created_at_ms').orderBy('id').execute();
      return rows.flatMap((row) => readable(row, observe) ?? []);
    },
  };
}

/** One row that somebody edited must not keep other plans from being resumed. */
function readable(row: PlanRow, observe: PlanStoreObserver): Plan | undefined {
  try {
    return fromPlanRow(row);
  } catch (error) {
    observe.planUnreadable(row.id, error);
    return undefined;
  }
}
