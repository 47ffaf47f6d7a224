import type { DifferenceWire, ReconciledAccountWire } from '@windlass/contract';
import { isoTime } from '../../../kit/isoTime.ts';
import type { AccountReport, Difference, DifferencePage } from './types.ts';

/** Returns accounts and differences in the wire format. */
export function toReconciliationWire(
  reports: readonly AccountReport[],
  { total, differences }: DifferencePage,
  { page, size }: { readonly page: number; readonly size: number },
) {
  return {
    accounts: reports.map(toAccountWire),
    differences: differences.map(toDifferenceWire),
    total,
    page,
    size,
  };
}

function toAccountWire(report: AccountReport): ReconciledAccountWire {
  const { account, counts, unavailable, updates } = report;
  return {
    exchange_account_id: account.id,
    exchange: account.venue,
    status: report.status,
    last_compared_at: timeOf(report.lastComparedMs),
    next_at: timeOf(report.nextMs),
    unavailable_since: timeOf(unavailable?.sinceMs),
    unavailable_reason: unavailable?.reason ?? null,
    orders_compared: counts.orders,
    fills_compared: counts.fills,
    balances_compared: counts.balances,
    unsettled_orders: counts.unsettled,
    open_differences: report.openDifferences,
    orders_followed: updates?.following ?? 0,
    order_streams: (updates?.streams ?? []).map(({ name, state, quietMs }) => ({
      name,
      state,
      quiet_seconds: quietMs === undefined ? null : quietMs / 1000,
    })),
  };
}

function toDifferenceWire(difference: Difference): DifferenceWire {
  return {
    id: difference.id,
    exchange_account_id: difference.accountId,
    kind: difference.kind,
    first_seen_at: isoTime(difference.firstSeenMs),
    last_seen_at: isoTime(difference.lastSeenMs),
    resolved_at: timeOf(difference.resolvedMs),
    market_type: difference.marketType,
    symbol: difference.symbol ?? null,
    order_id: difference.orderId ?? null,
    asset: difference.asset ?? null,
    expected: difference.expected ?? null,
    found: difference.found ?? null,
    reason: difference.reason,
  };
}

function timeOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : isoTime(atMs);
}
