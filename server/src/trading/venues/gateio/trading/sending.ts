import { unreachable } from '../../../../kit/assert.ts';
import {
  compareExact,
  type Exact,
  exactly,
  formatExact,
  subtractExact,
} from '../../../../kit/exact.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { DialectRefusal, failureOf } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { rememberOrderId } from '../../shared/live/taken.ts';
import { NotSentError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { expirationSeconds, toText } from './clientIds.ts';
import { childOf } from './conditionals.ts';
import {
  type ContractTriggerCreate,
  contractOrderCreate,
  contractTriggerCreate,
  orderBook,
  type SpotTriggerCreate,
  spotOrderCreate,
  spotTriggerCreate,
} from './endpoints.ts';
import { gateioErrors } from './errors.ts';
import { orderFills } from './fills.ts';
import { findOrder, isNotFound, one } from './lookup.ts';
import { type TriggerType, takingTifOf, tifOf, triggeredTifOf, waitsAbove } from './orderTypes.ts';
import { idOf, type Market, rowOf, textAt } from './rows.ts';
import { spotState } from './states.ts';
import { paysFromOneWallet, spotAccount } from './unifiedMode.ts';
import { priceAbove, toContracts, triggeredGuard } from './units.ts';

/** Maximum number of book levels that a market buy may walk: the venue's first page. */
const bookLevelsMax = 100;
/**
 * Room beyond the last level that it needs, for moves of the book while the order is on its way.
 */
const marketRoomBps = 50;
/** Maximum distance from the best price: the default of venues with their own bound. */
const marketReachBps = 500;

/** Sends the order, once; returns undefined when the answer is only an acknowledgement. */
export async function submitOrder(
  call: DialectCall,
  order: VenueOrder,
): Promise<VenueOrderState | undefined> {
  const { type, marketType } = order;
  switch (type) {
    case 'market':
    case 'limit':
      return marketType === 'spot' ? submitSpot(call, order) : submitContract(call, order);
    case 'stop_loss':
    case 'stop_loss_limit':
    case 'take_profit':
    case 'take_profit_limit':
      return submitTrigger(call, order, type);
    case 'trailing_stop':
    case 'oco':
      throw new DialectRefusal(`The exchange takes no ${type} orders here.`);
    default:
      return unreachable(type);
  }
}

async function submitSpot(
  call: DialectCall,
  order: VenueOrder,
): Promise<VenueOrderState | undefined> {
  const { side, type, quantity, timeInForce, symbol, marketType } = order;
  const text = required(toText(order.clientId), 'client id');
  const isPlainMarket = type === 'market' && side === 'sell';
  const tif = type === 'market' ? takingTifOf(timeInForce) : tifOf(timeInForce);
  // The venue's market buy is for an amount of the quote: ours is a limit order that takes and
  // ends.
  const price = type === 'market' && side === 'buy' ? await guardOf(call, order) : order.price;
  const answer = await spotOrderCreate(call.client, {
    currency_pair: call.client.market(symbol).id,
    account: spotAccount(call),
    text,
    type: isPlainMarket ? 'market' : 'limit',
    side,
    amount: quantity,
    time_in_force: tif,
    price: isPlainMarket ? undefined : required(price, 'price'),
  });
  const row = rowOf(answer);
  rememberOrderId(call, order, textAt(row, 'id_string', 'id'));
  if (textAt(row, 'status') === undefined) return undefined;
  const state = spotState(row, { symbol, marketType });
  if (state.filled !== '0') await hearFills(call, row, { symbol, marketType });
  return {
    ...state,
    clientId: order.clientId,
    type,
    price: type === 'market' ? undefined : state.price,
  };
}

/** The order is taken, whether or not this request succeeds; a comparison repeats the request. */
async function hearFills(call: DialectCall, row: Fields, market: Market): Promise<void> {
  await orderFills(call, row, market).catch(() => []);
}

async function submitContract(call: DialectCall, order: VenueOrder): Promise<undefined> {
  const { client } = call;
  const { symbol, marketType, type, timeInForce, price } = order;
  const isMarket = type === 'market';
  const answer = await contractOrderCreate(client, marketType, {
    settle: 'usdt',
    contract: client.market(symbol).id,
    size: sizeOf(call, order),
    price: isMarket ? '0' : required(price, 'price'),
    tif: isMarket ? takingTifOf(timeInForce) : tifOf(timeInForce),
    text: required(toText(order.clientId), 'client id'),
    reduce_only: order.reduceOnly ? true : undefined,
  });
  rememberOrderId(call, order, textAt(rowOf(answer), 'id_string', 'id'));
  return undefined;
}

/** Returns the number of contracts, which is negative for a sell. */
function sizeOf(call: DialectCall, order: VenueOrder): number {
  const count = toContracts(call, order, order.quantity);
  return order.side === 'sell' ? -count : count;
}

/**
 * Sends a conditional order. The venue answers only with the id, which is the order's only name on
 * spot.
 */
async function submitTrigger(
  call: DialectCall,
  order: VenueOrder,
  type: TriggerType,
): Promise<VenueOrderState> {
  const { clientId, symbol, marketType, side } = order;
  const { client } = call;
  const answer =
    marketType === 'spot'
      ? await spotTriggerCreate(client, spotTrigger(call, order, type))
      : await contractTriggerCreate(client, marketType, contractTrigger(call, order, type));
  const nowMs = call.clock.now();
  const venueOrderId = idOf(rowOf(answer));
  call.links.set(venueOrderId, { venueOrderId, clientId });
  return {
    clientId,
    venueOrderId,
    symbol,
    marketType,
    side,
    type,
    status: 'open',
    quantity: order.quantity,
    filled: '0',
    average: undefined,
    cost: '0',
    price: order.price === undefined ? undefined : Number(order.price),
    stopPrice: Number(order.stopPrice),
    fees: {},
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    lastTradeAtMs: undefined,
    reason: undefined,
  };
}

function spotTrigger(call: DialectCall, order: VenueOrder, type: TriggerType): SpotTriggerCreate {
  const { side, timeInForce } = order;
  const stopPrice = required(order.stopPrice, 'stop price');
  const isLimit = type.endsWith('_limit');
  const isBuy = side === 'buy';
  // The venue's market buy would be for an amount of the quote.
  const marketPrice = () => (isBuy ? triggeredGuard(call, order, stopPrice) : stopPrice);
  return {
    trigger: {
      price: stopPrice,
      rule: waitsAbove(type, side) ? '>=' : '<=',
      expiration: expirationSeconds(order.clientId),
    },
    put: {
      type: isLimit || isBuy ? 'limit' : 'market',
      price: isLimit ? required(order.price, 'price') : marketPrice(),
      time_in_force: isLimit ? triggeredTifOf(timeInForce) : 'ioc',
      side,
      amount: order.quantity,
      account: paysFromOneWallet(call) ? 'unified' : 'normal',
    },
    market: call.client.market(order.symbol).id,
  };
}

function contractTrigger(
  call: DialectCall,
  order: VenueOrder,
  type: TriggerType,
): ContractTriggerCreate {
  const { side, price, timeInForce } = order;
  const isLimit = type.endsWith('_limit');
  return {
    settle: 'usdt',
    initial: {
      contract: call.client.market(order.symbol).id,
      size: sizeOf(call, order),
      price: isLimit ? required(price, 'price') : '0',
      tif: isLimit ? triggeredTifOf(timeInForce) : 'ioc',
      text: required(toText(order.clientId), 'client id'),
      reduce_only: order.reduceOnly ? true : undefined,
    },
    trigger: {
      // The last trade, as on spot.
      price_type: 0,
      price: required(order.stopPrice, 'stop price'),
      rule: waitsAbove(type, side) ? 1 : 2,
    },
  };
}

/**
 * Returns the price at which the present book fills the quantity, with some room, and within a
 * bound.
 */
async function guardOf(call: DialectCall, order: VenueOrder): Promise<string> {
  const { client } = call;
  const asked = { currency_pair: client.market(order.symbol).id, limit: bookLevelsMax };
  const book = await orderBook(client, asked).catch((error: unknown) => {
    // Whatever happened to the request, nothing of the order was sent.
    if (failureOf(error, gateioErrors).kind !== 'unknown') throw error;
    throw new NotSentError('The exchange does not report the price.', { cause: error });
  });
  const asks = valueAt(book, 'asks');
  const levels = Array.isArray(asks) ? asks : [];
  const [best] = levels;
  if (best === undefined) throw new DialectRefusal('Nobody sells at the exchange now.');
  let left = exactly(order.quantity);
  let price = exactly(0);
  for (const level of levels) {
    price = exactly(String(valueAt(level, 0)));
    left = subtractExact(left, exactly(String(valueAt(level, 1))));
    if (compareExact(left, exactly(0)) <= 0) break;
  }
  const above = (from: Exact, roomBps: number) =>
    priceAbove(call, order, { price: formatExact(from), roomBps });
  const wanted = above(price, marketRoomBps);
  const bound = above(exactly(String(valueAt(best, 0))), marketReachBps);
  return compareExact(exactly(wanted), exactly(bound)) < 0 ? wanted : bound;
}

export async function cancelOrder(call: DialectCall, ref: OrderRef): Promise<void> {
  const market = { symbol: ref.symbol, marketType: ref.marketType };
  const text = ref.marketType === 'future' ? undefined : toText(ref.clientId);
  if (text === undefined) return cancelFound(call, ref, market);
  try {
    await one(call, market, { method: 'DELETE', path: 'orders', id: text });
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await cancelFound(call, ref, market);
  }
}

/**
 * Cancels the conditional order or the one that replaced it; if there is none, the caller looks it
 * up next.
 */
async function cancelFound(call: DialectCall, ref: OrderRef, market: Market): Promise<void> {
  const found = await findOrder(call, ref);
  if (!found) return;
  const { kind, row } = found;
  const childId = kind === 'trigger' ? childOf(row) : undefined;
  const path = kind === 'trigger' && childId === undefined ? 'price_orders' : 'orders';
  const isOpen = childId !== undefined || row.status === 'open';
  if (isOpen) await one(call, market, { method: 'DELETE', path, id: childId ?? idOf(row) });
}
