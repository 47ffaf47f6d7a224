import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import { isFields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import { isClientId, required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import {
  type ConditionalName,
  conditionalOrders,
  type OpenOrders,
  type OrderName,
} from './endpoints.ts';
import { linkName } from './marginTypes.ts';
import { type Market, stateOf } from './states.ts';

// Conditional orders on contracts: a separate order rests behind separate endpoints, and a plain
// one replaces it when it triggers. To us it is one order, by the id under which it rested.

/** Returns the order that replaced it; the venue gives an empty text or none before that. */
function childOf({ info }: CcxtOrder): string | undefined {
  const id = info.actualOrderId;
  return id === undefined || id === null || id === '' || id === '0' || id === 0
    ? undefined
    : String(id);
}

/** Returns the client id that it was sent with. */
function clientIdOf({ info, clientOrderId }: CcxtOrder): string | undefined {
  return info.clientAlgoId === undefined ? clientOrderId : String(info.clientAlgoId);
}

/** Returns the resting order, or what has become of it. */
export async function conditionalState(
  call: DialectCall,
  sleeping: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const childId = childOf(sleeping);
  const own = { ...sleeping, clientOrderId: clientIdOf(sleeping), filled: 0 };
  if (childId === undefined) {
    const isGoingOff = sleeping.info.algoStatus === 'TRIGGERED';
    const status = isGoingOff ? 'open' : sleeping.status;
    return stateOf(call, { ...own, status }, market);
  }
  const child = await call.client.fetchOrder(childId, market.symbol, encodeRequest<NoFields>({}));
  const before = await stateOf(call, { ...own, status: 'open' }, market);
  const { venueOrderId, clientId } = before;
  const after = await stateOf(call, child, { ...market, whole: { venueOrderId, clientId } });
  return {
    ...before,
    // Contracts settled in their base are another quantity of it at the price of their fills.
    quantity: isInverse(market.symbol) ? after.quantity : before.quantity,
    status: after.status,
    filled: after.filled,
    average: after.average,
    cost: after.cost,
    fees: after.fees,
    lastTradeAtMs: after.lastTradeAtMs,
    updatedAtMs: Math.max(before.updatedAtMs, after.updatedAtMs),
  };
}

/**
 * Returns the client id of the conditional order that an open order replaced. The order itself does
 * not say it, so the conditional ones of the last days are requested, once for each order.
 */
export async function setterOf(
  { client, links }: DialectCall,
  order: CcxtOrder,
  symbol: InstrumentSymbol,
): Promise<string | undefined> {
  const id = required(order.id, 'id of an order');
  const link = links.get(linkName(symbol, id));
  if (link) return link.venueOrderId === id ? undefined : link.clientId;
  // The coin-margined endpoints list no conditional orders that have triggered.
  if (isInverse(symbol)) return undefined;
  // An order that replaces another gets an id of the venue.
  if (isClientId(order.clientOrderId ?? '')) return undefined;
  const rows = await conditionalOrders(client, { symbol: client.market(symbol).id });
  if (!Array.isArray(rows)) throw new NoAnswerError('The exchange returned no list of orders.');
  const setter = rows.filter(isFields).find((row) => String(row.actualOrderId) === id);
  return setter && String(required(setter.clientAlgoId, 'client id of an order'));
}

/** Rejects with ccxt's OrderNotFound when there is none. */
export async function fetchConditional({ client }: DialectCall, ref: OrderRef): Promise<CcxtOrder> {
  const { symbol, clientId, venueOrderId } = ref;
  if (!isInverse(symbol)) {
    const named = encodeRequest<ConditionalName>({ trigger: true, clientAlgoId: clientId });
    return client.fetchOrder(undefined, symbol, named);
  }
  // There the open ones are a list, and a single one cannot be requested.
  const asleep = encodeRequest<OpenOrders>({ trigger: true });
  const open = await client.fetchOpenOrders(symbol, undefined, undefined, asleep);
  const found = open.find((each) => clientIdOf(each) === clientId || each.id === venueOrderId);
  const named = encodeRequest<OrderName>({ clientOrderId: clientId });
  return found ?? client.fetchOrder(undefined, symbol, named);
}

/** Cancels it, whether it still rests or another order replaced it. */
export async function cancelConditional(call: DialectCall, ref: OrderRef): Promise<void> {
  const sleeping = await fetchConditional(call, ref);
  const childId = childOf(sleeping);
  if (childId === undefined) {
    const id = required(sleeping.id, 'id of an order');
    // The symbol is not sent along, so that the client id alone surely identifies one order.
    const named = encodeRequest<ConditionalName>({
      trigger: true,
      clientAlgoId: clientIdOf(sleeping),
    });
    await call.client.cancelOrder(id, ref.symbol, named);
  } else await call.client.cancelOrder(childId, ref.symbol, encodeRequest<NoFields>({}));
}
