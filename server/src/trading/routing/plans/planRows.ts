import { type StoredFields, storedFields } from '../../../kit/storedFields.ts';
import type { PlanRow } from '../../../store/schema.ts';
import type { AccountId } from '../../model/account.ts';
import { sides } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import { venueIds } from '../../model/venue.ts';
import type { Excluded, ExclusionReason } from '../types.ts';
import type { Plan, PlanSlice, SliceStatus } from './types.ts';

/** The fields of a plan without a column of their own. */
type Content = Omit<
  Plan,
  'id' | 'clientPlanId' | 'requestHash' | 'status' | 'symbol' | 'actorId' | 'owner' | 'createdAtMs'
>;

export function toPlanRow(plan: Plan): PlanRow {
  const { id, clientPlanId, requestHash, status, symbol, actorId, owner, ...others } = plan;
  const { createdAtMs, ...rest } = others;
  const content: Content = rest;
  return {
    id,
    client_plan_id: clientPlanId ?? null,
    request_hash: requestHash,
    status,
    symbol,
    actor_id: actorId,
    created_at_ms: createdAtMs,
    // The latest of the plan's own times.
    updated_at_ms: Math.max(createdAtMs, plan.executedAtMs ?? 0, plan.completedAtMs ?? 0),
    plan_json: JSON.stringify(content),
    owner,
  };
}

/**
 * Only `toPlanRow` writes rows. The fields that orders are matched with and added up by are checked
 * anyway: a row that somebody edited must not be taken for a plan.
 */
export function fromPlanRow(row: PlanRow): Plan {
  const read = storedFields(JSON.parse(row.plan_json), `the stored plan ${row.id}`);
  return {
    id: row.id,
    clientPlanId: row.client_plan_id ?? undefined,
    requestHash: row.request_hash,
    actorId: row.actor_id,
    owner: row.owner,
    symbol: row.symbol as InstrumentSymbol,
    side: read.oneOf('side', sides),
    quantity: read.decimal('quantity'),
    accountIds: read.list('accountIds').map(String),
    maxVenues: read.number('maxVenues'),
    maxSlippageBps: read.number('maxSlippageBps'),
    reduceOnly: read.optional('reduceOnly', read.flag) ? true : undefined,
    midPrice: read.optional('midPrice', read.number),
    estimatedVwap: read.optional('estimatedVwap', read.number),
    estimatedCostBps: read.optional('estimatedCostBps', read.number),
    excluded: read.list('excluded').map((each) => toExcluded(storedFields(each, read.of))),
    dust: read.optional('dust', read.decimal),
    status: row.status,
    reason: read.optional('reason', read.text),
    createdAtMs: row.created_at_ms,
    executedAtMs: read.optional('executedAtMs', read.number),
    completedAtMs: read.optional('completedAtMs', read.number),
    slices: read.list('slices').map((each) => toSlice(storedFields(each, read.of))),
  };
}

const sliceStatuses: readonly SliceStatus[] = [
  'pending',
  'submitted',
  'filled',
  'partial',
  'failed',
  'skipped',
];

function toSlice(read: StoredFields): PlanSlice {
  return {
    number: read.number('number'),
    round: read.number('round'),
    venue: read.oneOf('venue', venueIds),
    accountId: read.text('accountId') as AccountId,
    quantity: read.decimal('quantity'),
    limitPrice: read.decimal('limitPrice'),
    estimatedPrice: read.number('estimatedPrice'),
    costBps: read.number('costBps'),
    feeBps: read.number('feeBps'),
    confidence: read.number('confidence'),
    score: read.number('score'),
    clientOrderId: read.text('clientOrderId'),
    status: read.oneOf('status', sliceStatuses),
    orderId: read.optional('orderId', read.text),
    filled: read.decimal('filled'),
    avgFillPrice: read.optional('avgFillPrice', read.number),
    paidFeeBps: read.optional('paidFeeBps', read.number),
    reason: read.optional('reason', read.text),
  };
}

function toExcluded(read: StoredFields): Excluded {
  return {
    venue: read.oneOf('venue', venueIds),
    accountId: read.text('accountId') as AccountId,
    reason: read.text('reason') as ExclusionReason,
    message: read.text('message'),
  };
}
