import type { OrderType, Reason } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import { type Account, isOpen, isWaiting, type OrderRecord } from '../exchange/records.ts';
import type { Call } from './call.ts';
import { refusals } from './errors.ts';

// Orders that wait for a price are kept apart, under ids of their own. A triggered one places a
// plain order, whose text names it.

/** Their ids have nineteen digits, more than a number holds in most languages. */
const firstId = 2_080_000_000_000_000_000n;

export function isTrigger({ words }: OrderRecord): boolean {
  return words.rule !== undefined;
}

export function triggerId({ id }: OrderRecord): string {
  return String(firstId + BigInt(id));
}

/** Returns the type of an order that triggers when the price comes from below or from above. */
export function typeOf(
  isAbove: boolean,
  { side, isLimit }: { readonly side: 'buy' | 'sell'; readonly isLimit: boolean },
): OrderType {
  const isStop = isAbove === (side === 'buy');
  if (isLimit) return isStop ? 'stop_loss_limit' : 'take_profit_limit';
  return isStop ? 'stop_loss' : 'take_profit';
}

/** State of an order that waits for a price. */
export type TriggerState = 'open' | 'cancelled' | 'expired' | 'failed' | 'succeeded';

export function triggerState(record: OrderRecord): TriggerState {
  if (isWaiting(record)) return 'open';
  if (record.child) return firedOf(record) ? 'succeeded' : 'failed';
  return record.updatedAt >= dueAt(record) ? 'expired' : 'cancelled';
}

const refusedReasons: readonly (Reason | undefined)[] = ['INSUFFICIENT_BALANCE', 'NO_LIQUIDITY'];

/** Returns the order that it placed; undefined when the book refused that order. */
export function firedOf({ child, state, updatedAt }: OrderRecord): OrderRecord['child'] {
  if (!child) return undefined;
  const isRefused = state.filled === 0 && updatedAt === child.at;
  return isRefused && refusedReasons.includes(state.reason) ? undefined : child;
}

/** Returns the time when it expires unless it was triggered. */
function dueAt({ createdAt, words }: OrderRecord): number {
  const expiration = Number(words.expiration ?? 0);
  return expiration > 0 ? createdAt + expiration * 1_000 : Number.POSITIVE_INFINITY;
}

/** Cancels orders that have waited too long. */
export function endOverdue(exchange: Exchange, account: Account, wallet: string): void {
  for (const order of exchange.orders(account, wallet)) {
    if (isTrigger(order) && isWaiting(order) && dueAt(order) <= exchange.now()) {
      exchange.cancel(order);
    }
  }
}

/** Returns the price-triggered orders, newest first. */
export function triggersOf({ exchange, account, wallet }: Call): OrderRecord[] {
  return exchange.orders(account, wallet).filter(isTrigger).toReversed();
}

/** Returns the price-triggered order whose id is in the path. */
export function namedTrigger(call: Call): OrderRecord {
  const order = triggersOf(call).find((each) => triggerId(each) === call.path.order_id);
  if (!order) throw refusals.noPriceOrder();
  return order;
}

/** An order as the book has it: a plain one, or one that a price-triggered order placed. */
export interface BookOrder {
  readonly record: OrderRecord;
  readonly id: number;
  readonly text: string;
  readonly createdAt: number;
  /** Undefined while the order is open. */
  readonly endedAt: number | undefined;
}

export function toBookOrder(record: OrderRecord): BookOrder | undefined {
  const endedAt = isOpen(record) ? undefined : record.updatedAt;
  const { id, clientOrderId, createdAt } = record;
  if (!isTrigger(record)) return { record, id, text: clientOrderId, createdAt, endedAt };
  const fired = firedOf(record);
  if (!fired) return undefined;
  const text = `ao-${triggerId(record)}`;
  return { record, id: fired.id, text, createdAt: fired.at, endedAt };
}

/** Returns the orders of the book, newest first. */
export function bookOrders({ exchange, account, wallet }: Call): BookOrder[] {
  return exchange
    .orders(account, wallet)
    .flatMap((record) => toBookOrder(record) ?? [])
    .sort((a, b) => b.id - a.id);
}
