import { formRefusal, gridRefusal, isTriggerType, type Steps, stepsOf } from './checks.ts';
import {
  type Core,
  closableLots,
  type Market,
  openOrdersOf,
  positionFor,
  tell,
  tellWhy,
} from './core.ts';
import { draft, legFor } from './draft.ts';
import { enlist, withdraw } from './ending.ts';
import { type Order, type OrderRequest, snapshotOf } from './order.ts';
import type { Plan } from './plan.ts';
import type { Reason } from './reasons.ts';
import { notionalOf } from './rules.ts';
import { hold, joinBook, judge, run } from './taking.ts';
import { tierAt } from './tiers.ts';
import { isReached, referenceOf, trailStart } from './triggers.ts';

/** Accepts an order, or returns why not. A client id is taken once per account, for ever. */
export function submit(core: Core, request: OrderRequest): Reason | undefined {
  const market = core.markets.get(request.symbol);
  if (!core.accounts.has(request.accountId)) return 'UNKNOWN_ACCOUNT';
  if (!market) return 'UNKNOWN_SYMBOL';
  const first = firstOf(core, request);
  if (first !== undefined) {
    tellDuplicate(core, first);
    return undefined;
  }
  takeIds(core, request);
  const placing = prepare(core, market, request);
  const { order, steps } = placing;
  core.orders.set(order.orderId, order);
  const refusal =
    formRefusal(market.instrument, request) ??
    gridRefusal(market.instrument, request, steps) ??
    countRefusal(core, market, order) ??
    tierRefusal(core, market, order) ??
    (order.quantity === 0 ? 'REDUCE_ONLY_NOTHING' : place(core, market, placing));
  if (refusal !== undefined) reject(core, order, refusal);
  return undefined;
}

/**
 * Refuses when an account's lots in a derivative could become uncountable, whichever of its orders
 * fill.
 */
function countRefusal(core: Core, { instrument }: Market, order: Order): Reason | undefined {
  if (instrument.isSpot || order.reduceOnly) return undefined;
  const { accountId, symbol, side, quantity } = order;
  const position = positionFor(core, order);
  const held = Math.abs(position?.lots ?? 0);
  const open = openOrdersOf(core, accountId, symbol)[side].remaining;
  return Number.isSafeInteger(quantity + held + open) ? undefined : 'ABOVE_MAXIMUM';
}

/**
 * Refuses by tier: the larger a position, the less leverage is allowed, all open orders of the side
 * included.
 */
function tierRefusal(core: Core, { instrument, mark }: Market, order: Order): Reason | undefined {
  const { tiers, isSpot, isInverse } = instrument;
  const price = mark ?? order.price;
  if (isSpot || order.reduceOnly || tiers.length === 0) return undefined;
  if (price === undefined && !isInverse) return undefined;
  const { accountId, symbol, side, quantity } = order;
  const position = positionFor(core, order);
  const { lots: held = 0, leverage = instrument.leverageDefault } = position ?? {};
  const added = quantity + openOrdersOf(core, accountId, symbol)[side].remaining;
  const lots = held + (side === 'buy' ? added : -added);
  if (Math.abs(lots) <= Math.abs(held)) return undefined;
  const tier = tierAt(tiers, notionalOf(instrument, price ?? 0, Math.abs(lots)));
  const isBeyond = tier?.leverageMax !== undefined && leverage > tier.leverageMax;
  return isBeyond ? 'ABOVE_POSITION_LIMIT' : undefined;
}

function prepare(core: Core, market: Market, request: OrderRequest): Placing {
  const steps = stepsOf(market.instrument, request);
  const reference = referenceOf(core, market);
  const extreme = request.type === 'trailing_stop' ? reference : undefined;
  const stop = trailStart(request, extreme) ?? steps.stop;
  const lots = reducedLots(core, market, request);
  const cutSteps = { ...steps, lots, stop };
  const order = draft(core, market.instrument, { request, steps: cutSteps, extreme });
  return { order, request, steps: { ...steps, stop }, reference };
}

interface Placing {
  readonly order: Order;
  readonly request: OrderRequest;
  /** Steps as requested, before reduce-only cut them; with the start of a trailing stop. */
  readonly steps: Steps;
  readonly reference: number | undefined;
}

function place(core: Core, market: Market, placing: Placing): Reason | undefined {
  const { order, request } = placing;
  if (isTriggerType(request.type)) return placeTrigger(core, market, placing);
  const verdict = judge(core, market, order);
  if (verdict.refusal !== undefined) return verdict.refusal;
  if (request.type === 'oco') return placePair(core, market, placing);
  if (isTooSmall(market, order, verdict.plan)) return 'BELOW_MINIMUM';
  tell(core, 'accepted', order);
  run(core, market, { order, plan: verdict.plan });
  return undefined;
}

/** True when an order is below a minimum; a market order is valued at the first price it meets. */
function isTooSmall({ instrument }: Market, order: Order, { steps }: Plan): boolean {
  const [first] = steps;
  if (order.type !== 'market' || order.reduceOnly || !first) return false;
  return notionalOf(instrument, first.ticks, order.quantity) < instrument.minNotional;
}

/** Places a stop, which waits; the triggers are checked again at the end of the command. */
function placeTrigger(
  core: Core,
  market: Market,
  { order, reference }: Placing,
): Reason | undefined {
  if (order.type === 'trailing_stop' && reference === undefined) {
    return 'NO_REFERENCE_PRICE';
  }
  const isPassed = reference !== undefined && isReached(order, reference);
  if (isPassed && market.instrument.rules.refusesPassedStop === true) {
    return 'WOULD_TRIGGER';
  }
  enlist(core, order);
  if (!hold(core, market, order)) return 'INSUFFICIENT_BALANCE';
  market.waiting.set(order.orderId, order);
  tell(core, 'accepted', order);
  return undefined;
}

/** Accepts both legs or neither; the limit leg holds the higher need of the two. */
function placePair(core: Core, market: Market, placing: Placing): Reason | undefined {
  const { order, request, steps, reference } = placing;
  const stopLeg = draft(core, market.instrument, {
    request,
    steps: { ...steps, lots: order.quantity },
    leg: 'stop',
    extreme: undefined,
  });
  if (reference !== undefined && isReached(stopLeg, reference)) {
    return 'WOULD_TRIGGER';
  }
  core.orders.set(stopLeg.orderId, stopLeg);
  enlist(core, order);
  enlist(core, stopLeg);
  if (!hold(core, market, order)) {
    reject(core, stopLeg, 'INSUFFICIENT_BALANCE');
    return 'INSUFFICIENT_BALANCE';
  }
  tell(core, 'accepted', order);
  tell(core, 'accepted', stopLeg);
  joinBook(core, market, order);
  market.waiting.set(stopLeg.orderId, stopLeg);
  return undefined;
}

function reducedLots(core: Core, { instrument }: Market, request: OrderRequest): number {
  const { lots } = stepsOf(instrument, request);
  if (request.reduceOnly !== true) return lots;
  const positionLeg = legFor(core, instrument, request);
  return Math.min(lots, closableLots(core, { ...request, positionLeg }));
}

export function clientKey(accountId: string, clientOrderId: string): string {
  return JSON.stringify([accountId, clientOrderId]);
}

/** Returns the id of the order that the request repeats, by its client id or by its own. */
function firstOf(core: Core, request: OrderRequest): string | undefined {
  const { accountId, clientOrderId, orderId } = request;
  const known = core.orders.get(orderId);
  if (known?.accountId === accountId && known.clientOrderId === clientOrderId) return orderId;
  if (clientOrderId === undefined) return undefined;
  return core.clientIds.get(clientKey(accountId, clientOrderId));
}

/** Takes the ids; using an engine id for two different orders is an error of the caller. */
function takeIds(
  core: Core,
  { accountId, clientOrderId, orderId, stopOrderId }: OrderRequest,
): void {
  for (const id of [orderId, stopOrderId]) {
    if (id !== undefined && core.orders.has(id)) throw new RangeError(`Order id ${id} is taken`);
  }
  if (clientOrderId !== undefined) core.clientIds.set(clientKey(accountId, clientOrderId), orderId);
}

function tellDuplicate(core: Core, orderId: string): void {
  const known = core.orders.get(orderId);
  const order = known && snapshotOf(known);
  core.events.push({ type: 'duplicate', at: core.at, orderId, order });
}

function reject(core: Core, order: Order, reason: Reason): void {
  withdraw(core, order, 'rejected');
  order.reason = reason;
  tellWhy(core, 'rejected', { order, reason });
}
