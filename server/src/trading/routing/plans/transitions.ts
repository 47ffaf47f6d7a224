import { assert } from '../../../kit/assert.ts';
import {
  addExact,
  compareExact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import { executedOf, unfilledOf } from './figures.ts';
import type { Plan, PlanSlice, PlanStatus, SliceStatus } from './types.ts';

/** The filled part: of a slice its quantity, of a plan all but lot dust. */
export type Share = 'all' | 'some' | 'none';

export type PlanEvent =
  /** The plan may be sent: that is stored first. */
  | 'began'
  /** Every slice has ended, and no other will follow. */
  | 'ended';

export type SliceEvent =
  /** Its order is stored. */
  | 'taken'
  /** Our own checks refused it: nothing left. */
  | 'refused'
  /** Nothing left, and nothing will. */
  | 'unsent'
  /** Its order is over. */
  | 'over'
  /** The exchange reported more fills after that. */
  | 'grew';

export interface Transition<Event, Status> {
  readonly event: Event;
  readonly from: Status;
  readonly condition: Share | 'always';
  readonly to: Status;
}

/** Trading §3. Transitions that are not listed cannot happen: an ended plan stays as it is. */
export const planTransitions: readonly Transition<PlanEvent, PlanStatus>[] = [
  { event: 'began', from: 'pending', condition: 'always', to: 'executing' },
  { event: 'ended', from: 'pending', condition: 'none', to: 'failed' },
  { event: 'ended', from: 'executing', condition: 'all', to: 'completed' },
  { event: 'ended', from: 'executing', condition: 'some', to: 'partial' },
  { event: 'ended', from: 'executing', condition: 'none', to: 'failed' },
];

/** The same for slices, except that an exchange may report a fill after the end of its order. */
export const sliceTransitions: readonly Transition<SliceEvent, SliceStatus>[] = [
  { event: 'taken', from: 'pending', condition: 'always', to: 'submitted' },
  { event: 'refused', from: 'pending', condition: 'always', to: 'skipped' },
  { event: 'unsent', from: 'pending', condition: 'always', to: 'failed' },
  { event: 'over', from: 'submitted', condition: 'all', to: 'filled' },
  { event: 'over', from: 'submitted', condition: 'some', to: 'partial' },
  { event: 'over', from: 'submitted', condition: 'none', to: 'failed' },
  { event: 'grew', from: 'partial', condition: 'all', to: 'filled' },
  { event: 'grew', from: 'partial', condition: 'some', to: 'partial' },
  { event: 'grew', from: 'failed', condition: 'all', to: 'filled' },
  { event: 'grew', from: 'failed', condition: 'some', to: 'partial' },
];

/** Returns the status after the event; undefined where the event cannot happen. */
export function nextPlanStatus(
  from: PlanStatus,
  event: PlanEvent,
  share: Share,
): PlanStatus | undefined {
  return nextOf(planTransitions, { from, event, share });
}

export function nextSliceStatus(
  from: SliceStatus,
  event: SliceEvent,
  share: Share,
): SliceStatus | undefined {
  return nextOf(sliceTransitions, { from, event, share });
}

export function isPlanOver({ status }: Pick<Plan, 'status'>): boolean {
  return !planTransitions.some(({ from }) => from === status);
}

/** Returns true when nothing must be waited for, though its exchange may still report more. */
export function isSliceOver({ status }: Pick<PlanSlice, 'status'>): boolean {
  return !sliceTransitions.some(({ from, event }) => from === status && event !== 'grew');
}

/**
 * Returns the quantity that may be sent now: without what has filled, and without all of a slice
 * whose end is not known, for that may still fill. It is below 0 when more has filled than was
 * ordered.
 */
export function unsentOf(plan: Pick<Plan, 'quantity' | 'slices'>): string {
  const bound = plan.slices.map((slice) =>
    exactly(isSliceOver(slice) ? slice.filled : slice.quantity),
  );
  return formatExact(subtractExact(exactly(plan.quantity), bound.reduce(addExact, zeroExact)));
}

/** True when more than lot dust may be sent now. */
export function hasUnsent(plan: Plan): boolean {
  return compareExact(exactly(unsentOf(plan)), exactly(plan.dust ?? '0')) > 0;
}

/** Returns true when more than lot dust has not filled. */
export function isShort(plan: Plan): boolean {
  return compareExact(exactly(unfilledOf(plan)), exactly(plan.dust ?? '0')) > 0;
}

export function beginPlan(plan: Plan, atMs: number): Plan {
  assert(plan.slices.length > 0, `the plan ${plan.id} has something to send`);
  return { ...plan, status: planStatusAfter(plan, 'began'), executedAtMs: atMs };
}

/** `reasonOf` returns why it ended short of its quantity; not called for a plan that did not. */
export function endPlan(plan: Plan, atMs: number, reasonOf: (plan: Plan) => string): Plan {
  assert(plan.slices.every(isSliceOver), `every slice of the plan ${plan.id} has ended`);
  const status = planStatusAfter(plan, 'ended');
  const reason = status === 'completed' ? undefined : reasonOf(plan);
  return { ...plan, status, reason, completedAtMs: atMs };
}

/** Changes one slice of a plan. Returns the same plan when the slice stays as it is. */
export function withSlice(
  plan: Plan,
  number: number,
  change: (slice: PlanSlice) => PlanSlice,
): Plan {
  const slices = plan.slices.map((slice) => (slice.number === number ? change(slice) : slice));
  const isSame = slices.every((slice, index) => slice === plan.slices[index]);
  return isSame ? plan : { ...plan, slices };
}

export function takeSlice(slice: PlanSlice, orderId: string): PlanSlice {
  return { ...slice, status: sliceStatusAfter(slice, 'taken'), orderId };
}

export function refuseSlice(slice: PlanSlice, reason: string): PlanSlice {
  return { ...slice, status: sliceStatusAfter(slice, 'refused'), reason };
}

export function dropSlice(slice: PlanSlice, reason: string): PlanSlice {
  return { ...slice, status: sliceStatusAfter(slice, 'unsent'), reason };
}

/** Ends slices of which nothing left, and nothing will. */
export function dropSlices(plan: Plan, slices: readonly PlanSlice[], reason: string): Plan {
  return slices.reduce(
    (now, { number }) => withSlice(now, number, (slice) => dropSlice(slice, reason)),
    plan,
  );
}

type Fill = Pick<PlanSlice, 'filled' | 'avgFillPrice' | 'paidFeeBps' | 'reason'>;

export function closeSlice(slice: PlanSlice, fill: Fill): PlanSlice {
  const closed = { ...slice, ...fill };
  return { ...closed, status: sliceStatusAfter(closed, 'over') };
}

/** Adds more fills to a slice that is over. */
export function growSlice(slice: PlanSlice, fill: Fill): PlanSlice {
  const { clientOrderId, filled } = slice;
  const isMore = compareExact(exactly(fill.filled), exactly(filled)) > 0;
  assert(isMore, `the slice ${clientOrderId} filled more than ${filled}`);
  const grown = { ...slice, ...fill };
  return { ...grown, status: sliceStatusAfter(grown, 'grew') };
}

function planStatusAfter(plan: Plan, event: PlanEvent): PlanStatus {
  const to = nextPlanStatus(plan.status, event, shareOfPlan(plan));
  assert(
    to,
    `the plan ${plan.id}, ${plan.status} and filled ${executedOf(plan)}, can have ${event}`,
  );
  return to;
}

function sliceStatusAfter(slice: PlanSlice, event: SliceEvent): SliceStatus {
  const to = nextSliceStatus(slice.status, event, shareOfSlice(slice));
  const { clientOrderId, status, filled } = slice;
  assert(to, `the slice ${clientOrderId}, ${status} and filled ${filled}, can be ${event}`);
  return to;
}

function nextOf<Event, Status>(
  transitions: readonly Transition<Event, Status>[],
  now: { readonly from: Status; readonly event: Event; readonly share: Share },
): Status | undefined {
  return transitions.find(
    ({ from, event, condition }) =>
      from === now.from &&
      event === now.event &&
      (condition === 'always' || condition === now.share),
  )?.to;
}

function shareOfPlan(plan: Plan): Share {
  if (!isPositive(executedOf(plan))) return 'none';
  return isShort(plan) ? 'some' : 'all';
}

function shareOfSlice({ filled, quantity }: PlanSlice): Share {
  if (!isPositive(filled)) return 'none';
  return compareExact(exactly(filled), exactly(quantity)) >= 0 ? 'all' : 'some';
}

function isPositive(text: string): boolean {
  return exactly(text).digits > 0n;
}
