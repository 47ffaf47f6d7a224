import { roundToGrid } from '../../../kit/grid.ts';
import type { AlgorithmView, LegNumber, LegView } from '../algorithm.ts';
import { sumOf, without, withoutNoise } from '../shared/amounts.ts';
import { isOpenTo, type OpenAccount } from '../shared/openAccounts.ts';
import { legOf, positionOf, unhedgedOf, whyClosed } from '../shared/pair/legs.ts';
import { facing, type LegOrder, limitOf } from '../shared/pair/orders.ts';
import { takingAt } from '../shared/pricing.ts';
import { carryLegs } from './state.ts';

/** The next order that a leg should get. */
export interface Move {
  readonly leg: LegNumber;
  readonly isClosing: boolean;
  /** Base units. */
  readonly quantity: number;
}

type Offer =
  | { readonly kind: 'order'; readonly order: Move & LegOrder }
  /** With the reason, as a sentence: too small to be ordered, or not tradable for now. */
  | { readonly kind: 'small' | 'closed'; readonly why: string };

/** Returns the order that is possible for a move at this moment. */
export function offerOf(view: AlgorithmView, move: Move): Offer {
  const leg = legOf(view, move.leg);
  const { isClosing } = move;
  const [account] = leg.accounts;
  if (!account || !isOpenTo(account, isClosing)) {
    return { kind: 'closed', why: whyClosed(leg, 'no account trades it.', isClosing) };
  }
  const price = priceAt(view, account, move);
  if (price === undefined) return { kind: 'closed', why: whyUnpriced(view, leg, move) };
  const order = { accountId: account.id, price, isClosing };
  const quantity = leg.sizeOf({ ...order, quantity: move.quantity });
  if (quantity > 0) return { kind: 'order', order: { ...move, ...order, quantity } };
  const text = `${move.quantity} of ${leg.symbol} is less than could be ordered at ${account.id}.`;
  return { kind: 'small', why: text };
}

/**
 * True when a move is large enough to be ordered, whether its market is open or not. If the market
 * is not listed, nobody knows, and the answer is true.
 */
export function isOrderable(view: AlgorithmView, move: Move): boolean {
  return orderable(view, move) > 0;
}

/** Returns the part of a move that could be ordered near the market. */
function orderable(view: AlgorithmView, move: Move): number {
  const { leg, isClosing, quantity } = move;
  if (quantity <= 0) return 0;
  const own = legOf(view, leg);
  const [account] = own.accounts;
  if (!account?.rules) return quantity;
  const taking = isOpenTo(account, isClosing) ? priceAt(view, account, move) : undefined;
  const price = taking ?? own.mid ?? lastPrice(own) ?? view.arrivalPrice;
  return own.sizeOf({ accountId: account.id, quantity, price, isClosing });
}

/** The two ways to make the legs equal. */
export interface Imbalance {
  /** The lagging leg opens as much. */
  readonly opening: Move;
  /** The leading leg closes its surplus. */
  readonly closing: Move;
}

export function imbalanceOf(view: AlgorithmView): Imbalance {
  const { ahead, behind, quantity } = unhedgedOf(view.legs);
  return {
    opening: { leg: behind, isClosing: false, quantity },
    closing: { leg: ahead, isClosing: true, quantity },
  };
}

/**
 * Returns sizes for the next part of a whole, the better one first. The first divides the whole
 * evenly, so that the last part is not too small. If that size is itself too small, the second is
 * as large as allowed.
 */
function clipsOf(whole: number, most: number): readonly number[] {
  const even = withoutNoise(whole / Math.max(1, Math.ceil(withoutNoise(whole / most))));
  return [even, Math.min(whole, most)];
}

/** The rest of an entry. */
interface Entry {
  readonly remaining: number;
  /** Spot that is held without a hedge, and the fees that were paid in it so far. */
  readonly gap: number;
  readonly fees: number;
  /** The part of each purchase that fees take, as far as is known. */
  readonly feeShare: number;
}

function entryOf(view: AlgorithmView): Entry {
  const { spot } = carryLegs(view.legs);
  const { ahead, quantity } = unhedgedOf(view.legs);
  const fees = without(positionOf(spot), [spot.held]);
  return {
    remaining: without(sumOf([view.quantity, spot.closed]), [spot.opened]),
    gap: ahead === 0 ? quantity : 0,
    fees,
    feeShare: spot.opened > 0 ? Math.min(fees / spot.opened, feeShareMax) : 0,
  };
}

/** More than any venue charges: a wrong figure must not size orders. */
const feeShareMax = 0.01;

/**
 * Returns the next clip of spot to buy: as much as the perpetual can follow on its own lot once the
 * fee is paid. Returns 0 when the rest is less than could be ordered on both. Fees make the legs
 * differ, so space is left for all that are to come, or the last clip would be cut.
 */
export function entryClip(view: AlgorithmView, riskQuantity: number): number {
  const entry = entryOf(view);
  const feesToCome = entry.remaining * entry.feeShare;
  const most = without(riskQuantity, [entry.gap, entry.fees, withoutNoise(feesToCome)]);
  const clips = clipsOf(entry.remaining, most > 0 ? most : riskQuantity);
  return clips.map((wanted) => entryPart(view, entry, wanted)).find((clip) => clip > 0) ?? 0;
}

function entryPart(view: AlgorithmView, entry: Entry, wanted: number): number {
  const { gap, feeShare, remaining } = entry;
  const kept = withoutNoise(gap + wanted * (1 - feeShare));
  const followed = orderable(view, { leg: 1, isClosing: false, quantity: kept });
  const needed = withoutNoise(without(followed, [gap]) / (1 - feeShare));
  const exact = Math.min(wanted, roundUp(view, needed));
  const clip = orderable(view, { leg: 0, isClosing: false, quantity: exact });
  if (clip <= 0 || wanted < remaining) return clip;
  // The last clip takes a rest that is too small for a clip of its own, unless that could be sold
  // back.
  const unhedged = { leg: 0, isClosing: false, quantity: without(kept, [followed]) } as const;
  if (orderable(view, unhedged) > 0) return clip;
  return orderable(view, { leg: 0, isClosing: false, quantity: wanted });
}

function roundUp(view: AlgorithmView, quantity: number): number {
  const [account] = legOf(view, 0).accounts;
  if (!account?.rules) return quantity;
  return roundToGrid(quantity, account.rules.quantityStep, 'up') ?? quantity;
}

/** Returns the next clip of the perpetual to buy back; 0 when the rest is too small. */
export function exitClip(view: AlgorithmView, riskQuantity: number): number {
  const { perp } = carryLegs(view.legs);
  const clips = clipsOf(perp.held, riskQuantity).map((quantity) =>
    orderable(view, { leg: 1, isClosing: true, quantity }),
  );
  return clips.find((clip) => clip > 0) ?? 0;
}

function lastPrice({ opened, openedCost }: LegView): number | undefined {
  return opened > 0 ? openedCost / opened : undefined;
}

function priceAt(view: AlgorithmView, account: OpenAccount, move: Move): number | undefined {
  const { market, side, limitPrice } = facing(view, account, move);
  return takingAt(market, move.quantity, { side, limitPrice });
}

function whyUnpriced(view: AlgorithmView, { symbol }: LegView, move: Move): string {
  const limitPrice = move.isClosing ? undefined : limitOf(view, move.leg);
  return limitPrice === undefined
    ? `No price of ${symbol} is on its tick.`
    : `The market is beyond the limit price ${limitPrice}.`;
}
