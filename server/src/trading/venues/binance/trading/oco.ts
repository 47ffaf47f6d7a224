import { addExact, compareExact, exactly, formatExact } from '../../../../kit/exact.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import { required } from '../../shared/live/shapes.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { type OcoLegType, ocoCreate, orderList } from './endpoints.ts';
import { sideWordOf } from './orderTypes.ts';
import { type Market, stateOf } from './states.ts';

// OCO, spot only: an order list of two legs. The limit leg bears our client id, so that a look-up
// of the order finds it, and through it the list.

/** Returns the list that an order is in; -1 means none. */
export function listOf({ info }: CcxtOrder): string | undefined {
  const id = String(info.orderListId ?? '-1');
  return id === '-1' ? undefined : id;
}

interface OcoLeg {
  readonly type: OcoLegType;
  readonly price: string | undefined;
  readonly stopPrice: string | undefined;
  readonly clientOrderId: string;
}

/** Sends both legs in one request: above and below the market, whichever side it is. */
export async function submitPair(call: DialectCall, order: VenueOrder): Promise<VenueOrderState> {
  const { client } = call;
  const { symbol, side, clientId, quantity, price, stopPrice } = order;
  const limit: OcoLeg = {
    type: 'LIMIT_MAKER',
    price: required(price, 'price'),
    stopPrice: undefined,
    clientOrderId: clientId,
  };
  const stop: OcoLeg = {
    type: 'STOP_LOSS',
    price: undefined,
    stopPrice: required(stopPrice, 'stop price'),
    clientOrderId: stopLegId(clientId),
  };
  const [above, below] = side === 'sell' ? [limit, stop] : [stop, limit];
  const answer = await ocoCreate(client, {
    symbol: client.market(symbol).id,
    side: sideWordOf(side),
    quantity,
    listClientOrderId: `${clientId}-l`,
    aboveType: above.type,
    abovePrice: above.price,
    aboveStopPrice: above.stopPrice,
    aboveClientOrderId: above.clientOrderId,
    belowType: below.type,
    belowPrice: below.price,
    belowStopPrice: below.stopPrice,
    belowClientOrderId: below.clientOrderId,
  });
  const reports = valueAt(answer, 'orderReports');
  const legs = Array.isArray(reports) ? reports : [];
  const orders = legs.map((leg) => client.parseOrder(leg, client.market(symbol)));
  const named = orders.find(({ clientOrderId }) => !isStopLeg(clientOrderId));
  rememberOrderId(call, order, named?.id);
  return pairState(call, orders, { symbol, marketType: 'spot' });
}

/** Returns the list's legs as one order. */
export async function listState(
  call: DialectCall,
  listId: string,
  market: Market,
): Promise<VenueOrderState> {
  const { client } = call;
  const list = await orderList(client, { orderListId: listId });
  const named = valueAt(list, 'orders');
  const legs: CcxtOrder[] = [];
  for (const leg of Array.isArray(named) ? (named as readonly Fields[]) : []) {
    const id = String(leg.orderId);
    legs.push(await client.fetchOrder(id, market.symbol, encodeRequest<NoFields>({})));
  }
  return pairState(call, legs, market);
}

async function pairState(
  call: DialectCall,
  legs: readonly CcxtOrder[],
  market: Market,
): Promise<VenueOrderState> {
  const limitLeg = legs.find(({ clientOrderId }) => !isStopLeg(clientOrderId));
  const whole = {
    venueOrderId: required(limitLeg?.id, 'limit leg of a pair'),
    clientId: limitLeg?.clientOrderId,
  };
  const own = { ...market, whole };
  const states = await Promise.all(legs.map((leg) => stateOf(call, leg, own)));
  const limit = required(
    states.find(({ clientId }) => !isStopLeg(clientId)),
    'limit leg of a pair',
  );
  const stop = required(
    states.find(({ clientId }) => isStopLeg(clientId)),
    'stop leg of a pair',
  );
  // One leg ends the other, so that only one of them has fills.
  const isStopFilled = compareExact(exactly(stop.filled), exactly('0')) > 0;
  const filled = isStopFilled ? stop : limit;
  const isOpen = states.some(({ status }) => status === 'open');
  return {
    ...limit,
    type: 'oco',
    stopPrice: stop.stopPrice,
    status: isOpen ? 'open' : filled.status,
    filled: formatExact(addExact(exactly(limit.filled), exactly(stop.filled))),
    average: filled.average,
    cost: formatExact(addExact(exactly(limit.cost), exactly(stop.cost))),
    fees: filled.fees,
    lastTradeAtMs: filled.lastTradeAtMs,
    updatedAtMs: Math.max(limit.updatedAtMs, stop.updatedAtMs),
  };
}

function stopLegId(clientId: string): string {
  return `${clientId}-s`;
}

function isStopLeg(clientId: string | undefined): boolean {
  return clientId?.endsWith('-s') === true;
}
