import { assert } from '../../kit/assert.ts';
import type { PlanOperations } from '../operations.ts';
import type { PlanRow } from '../schema.ts';
import { requireEpoch, type Statements, type Value, writeAtEpoch } from './statements.ts';

const createSql = `
  with owner as (select epoch from engine where id = 1 for share),
  created as (
    insert into routing_plans (id, client_plan_id, request_hash, status, symbol, actor_id,
      created_at_ms, updated_at_ms, plan_json, owner)
    select $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::bigint,
      $10::text, $11::text
    from owner where owner.epoch = $1::bigint
    on conflict (owner, client_plan_id) do nothing
    returning id
  )
  select owner.epoch, exists (select 1 from created) as "isNew" from owner`;

const findSql = 'select * from routing_plans where owner = $1 and client_plan_id = $2';

const saveSql = `
  with owner as (select epoch from engine where id = 1 for share),
  saved as (
    update routing_plans set status = $3::text, updated_at_ms = $4::bigint, plan_json = $5::text
    where id = $2::text and status in ('pending', 'executing')
      and (select epoch from owner) = $1::bigint
  )
  select epoch from owner`;

/** The write operations of routing plans, each one statement that writes. */
export function createPostgresPlans(statements: Statements): PlanOperations {
  return {
    async createRoutingPlan(epoch, plan) {
      const { rows } = await statements.query<Created>(createSql, [epoch, ...valuesOf(plan)]);
      requireEpoch(epoch, rows[0]);
      if (rows[0]?.isNew) return { kind: 'recorded' };
      // Plans are never removed, so the one that was in the way is still there.
      const found = await statements.query<PlanRow>(findSql, [plan.owner, plan.client_plan_id]);
      const earlier = found.rows[0];
      assert(earlier, 'a plan that was not new exists already');
      return { kind: 'exists', plan: earlier };
    },
    async saveRoutingPlan(epoch, { id, status, updated_at_ms, plan_json }) {
      const values = [epoch, id, status, updated_at_ms, plan_json] as const;
      await writeAtEpoch(statements, saveSql, values);
    },
  };
}

interface Created {
  readonly epoch: number;
  readonly isNew: boolean;
}

function valuesOf(plan: PlanRow): Value[] {
  return [
    plan.id,
    plan.client_plan_id,
    plan.request_hash,
    plan.status,
    plan.symbol,
    plan.actor_id,
    plan.created_at_ms,
    plan.updated_at_ms,
    plan.plan_json,
    plan.owner,
  ];
}
