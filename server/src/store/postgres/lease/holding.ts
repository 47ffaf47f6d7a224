import type { Clock } from '../../../kit/clock.ts';
import { errorText } from '../../../kit/errors.ts';
import { type Lease, LeaseError } from '../../../kit/lease.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { LeaseHolder, LeaseRow, LeaseRowState } from './leaseRow.ts';

/** Duration of a renewal, counted from before it was requested. */
export const leaseMs = 3_000;
/** Milliseconds between two renewals: two may fail before the lease ends. */
const renewEveryMs = 1_000;
/**
 * Milliseconds for which a standby must itself have seen the row unchanged. Half a second more than
 * the lease lasts: clocks of two machines may run apart by a sixth and the former holder is still
 * over first.
 */
export const unchangedMs = 3_500;
/** Milliseconds between two looks of a standby: it adds to every takeover. */
const lookEveryMs = 75;
/**
 * Milliseconds between two announcements of a standby in the database, for `/health` and the
 * handover.
 */
const announceEveryMs = 1_000;

export interface LeaseDeps {
  readonly row: LeaseRow;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly by: LeaseHolder;
}

/** A lease that is held, until another takes it or it is released. */
export interface HeldLease extends Lease {
  readonly epoch: number;
  /** Aborts when another has the lease: it never comes back. */
  readonly lost: AbortSignal;
  /**
   * Ends the lease; called by code that learns of its end elsewhere, such as a write that met a
   * later epoch.
   */
  lose(reason: string): void;
  /** Names the processes that wait for it. */
  standbys(): Promise<readonly string[]>;
  release(): Promise<void>;
}

export interface Waiting {
  /** Ends the wait. */
  readonly signal?: AbortSignal | undefined;
  /** Called once when another holds the lease: from then on this process is a standby. */
  readonly waiting?: ((holder: string) => void) | undefined;
  /** Called when the holder was seen to renew it: the holder is alive. */
  readonly busy?: (() => void) | undefined;
}

/** Waits until nobody holds the lease, and takes it. Rejects with the signal's reason. */
export async function takeLease(deps: LeaseDeps, waits: Waiting): Promise<HeldLease> {
  const { clock } = deps;
  const { signal } = waits;
  const sights = createSights(clock);
  const standby = createStandby(deps, waits);
  for (;;) {
    signal?.throwIfAborted();
    const lease = await look(deps, { ...waits, sights, standby });
    if (lease) return lease;
    await standby.announce();
    await clock.sleep(Math.min(lookEveryMs, sights.leftMs()), signal);
  }
}

interface Looking extends Waiting {
  readonly sights: ReturnType<typeof createSights>;
  readonly standby: ReturnType<typeof createStandby>;
}

/** Looks at the row once; returns the lease if it was free and could be taken. */
async function look(
  deps: LeaseDeps,
  { sights, standby, busy }: Looking,
): Promise<HeldLease | undefined> {
  const { row, clock, by, logger } = deps;
  try {
    const seen = await row.read();
    const sight = sights.judge(seen);
    if (sight !== 'over') {
      standby.begin(seen.holder);
      if (sight === 'renewed') busy?.();
      return undefined;
    }
    const elapsed = createElapsed(clock);
    const epoch = await row.take(seen, by);
    return epoch === undefined ? undefined : holdLease(deps, epoch, elapsed);
  } catch (error) {
    // A standby survives restarts of the database; a process that has not waited yet gets the
    // error.
    if (!standby.hasBegun()) throw error;
    sights.forget();
    logger.warn({ error: errorText(error) }, 'the standby cannot read or take the lease');
    return undefined;
  }
}

/** Announces that this process waits: once to the caller, and every second in the database. */
function createStandby({ row, clock, by }: LeaseDeps, { waiting }: Waiting) {
  let hasBegun = false;
  let announcedMs = Number.NEGATIVE_INFINITY;
  return {
    hasBegun: () => hasBegun,
    begin(holder: string): void {
      if (hasBegun) return;
      hasBegun = true;
      waiting?.(holder);
    },
    async announce(): Promise<void> {
      if (!hasBegun || clock.monotonic() - announcedMs < announceEveryMs) return;
      announcedMs = clock.monotonic();
      await row.announce(by).catch(() => undefined);
    },
  };
}

/** Remembers the last sight of the row, and since when it is unchanged. */
function createSights(clock: Clock) {
  let last: LeaseRowState | undefined;
  let sinceMs = 0;
  return {
    /** An outage in between proves nothing: the holder could not renew it either. */
    forget(): void {
      last = undefined;
    },
    /**
     * Returns the milliseconds until the row, if it stays unchanged, proves that the lease is over.
     */
    leftMs(): number {
      const leftMs = unchangedMs - (clock.monotonic() - sinceMs);
      return last === undefined || leftMs <= 0 ? lookEveryMs : leftMs;
    },
    judge(seen: LeaseRowState): 'over' | 'held' | 'renewed' {
      if (seen.isGivenUp) return 'over';
      const nowMs = clock.monotonic();
      const before = last;
      if (before?.token === seen.token && before.renewals === seen.renewals) {
        return nowMs - sinceMs >= unchangedMs ? 'over' : 'held';
      }
      [last, sinceMs] = [seen, nowMs];
      return before === undefined ? 'held' : 'renewed';
    },
  };
}

interface Instant {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

function instantOf(clock: Clock): Instant {
  return { monotonicMs: clock.monotonic(), wallMs: clock.now() };
}

/**
 * Returns the time since an event by the clock that shows more: a monotonic clock may stand still
 * while a machine sleeps, and a wall clock may be set back.
 */
export function elapsedSince(
  { monotonicMs, wallMs }: Instant,
  clock: Pick<Clock, 'monotonic' | 'now'>,
): number {
  return Math.max(clock.monotonic() - monotonicMs, clock.now() - wallMs);
}

/**
 * Minimum step: wall clocks have whole milliseconds, so with shorter steps the rounding errors
 * would add up.
 */
export const stepMsMin = 100;

/**
 * Counts the time from one reading to the next, by the clock that shows more of each step: a wall
 * clock that is set back does not hide a sleep in which the monotonic clock stood still, as it
 * would if both were compared with the beginning alone.
 */
function createElapsed(clock: Clock): () => number {
  let last = instantOf(clock);
  let totalMs = 0;
  return () => {
    const stepMs = elapsedSince(last, clock);
    if (stepMs < stepMsMin) return totalMs + stepMs;
    totalMs += stepMs;
    last = instantOf(clock);
    return totalMs;
  };
}

/** Renews the lease until it is lost or released; `elapsedMs` counts from its request. */
function holdLease(deps: LeaseDeps, epoch: number, elapsedMs: () => number): HeldLease {
  const { row, clock, logger, by } = deps;
  const lost = new AbortController();
  const waiters = new Set<() => void>();
  let grantedMs: number | undefined = 0;
  let isReleased = false;
  const isOver = () => isReleased || lost.signal.aborted;
  const wake = () => {
    for (const each of [...waiters]) each();
  };
  const validForMs = () => {
    if (isOver() || grantedMs === undefined) return 0;
    return leaseMs - (elapsedMs() - grantedMs);
  };
  const lose = (reason: string): void => {
    if (isOver()) return;
    grantedMs = undefined;
    lost.abort(new LeaseError(reason));
    wake();
  };
  const renew = async (): Promise<void> => {
    const askedMs = elapsedMs();
    try {
      const isOurs = await row.renew(by.token);
      if (isOver()) return;
      if (!isOurs) return lose(`Another process took the engine over from epoch ${epoch}.`);
      grantedMs = askedMs;
      wake();
    } catch (error) {
      if (!isOver()) logger.warn({ error: errorText(error) }, 'the lease could not be renewed');
    }
  };
  const stop = renewing(clock, { renew, isOver });
  const whenValid = (marginMs: number, signal: AbortSignal): Promise<void> =>
    waitUntil({ waiters, signal, isMet: () => validForMs() >= marginMs, lost: lost.signal });
  return {
    epoch,
    lost: lost.signal,
    lose,
    validForMs,
    assertValid(marginMs) {
      if (validForMs() < marginMs) throw new LeaseError();
    },
    whenValid,
    standbys: () => row.standbys(),
    async release() {
      if (isReleased) return;
      const isHeld = !lost.signal.aborted;
      isReleased = true;
      stop();
      wake();
      // When this fails the lease ends by itself three seconds after its last renewal.
      if (isHeld) await row.giveUp(by.token).catch(() => undefined);
      await row.close();
    },
  };
}

/** Renews every second, counted between beginnings, and never twice at once. */
function renewing(
  clock: Clock,
  { renew, isOver }: { readonly renew: () => Promise<void>; readonly isOver: () => boolean },
): () => void {
  let cancel: () => void = () => undefined;
  const beat = async (): Promise<void> => {
    const beganMs = clock.monotonic();
    await renew();
    if (isOver()) return;
    const pauseMs = Math.max(0, renewEveryMs - (clock.monotonic() - beganMs));
    cancel = clock.schedule(pauseMs, () => void beat());
  };
  cancel = clock.schedule(renewEveryMs, () => void beat());
  return () => cancel();
}

interface Wait {
  readonly waiters: Set<() => void>;
  readonly signal: AbortSignal;
  readonly lost: AbortSignal;
  readonly isMet: () => boolean;
}

/** Waits for the condition. Waiting requests are bounded by those that are under way. */
function waitUntil({ waiters, signal, lost, isMet }: Wait): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      waiters.delete(look);
      signal.removeEventListener('abort', look);
      end();
    };
    const look = () => {
      if (signal.aborted) settle(() => reject(signal.reason));
      else if (lost.aborted) settle(() => reject(lost.reason));
      else if (isMet()) settle(resolve);
    };
    waiters.add(look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}
