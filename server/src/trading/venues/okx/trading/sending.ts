import { errorText } from '../../../../kit/errors.ts';
import { exactly, formatExact, multiplyExact } from '../../../../kit/exact.ts';
import type { OrderType, TimeInForce } from '../../../model/order.ts';
import type { CcxtClient } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder } from '../../venuePort.ts';
import { childrenOf } from './conditionals.ts';
import {
  type AlgoOrderType,
  type OrderParams,
  type TradeOrder,
  tradeOrder,
  tradeOrderAlgo,
} from './endpoints.ts';
import { findConditional, isNotFound, isVenueId } from './find.ts';
import { orderModeOf } from './leverage.ts';
import { sizeText, unitOf } from './rows.ts';

// Orders in the venue's terms. ccxt would cut sizes to the step silently, send spot stops as margin
// orders, and put the client id of an algo order where the venue does not look for it.

/** Sends the order, once; the answer is only an acknowledgement. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<undefined> {
  const marginMode = await orderModeOf(call, order);
  const tdMode = order.marketType === 'spot' ? 'cash' : marginMode;
  const answer = await send({ client: call.client, order, tdMode });
  const result = valueAt(answer, 'data', 0, 'sCode');
  if (result === '0') {
    const row = valueAt(answer, 'data', 0);
    // An order has one of the two; the other is blank.
    rememberOrderId(call, order, valueAt(row, 'ordId') || valueAt(row, 'algoId'));
    return undefined;
  }
  throw new NoAnswerError(`The exchange returned an unknown order result: ${String(result)}.`);
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const { clientId, symbol } = ref;
  try {
    await untilUnderWay(
      isVenueId(clientId)
        ? call.client.cancelOrder(clientId, symbol, encodeRequest<OrderParams>({}))
        : call.client.cancelOrder(
            undefined,
            symbol,
            encodeRequest<OrderParams>({ clientOrderId: clientId }),
          ),
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
    const id = required(sleeping.id, 'id of an order');
    await untilUnderWay(
      client.cancelOrder(id, ref.symbol, encodeRequest<OrderParams>({ trigger: true })),
    );
  }
  for (const id of children) {
    try {
      await untilUnderWay(client.cancelOrder(id, ref.symbol, encodeRequest<OrderParams>({})));
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

interface Asked {
  readonly client: CcxtClient;
  readonly order: VenueOrder;
  /** The venue keeps no margin mode of a market, so every order of contracts names its own. */
  readonly tdMode: TradeOrder['tdMode'];
}

/** Sends the order to the endpoint of its kind. */
function send(asked: Asked): Promise<unknown> {
  const { order } = asked;
  switch (order.type) {
    case 'market':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return sendPlain(asked, { ordType: marketTypeOf(order), tgtCcy: inBase(order) });
    case 'limit':
      return sendPlain(asked, { ordType: limitTypes[order.timeInForce], px: priceOf(order) });
    case 'stop_loss':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return sendAlgo(asked, {
        ordType: 'conditional',
        stopLoss: { price: atMarket, trigger: triggerOf(order) },
        tgtCcy: buysBase(order),
      });
    case 'take_profit':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return sendAlgo(asked, {
        ordType: 'conditional',
        takeProfit: { price: atMarket, trigger: triggerOf(order) },
        tgtCcy: buysBase(order),
      });
    case 'stop_loss_limit':
      refuseOtherThan(order, ['GTC']);
      return sendAlgo(asked, {
        ordType: 'conditional',
        stopLoss: { price: priceOf(order), trigger: triggerOf(order) },
      });
    case 'take_profit_limit':
      refuseOtherThan(order, ['GTC']);
      return sendAlgo(asked, {
        ordType: 'conditional',
        takeProfit: { price: priceOf(order), trigger: triggerOf(order) },
      });
    case 'trailing_stop':
      refuseOtherThan(order, ['GTC', 'IOC']);
      return sendAlgo(asked, { ordType: 'move_order_stop', callbackRatio: ratioOf(order) });
    case 'oco':
      refuseOtherThan(order, ['GTC']);
      return sendAlgo(asked, {
        ordType: 'oco',
        // The limit leg waits as well: it is placed when the market reaches its price.
        takeProfit: { price: priceOf(order), trigger: priceOf(order) },
        stopLoss: { price: atMarket, trigger: triggerOf(order) },
        tgtCcy: buysBase(order),
      });
  }
}

const limitTypes: Readonly<Record<TimeInForce, TradeOrder['ordType']>> = {
  GTC: 'limit',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'post_only',
};

/** Order price of an order that becomes a market order. */
const atMarket = '-1';

interface PlainTerms {
  readonly ordType: TradeOrder['ordType'];
  readonly px?: string;
  readonly tgtCcy?: TradeOrder['tgtCcy'];
}

function sendPlain({ client, order, tdMode }: Asked, terms: PlainTerms): Promise<unknown> {
  return tradeOrder(client, {
    instId: client.market(order.symbol).id,
    side: order.side,
    sz: sizeText(order.quantity, unitOf(client, order)),
    clOrdId: order.clientId,
    posSide: legOf(order),
    reduceOnly: reducesOnly(order),
    ordType: terms.ordType,
    px: terms.px,
    tgtCcy: terms.tgtCcy,
    tdMode,
  });
}

/** The order that is placed at a price when the market reaches another. */
interface AlgoLeg {
  readonly price: string;
  readonly trigger: string;
}

interface AlgoTerms {
  readonly ordType: AlgoOrderType;
  readonly callbackRatio?: string;
  /** Triggers when a sell's price rises to it, or a buy's falls. */
  readonly takeProfit?: AlgoLeg;
  /** The other way round. */
  readonly stopLoss?: AlgoLeg;
  readonly tgtCcy?: TradeOrder['tgtCcy'];
}

function sendAlgo({ client, order, tdMode }: Asked, terms: AlgoTerms): Promise<unknown> {
  const { takeProfit, stopLoss } = terms;
  return tradeOrderAlgo(client, {
    instId: client.market(order.symbol).id,
    side: order.side,
    sz: sizeText(order.quantity, unitOf(client, order)),
    // Without it ccxt invents one and names its broker; the venue ignores it here.
    clOrdId: order.clientId,
    posSide: legOf(order),
    reduceOnly: reducesOnly(order),
    algoClOrdId: order.clientId,
    ordType: terms.ordType,
    callbackRatio: terms.callbackRatio,
    tpTriggerPx: takeProfit?.trigger,
    tpTriggerPxType: takeProfit && 'last',
    tpOrdPx: takeProfit?.price,
    slTriggerPx: stopLoss?.trigger,
    slTriggerPxType: stopLoss && 'last',
    slOrdPx: stopLoss?.price,
    tgtCcy: terms.tgtCcy,
    tdMode,
  });
}

/** Returns the position leg of an order in hedge mode; spot has no positions. */
function legOf({ marketType, leg }: VenueOrder): TradeOrder['posSide'] {
  return marketType === 'spot' ? undefined : leg;
}

/** In hedge mode the side and the position leg tell it, and the venue ignores the flag. */
function reducesOnly({ marketType, leg, reduceOnly }: VenueOrder): TradeOrder['reduceOnly'] {
  return reduceOnly && marketType !== 'spot' && leg === undefined ? true : undefined;
}

/** On spot, `sz` would be an amount of the quote when buying. */
function inBase({ marketType }: VenueOrder): TradeOrder['tgtCcy'] {
  return marketType === 'spot' ? 'base_ccy' : undefined;
}

/** For algo orders the venue requires this only for buys. */
function buysBase(order: VenueOrder): TradeOrder['tgtCcy'] {
  return order.side === 'buy' ? inBase(order) : undefined;
}

function marketTypeOf({ marketType, timeInForce }: VenueOrder): TradeOrder['ordType'] {
  return marketType !== 'spot' && timeInForce === 'IOC' ? 'optimal_limit_ioc' : 'market';
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
