import { fixedText } from '../../exchange/amounts.ts';
import { amountsOf, priceOf, quantityOf } from '../../exchange/prices.ts';
import { isOpen, isWaiting, type OrderRecord, type Trade } from '../../exchange/records.ts';
import { sideWords } from '../checks.ts';
import { spotDecimals } from '../decimals.ts';
import { statusOf } from '../statuses.ts';

/** List id of an order that is in no list. */
const noList = -1;
const stpMode = 'EXPIRE_MAKER';

export function text(amount: bigint): string {
  return fixedText(amount, spotDecimals);
}

function identity({ market, id, pairId, clientOrderId }: OrderRecord): object {
  return { symbol: market.id, orderId: id, orderListId: pairId ?? noList, clientOrderId };
}

function progress(order: OrderRecord): object {
  const { quantity, filled, price, stop, value } = amountsOf(order);
  return {
    price: text(price),
    origQty: text(quantity),
    executedQty: text(filled),
    origQuoteOrderQty: order.words.quoteQuantity ?? text(0n),
    cummulativeQuoteQty: text(value),
    status: statusOf(order.state),
    timeInForce: order.words.force,
    type: order.words.type,
    side: sideWords[order.state.side],
    ...(stop > 0n && { stopPrice: text(stop) }),
  };
}

/** Returns the time when the order came onto the book; -1 while it waits for its stop price. */
function workingTime(order: OrderRecord): number {
  if (isWaiting(order)) return -1;
  return order.child?.at ?? order.createdAt;
}

export type ResponseType = 'ACK' | 'RESULT' | 'FULL';

/** Returns the answer to placing an order. */
export function placedAnswer(order: OrderRecord, type: ResponseType): object {
  const ack = { ...identity(order), transactTime: order.createdAt };
  if (type === 'ACK') return ack;
  const result = {
    ...ack,
    ...progress(order),
    workingTime: workingTime(order),
    selfTradePreventionMode: stpMode,
  };
  if (type === 'RESULT') return result;
  const fills = order.trades.map((trade) => ({
    price: text(priceOf(order.market, trade.ticks)),
    qty: text(quantityOf(order.market, trade.lots)),
    commission: text(trade.fee),
    commissionAsset: trade.feeAsset,
    tradeId: trade.tradeId,
  }));
  return { ...result, fills };
}

export function queriedAnswer(order: OrderRecord): object {
  return {
    ...identity(order),
    ...progress(order),
    stopPrice: text(amountsOf(order).stop),
    icebergQty: text(0n),
    time: order.createdAt,
    updateTime: order.updatedAt,
    isWorking: isOpen(order) ? !isWaiting(order) : workingTime(order) > 0,
    workingTime: workingTime(order),
    selfTradePreventionMode: stpMode,
  };
}

/** @param clientOrderId Client id of the cancel request itself. */
export function canceledAnswer(order: OrderRecord, clientOrderId?: string): object {
  return {
    ...identity(order),
    origClientOrderId: order.clientOrderId,
    clientOrderId: clientOrderId ?? `cancel${order.id}`,
    transactTime: order.updatedAt,
    ...progress(order),
    selfTradePreventionMode: stpMode,
  };
}

export function tradeAnswer({ order, ...trade }: Trade): object {
  const isBuyer = order.state.side === 'buy';
  return {
    symbol: order.market.id,
    id: trade.tradeId,
    orderId: order.id,
    orderListId: order.pairId ?? noList,
    price: text(priceOf(order.market, trade.ticks)),
    qty: text(quantityOf(order.market, trade.lots)),
    quoteQty: text(trade.value),
    commission: text(trade.fee),
    commissionAsset: trade.feeAsset,
    time: trade.at,
    isBuyer,
    isMaker: trade.liquidity === 'maker',
    isBestMatch: true,
  };
}
