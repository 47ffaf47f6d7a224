import type { Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';
import { type Lease, sendingMarginMs } from './lease.ts';

interface Waiting {
  readonly clock: Clock;
  readonly lease: Lease;
  /** On the monotonic clock. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

/** Why something was not sent by a process that had no lease. */
export const notOwnedText =
  'Not sent: this process did not own the engine at that moment. Ask the process that does.';

/** True while a request that leaves now leaves in time. */
export function isLeased(lease: Lease): boolean {
  return lease.validForMs() >= sendingMarginMs;
}

/** Waits until the lease is valid; returns false when the time is over before. Never rejects. */
export async function waitForLease({ clock, lease, untilMs, signal }: Waiting): Promise<boolean> {
  const limitMs = untilMs - clock.monotonic();
  if (limitMs <= 0) return isLeased(lease);
  try {
    await withDeadline({ clock, limitMs, signal }, (ends) =>
      lease.whenValid(sendingMarginMs, ends),
    );
    return true;
  } catch {
    return isLeased(lease);
  }
}
