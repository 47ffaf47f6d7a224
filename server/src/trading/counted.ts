import { allNames } from '../kit/zeroSeries.ts';
import type { DifferenceKind } from './execution/reconcile/types.ts';
import type { Account } from './model/account.ts';
import type { PriceMetrics } from './pricing/types.ts';
import type { PlanStatus, SliceStatus } from './routing/plans/types.ts';
import type { DropReason } from './stream/types.ts';
import type { SubmitOutcome } from './venues/venuePort.ts';

// Labels of counters that stand at 0 from the start.

export const dropReasons = allNames<DropReason>({
  flood: true,
  slow: true,
  unread: true,
  duplicate: true,
  behind: true,
  keys: true,
});
export const priceOutcomes = allNames<Parameters<PriceMetrics['called']>[0]>({
  ok: true,
  limited: true,
  unavailable: true,
  refused: true,
});
export const tickerSources = allNames<Parameters<PriceMetrics['answered']>[0]>({
  fresh: true,
  cached: true,
  stale: true,
  none: true,
});
export const differenceKinds = allNames<DifferenceKind>({
  order_changed: true,
  order_still_open: true,
  foreign_order: true,
  order_missing: true,
  missed_fill: true,
  fills_differ: true,
  balance_changed: true,
  position_changed: true,
});
/** Plans that are counted are over. */
export const planEnds: readonly PlanStatus[] = ['completed', 'partial', 'failed'];
/** Slices that are counted are over. */
export const sliceEnds: readonly SliceStatus[] = ['filled', 'partial', 'failed', 'skipped'];
export const accountModes = allNames<Account['mode']>({ paper: true, live: true });
export const submitOutcomes = allNames<SubmitOutcome['kind']>({
  acknowledged: true,
  rejected: true,
  unknown: true,
});
