import { priceOf, quantityOf } from '../exchange/prices.ts';
import type { Trade } from '../exchange/records.ts';
import { uuidOf } from './ids.ts';
import { isoTime, toNumber } from './numbers.ts';
import type { OrderView } from './orderView.ts';

/** Returns an order as it is inside the events of sending and cancelling. */
export function eventOrder(view: OrderView): object {
  return {
    orderId: view.id,
    cliOrdId: view.cliOrdId ?? null,
    type: view.type,
    symbol: view.market.id,
    side: view.side,
    quantity: toNumber(view.quantity),
    filled: toNumber(view.filled),
    limitPrice: view.limitPrice === undefined ? null : toNumber(view.limitPrice),
    reduceOnly: view.reduceOnly,
    timestamp: isoTime(view.createdAt),
    lastUpdateTimestamp: isoTime(view.updatedAt),
  };
}

/** Returns a waiting order inside the same events, which write its words in lower case. */
export function eventTrigger(view: OrderView): object {
  const { trigger, record } = view;
  const isLimit = record?.state.price !== undefined;
  return {
    uid: view.id,
    clientId: view.cliOrdId ?? null,
    type: view.type,
    symbol: view.market.id,
    side: view.side,
    quantity: toNumber(view.quantity),
    limitPrice: isLimit && view.limitPrice !== undefined ? toNumber(view.limitPrice) : null,
    triggerPrice: toNumber(trigger?.price ?? 0n),
    triggerSide: trigger?.isAbove ? 'trigger_above' : 'trigger_below',
    triggerSignal: `${trigger?.signal ?? 'last'}_price`,
    reduceOnly: view.reduceOnly,
    timestamp: isoTime(view.createdAt),
    lastUpdateTimestamp: isoTime(view.updatedAt),
  };
}

/** Returns one trade of an order that took, with the order before the trade. */
export function executionEvent(view: OrderView, trade: Trade, filled: bigint): object {
  const total = view.quantity + view.filled;
  return {
    type: 'EXECUTION',
    executionId: uuidOf('fill', trade.tradeId),
    price: toNumber(priceOf(view.market, trade.ticks)),
    amount: toNumber(quantityOf(view.market, trade.lots)),
    orderPriorEdit: null,
    orderPriorExecution: eventOrder({ ...view, quantity: total - filled, filled }),
    takerReducedQuantity: null,
  };
}

/** Returns a row of the list of open orders, which shows the size in two parts. */
export function openAnswer(view: OrderView): object {
  const { trigger, cliOrdId, limitPrice } = view;
  const isLimit = trigger === undefined || view.record?.state.price !== undefined;
  return {
    order_id: view.id,
    ...(cliOrdId !== undefined && { cliOrdId }),
    symbol: view.market.id,
    side: view.side,
    orderType: openType(view),
    ...(isLimit && limitPrice !== undefined && { limitPrice: toNumber(limitPrice) }),
    ...(trigger && { stopPrice: toNumber(trigger.price), triggerSignal: trigger.signal }),
    unfilledSize: toNumber(view.quantity),
    filledSize: toNumber(view.filled),
    receivedTime: isoTime(view.createdAt),
    lastUpdateTime: isoTime(view.updatedAt),
    status: view.filled > 0n ? 'partiallyFilled' : 'untouched',
    reduceOnly: view.reduceOnly,
  };
}

function openType({ trigger, record }: OrderView): string {
  if (!trigger) return 'lmt';
  return record?.state.type.startsWith('stop') ? 'stop' : 'take_profit';
}

/** Returns a row of orders/status, which has no word for the type of an order. */
export function statusAnswer(view: OrderView): object {
  const { trigger, status, reason, error, limitPrice } = view;
  const isLimit = trigger === undefined || view.record?.state.price !== undefined;
  return {
    order: {
      type: trigger ? 'TRIGGER_ORDER' : 'ORDER',
      orderId: view.id,
      cliOrdId: view.cliOrdId ?? null,
      symbol: view.market.id,
      side: view.side,
      quantity: toNumber(view.quantity),
      filled: toNumber(view.filled),
      limitPrice: isLimit && limitPrice !== undefined ? toNumber(limitPrice) : null,
      reduceOnly: view.reduceOnly,
      timestamp: isoTime(view.createdAt),
      lastUpdateTimestamp: isoTime(view.updatedAt),
      ...(trigger && {
        priceTriggerOptions: {
          triggerPrice: toNumber(trigger.price),
          triggerSide: trigger.isAbove ? 'TRIGGER_ABOVE' : 'TRIGGER_BELOW',
          triggerSignal:
            `${trigger.signal === 'index' ? 'spot' : trigger.signal}_price`.toUpperCase(),
        },
        triggerTime: view.endedAt === undefined ? null : isoTime(view.endedAt),
      }),
    },
    status,
    updateReason: reason,
    error,
  };
}
