import { isOpen, type OrderRecord } from '../../exchange/records.ts';
import type { Call } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';

/** An order on the book. A conditional order that was triggered has a second id here. */
export interface BookOrder {
  readonly record: OrderRecord;
  readonly id: number;
  readonly clientOrderId: string;
  readonly createdAt: number;
}

/** Conditional orders live in a list of their own, with ids of their own. */
export function isConditional({ words }: OrderRecord): boolean {
  return words.callbackRate !== undefined || words.triggerPrice !== undefined;
}

export function toBookOrder(record: OrderRecord): BookOrder | undefined {
  const { id, clientOrderId, createdAt, child } = record;
  if (!isConditional(record)) return { record, id, clientOrderId, createdAt };
  if (!child || wasRefused(record, child.at)) return undefined;
  return { record, id: child.id, clientOrderId: `algo_${child.id}`, createdAt: child.at };
}

/** True when the margin was missing at the trigger: then no order came onto the book. */
function wasRefused({ state, updatedAt }: OrderRecord, at: number): boolean {
  return state.reason === 'INSUFFICIENT_BALANCE' && state.filled === 0 && updatedAt === at;
}

/** Returns the orders on the book, oldest first. */
export function bookOrders({ exchange, account, wallet }: Call): BookOrder[] {
  return exchange
    .orders(account, wallet)
    .flatMap((record) => toBookOrder(record) ?? [])
    .sort((a, b) => a.id - b.id);
}

export function openBookOrders(call: Call): BookOrder[] {
  const market = call.optionalMarket();
  return bookOrders(call).filter(
    ({ record }) => isOpen(record) && (market === undefined || record.market === market),
  );
}

/** Returns the named order; the newest one when several have the same client id. */
export function namedOrder(call: Call, no: () => Refusal): BookOrder {
  const { parameters } = call;
  const market = call.market();
  const id = parameters.whole('orderId');
  const clientOrderId = parameters.text('origClientOrderId');
  if (id === undefined && clientOrderId === undefined) {
    throw refusals.missingEither('origClientOrderId', 'orderId');
  }
  const order = bookOrders(call).findLast((each) =>
    id === undefined ? each.clientOrderId === clientOrderId : each.id === id,
  );
  if (order?.record.market !== market) throw no();
  return order;
}
