import type { AccountId } from '../../../model/account.ts';
import { oppositeOf, type Side } from '../../../model/order.ts';
import type {
  AlgorithmView,
  ChildGroup,
  ChildView,
  LegNumber,
  LegView,
  UsableBookView,
} from '../../algorithm.ts';
import type { Aggression } from '../../params.ts';
import { onTick } from '../../running/guards.ts';
import { sumOf, without } from '../amounts.ts';
import type { OpenAccount } from '../openAccounts.ts';
import { type OpenMarket, postingAt, takingAt } from '../pricing.ts';
import { legOf, openAccountsOf, sizableAt } from './legs.ts';

/** An order that a leg would take now. */
export interface LegOrder {
  readonly accountId: AccountId;
  readonly quantity: number;
  readonly price: number;
}

interface Take {
  readonly leg: LegNumber;
  readonly quantity: number;
  readonly isClosing: boolean;
  /** For closing orders: they close what was opened in this clip or in earlier ones. */
  readonly group: ChildGroup;
}

/**
 * Returns the immediate order that trades most of a quantity on a leg, at the open account with the
 * best far touch; undefined when none is possible.
 */
export function takingOn(view: AlgorithmView, take: Take): LegOrder | undefined {
  const leg = legOf(view, take.leg);
  const most = take.isClosing ? holdings(view, take) : undefined;
  let best: (LegOrder & { readonly touch: number }) | undefined;
  for (const account of openAccountsOf(leg, take.isClosing)) {
    const wanted = most ? Math.min(take.quantity, most.get(account.id) ?? 0) : take.quantity;
    const { market, side, limitPrice } = facing(view, account, take);
    const price = wanted > 0 ? takingAt(market, wanted, { side, limitPrice }) : undefined;
    if (price === undefined) continue;
    const { isClosing } = take;
    const quantity = leg.sizeOf({ accountId: account.id, quantity: wanted, price, isClosing });
    const touch = side === 'buy' ? account.book.ask : account.book.bid;
    const isBetter = best === undefined || isCheaper(side, touch, best.touch);
    if (quantity > 0 && isBetter) best = { accountId: account.id, quantity, price, touch };
  }
  return best && { accountId: best.accountId, quantity: best.quantity, price: best.price };
}

/**
 * True when any part of a quantity could be closed at one account that holds some of it, at a price
 * that its order may have, even if its books are closed or it is barred now.
 */
export function isReturnable(view: AlgorithmView, asked: Omit<Take, 'isClosing'>): boolean {
  const most = holdings(view, asked);
  return legOf(view, asked.leg).accounts.some(({ id }) => {
    const quantity = Math.min(asked.quantity, most.get(id) ?? 0);
    return sizableAt(view, asked.leg, { accountId: id, quantity, isClosing: true }) > 0;
  });
}

/** True when an immediate order that opens the leg would find something within its bounds. */
export function canTake(view: AlgorithmView, number: LegNumber): boolean {
  return openAccountsOf(legOf(view, number)).some((account) => {
    const terms = facing(view, account, { leg: number, isClosing: false });
    return takingAt(terms.market, 0, terms) !== undefined;
  });
}

/**
 * Returns a market as seen by an order that opens or closes a leg, with its side and limit price.
 */
export function facing(
  view: AlgorithmView,
  account: OpenAccount,
  { leg, isClosing }: Pick<Take, 'leg' | 'isClosing'>,
) {
  const { side } = legOf(view, leg);
  if (!isClosing) return { market: account, side, limitPrice: limitOf(view, leg) };
  const { takeable, giveable } = account.book;
  const book = { ...account.book, takeable: giveable, giveable: takeable };
  const market: OpenMarket = { rules: account.rules, book };
  return { market, side: oppositeOf(side), limitPrice: undefined };
}

/** Returns the limit price, which binds the order's own leg and not its hedge. */
export function limitOf(view: AlgorithmView, leg: LegNumber): number | undefined {
  return leg === 0 ? view.limitPrice : undefined;
}

export function isCheaper(side: Side, price: number, other: number): boolean {
  return side === 'buy' ? price < other : price > other;
}

/** Returns each account's position from the newest clips, as many as hold the quantity. */
function holdings(
  view: AlgorithmView,
  { leg, quantity, group }: Omit<Take, 'isClosing'>,
): Map<AccountId, number> {
  const held = new Map<AccountId, number>();
  let missing = quantity;
  for (let clip = group; clip >= 0 && missing > 0; clip -= 1) {
    const own = view.childrenOf(clip).filter((child) => child.leg === leg);
    for (const accountId of new Set(own.map((child) => child.accountId))) {
      const net = netOf(own.filter((child) => child.accountId === accountId));
      held.set(accountId, Number(((held.get(accountId) ?? 0) + net).toPrecision(12)));
      missing = without(missing, [net]);
    }
  }
  return held;
}

function netOf(children: readonly ChildView[]): number {
  const filled = (isClosing: boolean) =>
    children.filter((child) => child.isClosing === isClosing).map((child) => child.filled);
  return without(sumOf(filled(false)), filled(true));
}

export interface Wish {
  readonly aggression: Aggression;
  /** Distance from that price to the passive side, in percent. */
  readonly offsetPct: number;
}

/** Price and time in force of a resting order. */
export interface Posting {
  readonly price: number;
  readonly timeInForce: 'GTC' | 'POST_ONLY';
}

/**
 * Returns where an order that opens a leg should rest, ignoring its limit price; may be nowhere.
 */
export function wishedAt(
  leg: LegView,
  { id, rules, book }: OpenAccount,
  { aggression, offsetPct }: Wish,
): Posting | undefined {
  const { side, live } = leg;
  const own = live.filter(({ accountId }) => accountId === id);
  const market = { rules, book: withoutOwn(book, side, own) };
  const posting = postingAt(market, aggression, { side, limitPrice: undefined });
  if (!posting) return undefined;
  const { timeInForce } = posting;
  const shift = (side === 'buy' ? -offsetPct : offsetPct) / 100;
  const price = offsetPct === 0 ? posting.price : onTick(side, posting.price * (1 + shift), rules);
  return price === undefined ? undefined : { price, timeInForce };
}

/**
 * Returns the book without our own order if it alone is the best of its side: to follow it would
 * mean to chase ourselves up to the other side.
 */
function withoutOwn(book: UsableBookView, side: Side, own: readonly ChildView[]): UsableBookView {
  const [best, next] = book.giveable;
  if (!best || !next) return book;
  const [price, quantity] = best;
  const isOwn = own.some(
    (child) =>
      child.price === price &&
      quantity <= child.quantity &&
      quantity >= without(child.quantity, [child.filled]),
  );
  if (!isOwn) return book;
  const [bid, ask] = side === 'buy' ? [next[0], book.ask] : [book.bid, next[0]];
  const mid = (bid + ask) / 2;
  return { ...book, bid, ask, mid, giveable: book.giveable.slice(1) };
}
