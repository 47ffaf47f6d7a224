import type { DataOf } from '@windlass/client';
import { formatExact, formatPrice, formatQuantity } from '../../shared/format.ts';
import type { Order } from './liveOrders.ts';
import type { OrderTerms } from './ticket.ts';

/** Result of a sent order, from the answer to sending it or to a later question. */
export interface OrderOutcome {
  readonly orderId: string;
  readonly status: Order['status'];
  readonly quantity: number;
  readonly filled: number;
  readonly averagePrice: number | null;
  readonly fee: number;
  readonly feeCurrency: string | null;
  readonly reason: string | null;
}

export function fromExecution(result: DataOf<'submitOrder'>): OrderOutcome {
  return {
    orderId: result.order_id,
    status: result.order_status,
    quantity: result.quantity,
    filled: result.quantity_filled,
    averagePrice: result.avg_fill_price,
    fee: result.order_fee,
    feeCurrency: result.fee_currency,
    reason: null,
  };
}

/** Returns the result; undefined while the service does not know if it reached the exchange. */
export function fromOrder(order: Order): OrderOutcome | undefined {
  if (order.status === 'unknown' || order.status === 'pending') return undefined;
  return {
    orderId: order.order_id,
    status: order.status,
    quantity: order.amount,
    filled: order.filled,
    averagePrice: order.average,
    fee: order.fee.cost,
    feeCurrency: order.fee.currency,
    reason: order.reason,
  };
}

/** The result as a sentence, and whether it is the wanted one. */
export interface OutcomeText {
  readonly mood: 'good' | 'warn' | 'bad';
  readonly text: string;
}

export function describeOutcome(terms: OrderTerms, outcome: OrderOutcome): OutcomeText {
  const { status, quantity, filled, reason } = outcome;
  const why = reason === null ? '' : ` ${reason}`;
  const part = `${formatExact(filled)} of ${formatExact(quantity)}`;
  if (filled > 0 && filled >= quantity) return { mood: 'good', text: tellFill(terms, outcome) };
  switch (status) {
    case 'open':
    case 'pending':
      if (filled === 0) return { mood: 'good', text: 'The order is open.' };
      return { mood: 'good', text: `${tellFill(terms, outcome)} The rest waits.` };
    case 'rejected':
      return { mood: 'bad', text: `The exchange rejected the order.${why}` };
    case 'unknown':
      return { mood: 'warn', text: 'Not confirmed by the exchange yet; checking.' };
    case 'closed':
    case 'canceled':
    case 'expired':
      return { mood: 'warn', text: `The order ended with ${part} filled.${why}` };
  }
}

function tellFill({ side, symbol }: OrderTerms, outcome: OrderOutcome): string {
  const { filled, averagePrice, fee, feeCurrency } = outcome;
  const done = side === 'buy' ? 'Bought' : 'Sold';
  const paid = feeCurrency === null ? '' : `, fee ${formatQuantity(fee)} ${feeCurrency}`;
  const price = `${formatPrice(averagePrice)} on average`;
  return `${done} ${formatExact(filled)} ${symbol} at ${price}${paid}.`;
}
