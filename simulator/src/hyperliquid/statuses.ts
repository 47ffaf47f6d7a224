import type { OrderSnapshot, Reason } from '@windlass/matching';
import { amountsOf } from '../exchange/prices.ts';
import type { OrderRecord } from '../exchange/records.ts';
import { amountOf } from './numbers.ts';

/** Where an order stands. It is told anew when the status changes, and not with each execution. */
export interface Told {
  readonly status: string;
  /** What was left of it when the status changed. */
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

/** What was asked for: what reduces a position is cut to it, and told as it was. */
export function askedOf({ words }: OrderRecord): bigint {
  return amountOf(words.size ?? '0');
}

/** Whether it takes at once or ends, also once it was set off. */
function isImmediate({ state }: OrderRecord): boolean {
  return state.timeInForce === 'IOC';
}

function endedStatus(record: OrderRecord, rest: bigint): string {
  const { state } = record;
  const { status, filled } = state;
  if (status === 'rejected') return rejections[state.reason ?? 'NOT_SUPPORTED'] ?? 'rejected';
  if (status === 'canceled') return cancellations[state.reason ?? 'CANCELED_BY_USER'] ?? 'canceled';
  // Cut to the position while it rested.
  if (status === 'closed' && rest > 0n && !isImmediate(record)) return 'reduceOnlyCanceled';
  return filled === 0 ? emptyStatus(state) : 'filled';
}

/** Of what was to take at once, and found nothing. */
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
