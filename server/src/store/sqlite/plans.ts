import type { Database } from 'better-sqlite3';
import type { PlanOperations } from '../operations.ts';
import type { PlanRow } from '../schema.ts';
import type { AtOnce } from './calls.ts';

/** The write operations of routing plans as prepared statements. */
export function createSqlitePlans(connection: Database): AtOnce<PlanOperations> {
  const findByClientId = connection.prepare<[string, string], PlanRow>(
    'select * from routing_plans where owner = ? and client_plan_id = ?',
  );
  const insert = connection.prepare<[PlanRow]>(`
    insert into routing_plans (id, client_plan_id, request_hash, status, symbol, actor_id,
      created_at_ms, updated_at_ms, plan_json, owner)
    values (@id, @client_plan_id, @request_hash, @status, @symbol, @actor_id,
      @created_at_ms, @updated_at_ms, @plan_json, @owner)`);
  const update = connection.prepare<[PlanRow]>(`
    update routing_plans
    set status = @status, updated_at_ms = @updated_at_ms, plan_json = @plan_json
    where id = @id and status in ('pending', 'executing')`);
  return {
    createRoutingPlan(_epoch, plan) {
      const { client_plan_id, owner } = plan;
      const earlier =
        client_plan_id === null ? undefined : findByClientId.get(owner, client_plan_id);
      if (earlier) return { kind: 'exists', plan: earlier };
      insert.run(plan);
      return { kind: 'recorded' };
    },
    saveRoutingPlan(_epoch, plan) {
      update.run(plan);
    },
  };
}
