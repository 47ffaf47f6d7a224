import type { VenueFill, VenueOrderState } from '../../server/src/trading/venues/venuePort.ts';
import type { Asked } from './checker.ts';
import { microUp, sum, times, units } from './exactSum.ts';
import type { SimStore } from './simStore.ts';
import {
  type AtVenue,
  closingNames,
  type FillLine,
  type OrderLine,
  storedFills,
  storedOrders,
  venueFills,
  venueOrders,
} from './tables.ts';
import type { World } from './world.ts';

/** The complete state at rest, on both sides of the line. */
interface Everything {
  readonly world: World;
  readonly orders: readonly OrderLine[];
  /** Client ids of children that give back what their algorithm opened. */
  readonly closing: ReadonlySet<string>;
  readonly fills: readonly FillLine[];
  readonly atVenue: readonly AtVenue<VenueOrderState>[];
  readonly venueFills: readonly AtVenue<VenueFill>[];
  /** True when fills whose news died with the process must be stored as well. */
  readonly isStrict: boolean;
}

/** Checks what must hold once the faults have stopped and everything has settled. */
export function checkQuiet(world: World, store: SimStore, asked: readonly Asked[]): void {
  const everything: Everything = {
    world,
    orders: storedOrders(store),
    closing: closingNames(store),
    fills: storedFills(store),
    atVenue: venueOrders(store),
    venueFills: venueFills(store),
    isStrict: world.isStrict || world.crashes.count() === 0,
  };
  checkIntents(everything);
  checkAnswers(everything, asked);
  for (const order of everything.orders) checkOrder(everything, order);
  checkStoredFills(everything);
  checkDays(everything);
}

/** Returns the id that we gave an order; undefined for one placed by hand. */
function intentOf({ world }: Everything, { clientId = '' }: VenueOrderState): string | undefined {
  const original = world.venues.aliases.get(clientId) ?? clientId;
  return original.startsWith('hand-') ? undefined : original;
}

/** Checks that each intent has at most one order at the venue, and every order an intent. */
function checkIntents(everything: Everything): void {
  const { world, orders, atVenue } = everything;
  const intents = new Set(orders.map((order) => `${order.account_id} ${order.venue_client_id}`));
  const found = new Set<string>();
  for (const { accountId, value } of atVenue) {
    const intent = intentOf(everything, value);
    if (intent === undefined) continue;
    const key = `${accountId} ${intent}`;
    if (found.has(key)) world.wrong(`the venue has two orders of ${key}`);
    found.add(key);
    if (!intents.has(key)) world.wrong(`the venue has order ${key}, the store has not`);
  }
}

/** Checks that orders answered as taken are at the venue and in the store. */
function checkAnswers({ world, orders, atVenue }: Everything, asked: readonly Asked[]): void {
  for (const { accountId, answer } of asked) {
    if (answer?.status !== 200) continue;
    const own = orders.filter((order) => order.account_id === accountId);
    // A fill-or-kill that found too little was taken and ended at once: the venue keeps nothing.
    if (own.some((order) => order.id === answer.orderId && isKilled(order))) continue;
    const isStored = own.some((order) => order.venue_order_id === answer.orderId);
    const isThere = atVenue.some(
      (each) => each.accountId === accountId && each.value.venueOrderId === answer.orderId,
    );
    if (!isStored || !isThere) {
      world.wrong(`order ${answer.orderId} was taken: stored ${isStored}, at venue ${isThere}`);
    }
  }
}

/** True for killed orders, also for one that was cancelled before it left, and never left. */
function isKilled({ order_status, venue_order_id }: OrderLine): boolean {
  const isEnded = order_status === 'expired' || order_status === 'canceled';
  return isEnded && venue_order_id === null;
}

function checkOrder(everything: Everything, order: OrderLine): void {
  const { world, atVenue } = everything;
  const { id, order_status: status } = order;
  const there = atVenue.find(
    ({ accountId, value }) =>
      accountId === order.account_id && intentOf(everything, value) === order.venue_client_id,
  )?.value;
  if (status === 'pending' || status === 'unknown') {
    const isKnown = there?.status === 'open' || !world.venues.forgotten.has(order.venue_client_id);
    if ((there === undefined || !isKnown) && isPatient(everything, order)) return;
    world.wrong(`order ${id} is still ${status}; the venue says ${there?.status}`);
    return;
  }
  if (!there || status === 'rejected') {
    // A forgotten order without fills cannot be told from one that the venue never had.
    const isNothing = !there || (there.status !== 'open' && Number(there.filled) === 0);
    if ((status !== 'rejected' && !isKilled(order)) || !isNothing) {
      world.wrong(`order ${id} is ${status}; the venue says ${there?.status} ${there?.filled}`);
    }
    return;
  }
  // The outcome of an order that its venue has forgotten follows from its fills alone.
  const isGuessed = world.venues.forgotten.has(order.venue_client_id) && there.status !== 'open';
  if (there.status !== status && !(isGuessed && status === 'canceled')) {
    world.wrong(`order ${id} is ${status}; the venue says ${there.status}`);
  }
  checkFilled(everything, order, there);
}

/**
 * True for a venue that may take the order later: without evidence its outcome stays unknown, also
 * for one that the venue took and has forgotten.
 */
function isPatient({ world }: Everything, { account_id }: OrderLine): boolean {
  return world.venues.patient.has(account_id);
}

/**
 * Checks that the filled quantity and the fee equal the sums of the fills, at the venue and in the
 * store.
 */
function checkFilled(everything: Everything, order: OrderLine, there: VenueOrderState): void {
  const { world, closing, venueFills: all } = everything;
  const own = all.filter(
    ({ accountId, value }) =>
      accountId === order.account_id && value.venueOrderId === there.venueOrderId,
  );
  const filled = sum(own.map(({ value }) => units(value.quantity)));
  if (units(order.quantity_filled) !== filled) {
    world.wrong(`order ${order.id} has filled ${order.quantity_filled}, its fills ${filled}`);
  }
  const fee = sum(own.map(({ value }) => units(value.fee)));
  if (units(order.fee) !== fee) {
    world.wrong(`order ${order.id} has paid ${order.fee}, its fills ${fee}`);
  }
  const cost = sum(own.map(({ value }) => times(value.price, value.quantity)));
  // The limit never applies to orders that only reduce or give back, and they use nothing of it.
  const isFree = order.reduce_only === 1 || closing.has(order.client_order_id);
  const counted = isFree ? 0n : cost;
  const worth = microUp((counted * units(String(order.quote_usd))) / 10n ** 18n);
  const held = BigInt(order.settled_micro ?? -1);
  const isFinal = there.status !== 'open';
  // The service may round the last millionth differently.
  if (isFinal && (held > worth + 1n || held < worth - 1n)) {
    world.wrong(`order ${order.id} holds ${held} of its day and was worth ${worth}`);
  }
}

/** Checks that each fill of the venue is stored once, unchanged. */
function checkStoredFills({ world, fills, venueFills: all, isStrict }: Everything): void {
  const text = (fill: Omit<FillLine, 'order_id'>) =>
    [fill.venue_order_id, fill.price, fill.quantity, fill.fee, fill.fee_asset].join(' ');
  const stored = new Map(
    fills.map((fill) => [`${fill.account_id} ${fill.venue_trade_id}`, text(fill)]),
  );
  for (const { accountId, value } of all) {
    const key = `${accountId} ${value.venueTradeId}`;
    const found = stored.get(key);
    stored.delete(key);
    if (found === undefined) {
      if (isStrict) world.wrong(`fill ${key} is not stored`);
      continue;
    }
    const { venueOrderId: venue_order_id, feeAsset: fee_asset, venueTradeId } = value;
    const names = { account_id: accountId, venue_trade_id: venueTradeId };
    const there = text({ ...value, ...names, venue_order_id, fee_asset });
    if (found !== there) world.wrong(`fill ${key} is stored as ${found}, and was ${there}`);
  }
  for (const [key, found] of stored) world.wrong(`fill ${key} (${found}) never was`);
}

/** Checks that nothing is reserved any more: a day counts the cost of its orders. */
function checkDays(everything: Everything): void {
  const { world, orders } = everything;
  for (const order of orders) {
    const { id, order_status, settled_micro } = order;
    const isUnsettled = order_status === 'pending' || order_status === 'unknown';
    if (isUnsettled && isPatient(everything, order)) continue;
    if (order_status !== 'open' && settled_micro === null) {
      world.wrong(`order ${id} is ${order_status} and still holds its reservation`);
    }
    if (order_status === 'rejected' && settled_micro !== 0) {
      world.wrong(`order ${id} was rejected and holds ${settled_micro} of its day`);
    }
  }
}

/** Checks that first balances, fills and fees make the balances, to the last digit. */
export async function checkBalances(
  world: World,
  store: SimStore,
  first: Readonly<Record<string, string>>,
): Promise<void> {
  // Results of contracts are in wallets of their own.
  const fills = venueFills(store).filter(({ value }) => value.marketType === 'spot');
  for (const [accountId, door] of world.venues.doors) {
    const due = new Map(Object.entries(first).map(([asset, text]) => [asset, units(text)]));
    const add = (asset: string, amount: bigint) => due.set(asset, (due.get(asset) ?? 0n) + amount);
    for (const { value } of fills.filter((fill) => fill.accountId === accountId)) {
      const { symbol, side, price, quantity, fee, feeAsset } = value;
      const [base = '', quote = ''] = symbol.split('/');
      const sign = side === 'buy' ? 1n : -1n;
      add(base, sign * units(quantity));
      add(quote, -sign * times(price, quantity));
      add(feeAsset, -units(fee));
    }
    const balances = await door.balances('spot', new AbortController().signal);
    for (const [asset, amount] of due) {
      const { total = '0' } = balances[asset] ?? {};
      if (units(total) !== amount) {
        world.wrong(`${accountId} has ${total} ${asset}; its fills make ${amount}`);
      }
    }
  }
}
