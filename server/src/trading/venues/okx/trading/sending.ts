import { errorText } from '../../../../kit/errors.ts';
import { exactly, formatExact, multiplyExact } from '../../../../kit/exact.ts';
import type { OrderType, TimeInForce } from '../../../model/order.ts';
import type { MarginMode } from '../../perpsPort.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { told } from '../../shared/live/shapes.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder } from '../../venuePort.ts';
import { childrenOf } from './conditionals.ts';
import { findConditional, isNotFound, isVenueId } from './find.ts';
import { orderModeOf } from './leverage.ts';
import { sizeText, unitOf } from './rows.ts';

// Orders in the venue's terms. ccxt would cut sizes to the step silently, send spot stops as margin
// orders, and put the client id of an algo order where the venue does not look for it.

/** Sends the order, once; the answer is only an acknowledgement. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<undefined> {
  const { client } = call;
  const { path, body } = toRequest(client, order, await orderModeOf(call, order));
  const answer = await client.request(path, 'private', 'POST', body);
  const result = valueAt(answer, 'data', 0, 'sCode');
  if (result === '0') {
    const row = valueAt(answer, 'data', 0);
    // An order has one of the two; the other is blank.
    noteTaken(call, order, valueAt(row, 'ordId') || valueAt(row, 'algoId'));
    return undefined;
  }
  throw new NoAnswerError(`The exchange gave an order the result ${String(result)}.`);
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const { clientId, symbol } = ref;
  try {
    await untilUnderWay(
      isVenueId(clientId)
        ? call.client.cancelOrder(clientId, symbol, {})
        : call.client.cancelOrder(undefined, symbol, { clientOrderId: clientId }),
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await cancelConditional(call, ref, error);
  }
}

/** Cancels it, whether it still rests or other orders replaced it. */
async function cancelConditional(
  call: DialectCall,
  ref: OrderRef,
  notFound: unknown,
): Promise<void> {
  const { client } = call;
  const sleeping = await findConditional(call, ref);
  if (!sleeping) throw notFound;
  const children = childrenOf(sleeping);
  if (children.length === 0) {
    const id = told(sleeping.id, 'id of an order');
    await untilUnderWay(client.cancelOrder(id, ref.symbol, { trigger: true }));
  }
  for (const id of children) {
    try {
      await untilUnderWay(client.cancelOrder(id, ref.symbol, {}));
    } catch (error) {
      // One of several may be over.
      if (!isNotFound(error)) throw error;
    }
  }
}

/**
 * Awaits a cancel. The venue refuses to cancel an order that is being cancelled already, which is
 * good enough.
 */
async function untilUnderWay(cancel: Promise<unknown>): Promise<void> {
  try {
    await cancel;
  } catch (error) {
    if (!/"sCode":\s*"51410"/.test(errorText(error))) throw error;
  }
}

interface OkxRequest {
  readonly path: 'trade/order' | 'trade/order-algo';
  readonly body: Fields;
}

/** The venue keeps no margin mode of a market, so every order of contracts names its own. */
function toRequest(client: CcxtClient, order: VenueOrder, marginMode: MarginMode): OkxRequest {
  const { path, body } = requestOf(client, order);
  const tdMode = order.marketType === 'spot' ? 'cash' : marginMode;
  return { path, body: { ...body, tdMode } };
}

function requestOf(client: CcxtClient, order: VenueOrder): OkxRequest {
  switch (order.type) {
    case 'market':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return plain(client, order, { ordType: marketTypeOf(order), ...inBase(order) });
    case 'limit':
      return plain(client, order, { ordType: limitTypes[order.timeInForce], px: priceOf(order) });
    case 'stop_loss':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return algo(client, order, {
        ...conditional,
        ...stopLeg(order, atMarket),
        ...buysBase(order),
      });
    case 'take_profit':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return algo(client, order, {
        ...conditional,
        ...profitLeg(order, atMarket),
        ...buysBase(order),
      });
    case 'stop_loss_limit':
      refuseOtherThan(order, ['GTC']);
      return algo(client, order, { ...conditional, ...stopLeg(order, priceOf(order)) });
    case 'take_profit_limit':
      refuseOtherThan(order, ['GTC']);
      return algo(client, order, { ...conditional, ...profitLeg(order, priceOf(order)) });
    case 'trailing_stop':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return algo(client, order, { ordType: 'move_order_stop', callbackRatio: ratioOf(order) });
    case 'oco':
      refuseOtherThan(order, ['GTC']);
      return algo(client, order, { ordType: 'oco', ...bothLegs(order), ...buysBase(order) });
  }
}

const limitTypes: Readonly<Record<TimeInForce, string>> = {
  GTC: 'limit',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'post_only',
};

const conditional = { ordType: 'conditional' } as const;
/** Order price of an order that becomes a market order. */
const atMarket = '-1';

function plain(client: CcxtClient, order: VenueOrder, terms: Fields): OkxRequest {
  return { path: 'trade/order', body: { ...common(client, order), ...terms } };
}

/** Without a `clOrdId` ccxt invents one and names its broker; the venue ignores it here. */
function algo(client: CcxtClient, order: VenueOrder, terms: Fields): OkxRequest {
  const body = { ...common(client, order), algoClOrdId: order.clientId, ...terms };
  return { path: 'trade/order-algo', body };
}

function common(client: CcxtClient, order: VenueOrder): Fields {
  const { symbol, side, quantity, clientId } = order;
  return {
    instId: client.market(symbol).id,
    side,
    sz: sizeText(quantity, unitOf(client, order)),
    clOrdId: clientId,
    ...closingOf(order),
  };
}

/**
 * Returns the fields that name an order's position, and that it only reduces: in hedge mode the
 * side and the position leg tell both, and the venue ignores the flag.
 */
function closingOf({ marketType, leg, reduceOnly }: VenueOrder): Fields {
  if (marketType === 'spot') return {};
  if (leg !== undefined) return { posSide: leg };
  return reduceOnly ? { reduceOnly: true } : {};
}

/** On spot, `sz` would be an amount of the quote when buying. */
function inBase({ marketType }: VenueOrder): Fields {
  return marketType === 'spot' ? { tgtCcy: 'base_ccy' } : {};
}

/** For algo orders the venue requires this only for buys. */
function buysBase(order: VenueOrder): Fields {
  return order.side === 'buy' ? inBase(order) : {};
}

function marketTypeOf({ marketType, timeInForce }: VenueOrder): string {
  return marketType !== 'spot' && timeInForce === 'IOC' ? 'optimal_limit_ioc' : 'market';
}

/** Triggers when a sell's price falls to it, or a buy's rises. */
function stopLeg(order: VenueOrder, slOrdPx: string): Fields {
  return { slTriggerPx: triggerOf(order), slTriggerPxType: 'last', slOrdPx };
}

/** The other way round. */
function profitLeg(order: VenueOrder, tpOrdPx: string): Fields {
  return { tpTriggerPx: triggerOf(order), tpTriggerPxType: 'last', tpOrdPx };
}

/** The limit leg waits as well: it is placed when the market reaches its price. */
function bothLegs(order: VenueOrder): Fields {
  const price = priceOf(order);
  const limit = { tpTriggerPx: price, tpTriggerPxType: 'last', tpOrdPx: price };
  return { ...limit, ...stopLeg(order, atMarket) };
}

function priceOf({ type, price }: VenueOrder): string {
  return needed(price, type, 'price');
}

function triggerOf({ type, stopPrice }: VenueOrder): string {
  return needed(stopPrice, type, 'stop price');
}

/** Converts percent to a ratio. */
function ratioOf({ type, trailingDelta }: VenueOrder): string {
  const percent = needed(trailingDelta, type, 'distance to trail');
  return formatExact(multiplyExact(exactly(percent), { digits: 1n, scale: 2 }));
}

function needed<Value>(value: Value | undefined, type: OrderType, what: string): Value {
  if (value !== undefined) return value;
  throw new DialectRefusal(`OKX needs a ${what} for an order of the type ${type}.`);
}

function refuseOtherThan({ type, timeInForce }: VenueOrder, known: readonly TimeInForce[]): void {
  if (known.includes(timeInForce)) return;
  throw new DialectRefusal(`OKX has no ${type} order with the time in force ${timeInForce}.`);
}
