import type { AccountId } from '../model/account.ts';
import type { AccountView, AlgorithmView, ChildPurpose, LegNumber, LegView } from './algorithm.ts';
import { sumOf, without, withoutNoise } from './amounts.ts';
import { carryLegs, gapOf } from './fundingArbState.ts';
import { isOpen, type OpenAccount } from './openAccounts.ts';
import { legOf } from './pair/legs.ts';
import { facing } from './pair/orders.ts';
import { takingAt } from './pricing.ts';

/** What a leg should do next. */
export interface Move {
  readonly leg: LegNumber;
  readonly isClosing: boolean;
  /** Base units. */
  readonly quantity: number;
}

/** An immediate order that the host would let pass now. */
export interface LegOrder extends Move {
  readonly accountId: AccountId;
  readonly price: number;
  readonly purpose: ChildPurpose;
  readonly group: number;
}

type Offer =
  | { readonly kind: 'order'; readonly order: Omit<LegOrder, 'purpose' | 'group'> }
  /** With the reason, in a sentence: too little to be ordered, or nothing can be for now. */
  | { readonly kind: 'small' | 'closed'; readonly why: string };

/** What could be ordered of a move at this moment. */
export function offerOf(view: AlgorithmView, move: Move): Offer {
  const leg = legOf(view, move.leg);
  const [account] = leg.accounts;
  if (!account || !isOpen(account)) return { kind: 'closed', why: whyClosed(leg, account) };
  const price = priceAt(view, account, move);
  if (price === undefined) return { kind: 'closed', why: whyUnpriced(view, leg, move) };
  const { isClosing } = move;
  const order = { accountId: account.id, price, isClosing };
  const quantity = leg.sizeOf({ ...order, quantity: move.quantity });
  if (quantity > 0) return { kind: 'order', order: { ...move, ...order, quantity } };
  const text = `${move.quantity} of ${leg.symbol} is less than could be ordered at ${account.id}.`;
  return { kind: 'small', why: text };
}

/**
 * Whether a move is large enough to be ordered, be its market open or not. Of a market that is not
 * listed nobody knows: it is taken to be.
 */
export function isOrderable(view: AlgorithmView, move: Move): boolean {
  return orderable(view, move) > 0;
}

/** What of a move could be ordered near the market. */
function orderable(view: AlgorithmView, { leg, isClosing, quantity }: Move): number {
  if (quantity <= 0) return 0;
  const own = legOf(view, leg);
  const [account] = own.accounts;
  if (!account?.rules) return quantity;
  const taking = isOpen(account) ? priceAt(view, account, { leg, isClosing, quantity }) : undefined;
  const price = taking ?? own.mid ?? lastPrice(own) ?? view.arrivalPrice;
  return own.sizeOf({ accountId: account.id, quantity, price, isClosing });
}

/** How the legs differ, and the two ways to make them equal. */
export interface Imbalance {
  /** Base units by which more spot is held than the perpetual is short of. */
  readonly gap: number;
  /** The lagging leg follows. */
  readonly opening: Move;
  /** The leading leg gives back. */
  readonly closing: Move;
}

export function imbalanceOf(view: AlgorithmView): Imbalance {
  const gap = gapOf(carryLegs(view.legs));
  const leading: LegNumber = gap > 0 ? 0 : 1;
  const lagging: LegNumber = gap > 0 ? 1 : 0;
  const quantity = Math.abs(gap);
  return {
    gap,
    opening: { leg: lagging, isClosing: false, quantity },
    closing: { leg: leading, isClosing: true, quantity },
  };
}

/**
 * Sizes for the next part of a whole, the better first: alike, so that the last is not too small;
 * where these are too small themselves, as much as may be.
 */
function clipsOf(whole: number, most: number): readonly number[] {
  const even = withoutNoise(whole / Math.max(1, Math.ceil(withoutNoise(whole / most))));
  return [even, Math.min(whole, most)];
}

/**
 * The next clip of spot that is to be bought: no more than the perpetual can follow on its own lot.
 * 0 when what remains is less than could be ordered on both.
 */
export function entryClip(view: AlgorithmView, riskQuantity: number): number {
  const { spot } = carryLegs(view.legs);
  const { gap } = imbalanceOf(view);
  const remaining = without(sumOf([view.quantity, spot.closed]), [spot.opened]);
  const clips = clipsOf(remaining, riskQuantity).map((wanted) => {
    const both = withoutNoise(gap + wanted);
    const followed = orderable(view, { leg: 1, isClosing: false, quantity: both });
    const clip = Math.min(wanted, withoutNoise(followed - gap));
    return orderable(view, { leg: 0, isClosing: false, quantity: clip });
  });
  return clips.find((clip) => clip > 0) ?? 0;
}

/** The next clip of the perpetual that is to be bought back; 0 when the rest is too small. */
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

/** The limit price is of what the order is about: buying the spot. */
function isLimited({ leg, isClosing }: Move): boolean {
  return leg === 0 && !isClosing;
}

function whyClosed({ symbol }: LegView, account: AccountView | undefined): string {
  if (!account) return `No account trades ${symbol}.`;
  if (account.barred !== undefined) return `${account.id}: ${account.barred}`;
  if (!account.rules) return `${account.id} takes no orders for ${symbol} now.`;
  return `${account.id} has no usable book of ${symbol}.`;
}

function whyUnpriced({ limitPrice }: AlgorithmView, { symbol }: LegView, move: Move): string {
  return isLimited(move) && limitPrice !== undefined
    ? `The market is beyond the limit price ${limitPrice}.`
    : `No price of ${symbol} is on its tick.`;
}
