import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../kit/exact.ts';
import type { Account } from '../model/account.ts';
import { walkLevels } from '../model/walk.ts';
import { allocate } from './allocation/allocate.ts';
import { toleratedShare } from './allocation/model.ts';
import type { Allocation, RouteProblem } from './allocation/types.ts';
import { lotsOf } from './ceilings.ts';
import { coveredShares } from './covered.ts';
import type { AccountOffer, VenueOffer } from './offers.ts';
import { excluded, type Refusal, shown, shownBps } from './refusals.ts';
import { costOf, penaltyBps, slicesAt } from './slices.ts';
import type { RouteCandidate, RouteEstimate, RouteRequest, RouteSlice } from './types.ts';
import type { RouteView, VenueGroup } from './view.ts';

/** Returns the best split of the request over a view, and why the other accounts get nothing. */
export function estimateOf(request: RouteRequest, view: RouteView): RouteEstimate {
  const { symbol, side, quantity, accounts } = request;
  const { mid, groups } = view;
  const { slices, takers, allocation } =
    mid === undefined || groups.length === 0 ? nothing : route(request, groups, mid);
  const byAccount = new Map(takers.map((taker) => [taker.account, taker]));
  return {
    symbol,
    side,
    quantity,
    mid,
    ...totalsOf(request, groups, { slices, allocation }),
    slices,
    candidates: accounts.flatMap((account) => byAccount.get(account)?.candidate ?? []),
    excluded: accounts.flatMap((account) => {
      const refusal = view.refused.get(account) ?? byAccount.get(account)?.refusal;
      return refusal ? [excluded(account, refusal)] : [];
    }),
  };
}

interface Routed {
  readonly slices: readonly RouteSlice[];
  readonly takers: readonly Taker[];
  readonly allocation: Allocation | undefined;
}

/** An account that could take a slice. */
interface Taker {
  readonly account: Account;
  /** Undefined when it could take nothing even alone. */
  readonly candidate: RouteCandidate | undefined;
  /** Why it gets no slice. */
  readonly refusal: Refusal | undefined;
}

const nothing: Routed = { slices: [], takers: [], allocation: undefined };

function route(request: RouteRequest, groups: readonly VenueGroup[], mid: number): Routed {
  const allocation = allocate(problemOf(request, groups, mid));
  const slices: RouteSlice[] = [];
  const takers: Taker[] = [];
  for (const [place, { offer, takers: offered }] of groups.entries()) {
    const quantities = allocation.quantities[place] ?? [];
    const given = offered.flatMap((taker, at) => {
      const quantity = quantities[at] ?? 0;
      return quantity > 0 ? [{ taker, quantity }] : [];
    });
    const shares = coveredShares(offer, given);
    slices.push(...slicesAt(offer, shares, { mid, roomShare: request.roomShare ?? 0 }));
    for (const taker of offered) {
      const quantity = shares.find((share) => share.taker === taker)?.quantity ?? 0;
      const isDropped = quantity === 0 && given.some((share) => share.taker === taker);
      takers.push(takerOf(offer, taker, { request, mid, quantity, isDropped }));
    }
  }
  return { slices, takers, allocation };
}

function problemOf(
  { side, quantity, maxVenues }: RouteRequest,
  groups: readonly VenueGroup[],
  mid: number,
): RouteProblem {
  const most = groups.reduce((sum, { offer }) => sum + offer.offered + offer.step, 0);
  return {
    side,
    mid,
    maxVenues,
    // A quantity far beyond everything on offer is left over in any case, whatever its size. Very
    // large numbers would only strain the arithmetic.
    quantity: Math.min(quantity, 2 * most),
    venues: groups.map(({ offer, takers }) => ({
      levels: offer.levels,
      penaltyBps: penaltyBps(offer),
      step: offer.step,
      accounts: takers.map(({ bounds }) => bounds),
    })),
  };
}

interface Taking {
  readonly request: RouteRequest;
  readonly mid: number;
  /** Quantity that the account gets. */
  readonly quantity: number;
  /** True when it was given its smallest slice but cannot pay for all of it. */
  readonly isDropped: boolean;
}

/** Returns the account's result alone, beside what it gets. */
function takerOf(
  offer: VenueOffer,
  taker: AccountOffer,
  { request, mid, quantity, isDropped }: Taking,
): Taker {
  const { account, bounds } = taker;
  const [share] = coveredShares(offer, [{ taker, quantity: taker.alone }]);
  const alone = Math.max(quantity, share?.quantity ?? 0);
  if (alone === 0) return { account, candidate: undefined, refusal: tooSmall(offer, taker) };
  const { health } = offer.usable;
  const price = walkLevels(offer.levels, alone).vwap ?? offer.measure.near;
  const { costBps, score } = costOf(offer, taker, { price, mid });
  const candidate: RouteCandidate = {
    venue: offer.venue,
    accountId: account.id,
    quantity,
    standaloneQuantity: alone,
    standaloneCostBps: costBps,
    standaloneScore: score,
    feeBps: bounds.feeBps,
    confidence: health.confidence,
    stalenessMs: health.stalenessMs,
  };
  if (quantity > 0) return { account, candidate, refusal: undefined };
  if (isDropped) return { account, candidate, refusal: tooSmall(offer, taker) };
  const message =
    `Alone it could take ${shown(alone)} of ${shown(request.quantity)} at a score of ` +
    `${shownBps(score)} bps. The order costs less where it goes.`;
  return { account, candidate, refusal: { reason: 'NOT_CHOSEN', message } };
}

/** Refuses an account that falls short of its smallest slice by less than a step. */
function tooSmall({ step }: VenueOffer, { account, bounds }: AccountOffer): Refusal {
  const least = bounds.minQuantity;
  const could = lotsOf(Math.round(least / step) - 1, step);
  const [few, smallest] = [could, least].map((each) => formatExact(exactly(each)));
  const message =
    `The account ${account.id} could take ${few}, ` +
    `less than its smallest slice of ${smallest}.`;
  return { reason: 'BELOW_MINIMUM', message };
}

type Totals = Pick<
  RouteEstimate,
  'vwap' | 'costBps' | 'objectiveBps' | 'gapBps' | 'isRoutable' | 'allocated'
>;

function totalsOf(
  request: RouteRequest,
  groups: readonly VenueGroup[],
  { slices, allocation }: Pick<Routed, 'slices' | 'allocation'>,
): Totals {
  const mean = (figureOf: (slice: RouteSlice) => number): number | undefined => {
    let quantity = 0;
    let sum = 0;
    for (const slice of slices) {
      quantity += slice.quantity;
      sum += slice.quantity * figureOf(slice);
    }
    return quantity > 0 ? sum / quantity : undefined;
  };
  const whole = exactly(request.quantity);
  const placed = slices.map(({ quantity }) => exactly(quantity)).reduce(addExact, zeroExact);
  const allocated = Number(formatExact(placed));
  const gapBps = allocation && allocated > 0 ? allocation.gap / allocated : undefined;
  return {
    vwap: mean(({ estimatedPrice }) => estimatedPrice),
    costBps: mean(({ costBps }) => costBps),
    objectiveBps: mean(({ score }) => score),
    // Without a bound nothing is proven.
    gapBps: Number.isFinite(gapBps) ? gapBps : undefined,
    isRoutable: allocated > 0 && isAllBut(subtractExact(whole, placed), whole, groups),
    allocated,
  };
}

/**
 * Returns true when the rest of an order is lot dust: less than the finest step of its venues, or
 * at most a thousandth of the order where that is less than the coarsest step.
 */
function isAllBut(left: Exact, whole: Exact, groups: readonly VenueGroup[]): boolean {
  const steps = groups.map(({ offer }) => offer.step);
  const isBelow = (step: number) => compareExact(left, exactly(step)) < 0;
  if (isBelow(Math.min(...steps))) return true;
  const isSmall = compareExact(left, multiplyExact(whole, exactly(toleratedShare))) <= 0;
  return isSmall && isBelow(Math.max(...steps));
}
