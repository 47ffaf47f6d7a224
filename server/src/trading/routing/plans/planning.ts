import { assert } from '../../../kit/assert.ts';
import {
  addExact,
  compareExact,
  exactly,
  formatExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { Account, AccountId } from '../../model/account.ts';
import type { VenueId } from '../../model/venue.ts';
import type { RouteEstimate, RouteRequest, RouteSlice } from '../types.ts';
import { unfilledOf } from './figures.ts';
import { endPlan, isSliceOver, unsentOf } from './transitions.ts';
import type { Plan, PlanSlice } from './types.ts';

/** The creator and the names of a plan. */
export interface PlanNames {
  readonly id: string;
  readonly clientPlanId: string | undefined;
  readonly requestHash: string;
  readonly actorId: string;
  readonly owner: string;
}

/** Returns the plan of an estimate, not sent yet; a plan without a slice has failed already. */
export function newPlan(
  request: RouteRequest,
  estimate: RouteEstimate,
  made: PlanNames & { readonly atMs: number },
): Plan {
  const { id, clientPlanId, requestHash, actorId, owner, atMs } = made;
  const plan: Plan = {
    id,
    clientPlanId,
    requestHash,
    actorId,
    owner,
    symbol: request.symbol,
    side: request.side,
    quantity: formatExact(exactly(request.quantity)),
    accountIds: request.accounts.map((account) => account.id),
    maxVenues: request.maxVenues,
    maxSlippageBps: request.maxSlippageBps,
    reduceOnly: request.reduceOnly,
    midPrice: estimate.mid,
    estimatedVwap: estimate.vwap,
    estimatedCostBps: estimate.costBps,
    excluded: estimate.excluded,
    dust: '0',
    status: 'pending',
    reason: undefined,
    createdAtMs: atMs,
    executedAtMs: undefined,
    completedAtMs: undefined,
    slices: [],
  };
  const planned = withRound(plan, 1, estimate);
  return planned.slices.length > 0 ? planned : endPlan(planned, atMs, whyShort);
}

/**
 * Returns the plan with the slices of a round. The rest that a routable estimate leaves is lot
 * dust. An estimate that places more than may be sent, or uses an account twice, is a fault of ours
 * and never sent.
 */
export function withRound(plan: Plan, round: number, estimate: RouteEstimate): Plan {
  const left = exactly(unsentOf(plan));
  const placed = estimate.slices
    .map(({ quantityText }) => exactly(quantityText))
    .reduce(addExact, zeroExact);
  const rest = subtractExact(left, placed);
  assert(rest.digits >= 0n, `round ${round} of the plan ${plan.id} places no more than there is`);
  const accounts = new Set(estimate.slices.map(({ accountId }) => accountId));
  // This limits a plan to as many slices per account as it has rounds.
  assert(accounts.size === estimate.slices.length, 'an account gets one slice a round');
  const known = estimate.slices.every(({ accountId }) => plan.accountIds.includes(accountId));
  assert(known, 'only accounts that were named get a slice');
  const dust = estimate.isRoutable && isMore(formatExact(rest), plan.dust) ? rest : undefined;
  const first = plan.slices.length + 1;
  const slices = estimate.slices.map((slice, index) =>
    newSlice(slice, { planId: plan.id, number: first + index, round }),
  );
  return {
    ...plan,
    ...(dust && { dust: formatExact(dust) }),
    slices: [...plan.slices, ...slices],
  };
}

function isMore(text: string, than = '0'): boolean {
  return compareExact(exactly(text), exactly(than)) > 0;
}

function newSlice(
  slice: RouteSlice,
  of: { readonly planId: string; readonly number: number; readonly round: number },
): PlanSlice {
  const { planId, number, round } = of;
  return {
    number,
    round,
    venue: slice.venue,
    accountId: slice.accountId,
    quantity: slice.quantityText,
    limitPrice: slice.limitPriceText,
    estimatedPrice: slice.estimatedPrice,
    costBps: slice.costBps,
    feeBps: slice.feeBps,
    confidence: slice.confidence,
    score: slice.score,
    clientOrderId: `${planId}.${number}`,
    status: 'pending',
    orderId: undefined,
    filled: '0',
    avgFillPrice: undefined,
    paidFeeBps: undefined,
    reason: undefined,
  };
}

/** The accounts that may take the rest of a plan, and how far its orders may trade. */
interface Open extends Pick<RouteRequest, 'roomShare'> {
  /** The accounts in their current state. */
  readonly accounts: readonly Account[];
  /** Accounts that would refuse again. */
  readonly barred: ReadonlySet<AccountId>;
}

/**
 * Returns the request of a later round: all that may be sent now, within the slippage of the first
 * mid. An account with a slice whose end is not known is left out, for nobody knows what balance it
 * has left. All rounds together fill at no more than `maxVenues` venues: those that have filled or
 * still may, and of the others no more than there is room for.
 */
export function nextRequest(plan: Plan, request: RouteRequest, open: Open): RouteRequest {
  const waiting = new Set(plan.slices.filter((each) => !isSliceOver(each)).map(accountOf));
  const accounts = open.accounts.filter(
    ({ id, halted }) => !halted && !open.barred.has(id) && !waiting.has(id),
  );
  const venues = venuesAgain(plan, accounts);
  return {
    ...request,
    quantity: Number(unsentOf(plan)),
    accounts: accounts.filter(({ venue }) => venues.has(venue)),
    maxVenues: plan.maxVenues,
    anchorMid: plan.midPrice,
    takenTo: takenTo(plan, open.barred),
    roomShare: open.roomShare,
  };
}

function accountOf({ accountId }: PlanSlice): AccountId {
  return accountId;
}

/**
 * Returns the prices up to which the plan is known to have taken everything: an immediate order
 * that came short found nothing more at its limit price. A refused order says nothing.
 */
function takenTo(plan: Plan, barred: ReadonlySet<AccountId>): ReadonlyMap<VenueId, number> {
  const taken = new Map<VenueId, number>();
  for (const { accountId, orderId, status, venue, limitPrice } of plan.slices) {
    const isShort = status === 'partial' || status === 'failed';
    if (!isShort || orderId === undefined || barred.has(accountId)) continue;
    const price = Number(limitPrice);
    const known = taken.get(venue) ?? price;
    taken.set(venue, plan.side === 'buy' ? Math.max(known, price) : Math.min(known, price));
  }
  return taken;
}

/**
 * Returns the venues that a later round may use. Before any fill these are all, and the split
 * decides. After that, all venues that have filled may be used again, and of the others only as
 * many as there is room for: first those that could have taken a part, in the order in which
 * accounts were named.
 */
function venuesAgain(plan: Plan, accounts: readonly Account[]): ReadonlySet<VenueId> {
  const mayFill = plan.slices.filter((slice) => isMore(slice.filled) || !isSliceOver(slice));
  const used = new Set(mayFill.map(({ venue }) => venue));
  if (used.size === 0) return new Set(accounts.map(({ venue }) => venue));
  const refused = new Set(
    plan.excluded.flatMap(({ accountId, reason }) => (reason === 'NOT_CHOSEN' ? [] : [accountId])),
  );
  const others = accounts
    .filter(({ venue }) => !used.has(venue))
    .toSorted((a, b) => Number(refused.has(a.id)) - Number(refused.has(b.id)));
  const fresh = [...new Set(others.map(({ venue }) => venue))];
  return new Set([...used, ...fresh.slice(0, Math.max(0, plan.maxVenues - used.size))]);
}

/** Maximum number of reasons in the plan's own reason; the slices have all of them. */
const reasonsMax = 3;

/** Returns why a plan ended short of its quantity, in a sentence or two. */
export function whyShort(plan: Plan): string {
  const { slices, excluded } = plan;
  const short = `${unfilledOf(plan)} of ${plan.quantity} did not fill.`;
  const told = slices.flatMap(({ accountId, reason }) =>
    reason === undefined ? [] : [`${accountId}: ${reason}`],
  );
  const left = excluded.map(({ accountId, message }) => `${accountId}: ${message}`);
  const reasons = [...new Set(told.length > 0 ? told : left)];
  const more = reasons.length - reasonsMax;
  return [
    slices.length === 0 ? 'Nothing could be placed.' : short,
    ...reasons.slice(0, reasonsMax),
    ...(more > 0 ? [`And ${more} more.`] : []),
    ...(reasons.length === 0 ? ['No account could take more.'] : []),
  ].join(' ');
}
