import type {
  Parsed,
  RouteEstimateWire,
  RoutePlanWire,
  routingEndpoints,
  VenueStatusWire,
} from '@windlass/contract';
import { exactly, formatExact, subtractExact } from '../../kit/exact.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { actualCostBps, actualVwap, executedOf, unfilledOf } from './plans/figures.ts';
import type { Plan, PlanSlice } from './plans/types.ts';
import type {
  Excluded,
  RouteCandidate,
  RouteDraft,
  RouteEstimate,
  RouteSlice,
  VenueStatus,
} from './types.ts';

type RouteBody = Parsed<typeof routingEndpoints.estimateRoute>['body'];

export function toRouteDraft(body: RouteBody): RouteDraft {
  const { symbol, side, quantity } = body;
  return {
    symbol,
    side,
    quantity,
    accountIds: body.exchange_account_ids,
    maxVenues: body.max_venues,
    maxSlippageBps: body.max_slippage_bps,
    reduceOnly: body.reduce_only ? true : undefined,
  };
}

/** Trading §2.9. */
export function toEstimateWire(estimate: RouteEstimate): RouteEstimateWire {
  const { symbol, side, quantity, allocated } = estimate;
  const left = subtractExact(exactly(quantity), exactly(allocated));
  return {
    symbol,
    side,
    total_quantity: quantity,
    estimated_vwap: estimate.vwap ?? null,
    estimated_cost_bps: estimate.costBps ?? null,
    routable: estimate.isRoutable,
    allocated_quantity: allocated,
    unallocated_quantity: Number(formatExact(left)),
    mid_price: estimate.mid ?? null,
    objective_bps: estimate.objectiveBps ?? null,
    optimality_gap_bps: estimate.gapBps ?? null,
    slices: estimate.slices.map(toSliceWire),
    candidates: estimate.candidates.map(toCandidateWire),
    excluded: estimate.excluded.map(toExcludedWire),
  };
}

function toSliceWire(slice: RouteSlice): RouteEstimateWire['slices'][number] {
  const { venue, quantity, confidence, score } = slice;
  return {
    venue,
    exchange_account_id: slice.accountId,
    quantity,
    estimated_price: slice.estimatedPrice,
    limit_price: slice.limitPrice,
    room_bps: slice.roomBps,
    cost_bps: slice.costBps,
    slippage_bps: slice.slippageBps,
    fee_bps: slice.feeBps,
    fee_source: slice.feeSource,
    confidence,
    score,
  };
}

function toCandidateWire(candidate: RouteCandidate): RouteEstimateWire['candidates'][number] {
  const { venue, quantity, confidence } = candidate;
  return {
    venue,
    exchange_account_id: candidate.accountId,
    used: quantity > 0,
    quantity,
    standalone_cost_bps: candidate.standaloneCostBps ?? null,
    standalone_quantity: candidate.standaloneQuantity,
    fee_bps: candidate.feeBps,
    confidence,
    staleness_ms: Math.round(candidate.stalenessMs),
    score: candidate.standaloneScore ?? null,
  };
}

function toExcludedWire({ venue, accountId, reason, message }: Excluded) {
  return { venue, exchange_account_id: accountId, reason, message };
}

/** Trading §2.9. */
export function toPlanWire(plan: Plan): RoutePlanWire {
  const { symbol, side, status } = plan;
  return {
    plan_id: plan.id,
    client_plan_id: plan.clientPlanId ?? null,
    symbol,
    side,
    total_quantity: Number(plan.quantity),
    status,
    reason: plan.reason ?? null,
    created_at: isoTime(plan.createdAtMs),
    executed_at: timeOrNull(plan.executedAtMs),
    completed_at: timeOrNull(plan.completedAtMs),
    executed_quantity: Number(executedOf(plan)),
    unfilled_quantity: Number(unfilledOf(plan)),
    actual_vwap: actualVwap(plan) ?? null,
    actual_cost_bps: actualCostBps(plan) ?? null,
    mid_price: plan.midPrice ?? null,
    estimated_vwap: plan.estimatedVwap ?? null,
    estimated_cost_bps: plan.estimatedCostBps ?? null,
    max_venues: plan.maxVenues,
    max_slippage_bps: plan.maxSlippageBps,
    reduce_only: plan.reduceOnly === true,
    slices: plan.slices.map(toPlanSliceWire),
    excluded: plan.excluded.map(toExcludedWire),
  };
}

function toPlanSliceWire(slice: PlanSlice): RoutePlanWire['slices'][number] {
  const { number, round, venue, status, confidence, score } = slice;
  return {
    number,
    round,
    venue,
    status,
    confidence,
    score,
    exchange_account_id: slice.accountId,
    quantity: Number(slice.quantity),
    order_id: slice.orderId ?? null,
    filled_quantity: Number(slice.filled),
    avg_fill_price: slice.avgFillPrice ?? null,
    estimated_price: slice.estimatedPrice,
    limit_price: Number(slice.limitPrice),
    cost_bps: slice.costBps,
    fee_bps: slice.feeBps,
    reason: slice.reason ?? null,
  };
}

function timeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : isoTime(atMs);
}

/** Trading §2.9. */
export function toVenueStatusWire(status: VenueStatus): VenueStatusWire {
  const { venue } = status;
  if (!status.isAvailable) return { venue, available: false, reason: status.reason };
  const { confidence, spreadBps, stalenessMs, quality, fee } = status;
  return {
    venue,
    available: true,
    confidence,
    spread_bps: spreadBps ?? null,
    staleness_ms: Math.round(stalenessMs),
    quality,
    fee_bps: fee.takerBps,
    fee_source: fee.source,
    exchange_account_id: fee.accountId ?? null,
  };
}
