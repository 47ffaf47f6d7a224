import type { RouteEstimateWire, RoutePlanWire, VenueStatusWire } from '@windlass/contract';
import { formatAmount, formatBps, formatKnown } from '../figures.ts';
import { renderPairs, withHeader } from '../table.ts';
import type { Paint } from '../text.ts';

/** Returns how an order would be split, with the reason for each account's share. */
export function renderEstimate(estimate: RouteEstimateWire, paint: Paint): string {
  const { allocated_quantity: allocated, unallocated_quantity: left } = estimate;
  const { optimality_gap_bps: gap } = estimate;
  const fields = renderPairs([
    ['order', `${estimate.side} ${formatAmount(estimate.total_quantity)} ${estimate.symbol}`],
    ['routable', estimate.routable ? 'yes' : 'not all of it'],
    ['allocated', `${formatAmount(allocated)}, ${formatAmount(left)} left over`],
    ['vwap', knownOr(estimate.estimated_vwap)],
    ['mid price', knownOr(estimate.mid_price)],
    ['cost', bpsOr(estimate.estimated_cost_bps)],
    ['best split saves', gap === null ? null : boundOf(gap)],
  ]);
  const parts = [fields, `\n${renderSlices(estimate, paint)}`];
  if (estimate.excluded.length > 0) parts.push(`\n${renderExcluded(estimate.excluded, paint)}`);
  return parts.join('');
}

/** Returns a plan with its slices. */
export function renderPlan(plan: RoutePlanWire, paint: Paint): string {
  const { executed_quantity: executed, unfilled_quantity: unfilled } = plan;
  const fields = renderPairs([
    ['id', plan.plan_id],
    ['client id', plan.client_plan_id],
    ['order', `${plan.side} ${formatAmount(plan.total_quantity)} ${plan.symbol}`],
    ['status', plan.status],
    ['reason', plan.reason],
    ['executed', `${formatAmount(executed)}, ${formatAmount(unfilled)} unfilled`],
    ['vwap', `${knownOr(plan.actual_vwap)}, estimated ${knownOr(plan.estimated_vwap)}`],
    ['cost', `${bpsOr(plan.actual_cost_bps)}, estimated ${bpsOr(plan.estimated_cost_bps)}`],
    ['mid price', knownOr(plan.mid_price)],
    ['made', plan.created_at],
    ['completed', plan.completed_at],
  ]);
  const header = ['NO', 'ROUND', 'ACCOUNT', 'QUANTITY', 'FILLED', 'AT', 'LIMIT', 'STATUS', 'ORDER'];
  const rows = plan.slices.map((slice) => [
    String(slice.number),
    String(slice.round),
    slice.exchange_account_id,
    formatAmount(slice.quantity),
    formatAmount(slice.filled_quantity),
    formatKnown(slice.avg_fill_price),
    formatAmount(slice.limit_price),
    slice.status,
    slice.order_id ?? '',
    slice.reason ?? '',
  ]);
  const slices = rows.length === 0 ? 'no slices\n' : withHeader([...header, 'WHY'], rows, paint);
  const parts = [fields, `\n${slices}`];
  if (plan.excluded.length > 0) parts.push(`\n${renderExcluded(plan.excluded, paint)}`);
  return parts.join('');
}

/** Returns the venues of a symbol as a table. */
export function renderVenues(venues: readonly VenueStatusWire[], paint: Paint): string {
  const header = ['VENUE', 'BOOK', 'CONFIDENCE', 'SPREAD', 'AGE', 'TAKER FEE', 'WHY NOT'];
  const rows = venues.map((status) => {
    if (!status.available) return [status.venue, 'no', '', '', '', '', status.reason];
    const { venue, quality, confidence, spread_bps, staleness_ms, fee_bps } = status;
    const spread = spread_bps === null ? '' : formatBps(spread_bps);
    const age = `${Math.round(staleness_ms)} ms`;
    return [venue, quality, confidence.toFixed(2), spread, age, formatBps(fee_bps)];
  });
  return withHeader(header, rows, paint);
}

/** Returns a bound as text. To print it as 0 would claim more than was proven. */
function boundOf(gapBps: number): string {
  return gapBps < 0.01 ? 'less than 0.01 bps more' : `at most ${formatBps(gapBps)} more`;
}

function renderSlices({ slices, total_quantity: total }: RouteEstimateWire, paint: Paint): string {
  if (slices.length === 0) return 'no account gets any of it\n';
  const header = ['VENUE', 'ACCOUNT', 'QUANTITY', 'SHARE', 'PRICE', 'LIMIT', 'SLIPPAGE', 'FEE'];
  const rows = slices.map((slice) => [
    slice.venue,
    slice.exchange_account_id,
    formatAmount(slice.quantity),
    `${((slice.quantity / total) * 100).toFixed(1)} %`,
    formatAmount(slice.estimated_price),
    formatAmount(slice.limit_price),
    formatBps(slice.slippage_bps),
    formatBps(slice.fee_bps),
    slice.confidence.toFixed(2),
  ]);
  return withHeader([...header, 'CONFIDENCE'], rows, paint);
}

function renderExcluded(excluded: RouteEstimateWire['excluded'], paint: Paint): string {
  const rows = excluded.map(({ venue, exchange_account_id: account, reason, message }) => [
    venue,
    account,
    reason,
    message,
  ]);
  return withHeader(['GETS NOTHING', 'ACCOUNT', 'REASON', 'WHY'], rows, paint);
}

function knownOr(amount: number | null): string {
  return amount === null ? 'not known' : formatAmount(amount);
}

function bpsOr(amount: number | null): string {
  return amount === null ? 'not known' : formatBps(amount);
}
