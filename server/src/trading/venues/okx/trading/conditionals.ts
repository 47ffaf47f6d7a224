import { addExact, exactly, formatExact } from '../../../../kit/exact.ts';
import { isInverse } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required, sideOf, sumsOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';
import { findPlain } from './find.ts';
import { algoTypeOf } from './orderTypes.ts';
import { type Market, numberIn, ourIdIn, priceIn, textIn } from './rows.ts';
import { sleepingQuantity, stateOf } from './states.ts';

// Algo orders: one rests behind separate endpoints, and plain orders replace it when it triggers,
// several when the venue splits a large one. To us it is one order, by its own id.

/**
 * Orders that were cancelled without a fill are forgotten after this time (get order, okx API v5).
 */
const forgottenMs = 2 * 3_600_000;

/** Returns the ids of the orders that replaced it. */
export function childrenOf({ info }: CcxtOrder): readonly string[] {
  const { ordIdList } = info;
  const listed = Array.isArray(ordIdList) ? ordIdList.filter((id) => typeof id === 'string') : [];
  const last = textIn(info, 'ordId');
  const ids = listed.length === 0 && last !== undefined ? [last] : listed;
  return ids.filter((id) => id !== '' && id !== '0');
}

/** Returns the resting order, or what has become of it. */
export async function conditionalState(
  call: DialectCall,
  sleeping: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const own = await sleepingState(call, sleeping.info, market);
  const owner = { venueOrderId: own.venueOrderId, clientId: own.clientId };
  const children: VenueOrderState[] = [];
  for (const id of childrenOf(sleeping)) {
    // It may not be there yet, or be forgotten.
    const child = await findPlain(call, { clientId: id, symbol: market.symbol });
    if (child) children.push(await stateOf(call, child, { ...market, owner }));
  }
  if (children.length > 0) {
    const whole = { ...own, ...sumOf(children, own) };
    // Contracts settled in their base are another quantity of it at the price of their fills.
    return isInverse(market.symbol) ? { ...whole, quantity: quantityOf(children) } : whole;
  }
  const isForgotten = call.clock.now() - own.updatedAtMs > forgottenMs;
  const wasPlaced = sleeping.info.state === 'effective';
  return wasPlaced && isForgotten ? { ...own, status: 'canceled' } : own;
}

async function sleepingState(
  call: DialectCall,
  info: Fields,
  market: Market,
): Promise<VenueOrderState> {
  const type = algoTypeOf(info);
  const isStop = priceIn(info, 'slTriggerPx') !== undefined;
  const createdAtMs = numberIn(info, 'cTime') ?? call.clock.now();
  const price = priceIn(info, isStop && type !== 'oco' ? 'slOrdPx' : 'tpOrdPx');
  const stopPrice = priceIn(info, stopFieldOf(type, isStop));
  const quantity = await sleepingQuantity(call, info, { market, price: price ?? stopPrice });
  return {
    symbol: market.symbol,
    marketType: market.marketType,
    clientId: ourIdIn(info, 'algoClOrdId'),
    venueOrderId: required(textIn(info, 'algoId'), 'id of an order'),
    side: sideOf(textIn(info, 'side')),
    type,
    ...conditionOf(info),
    price,
    stopPrice,
    quantity,
    ...sumsOf([]),
    createdAtMs,
    updatedAtMs: numberIn(info, 'uTime') ?? numberIn(info, 'triggerTime') ?? createdAtMs,
  };
}

function stopFieldOf(type: VenueOrderState['type'], isStop: boolean): string {
  if (type === 'trailing_stop') return 'moveTriggerPx';
  return isStop ? 'slTriggerPx' : 'tpTriggerPx';
}

interface Condition {
  readonly status: VenueOrderStatus;
  readonly reason: string | undefined;
}

function conditionOf(info: Fields): Condition {
  const state = textIn(info, 'state');
  switch (state) {
    case 'live':
    case 'pause':
    case 'partially_effective':
    // The order that replaced it is not known yet.
    case 'effective':
      return { status: 'open', reason: undefined };
    case 'canceled':
      return { status: 'canceled', reason: undefined };
    case 'order_failed':
    case 'partially_failed': {
      const code = textIn(info, 'failCode') ?? 'none';
      const reason = `The order could not be placed when it was triggered (code ${code}).`;
      return { status: 'rejected', reason };
    }
    default:
      throw new NoAnswerError(`The exchange returned an unknown order status: ${state ?? 'none'}.`);
  }
}

function quantityOf(children: readonly VenueOrderState[]): string {
  return children.map(({ quantity }) => quantity).reduce(sum);
}

/** Returns the sums of the orders that replaced it. */
function sumOf(
  children: readonly VenueOrderState[],
  own: VenueOrderState,
): Partial<VenueOrderState> {
  const [first, ...others] = children;
  if (!first) return {};
  const total = others.reduce(plus, first);
  return {
    status: own.status === 'canceled' || own.status === 'rejected' ? own.status : total.status,
    filled: total.filled,
    average: total.average,
    cost: total.cost,
    fees: total.fees,
    lastTradeAtMs: total.lastTradeAtMs,
    updatedAtMs: Math.max(own.updatedAtMs, total.updatedAtMs),
    reason: own.reason ?? total.reason,
  };
}

function plus(a: VenueOrderState, b: VenueOrderState): VenueOrderState {
  const [filled, cost] = [sum(a.filled, b.filled), sum(a.cost, b.cost)];
  const fees = new Map(Object.entries(a.fees));
  for (const [asset, fee] of Object.entries(b.fees)) {
    fees.set(asset, sum(fees.get(asset) ?? '0', fee));
  }
  return {
    ...b,
    status: worse(a.status, b.status),
    filled,
    cost,
    // Rounded to the 15 digits that a number surely holds.
    average: filled === '0' ? undefined : Number((Number(cost) / Number(filled)).toPrecision(15)),
    fees: Object.fromEntries(fees),
    lastTradeAtMs: Math.max(a.lastTradeAtMs ?? 0, b.lastTradeAtMs ?? 0) || undefined,
    updatedAtMs: Math.max(a.updatedAtMs, b.updatedAtMs),
    reason: a.reason ?? b.reason,
  };
}

/** Open while any is, and closed only when all are. */
function worse(a: VenueOrderStatus, b: VenueOrderStatus): VenueOrderStatus {
  if (a === 'open' || b === 'open') return 'open';
  return a === 'closed' ? b : a;
}

function sum(a: string, b: string): string {
  return formatExact(addExact(exactly(a), exactly(b)));
}
