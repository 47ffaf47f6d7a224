import type { DataOf } from '@windlass/client';

export type RouteEstimate = DataOf<'estimateRoute'>;
type Candidate = RouteEstimate['candidates'][number];

/** Parts of the estimate's cost, over all that is placed. */
export interface RouteCost {
  readonly slippageBps: number;
  readonly feeBps: number;
  /** Weight that mistrust in the books had in the choice. Nobody pays it. */
  readonly mistrustBps: number | undefined;
}

/** Returns undefined when nothing is placed. */
export function costOf(estimate: RouteEstimate): RouteCost | undefined {
  const { slices, allocated_quantity: placed } = estimate;
  if (placed <= 0) return undefined;
  const mean = (of: (slice: (typeof slices)[number]) => number) =>
    slices.reduce((sum, slice) => sum + of(slice) * slice.quantity, 0) / placed;
  const { objective_bps: objective, estimated_cost_bps: cost } = estimate;
  return {
    slippageBps: mean(({ slippage_bps }) => slippage_bps),
    feeBps: mean(({ fee_bps }) => fee_bps),
    mistrustBps: objective === null || cost === null ? undefined : objective - cost,
  };
}

/** Comparison of the split with the single account that would be cheapest. */
export type Savings =
  | {
      readonly kind: 'saves';
      readonly account: string;
      readonly bps: number;
      readonly quote: number;
    }
  /** The split uses that account only. */
  | { readonly kind: 'alone'; readonly account: string }
  | { readonly kind: 'noneAlone' }
  | { readonly kind: 'unknown' };

export function savingsOf(estimate: RouteEstimate): Savings {
  const { candidates, total_quantity: total, estimated_cost_bps: cost, mid_price: mid } = estimate;
  const able = candidates.filter(
    (one): one is Candidate & { standalone_cost_bps: number } =>
      one.standalone_cost_bps !== null && one.standalone_quantity >= total,
  );
  const best = able.sort((a, b) => a.standalone_cost_bps - b.standalone_cost_bps)[0];
  if (!best) return { kind: candidates.length === 0 ? 'unknown' : 'noneAlone' };
  const account = best.exchange_account_id;
  if (estimate.slices.length === 1 && best.used) return { kind: 'alone', account };
  if (cost === null || mid === null || !estimate.routable) return { kind: 'unknown' };
  const bps = best.standalone_cost_bps - cost;
  return { kind: 'saves', account, bps, quote: (bps / 10_000) * mid * total };
}

/** The router's view of an account, and its result. */
export interface Verdict {
  readonly account: string;
  readonly venue: string;
  readonly isUsed: boolean;
  readonly candidate: Candidate | undefined;
  /** Reason why it gets nothing; undefined for accounts that get something. */
  readonly reason: string | undefined;
}

/** Returns every offered account: the used ones first, then by score, then the unfit ones. */
export function verdictsOf({ candidates, excluded }: RouteEstimate): readonly Verdict[] {
  const reasons = new Map(excluded.map((one) => [one.exchange_account_id, one]));
  const looked = candidates
    .toSorted((a, b) => Number(b.used) - Number(a.used) || scoreOf(a) - scoreOf(b))
    .map((candidate) => ({
      account: candidate.exchange_account_id,
      venue: candidate.venue,
      isUsed: candidate.used,
      candidate,
      reason: reasons.get(candidate.exchange_account_id)?.message,
    }));
  const known = new Set(looked.map(({ account }) => account));
  const unfit = excluded
    .filter((one) => !known.has(one.exchange_account_id))
    .map(({ exchange_account_id: account, venue, message: reason }) => ({
      account,
      venue,
      isUsed: false,
      candidate: undefined,
      reason,
    }));
  return [...looked, ...unfit];
}

function scoreOf({ score }: Candidate): number {
  return score ?? Number.POSITIVE_INFINITY;
}
