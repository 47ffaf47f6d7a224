import type { OrderType, Reason } from '@windlass/matching';
import type { Exchange } from '../exchange/exchange.ts';
import { type Account, isOpen, isWaiting, type OrderRecord } from '../exchange/records.ts';
import type { Call } from './call.ts';
import { refusals } from './errors.ts';

// Orders that wait for a price are kept apart, under ids of their own. One that goes off puts a
// plain order into the book, whose text names it.

/** Ids of them have nineteen digits, more than most languages keep in a number. */
const firstId = 2_080_000_000_000_000_000n;

export function isTrigger({ words }: OrderRecord): boolean {
  return words.rule !== undefined;
}

export function triggerId({ id }: OrderRecord): string {
  return String(firstId + BigInt(id));
}

/** What an order is that waits until the price has come from below or from above. */
export function typeOf(
  isAbove: boolean,
  { side, isLimit }: { readonly side: 'buy' | 'sell'; readonly isLimit: boolean },
): OrderType {
  const isStop = isAbove === (side === 'buy');
  if (isLimit) return isStop ? 'stop_loss_limit' : 'take_profit_limit';
  return isStop ? 'stop_loss' : 'take_profit';
}

/** Where an order that waits for a price stands. */
export type TriggerState = 'open' | 'cancelled' | 'expired' | 'failed' | 'succeeded';

export function triggerState(record: OrderRecord): TriggerState {
  if (isWaiting(record)) return 'open';
  if (record.child) return firedOf(record) ? 'succeeded' : 'failed';
  return record.updatedAt >= dueAt(record) ? 'expired' : 'cancelled';
}

const refusedReasons: readonly (Reason | undefined)[] = ['INSUFFICIENT_BALANCE', 'NO_LIQUIDITY'];

/** The order it put into the book; none where that was refused there. */
export function firedOf({ child, state, updatedAt }: OrderRecord): OrderRecord['child'] {
  if (!child) return undefined;
  const isRefused = state.filled === 0 && updatedAt === child.at;
  return isRefused && refusedReasons.includes(state.reason) ? undefined : child;
}

/** When it ends unless it went off before. */
function dueAt({ createdAt, words }: OrderRecord): number {
  const expiration = Number(words.expiration ?? 0);
  return expiration > 0 ? createdAt + expiration * 1_000 : Number.POSITIVE_INFINITY;
}

/** Ends what has waited for too long. */
export function endOverdue(exchange: Exchange, account: Account, wallet: string): void {
  for (const order of exchange.orders(account, wallet)) {
    if (isTrigger(order) && isWaiting(order) && dueAt(order) <= exchange.now()) {
      exchange.cancel(order);
    }
  }
}

/** Newest first. */
export function triggersOf({ exchange, account, wallet }: Call): OrderRecord[] {
  return exchange.orders(account, wallet).filter(isTrigger).toReversed();
}

/** The one whose id is in the path. */
export function namedTrigger(call: Call): OrderRecord {
  const order = triggersOf(call).find((each) => triggerId(each) === call.path.order_id);
  if (!order) throw refusals.noPriceOrder();
  return order;
}

/** An order as the book has it: a plain one, or what one that went off has put there. */
export interface BookOrder {
  readonly record: OrderRecord;
  readonly id: number;
  readonly text: string;
  readonly createdAt: number;
  /** Undefined while it is open. */
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

/** Newest first. */
export function bookOrders({ exchange, account, wallet }: Call): BookOrder[] {
  return exchange
    .orders(account, wallet)
    .flatMap((record) => toBookOrder(record) ?? [])
    .sort((a, b) => b.id - a.id);
}
