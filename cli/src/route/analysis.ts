import type { AnalysisWire, ScenariosWire } from '@windlass/contract';
import { formatAmount, formatBps, formatUsd } from '../figures.ts';
import { renderPairs, withHeader } from '../table.ts';
import { type Paint, printable } from '../text.ts';
import { formatDuration } from '../vaults/format.ts';

/** Returns the cost of an order, its venues, and what speaks against it. */
export function renderAnalysis(analysis: AnalysisWire, paint: Paint): string {
  const { validation, scenarios, summary } = analysis;
  const checks = validation.checks.map(({ name, passed, message }) => [
    passed ? 'ok' : 'failed',
    name.replace('_', ' '),
    message,
  ]);
  const warnings = summary.warnings.map(({ severity, code, message }) => [severity, code, message]);
  const parts = [
    renderHead(analysis),
    withHeader(['STATUS', 'CHECK', 'FINDING'], checks, paint),
    renderBreakdown(analysis, paint),
    renderVenueCosts(analysis, paint),
    scenarios && renderScenarios(scenarios, paint),
    warnings.length === 0 ? '' : withHeader(['SEVERITY', 'WARNING', 'WHAT'], warnings, paint),
  ];
  return parts.filter(Boolean).join('\n');
}

function renderHead({ cost, liquidity, summary, ...order }: AnalysisWire): string {
  const { confidence_label: label, confidence_score: score } = summary;
  const factors = summary.confidence_factors.join(', ');
  const fields = renderPairs([
    ['order', `${order.side} ${formatAmount(order.quantity)} ${order.symbol}`],
    ['can be sent', order.can_execute ? 'yes' : 'no'],
    ['cost', costOf(summary)],
    ['price', cost && formatAmount(cost.estimated_execution_price)],
    ['mid price', cost && formatAmount(cost.mid_price)],
    ['worth', liquidity && formatUsd(liquidity.order_value_usd)],
    ['size', summary.order_size_context],
    ['time to fill', summary.time_to_fill_estimate],
    ['confidence', `${label} (${score.toFixed(2)})${factors === '' ? '' : `: ${factors}`}`],
  ]);
  const advice = summary.headline_recommendation;
  return advice === null ? fields : `${fields}\n${printable(advice)}\n`;
}

function costOf({ headline_cost_bps: bps, headline_cost_usd: usd }: AnalysisWire['summary']) {
  if (bps === null) return 'not known';
  return usd === null ? formatBps(bps) : `${formatBps(bps)}, ${formatUsd(usd)}`;
}

function renderBreakdown({ summary }: AnalysisWire, paint: Paint): string {
  const rows = summary.cost_breakdown.map(({ label, bps, usd }) => [
    label,
    formatBps(bps),
    formatUsd(usd),
  ]);
  return rows.length === 0 ? '' : withHeader(['COST', 'BPS', 'WORTH'], rows, paint);
}

function renderVenueCosts({ cost }: AnalysisWire, paint: Paint): string {
  if (!cost || cost.venue_costs.length === 0) return '';
  const rows = cost.venue_costs.map((each) => [
    each.venue,
    formatAmount(each.quantity),
    formatBps(each.fee_bps),
    formatBps(each.slippage_bps),
    formatBps(each.total_bps),
    each.confidence.toFixed(2),
  ]);
  const header = ['VENUE', 'QUANTITY', 'FEE', 'SLIPPAGE', 'TOTAL', 'CONFIDENCE'];
  return withHeader(header, rows, paint);
}

function renderScenarios(scenarios: ScenariosWire, paint: Paint): string {
  const { size_minus_20pct: less, size_plus_20pct: more } = scenarios;
  const { taker_estimate: taker, maker_estimate: maker } = scenarios;
  const timed = (name: string, { total_cost_bps, fill_time_sec: seconds }: typeof taker) => [
    name,
    formatBps(total_cost_bps),
    seconds === null ? 'not known' : formatDuration(seconds * 1_000),
  ];
  const rows = [
    ['as it is', formatBps(scenarios.base_case.total_cost_bps), ''],
    [`20 % less (${formatAmount(less.quantity)})`, formatBps(less.total_cost_bps), ''],
    [`20 % more (${formatAmount(more.quantity)})`, formatBps(more.total_cost_bps), ''],
    timed('taking', taker),
    timed('making', maker),
  ];
  return withHeader(['SCENARIO', 'COST', 'TIME TO FILL'], rows, paint);
}
