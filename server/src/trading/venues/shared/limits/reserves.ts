import { type CallPurpose, callPurposes } from '../../../model/callPurpose.ts';
import type { CallKind, RateWindow } from './governorRules.ts';

type Parts = Readonly<Record<CallPurpose, number>>;

/**
 * Parts of a window that nobody else can spend while their owner has not. Whatever others have
 * spent, a fifth of the usual rate can still be used for cancels and another fifth for orders. The
 * less urgent purposes have a little as well, so that orders without a pause never keep an account
 * from being compared. History gets what is left over, even if that is nothing.
 */
const shares: Parts = {
  cancel: 0.2,
  order: 0.2,
  proof: 0.03,
  comparison: 0.06,
  caller: 0.03,
  history: 0,
};

/**
 * For windows that count neither cancels nor orders, but only the few reads that belong to them.
 */
const sharesOfReads: Parts = {
  cancel: 0.1,
  order: 0.1,
  proof: 0.1,
  comparison: 0.2,
  caller: 0.1,
  history: 0,
};

/** The kind of call for which the part of each purpose has room at least once. */
const kindOf: Readonly<Record<CallPurpose, CallKind>> = {
  cancel: 'cancel',
  order: 'order',
  proof: 'read',
  comparison: 'list',
  caller: 'read',
  history: 'list',
};

/** Returns the reserve of each purpose in a window, in the order of their urgency. */
export function reservesOf(window: RateWindow): readonly number[] {
  // Unsigned calls have a separate window at some exchanges, and few purposes.
  const costOf = (kind: CallKind): number => window.cost({ kind, credential: 'any' });
  const isOfReads = costOf('cancel') === 0 && costOf('order') === 0;
  return callPurposes.map((purpose) => {
    const share = isOfReads ? sharesOfReads[purpose] : shares[purpose];
    const cost = costOf(kindOf[purpose]);
    if (share === 0 || (cost === 0 && costOf('read') === 0)) return 0;
    return Math.max(cost, Math.ceil(usableOf(window) * share));
  });
}

/**
 * The part of the usual rate that history leaves unused beside the reserves of others, so that the
 * next call need not wait until history is over: comparisons cost more than their reserve.
 */
const headroomShare = 0.25;

/** Returns the part of a window that history leaves unused; it always has room for two lists. */
export function headroomOf(window: RateWindow): number {
  const list = window.cost({ kind: 'list', credential: 'any' });
  if (list === 0) return 0;
  const kept = reservesOf(window).reduce((sum, reserve) => sum + reserve, 0);
  const left = usableOf(window) - kept - 2 * list;
  return Math.max(0, Math.min(Math.floor(usableOf(window) * headroomShare), left));
}

/** Returns what a purpose can spend of a window while all others use their part as well. */
export function openTo(purpose: CallPurpose, window: RateWindow): number {
  const reserves = reservesOf(window);
  return callPurposes.reduce(
    (left, other, at) => (other === purpose ? left : left - (reserves[at] ?? 0)),
    usableOf(window),
  );
}

/** Returns the capacity of a window without the share of our own books. */
export function usableOf({ capacity, booksShare = 0 }: RateWindow): number {
  return capacity - booksShare;
}
