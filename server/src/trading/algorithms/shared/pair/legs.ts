import { assert } from '../../../../kit/assert.ts';
import type { AccountId } from '../../../model/account.ts';
import type {
  AccountView,
  AlgorithmView,
  LegNumber,
  LegSumsView,
  LegView,
} from '../../algorithm.ts';
import { sumOf, without, withoutNoise } from '../amounts.ts';
import { isOpenTo, type OpenAccount, whyShut } from '../openAccounts.ts';

/** The quantity by which one leg of a pair is ahead of the other, in base units; 0 when equal. */
export interface Difference {
  readonly ahead: LegNumber;
  readonly behind: LegNumber;
  readonly quantity: number;
}

export function otherLeg(leg: LegNumber): LegNumber {
  return leg === 0 ? 1 : 0;
}

export function legOf({ legs }: Pick<AlgorithmView, 'legs'>, number: LegNumber): LegView {
  const leg = legs[number];
  assert(leg, 'a pair has two legs');
  return leg;
}

export function positionOf({ opened, closed }: LegSumsView): number {
  return without(opened, [closed]);
}

/**
 * Returns the unhedged quantity: what one leg holds beyond what the other has filled. A fee paid in
 * coin is a cost. It no longer counts as held, and it is no exposure of the leg that hedged it in
 * full.
 */
export function unhedgedOf(legs: readonly LegSumsView[]): Difference {
  const [first, second] = legs;
  if (!first || !second) return { ahead: 0, behind: 1, quantity: 0 };
  const quantity = without(first.held, [positionOf(second)]);
  return quantity > 0
    ? { ahead: 0, behind: 1, quantity }
    : { ahead: 1, behind: 0, quantity: without(second.held, [positionOf(first)]) };
}

/**
 * Returns by how much one leg has filled more than the other, where both should be filled alike. A
 * part of a leg that was not closed because fees took it is not hedged any more: nothing of it is
 * held.
 */
export function differenceOf(legs: readonly LegSumsView[]): Difference {
  const [first = 0, second = 0] = legs.map(positionOf);
  const difference: Difference =
    second > first
      ? { ahead: 1, behind: 0, quantity: without(second, [first]) }
      : { ahead: 0, behind: 1, quantity: without(first, [second]) };
  const { ahead, quantity } = unhedgedOf(legs);
  const isHeld = ahead === difference.ahead && quantity > 0;
  const wasGivenBack = (legs[difference.ahead]?.closed ?? 0) > 0;
  return wasGivenBack && !isHeld ? { ...difference, quantity: 0 } : difference;
}

/** Returns what the live orders of a leg may still open. */
export function openOf({ live }: LegView): number {
  return sumOf(
    live
      .filter(({ isClosing }) => !isClosing)
      .map(({ quantity, filled }) => without(quantity, [filled])),
  );
}

/** Returns the accounts of a leg that may get orders now; when `isClosing`, orders that close. */
export function openAccountsOf(leg: LegView, isClosing = false): readonly OpenAccount[] {
  return leg.accounts.filter((account) => isOpenTo(account, isClosing));
}

/**
 * Returns why a leg cannot be traded now, as a sentence. When its accounts are open, the sentence
 * ends with `otherwise`.
 */
export function whyClosed(leg: LegView, otherwise: string, isClosing = false): string {
  const { symbol } = leg;
  if (openAccountsOf(leg, isClosing).length > 0) return `${symbol}: ${otherwise}`;
  return [`${symbol} cannot be traded now.`, ...whyShut(leg, isClosing)].join(' ');
}

interface Sizing {
  readonly quantity: number;
  readonly isClosing: boolean;
}

/**
 * Returns the part of a quantity that a leg could trade at one account, at any price that its order
 * may have. It does not matter whether its books are closed or its accounts barred.
 */
export function sizable(view: AlgorithmView, number: LegNumber, wanted: Sizing): number {
  const sizes = legOf(view, number).accounts.map(({ id: accountId }) =>
    sizableAt(view, number, { ...wanted, accountId }),
  );
  return Math.max(0, ...sizes);
}

/** Returns the same for one of its accounts. */
export function sizableAt(
  view: AlgorithmView,
  number: LegNumber,
  wanted: Sizing & { readonly accountId: AccountId },
): number {
  const leg = legOf(view, number);
  const account = leg.accounts.find(({ id }) => id === wanted.accountId);
  if (!account?.rules || wanted.quantity <= 0) return 0;
  return leg.sizeOf({ ...wanted, price: lowest(account, usualPrice(view, number)) });
}

function usualPrice(view: AlgorithmView, number: LegNumber): number {
  return legOf(view, number).mid ?? legOf(view, otherLeg(number)).mid ?? view.arrivalPrice;
}

/** No immediate order is priced more than 20 bps beyond the touch (Design, aggression). */
const reach = 0.002;

function lowest({ book }: AccountView, mid: number): number {
  return (book?.bid ?? mid) * (1 - reach);
}

interface Smallest {
  readonly accountId: AccountId;
  /** No larger order is looked for. */
  readonly most: number;
  readonly isClosing: boolean;
}

/** Prices move before a held-back quantity is ordered, and it may be worth less then. */
const cushion = 1.1;

/** Returns the smallest quantity to keep for a later order; undefined when more is needed. */
export function smallestOrder(
  view: AlgorithmView,
  number: LegNumber,
  { accountId, most, isClosing }: Smallest,
): number | undefined {
  const leg = legOf(view, number);
  const account = leg.accounts.find(({ id }) => id === accountId);
  if (!account?.rules) return undefined;
  const { quantityStep } = account.rules;
  const price = lowest(account, usualPrice(view, number));
  const sizeOf = (quantity: number) => leg.sizeOf({ accountId, quantity, price, isClosing });
  if (sizeOf(most) <= 0) return undefined;
  const lots = (count: number) => withoutNoise(count * quantityStep);
  let [tooFew, enough] = [0, Math.ceil(most / quantityStep)];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if (sizeOf(lots(middle)) > 0) enough = middle;
    else tooFew = middle;
  }
  const isByValue = lots(enough) > account.rules.quantityMin;
  return isByValue ? lots(Math.ceil(enough * cushion)) : lots(enough);
}
