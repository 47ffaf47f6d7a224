import type { OrderSnapshot, Reason } from '@windlass/matching';
import { amountsOf } from '../exchange/prices.ts';
import type { OrderRecord } from '../exchange/records.ts';
import { amountOf } from './numbers.ts';

/** Status of an order. It is sent again when the status changes, but not with each execution. */
export interface Told {
  readonly status: string;
  /** Open quantity when the status changed. */
  readonly rest: bigint;
  readonly at: number;
}

export function toldOf(record: OrderRecord): Told {
  const { state, child, createdAt, updatedAt } = record;
  const asked = askedOf(record);
  if (state.status === 'open') {
    const isTriggered = state.isTriggered && child !== undefined;
    const status = isTriggered ? 'triggered' : 'open';
    return { status, rest: asked, at: isTriggered ? child.at : createdAt };
  }
  const rest = asked - amountsOf(record).filled;
  return { status: endedStatus(record, rest), rest, at: updatedAt };
}

/**
 * Returns the size that was asked for: a reducing order is cut to its position, but shown as sent.
 */
export function askedOf({ words }: OrderRecord): bigint {
  return amountOf(words.size ?? '0');
}

/** True for an order that fills at once or ends, also after a trigger. */
function isImmediate({ state }: OrderRecord): boolean {
  return state.timeInForce === 'IOC';
}

function endedStatus(record: OrderRecord, rest: bigint): string {
  const { state } = record;
  const { status, filled } = state;
  if (status === 'rejected') return rejections[state.reason ?? 'NOT_SUPPORTED'] ?? 'rejected';
  if (status === 'canceled') return cancellations[state.reason ?? 'CANCELED_BY_USER'] ?? 'canceled';
  // It was cut to the position while it rested.
  if (status === 'closed' && rest > 0n && !isImmediate(record)) return 'reduceOnlyCanceled';
  return filled === 0 ? emptyStatus(state) : 'filled';
}

/** Returns the status of an immediate order that filled nothing. */
function emptyStatus({ stop }: OrderSnapshot): string {
  return stop === undefined ? 'iocCancelRejected' : 'marketOrderNoLiquidityRejected';
}

type Words = Partial<Readonly<Record<Reason, string>>>;

const rejections: Words = {
  WOULD_TAKE: 'badAloPxRejected',
  WOULD_TRIGGER: 'badTriggerPxRejected',
  REDUCE_ONLY_NOTHING: 'reduceOnlyRejected',
  INSUFFICIENT_BALANCE: 'perpMarginRejected',
};

const cancellations: Words = {
  REDUCE_ONLY_NOTHING: 'reduceOnlyCanceled',
  SELF_TRADE: 'selfTradeCanceled',
  INSUFFICIENT_BALANCE: 'marginCanceled',
};
