import { unreachable } from '../../../../kit/assert.ts';
import type { TimeInForce } from '../../../model/order.ts';
import { isFields } from '../../shared/json.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import type { StampRequest } from '../../shared/live/signing.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import { NoAnswerError, NotSentError } from '../../shared/live/tradeHttp.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { answeredState } from './answered.ts';
import { ownClient, toCloid } from './client.ts';
import { info, type OrderName, type OrderParams, placeOrder, signedCancel } from './endpoints.ts';

/**
 * Maximum distance of a taking order's fills from its reference price: the default of the venue's
 * own SDK, and the bound of paper orders.
 */
const slippage = '0.05';

/** The venue drops an older order: one not reported by then was not accepted. */
export const expiresMs = 5_000;

/** Sends one order. Returns the state in the answer; undefined when it has to be looked up. */
export async function sendOrder(
  call: DialectCall,
  order: VenueOrder,
): Promise<VenueOrderState | undefined> {
  const terms = termsOf(order);
  const { symbol, side, quantity } = order;
  const price = terms.price ?? (await midPrice(call, order));
  const client = ownClient(call.client);
  const params = encodeRequest<OrderParams>({
    slippage,
    reduceOnly: order.reduceOnly,
    timeInForce: terms.timeInForce,
    postOnly: terms.postOnly,
    stopLossPrice: terms.stopLossPrice,
    takeProfitPrice: terms.takeProfitPrice,
    clientOrderId: toCloid(order.clientId),
  });
  const wire = client.createOrderRequest(symbol, terms.type, side, quantity, price, params);
  const answer = await placeOrder(client, {
    action: { type: 'order', orders: [wire], grouping: 'na' },
    vaultAddress: client.options.vaultAddress,
  });
  const [status] = statusesOf(answer);
  const isTaken = isFields(status) ? 'resting' in status || 'filled' in status : isWaiting(status);
  if (!isTaken) throw new NoAnswerError('The exchange did not report the outcome of the order.');
  rememberOrderId(
    call,
    order,
    valueAt(status, 'resting', 'oid') ?? valueAt(status, 'filled', 'oid'),
  );
  return answeredState(order, status, call.clock.now());
}

/** Signs an order when it is sent: its deadline is part of the signed text. */
export const signOrder: StampRequest<CcxtClient> = ({ params }, own) => {
  const { action } = params;
  if (!isFields(action) || action.type !== 'order') return undefined;
  const client = ownClient(own);
  const nonce = client.incrementingNonce();
  const expiresAfter = client.milliseconds() + expiresMs;
  const { vaultAddress } = client.options;
  const signature = client.signL1Action(action, nonce, vaultAddress?.slice(2), expiresAfter);
  return { nonce, signature, expiresAfter };
};

export async function sendCancel(call: DialectCall, ref: OrderRef): Promise<void> {
  const client = ownClient(call.client);
  const named = encodeRequest<OrderName>({ clientOrderId: toCloid(ref.clientId) });
  const { nonce, action, signature } = client.cancelOrdersRequest([], ref.symbol, named);
  const answer = await signedCancel(client, {
    nonce,
    action,
    signature,
    vaultAddress: client.options.vaultAddress,
  });
  const [status] = statusesOf(answer);
  if (status !== 'success') {
    throw new NoAnswerError('The exchange did not report the outcome of the cancel.');
  }
}

interface Terms extends Partial<Omit<OrderParams, 'slippage' | 'reduceOnly' | 'clientOrderId'>> {
  readonly type: 'limit' | 'market';
  /** Undefined when the market's present price is needed. */
  readonly price: string | undefined;
}

/**
 * Returns the terms for ccxt. Taking orders are sent as limits at that distance from a reference.
 */
function termsOf(order: VenueOrder): Terms {
  const { type, marketType, timeInForce } = order;
  if (marketType !== 'swap') {
    throw new DialectRefusal('hyperliquid trades only perpetuals.');
  }
  switch (type) {
    case 'market':
      return { type: 'market', price: undefined };
    case 'limit':
      return {
        type: 'limit',
        price: required(order.price, 'price'),
        timeInForce: timeInForceOf(timeInForce),
        postOnly: timeInForce === 'POST_ONLY' ? true : undefined,
      };
    case 'stop_loss':
    case 'take_profit':
    case 'stop_loss_limit':
    case 'take_profit_limit':
      return triggerTerms(order);
    case 'trailing_stop':
    case 'oco':
      throw new DialectRefusal(`hyperliquid has no ${type} orders.`);
    default:
      return unreachable(type);
  }
}

/** Returns undefined for post-only orders, which have a flag instead. */
function timeInForceOf(timeInForce: TimeInForce): OrderParams['timeInForce'] {
  switch (timeInForce) {
    case 'GTC':
    case 'IOC':
      return timeInForce;
    case 'POST_ONLY':
      return undefined;
    case 'FOK':
      throw new DialectRefusal('hyperliquid has no time in force FOK.');
    default:
      return unreachable(timeInForce);
  }
}

/** The venue derives from type and side which way the price has to move. */
function triggerTerms(order: VenueOrder): Terms {
  const { type, stopPrice, timeInForce } = order;
  const trigger = required(stopPrice, 'stop price');
  const isStop = type.startsWith('stop_loss');
  const stopLossPrice = isStop ? trigger : undefined;
  const takeProfitPrice = isStop ? undefined : trigger;
  // A triggered order is bounded by its trigger price.
  if (!type.endsWith('_limit')) {
    return { type: 'market', price: trigger, stopLossPrice, takeProfitPrice };
  }
  if (timeInForce !== 'GTC') {
    throw new DialectRefusal(`hyperliquid has no time in force ${timeInForce} for ${type} orders.`);
  }
  return { type: 'limit', price: required(order.price, 'price'), stopLossPrice, takeProfitPrice };
}

/** Returns the present middle of the market. Whatever fails here, nothing of the order was sent. */
async function midPrice({ client }: DialectCall, { symbol }: VenueOrder): Promise<string> {
  const coin = String(client.market(symbol).info.name);
  const mids = await info(client, { type: 'allMids' }).catch((cause: unknown) => {
    throw new NotSentError('The exchange did not report the price to bound the order with.', {
      cause,
    });
  });
  const mid = valueAt(mids, coin);
  if (typeof mid === 'string' && readPositive(mid) !== undefined) return mid;
  throw new DialectRefusal(`The exchange has no price of ${symbol} to bound the order with.`);
}

/** Returns one for each order or cancel of a request; errors among them were thrown before. */
function statusesOf(answer: unknown): readonly unknown[] {
  const statuses = valueAt(answer, 'response', 'data', 'statuses');
  return Array.isArray(statuses) ? statuses : [];
}

/** True for an order that waits. */
function isWaiting(status: unknown): boolean {
  return status === 'waitingForTrigger' || status === 'waitingForFill';
}
