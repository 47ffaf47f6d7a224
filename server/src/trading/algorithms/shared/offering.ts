import { unreachable } from '../../../kit/assert.ts';
import type { AccountId } from '../../model/account.ts';
import type { AlgorithmView, ChildGroup, RoutedSlice } from '../algorithm.ts';
import type { Aggression } from '../params.ts';
import { withinLimit } from '../running/guards.ts';
import { without } from './amounts.ts';
import { isOpen, type OpenAccount, whyShut } from './openAccounts.ts';
import { postingAt, takeReach, takingAt } from './pricing.ts';
import { lookAgainMs, type Turn } from './turn.ts';

/** A quantity that should be offered to the market now. */
export type Wanted = {
  readonly group: ChildGroup;
  readonly quantity: number;
} & (
  | { readonly purpose: 'slice'; readonly aggression: Aggression }
  | { readonly purpose: 'take' | 'catch_up' }
);

/** State of offers that is kept between steps. */
export interface Offers {
  /** Number of routes requested, so that no two have the same name. */
  readonly asked: number;
  readonly awaited?: { readonly ref: string; readonly wanted: Wanted } | undefined;
  /** The router is not asked again before this time. */
  readonly askAgainAtMs: number;
  /** Reason why the last route placed nothing. */
  readonly refusal?: string | undefined;
}

export const noOffers: Offers = { asked: 0, askAgainAtMs: 0 };

type Outcome =
  | 'placed'
  /** The router was asked and has not answered. */
  | 'asked'
  /** Nothing can be placed now; the turn says why. */
  | 'closed'
  /** The router gave nothing for this; the turn says why. */
  | 'refused'
  /** The quantity is below every account's minimum. */
  | 'small'
  /** An IOC would find nothing within the limit price. */
  | 'beyond';

interface Offered {
  readonly offers: Offers;
  readonly outcome: Outcome;
}

interface Order {
  readonly accountId: AccountId;
  readonly price: number;
  readonly timeInForce: 'GTC' | 'IOC' | 'POST_ONLY';
}

/**
 * Places a quantity: at the only account, or at several as the router would split it. It is called
 * in every step until the quantity is placed, and asks the router once.
 */
export function offer(turn: Turn, offers: Offers, wanted: Wanted): Offered {
  const { view, event } = turn;
  const { awaited } = offers;
  if (awaited !== undefined && isSameOffer(awaited.wanted, wanted)) {
    if (event.kind !== 'routed' || event.ref !== awaited.ref) {
      turn.keepReason();
      return { offers, outcome: 'asked' };
    }
    const answered = { ...offers, awaited: undefined };
    if (placeRouted(turn, awaited.wanted, event.slices)) {
      return { offers: { ...answered, refusal: undefined }, outcome: 'placed' };
    }
    const refusal = event.reason ?? 'Nothing fits the limits.';
    turn.wait(refusal, true);
    const askAgainAtMs = view.nowMs + lookAgainMs;
    return { offers: { ...answered, askAgainAtMs, refusal }, outcome: 'refused' };
  }

  const accounts = view.accounts.filter(isOpen);
  if (accounts.length === 0) {
    turn.wait(['No account can trade now.', ...whyShut(view, false)].join(' '), true);
    return { offers, outcome: 'closed' };
  }
  const orders = accounts.flatMap((account) => orderAt(account, wanted, view) ?? []);
  if (orders.length === 0) return { offers, outcome: 'beyond' };
  const quantity = Math.min(wanted.quantity, turn.free());
  if (!orders.some((order) => view.sizeOf(order.accountId, quantity, order.price) > 0)) {
    return { offers, outcome: 'small' };
  }
  const [order] = orders;
  if (view.accounts.length === 1 && order) {
    place(turn, order, { wanted, quantity });
    return { offers, outcome: 'placed' };
  }
  if (view.nowMs < offers.askAgainAtMs) {
    turn.wait(offers.refusal ?? 'The router is called again in a second.', true);
    return { offers, outcome: 'closed' };
  }
  return askRouter(turn, offers, { ...wanted, quantity });
}

/** Forgets a requested route whose answer is no longer wanted or will not come. */
export function withoutAwaited(offers: Offers): Offers {
  return { ...offers, awaited: undefined };
}

function isSameOffer(asked: Wanted, wanted: Wanted): boolean {
  return asked.group === wanted.group && asked.purpose === wanted.purpose;
}

function askRouter(turn: Turn, offers: Offers, wanted: Wanted): Offered {
  const { view } = turn;
  turn.keepReason();
  const ref = `${wanted.group}.${wanted.purpose}.${offers.asked + 1}`;
  turn.act({
    kind: 'route',
    ref,
    quantity: wanted.quantity,
    // A posted order takes nothing, so it may rest even if no level is within the limit price.
    worstPrice: wanted.purpose === 'slice' ? undefined : furthestTake(view),
  });
  return {
    offers: { ...offers, asked: offers.asked + 1, awaited: { ref, wanted } },
    outcome: 'asked',
  };
}

/** Returns the furthest price at which any account may take. */
function furthestTake(view: AlgorithmView): number | undefined {
  const { side, limitPrice } = view;
  const reaches = view.accounts.filter(isOpen).map(({ book }) => takeReach(side, book));
  if (reaches.length === 0) return limitPrice;
  const furthest = side === 'buy' ? Math.max(...reaches) : Math.min(...reaches);
  return withinLimit(side, furthest, limitPrice);
}

/** Places the router's slices, never more than wanted. Returns true if anything was placed. */
function placeRouted(turn: Turn, wanted: Wanted, slices: readonly RoutedSlice[]): boolean {
  const { view } = turn;
  const accounts = view.accounts.filter(isOpen);
  let remaining = wanted.quantity;
  for (const slice of slices) {
    const quantity = Math.min(slice.quantity, remaining);
    const account = accounts.find(({ id }) => id === slice.accountId);
    const order = account && orderAt(account, { ...wanted, quantity }, view);
    if (!order) continue;
    // Levels that the router did not plan to take are not taken.
    const isTaking = wanted.purpose !== 'slice';
    const price = isTaking ? withinLimit(view.side, order.price, slice.limitPrice) : order.price;
    remaining = without(remaining, [place(turn, { ...order, price }, { wanted, quantity })]);
  }
  return remaining < wanted.quantity;
}

function orderAt(account: OpenAccount, wanted: Wanted, view: AlgorithmView): Order | undefined {
  const accountId = account.id;
  switch (wanted.purpose) {
    case 'slice': {
      const posting = postingAt(account, wanted.aggression, view);
      return posting && { accountId, price: posting.price, timeInForce: posting.timeInForce };
    }
    case 'take':
    case 'catch_up': {
      const price = takingAt(account, wanted.quantity, view);
      return price === undefined ? undefined : { accountId, price, timeInForce: 'IOC' };
    }
    default:
      return unreachable(wanted);
  }
}

/** Places an order. Returns its quantity, or 0 when nothing could be ordered. */
function place(
  turn: Turn,
  order: Order,
  { wanted, quantity: quantityMax }: { readonly wanted: Wanted; readonly quantity: number },
): number {
  const quantity = turn.view.sizeOf(
    order.accountId,
    Math.min(quantityMax, turn.free()),
    order.price,
  );
  const { purpose, group } = wanted;
  if (quantity > 0) turn.act({ kind: 'place', ...order, quantity, purpose, group });
  return quantity;
}
