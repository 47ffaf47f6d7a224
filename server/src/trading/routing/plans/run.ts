import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { StaleEpochError } from '../../../store/types.ts';
import { retryUntilStored } from '../../execution/index.ts';
import { createJournal, type JournalObserver, type PlanJournal } from './journal.ts';
import { whyShort } from './planning.ts';
import {
  commitRound,
  type PlanOrder,
  type RoundsDeps,
  type RoundsObserver,
  sendRounds,
} from './rounds.ts';
import { lookAgain, resumeSlice } from './sending.ts';
import { beginPlan, dropSlices, endPlan, isPlanOver, isSliceOver } from './transitions.ts';
import type { Plan, PlanCreated, PlanStore } from './types.ts';

export interface RunDeps extends RoundsDeps {
  readonly plans: PlanStore;
  readonly epoch: number;
  readonly clock: Clock;
  readonly observe: RunObserver;
}

export type RunObserver = RoundsObserver &
  JournalObserver & {
    /** The plan's end is stored. */
    planEnded(plan: Plan): void;
  };

/** One plan in progress. */
export interface PlanRun {
  /** The plan as it is durable. */
  stored(): Plan;
  /**
   * Resolves with the result of the plan's creation, once it may be sent. Rejects with why nothing
   * was sent.
   */
  readonly begun: Promise<PlanCreated>;
  /** Resolves once its end is stored, or it is left to the next start. Never rejects. */
  readonly over: Promise<void>;
}

const notAgain = 'It was not routed again: the two seconds that a plan has for that were over.';

/**
 * Starts the life of a plan:
 *
 *   stored, pending → stored, executing → slices sent → outcomes known and stored
 *     → the rest routed again, stored, sent → … → every outcome known → stored, ended
 *
 * No order leaves before the plan that contains it is durable.
 */
export function startRun(deps: RunDeps, plan: Plan, order: PlanOrder): PlanRun {
  const journal = createJournal(deps, plan);
  const begun = Promise.withResolvers<PlanCreated>();
  const live = async (): Promise<void> => {
    const created = await deps.plans.create(deps.epoch, plan).catch((error: unknown) => {
      begun.reject(storeRefusal(error));
    });
    if (!created) return;
    if (created.kind === 'exists' || isPlanOver(plan)) {
      begun.resolve(created);
      if (created.kind === 'recorded') deps.observe.planEnded(plan);
      return;
    }
    const atMs = deps.clock.now();
    if (!(await commitRound(deps, journal, { round: 1, change: (now) => beginPlan(now, atMs) }))) {
      begun.reject(new AppError(deps.leaving.aborted ? 'SHUTTING_DOWN' : 'STORE_UNAVAILABLE'));
      return finish(deps, journal);
    }
    begun.resolve(created);
    const end = await sendRounds(deps, journal, order);
    await lookAgain(deps, journal);
    await finish(deps, journal, end === 'late' ? notAgain : undefined);
  };
  const over = live().catch((error: unknown) => {
    // Nobody listens to this any more once it has resolved.
    begun.reject(storeRefusal(error));
    return leave(deps, journal, error);
  });
  return { stored: journal.stored, begun: begun.promise, over };
}

/**
 * Ends a plan of an earlier process by evidence: a slice with an order is followed, a slice without
 * one was never sent, for `reason`. Sends nothing. `found` is the plan as it was found; it is read
 * again, for its last run may have ended it in between.
 */
export function resumeRun(
  deps: RunDeps,
  found: Plan,
  reason: string,
): Pick<PlanRun, 'stored' | 'over'> {
  let journal = createJournal(deps, found);
  const live = async (): Promise<void> => {
    const { plans, clock, leaving, observe } = deps;
    const failed = observe.plansNotRead;
    const latest = await retryUntilStored(() => plans.find(found.id), { clock, leaving, failed });
    journal = createJournal(deps, latest ?? found);
    const plan = journal.plan();
    if (isPlanOver(plan)) return;
    // A pending plan has sent nothing: that it executes is stored first.
    const isSent = plan.status !== 'pending';
    const open = plan.slices.filter((slice) => !isSliceOver(slice));
    await settled(
      open.map(async (slice) => {
        const isFound = isSent && (await resumeSlice(deps, journal, slice));
        if (!isFound) journal.change((now) => dropSlices(now, [slice], reason));
      }),
    );
    await lookAgain(deps, journal);
    await finish(deps, journal);
  };
  const over = live().catch((error: unknown) => leave(deps, journal, error));
  return { stored: () => journal.stored(), over };
}

/** `moreover` is added to the reason why a plan ended short. */
async function finish(
  { clock, observe }: RunDeps,
  journal: PlanJournal,
  moreover?: string,
): Promise<void> {
  const reasonOf = (plan: Plan) => [whyShort(plan), moreover ?? []].flat().join(' ');
  journal.change((plan) => endPlan(plan, clock.now(), reasonOf));
  await journal.flushed();
  observe.planEnded(journal.stored());
}

/** Ends a run that cannot go on here: stores what it knows, leaves the rest to the next start. */
async function leave(deps: RunDeps, journal: PlanJournal, cause: unknown): Promise<void> {
  const { leaving, observe } = deps;
  const { id, slices } = journal.plan();
  if (cause instanceof StaleEpochError) return observe.planNotWritten(id, cause);
  if (!leaving.aborted) observe.planFaulted(id, cause);
  try {
    if (leaving.aborted && slices.every(isSliceOver)) await finish(deps, journal);
    else await journal.flushed();
  } catch (error) {
    observe.planNotWritten(id, error);
  }
}

/** Waits for all, whatever happens to one: a slice that is being sent is never left alone. */
async function settled(runs: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(runs);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Nothing was sent: the database could not store what must be durable before. */
function storeRefusal(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError('STORE_UNAVAILABLE', { cause });
}
