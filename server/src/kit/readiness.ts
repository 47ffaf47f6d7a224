import { isNotReady, type ReadinessCode } from '@windlass/contract';
import type { Clock } from './clock.ts';
import { withDeadline } from './deadline.ts';

/** One reason why orders cannot be taken, or a note about them. */
export interface ReadinessReason {
  readonly code: ReadinessCode;
  /** Shown to everybody who can reach the port, so it contains no addresses, names or secrets. */
  readonly message: string;
  readonly sinceMs: number;
}

/**
 * Holds the reasons why the service cannot take orders. The part that finds a reason sets it, and
 * clears it when it is over.
 */
export interface Readiness {
  /** Sets a reason, or changes its text; its time is when it was first set. */
  set(code: ReadinessCode, message: string): void;
  clear(code: ReadinessCode): void;
  /** All reasons, in the order of the contract's codes. */
  readonly reasons: readonly ReadinessReason[];
  /** The reasons without notes; empty when orders can be taken. */
  readonly blocking: readonly ReadinessReason[];
  /** Adds a check, which sets or clears its own reasons whenever they are asked for. */
  addCheck(check: () => Promise<void>): void;
  /** Runs the checks unless they have just run; resolves when they are done. Never rejects. */
  refresh(): Promise<void>;
}

/** Minimum time between checks: anybody may ask at any rate, and the checks cost a write. */
const checkEveryMs = 1_000;
/** A load balancer stops waiting for an answer after a few seconds; a late check continues. */
const answerWithinMs = 3_000;

export function createReadiness({ clock }: { readonly clock: Clock }): Readiness {
  const reasons = new Map<ReadinessCode, ReadinessReason>();
  const checks: (() => Promise<void>)[] = [];
  let running: Promise<void> | undefined;
  let checkedAtMs = Number.NEGATIVE_INFINITY;

  const runChecks = async (): Promise<void> => {
    checkedAtMs = clock.monotonic();
    await Promise.allSettled(checks.map(async (check) => check()));
    running = undefined;
  };
  const all = () => [...reasons.values()];
  return {
    set(code, message) {
      const sinceMs = reasons.get(code)?.sinceMs ?? clock.now();
      reasons.set(code, { code, message, sinceMs });
    },
    clear: (code) => void reasons.delete(code),
    get reasons() {
      return all();
    },
    get blocking() {
      return all().filter(({ code }) => isNotReady(code));
    },
    addCheck: (check) => void checks.push(check),
    async refresh() {
      const isRecent = clock.monotonic() - checkedAtMs < checkEveryMs;
      if (isRecent && !running) return;
      const flight = running ?? runChecks();
      running = flight;
      await withDeadline({ clock, limitMs: answerWithinMs }, () => flight).catch(() => undefined);
    },
  };
}
