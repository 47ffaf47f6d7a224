import type { Reason } from '@windlass/matching';
import { amountsOf } from '../exchange/prices.ts';
import type { OrderRecord } from '../exchange/records.ts';
import { type Owner, recordsOf } from './call.ts';
import { uuidOf } from './ids.ts';
import type { OrderView, OrderViewState, Terms } from './orderView.ts';

/** Returns placed orders, oldest first. */
export function viewsOf(owner: Owner): readonly OrderView[] {
  return recordsOf(owner).flatMap(viewsOfRecord);
}

/** Returns a record's views: the waiting order before the one that it became. */
export function viewsOfRecord(record: OrderRecord): readonly OrderView[] {
  const views = [sleepingView(record), bookView(record)];
  return views.flatMap((view) => view ?? []);
}

export function isOpenView({ endedAt }: OrderView): boolean {
  return endedAt === undefined;
}

function termsOf({ market, state, words }: OrderRecord): Terms {
  const { tick } = market.instrument;
  const { side, stop, reduceOnly } = state;
  const priceOf = (ticks: number | undefined) =>
    ticks === undefined ? undefined : BigInt(ticks) * tick;
  const stopPrice = priceOf(stop);
  const isStop = state.type.startsWith('stop');
  return {
    market,
    side,
    reduceOnly,
    type: words.type ?? 'lmt',
    cliOrdId: words.cliOrdId,
    limitPrice: priceOf(state.price) ?? toAmount(words.limitPrice),
    trigger:
      stopPrice === undefined
        ? undefined
        : {
            price: stopPrice,
            isAbove: isStop === (side === 'buy'),
            signal: words.triggerSignal ?? 'last',
          },
  };
}

function toAmount(digits: string | undefined): bigint | undefined {
  return digits === undefined ? undefined : BigInt(digits);
}

function sleepingView(record: OrderRecord): OrderView | undefined {
  const terms = termsOf(record);
  if (!terms.trigger) return undefined;
  const { id, createdAt, updatedAt, child, state } = record;
  const endedAt = child?.at ?? (state.status === 'open' ? undefined : updatedAt);
  return {
    ...terms,
    record,
    number: id,
    id: uuidOf('order', id),
    createdAt,
    endedAt,
    ...sleepingStanding(record),
    quantity: amountsOf(record).quantity,
    filled: 0n,
    updatedAt: endedAt ?? createdAt,
  };
}

function sleepingStanding(record: OrderRecord): OrderViewState {
  const { child, state } = record;
  if (child) {
    const error = activationError(record);
    const status = error === null ? 'CANCELLED' : 'TRIGGER_ACTIVATION_FAILURE';
    return { status, reason: 'STOP_ORDER_TRIGGERED', error };
  }
  if (state.status === 'open') return { status: 'TRIGGER_PLACED', reason: null, error: null };
  return { status: 'CANCELLED', reason: endReason(state.reason), error: null };
}

/** Reasons that kept a triggered order off the book. */
const activationErrors: Partial<Readonly<Record<Reason, string>>> = {
  INSUFFICIENT_BALANCE: 'INSUFFICIENT_MARGIN',
  NO_LIQUIDITY: 'IOC_WOULD_NOT_EXECUTE',
  REDUCE_ONLY_NOTHING: 'WOULD_NOT_REDUCE_POSITION',
};

function activationError({ state, child, updatedAt }: OrderRecord): string | null {
  const isAtOnce = state.filled === 0 && updatedAt === child?.at && state.status !== 'open';
  return (isAtOnce && state.reason && activationErrors[state.reason]) || null;
}

function bookView(record: OrderRecord): OrderView | undefined {
  const terms = termsOf(record);
  const { child, state, updatedAt } = record;
  if (terms.trigger && (!child || activationError(record) !== null)) return undefined;
  const number = child?.id ?? record.id;
  const { quantity, filled } = amountsOf(record);
  return {
    ...terms,
    trigger: undefined,
    record,
    number,
    id: uuidOf('order', number),
    ...bookStanding(record),
    quantity: quantity - filled,
    filled,
    updatedAt,
    createdAt: child?.at ?? record.createdAt,
    endedAt: state.status === 'open' ? undefined : updatedAt,
  };
}

function bookStanding({ state, child }: OrderRecord): OrderViewState {
  const ended = { error: null };
  switch (state.status) {
    case 'open': {
      const born = child ? 'LIMIT_FROM_STOP' : null;
      return { ...ended, status: 'ENTERED_BOOK', reason: state.filled > 0 ? 'PARTIAL_FILL' : born };
    }
    case 'closed':
      return { ...ended, status: 'FULLY_EXECUTED', reason: 'FULL_FILL' };
    case 'canceled':
    case 'expired':
    case 'rejected':
      return { ...ended, status: 'CANCELLED', reason: endReason(state.reason) };
  }
}

function endReason(reason: Reason | undefined): string {
  switch (reason) {
    case 'CANCELED_BY_USER':
      return 'CANCELLED_BY_USER';
    case 'SELF_TRADE':
      return 'WOULD_EXECUTE_SELF_REASON';
    case 'REDUCE_ONLY_NOTHING':
      return 'WOULD_NOT_REDUCE_POSITION';
    case 'INSUFFICIENT_BALANCE':
      return 'NOT_ENOUGH_MARGIN';
    default:
      return 'IOC_WOULD_NOT_EXECUTE_REASON';
  }
}
