import { isOpen, type OrderRecord } from '../../exchange/records.ts';
import { type Call, wallet } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';
import { idText } from '../ids.ts';
import { type BookOrder, bookOrders, isAlgo, wasRefused } from '../orders/bookOrders.ts';

/** An order that waits for a price, with the orders that it has placed. */
export interface AlgoOrder {
  /** The order; for a pair its limit leg. */
  readonly record: OrderRecord;
  readonly algoId: string;
  readonly children: readonly BookOrder[];
  readonly state: 'live' | 'effective' | 'canceled' | 'order_failed';
  /** Time of the trigger, even if placing failed. */
  readonly triggeredAt: number | undefined;
}

/** Returns the algo orders, oldest first. */
export function algoOrders({ exchange, account }: Pick<Call, 'exchange' | 'account'>): AlgoOrder[] {
  const placed = bookOrders({ exchange, account });
  return exchange
    .orders(account, wallet)
    .filter((record) => isAlgo(record) && record.words.leg !== 'stop')
    .map((record) => {
      const algoId = idText(record.id);
      const children = placed.filter(({ algo }) => algo?.algoId === algoId);
      const triggeredAt = children[0]?.createdAt ?? record.child?.at;
      return { record, algoId, children, state: stateOf(record, children), triggeredAt };
    });
}

/** Returns the state: effective once it has placed something, otherwise that of its record. */
export function stateOf(record: OrderRecord, children: readonly BookOrder[]): AlgoOrder['state'] {
  if (children.length > 0) return 'effective';
  if (wasRefused(record)) return 'order_failed';
  return isOpen(record) ? 'live' : 'canceled';
}

/** Returns the named order; the newest one when several have the same client id. */
export function namedAlgo(call: Call, no: () => Refusal): AlgoOrder {
  const { fields } = call;
  const [algoId, algoClOrdId] = [fields.text('algoId'), fields.text('algoClOrdId')];
  if (algoId === undefined && algoClOrdId === undefined) {
    throw refusals.eitherOf('algoId', 'algoClOrdId');
  }
  const order = algoOrders(call).findLast((each) =>
    algoId === undefined ? each.record.clientOrderId === algoClOrdId : each.algoId === algoId,
  );
  if (!order) throw no();
  return order;
}
