import { isOpen, type OrderRecord } from '../../exchange/records.ts';
import { type Call, wallet } from '../call.ts';
import { type Refusal, refusals } from '../errors.ts';
import { idText } from '../ids.ts';
import { type BookOrder, bookOrders, isAlgo, wasRefused } from '../orders/bookOrders.ts';

/** An order that waits for a price, with what it has placed. */
export interface AlgoOrder {
  /** Of a pair its limit leg. */
  readonly record: OrderRecord;
  readonly algoId: string;
  readonly children: readonly BookOrder[];
  readonly state: 'live' | 'effective' | 'canceled' | 'order_failed';
  /** When it went off, or could not. */
  readonly triggeredAt: number | undefined;
}

/** Oldest first. */
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

/** Where it stands: whether it has placed something, and else as its record has it. */
export function stateOf(record: OrderRecord, children: readonly BookOrder[]): AlgoOrder['state'] {
  if (children.length > 0) return 'effective';
  if (wasRefused(record)) return 'order_failed';
  return isOpen(record) ? 'live' : 'canceled';
}

/** The order that is meant; of several with the same client id the newest. */
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
