import type { Clock } from '../../../kit/clock.ts';
import { retryUntilStored } from '../../execution/index.ts';
import type { Plan, PlanStore } from './types.ts';

/**
 * A plan in progress, and its stored state. Writes one state at a time, always the latest: changes
 * that come during a write go out with the next one.
 */
export interface PlanJournal {
  /** The current plan. */
  plan(): Plan;
  /** The stored plan, which is durable and may be shown. */
  stored(): Plan;
  /** Stores the change soon; a change to an equal plan does nothing. */
  change(change: (plan: Plan) => Plan): void;
  /**
   * Stores the change in one attempt, before it takes effect. Rejects, and the plan stays as it
   * was, when that fails. It is for what must be durable before orders leave. A write in progress
   * is finished first, and changes made meanwhile are kept: `change` may be applied to a plan that
   * has moved on by then. Only one at a time.
   */
  commit(change: (plan: Plan) => Plan): Promise<void>;
  /** Resolves once all changes so far are stored. Rejects when this process can never do so. */
  flushed(): Promise<void>;
}

interface JournalDeps {
  readonly plans: Pick<PlanStore, 'save'>;
  readonly epoch: number;
  readonly clock: Clock;
  readonly leaving: AbortSignal;
  readonly observe: JournalObserver;
}

export interface JournalObserver {
  /** A plan cannot be written. Called once, until a write works. The write is tried again. */
  planNotWritten(planId: string, error: unknown): void;
}

/** `first` is the plan as it is stored now. */
export function createJournal(deps: JournalDeps, first: Plan): PlanJournal {
  const { plans, epoch, clock, leaving, observe } = deps;
  let plan = first;
  let stored = first;
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    while (stored !== plan) {
      // Each attempt writes the latest state: an older one is not worth a write.
      stored = await retryUntilStored(
        async () => {
          const next = plan;
          await plans.save(epoch, next);
          return next;
        },
        { clock, leaving, failed: (error) => observe.planNotWritten(first.id, error) },
      );
    }
  };
  /** Waits for the write in progress, or makes one. */
  const writeOnce = async (): Promise<void> => {
    writing ??= write().finally(() => {
      writing = undefined;
    });
    await writing;
  };
  const flushed = async (): Promise<void> => {
    while (stored !== plan) await writeOnce();
  };
  const commit = async (change: (plan: Plan) => Plan): Promise<void> => {
    const before = plan;
    const next = change(before);
    await plans.save(epoch, next);
    stored = next;
    plan = plan === before ? next : change(plan);
  };
  return {
    plan: () => plan,
    stored: () => stored,
    change(change) {
      plan = change(plan);
      // Callers that need the result wait for it; a failed write is observed.
      flushed().catch(() => undefined);
    },
    async commit(change) {
      while (writing !== undefined || stored !== plan) await writeOnce();
      const committing = commit(change);
      // Later writes wait until the commit is done, whatever its result.
      writing = committing
        .catch(() => undefined)
        .finally(() => {
          writing = undefined;
        });
      await committing;
    },
    flushed,
  };
}
