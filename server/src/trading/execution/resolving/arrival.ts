import type { StoredOrder } from '../orderStore.ts';

/** Time in which an order of an earlier version could leave; such orders do not store it. */
const sendWithinMsMax = 5_000;
/** Time that a call may take after it has left. */
const answerMsMax = 10_000;
/**
 * Maximum difference between the clocks of an exchange and of the process that signed: they are
 * compared while the exchange is in use, and signed times are corrected by the difference.
 */
const clockBoundMs = 1_000;

/**
 * Returns true for an order that its venue could no longer accept at the time of a lookup. The
 * order could leave until its `send_before`, its venue accepts it for some time after it was
 * signed, its call may have been running, and the clocks may differ. The wall clock may differ from
 * the one that wrote the row, and be wrong. Therefore the venue's time and the difference of the
 * clocks must also have passed since this process began to watch the order, when nobody could send
 * it any more.
 */
export function canArriveNoMore(
  order: Pick<StoredOrder, 'createdAtMs' | 'sendBeforeAtMs'>,
  takenWithinMs: number | undefined,
  { wallMs, sinceWatchedMs }: { readonly wallMs: number; readonly sinceWatchedMs: number },
): boolean {
  if (takenWithinMs === undefined) return false;
  const { createdAtMs, sendBeforeAtMs = createdAtMs + sendWithinMsMax } = order;
  const windowMs = takenWithinMs + clockBoundMs;
  return wallMs >= sendBeforeAtMs + windowMs + answerMsMax && sinceWatchedMs >= windowMs;
}
