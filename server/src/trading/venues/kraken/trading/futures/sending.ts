import { unreachable } from '../../../../../kit/assert.ts';
import type { TimeInForce } from '../../../../model/order.ts';
import type { CcxtClient } from '../../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import { encodeRequest } from '../../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../../shared/live/endpoint.ts';
import { DialectRefusal } from '../../../shared/live/failures.ts';
import { beforehand, refusePassed } from '../../../shared/live/passedStop.ts';
import { isClientId, required } from '../../../shared/live/shapes.ts';
import type { StampRequest } from '../../../shared/live/signing.ts';
import { rememberOrderId } from '../../../shared/live/taken.ts';
import { readPositive, valueAt } from '../../../shared/wireFields.ts';
import type { OrderRef, VenueOrder } from '../../../venuePort.ts';
import { toVenueInstrument } from '../../symbols.ts';
import { toUuid } from '../clientIds.ts';
import { type OrderCancel, type OrderDeadline, type OrderTerms, tickerOf } from './endpoints.ts';
import { krakenFuturesErrors } from './errors.ts';

/** The venue drops an order that it handles later: by then a look-up is final. */
export const futuresDeadlineMs = 5_000;

/** The venue's own words: ccxt reads times in force only in small letters, and rests the others. */
const limitTypes: Readonly<Record<TimeInForce, OrderTerms['orderType']>> = {
  GTC: 'lmt',
  IOC: 'ioc',
  FOK: 'fok',
  POST_ONLY: 'post',
};

/** Only orders have a deadline. */
export const stampFuturesOrder: StampRequest<CcxtClient> = ({ path }, client) => {
  if (path !== 'sendorder') return undefined;
  return {
    processBefore: new Date(client.milliseconds() + futuresDeadlineMs).toISOString(),
  } satisfies OrderDeadline;
};

/** Sends the order; its state and its fees are read afterwards. */
export async function submitOrder(call: DialectCall, order: VenueOrder): Promise<undefined> {
  const { client } = call;
  const orderType = venueTypeOf(order);
  refuseOtherUnits(call, order);
  const { symbol, side, type, quantity, price, stopPrice, reduceOnly } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  const isTriggered = orderType === 'stp' || orderType === 'take_profit';
  // The venue would execute at once an order whose trigger the market has passed.
  if (isTriggered)
    refusePassed(order, await beforehand(krakenFuturesErrors, lastPrice(call, order)));
  const terms = encodeRequest<OrderTerms>({
    clientOrderId: toUuid(order.clientId),
    // Named explicitly: ccxt's own words for a trigger would make each order reduce-only.
    orderType,
    stopPrice: isTriggered ? stopPrice : undefined,
    triggerSignal: isTriggered ? 'last' : undefined,
    reduceOnly: reduceOnly ? true : undefined,
  });
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  const made = await client.createOrder(
    symbol,
    plainType,
    side,
    Number(quantity),
    limitPrice,
    terms,
  );
  const status = valueAt(made.info, 'status');
  // ccxt knows most reasons why an order is not placed, and takes the others for an answer.
  if (status !== 'placed' && status !== 'filled' && status !== 'partiallyFilled') {
    throw new Error(`The exchange answered the order with ${status}.`);
  }
  rememberOrderId(call, order, made.id);
  return undefined;
}

export async function cancelOrder(
  { client }: DialectCall,
  { symbol, clientId }: OrderRef,
): Promise<void> {
  if (isClientId(clientId)) {
    const asked = encodeRequest<OrderCancel>({ cliOrdId: toUuid(clientId) });
    await client.cancelOrder(undefined, symbol, asked);
  } else await client.cancelOrder(clientId, symbol, encodeRequest<NoFields>({}));
}

/** Returns the price of the last trade of a product, or its mark when there was none. */
export async function lastPrice(
  { client }: DialectCall,
  { symbol }: Pick<VenueOrder, 'symbol'>,
): Promise<number> {
  const product = required(toVenueInstrument(symbol)?.venueSymbol, 'name of a product');
  const answer = await tickerOf(client, { symbol: product });
  const ticker = valueAt(answer, 'ticker');
  // A product that nobody has traded yet has only a mark.
  const price = readPositive(valueAt(ticker, 'last')) ?? readPositive(valueAt(ticker, 'markPrice'));
  return required(price, 'last price of a market');
}

function venueTypeOf({ type, timeInForce }: VenueOrder): OrderTerms['orderType'] {
  const isRefused = type.endsWith('_limit') && timeInForce !== 'GTC';
  if (isRefused || (type !== 'limit' && timeInForce === 'POST_ONLY')) {
    throw new DialectRefusal(`kraken takes no ${type} orders that are ${timeInForce} on futures.`);
  }
  switch (type) {
    case 'market':
      return 'mkt';
    case 'limit':
      return limitTypes[timeInForce];
    case 'stop_loss':
    case 'stop_loss_limit':
      return 'stp';
    case 'take_profit':
    case 'take_profit_limit':
      return 'take_profit';
    case 'trailing_stop':
    case 'oco':
      throw new DialectRefusal(`kraken takes no ${type} orders on futures.`);
    default:
      return unreachable(type);
  }
}

/** Throws unless quantities are coins on linear contracts and dollars on inverse ones. */
function refuseOtherUnits({ client }: DialectCall, { symbol }: VenueOrder): void {
  const { id, inverse, contractSize } = client.market(symbol);
  if (inverse === true || contractSize !== 1) {
    throw new DialectRefusal(`kraken counts ${symbol} in contracts that are not base units.`);
  }
  // Two products may have one name in ccxt.
  if (toVenueInstrument(symbol)?.venueSymbol !== id.toUpperCase()) {
    throw new DialectRefusal(`kraken lists another product under the name ${symbol}.`);
  }
}
