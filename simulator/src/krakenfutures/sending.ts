import { quantityOf } from '../exchange/prices.ts';
import type { OrderRecord } from '../exchange/records.ts';
import { type Call, recordsOf } from './call.ts';
import { refusals } from './errors.ts';
import { uuidOf } from './ids.ts';
import { isoTime } from './numbers.ts';
import { eventOrder, eventTrigger, executionEvent } from './orderAnswers.ts';
import { bestAgainst, type ParsedOrder, parseOrder, sendStatusOf } from './parseOrder.ts';
import { isOpenView, viewsOf } from './views.ts';

/** Milliseconds for which ended orders are listed, and are called filled when cancelled. */
export const endedMsMax = 5_000;

/** Statuses of orders that have an id although they were not placed. */
const looked: Readonly<Record<string, string>> = {
  postWouldExecute: 'POST_WOULD_EXECUTE',
  iocWouldNotExecute: 'IOC_WOULD_NOT_EXECUTE',
  wouldNotReducePosition: 'WOULD_NOT_REDUCE_POSITION',
};

/** POST sendorder: the request succeeds, and the status tells whether the order did. */
export function sendOrder(call: Call): object {
  const { parameters, exchange } = call;
  const receivedTime = isoTime(exchange.now());
  const cliOrdId = parameters.text('cliOrdId');
  const answer = (status: string, fields: object = { orderEvents: [] }) => ({
    sendStatus: { ...(cliOrdId !== undefined && { cliOrdId }), receivedTime, status, ...fields },
  });
  const processBefore = parameters.time('processBefore');
  if (processBefore !== undefined && processBefore < exchange.now()) {
    return answer('wouldProcessAfterSpecifiedTime');
  }
  const asked = parseOrder(call);
  if ('refused' in asked) return answer(asked.refused);
  const taken = recordsOf(call).some(({ words }) => words.cliOrdId === cliOrdId);
  if (cliOrdId !== undefined && taken) return answer('clientOrderIdAlreadyExist');
  if (findsNothing(call, asked)) {
    return answer('iocWouldNotExecute', unplacedFields(call, asked, 'iocWouldNotExecute'));
  }
  const placed = exchange.place(asked.order);
  if ('refused' in placed) {
    const status = sendStatusOf(placed.refused);
    return answer(status, unplacedFields(call, asked, status));
  }
  const { order } = placed;
  return answer('placed', {
    order_id: uuidOf('order', order.id),
    orderEvents: eventsOf(call, order),
  });
}

type Understood = Exclude<ParsedOrder, { readonly refused: string }>;

/**
 * Returns whether an immediate-or-cancel order finds nothing; such an order is not placed at all.
 */
function findsNothing({ exchange }: Call, { order, terms }: Understood): boolean {
  if (order.timeInForce !== 'IOC' || terms.limitPrice === undefined) return false;
  const best = bestAgainst(exchange, order.market, order.side);
  if (best === undefined) return true;
  return order.side === 'buy' ? best > terms.limitPrice : best < terms.limitPrice;
}

/** Returns the id of an order that was not placed, when the lists show it. */
function unplacedFields(
  call: Call,
  { terms, quantity }: Understood,
  status: string,
): object | undefined {
  const error = looked[status];
  if (error === undefined) return undefined;
  const at = call.exchange.now();
  const view = call.unplaced.add(call.account, { ...terms, quantity, error, at });
  const event = { type: 'REJECT', uid: view.id, reason: error, order: eventOrder(view) };
  return { order_id: view.id, orderEvents: [event] };
}

/**
 * Returns the events of placing: an execution for each trade, and one for an order that remains.
 */
function eventsOf(call: Call, record: OrderRecord): readonly object[] {
  const view = viewsOf(call).find((each) => each.record === record);
  if (!view) throw new Error('Must hold: an order that was placed is in the lists');
  if (view.trigger) return [{ type: 'PLACE', orderTrigger: eventTrigger(view) }];
  let filled = 0n;
  const executions = record.trades.map((trade) => {
    const event = executionEvent(view, trade, filled);
    filled += quantityOf(record.market, trade.lots);
    return event;
  });
  if (!isOpenView(view)) return executions;
  return [...executions, { type: 'PLACE', order: eventOrder(view), reducedQuantity: null }];
}

/** POST cancelorder, by either id. */
export function cancelOrder(call: Call): object {
  const { parameters, exchange } = call;
  const id = parameters.text('order_id');
  const cliOrdId = parameters.text('cliOrdId');
  if (id === undefined && cliOrdId === undefined) throw refusals.missing();
  const named = () =>
    viewsOf(call).filter(
      (view) =>
        (id === undefined || view.id === id) && (cliOrdId ?? view.cliOrdId) === view.cliOrdId,
    );
  const receivedTime = isoTime(exchange.now());
  const open = named().find(isOpenView);
  if (open?.record && exchange.cancel(open.record)) {
    const order = open.trigger ? { orderTrigger: eventTrigger(open) } : { order: eventOrder(open) };
    const orderEvents = [{ type: 'CANCEL', uid: open.id, ...order }];
    const ids = { order_id: open.id, ...(open.cliOrdId && { cliOrdId: open.cliOrdId }) };
    return { cancelStatus: { status: 'cancelled', ...ids, receivedTime, orderEvents } };
  }
  // The order is looked up again, as it may have been filled before its cancel arrived.
  const isFilled = named().some(
    ({ status, endedAt = 0 }) =>
      status === 'FULLY_EXECUTED' && endedAt + endedMsMax >= exchange.now(),
  );
  return { cancelStatus: { status: isFilled ? 'filled' : 'notFound', receivedTime } };
}
