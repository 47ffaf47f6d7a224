import type { Clock } from '../../../../kit/clock.ts';
import type { Lease } from '../../../../kit/lease.ts';
import { isLeased, notOwnedText, waitForLease } from '../../../../kit/leaseWait.ts';
import type { CallAim } from '../../../model/callPurpose.ts';
import type { RatedAs } from '../limits/venueLimits.ts';
import { type Leaving, NotSentError, WithdrawnError } from './tradeHttp.ts';

/**
 * Milliseconds that a setting or a transfer waits for the lease: its caller gives up after ten
 * seconds.
 */
const waitMsMax = 8_000;

interface FenceDeps {
  readonly clock: Clock;
  readonly lease: Lease;
}

/**
 * Keeps changes at a venue from leaving without a valid lease, and an order from leaving later than
 * it may.
 */
export interface Fence {
  /** Waits for the lease before the request is signed; at once where there is one. */
  enter(aim: CallAim, signal: AbortSignal): Promise<void>;
  /**
   * Returns the last check, made as the first byte is written. Undefined for requests that only
   * read.
   */
  leavingOf(aim: CallAim, kind: RatedAs['kind'] | undefined): Leaving | undefined;
}

export function createFence({ clock, lease }: FenceDeps): Fence {
  return {
    async enter(aim, signal) {
      if (!aim.changes || isLeased(lease)) return;
      const latestMs = clock.monotonic() + waitMsMax;
      const untilMs = Math.min(latestMs, aim.untilMs ?? latestMs);
      const isValid = await waitForLease({ clock, lease, untilMs, signal });
      if (!isValid) throw new NotSentError(notOwnedText);
    },
    leavingOf(aim, kind) {
      if (!aim.changes) return undefined;
      return () => {
        if (!isLeased(lease)) throw new NotSentError(notOwnedText);
        if (kind === 'order') depart(aim, clock);
      };
    },
  };
}

/**
 * Checks an order's deadline, as it may have waited for its turn after it had passed the limits.
 */
function depart({ untilMs = Number.POSITIVE_INFINITY, leave }: CallAim, clock: Clock): void {
  if (clock.monotonic() > untilMs) throw new NotSentError('The order waited for too long.');
  if (leave?.() === false) throw new WithdrawnError();
}
