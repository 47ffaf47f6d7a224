import type { Clock } from '../../../kit/clock.ts';
import { insist } from '../../execution/index.ts';
import type { Plan, PlanStore } from './types.ts';

/**
 * A plan under way, and what of it is stored. Writes one state at a time, always the latest: what
 * came while one was written goes out with the next.
 */
export interface PlanJournal {
  /** As it stands. */
  plan(): Plan;
  /** As it is durable: what may be told. */
  stored(): Plan;
  /** Stored soon; that the plan is the same again changes nothing. */
  change(change: (plan: Plan) => Plan): void;
  /**
   * Stored in one attempt, before it counts; rejects, and the plan stays as it was, when that
   * fails. For what must be durable before orders leave. What is being stored goes before it, and
   * what changes meanwhile is kept: `change` may be made of a plan that has gone on by then. One at
   * a time.
   */
  commit(change: (plan: Plan) => Plan): Promise<void>;
  /** Resolves once everything changed by now is stored. Rejects when this process never will. */
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
  /** A plan cannot be written; told once, until it could be. It is tried again. */
  planNotWritten(planId: string, error: unknown): void;
}

/** `first`: as it is stored by now. */
export function createJournal(deps: JournalDeps, first: Plan): PlanJournal {
  const { plans, epoch, clock, leaving, observe } = deps;
  let plan = first;
  let stored = first;
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    while (stored !== plan) {
      // Each attempt takes the latest: an older state is worth no write.
      stored = await insist(
        async () => {
          const next = plan;
          await plans.save(epoch, next);
          return next;
        },
        { clock, leaving, failed: (error) => observe.planNotWritten(first.id, error) },
      );
    }
  };
  /** Waits for the write that is being made, or makes one. */
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
      // Whoever needs to know waits for it; that it cannot be written is observed.
      flushed().catch(() => undefined);
    },
    async commit(change) {
      while (writing !== undefined || stored !== plan) await writeOnce();
      const committing = commit(change);
      // Whoever waits to write does so after it, whatever becomes of it.
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
