import type { Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';
import { type Lease, sendingMarginMs } from './lease.ts';

interface Waiting {
  readonly clock: Clock;
  readonly lease: Lease;
  /** Time on the monotonic clock at which the waiting ends. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
}

/** The reason why a process without the lease did not send something. */
export const notOwnedText =
  'Not sent: this process did not own the engine at that moment. Ask the process that does.';

/** Returns true while the lease is long enough to send a request now. */
export function isLeased(lease: Lease): boolean {
  return lease.validForMs() >= sendingMarginMs;
}

/** Waits until the lease is valid; returns false when the time runs out first. Never rejects. */
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
