import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { StaleEpochError } from '../../../store/types.ts';
import { insist } from '../../execution/index.ts';
import type { Account, AccountId } from '../../model/account.ts';
import type { RouteEstimate, RouteRequest } from '../types.ts';
import { createJournal, type JournalObserver, type PlanJournal } from './journal.ts';
import { secondRequest, whyShort, withRound } from './planning.ts';
import { lookAgain, resumeSlice, type SendingDeps, sendSlice } from './sending.ts';
import {
  beginPlan,
  dropSlice,
  endPlan,
  isPlanOver,
  isShort,
  isSliceOver,
  withSlice,
} from './transitions.ts';
import type { Plan, PlanCreated, PlanSlice, PlanStore } from './types.ts';

export interface RunDeps extends SendingDeps {
  readonly estimate: (request: RouteRequest) => Promise<RouteEstimate>;
  /** By id, in that order, as they are now; those that are gone are left out. */
  readonly accountsOf: (ids: readonly string[]) => Promise<readonly Account[]>;
  readonly plans: PlanStore;
  readonly epoch: number;
  readonly clock: Clock;
  readonly observe: RunObserver;
}

export type RunObserver = SendingDeps['observe'] &
  JournalObserver & {
    /** Its end is stored. */
    planEnded(plan: Plan): void;
    /** What the first round left is not routed again. */
    secondRoundFailed(planId: string, error: unknown): void;
  };

/** One plan under way. */
export interface PlanRun {
  /** As it is durable. */
  stored(): Plan;
  /** How its creation went, once it may be sent. Rejects with why nothing was sent. */
  readonly begun: Promise<PlanCreated>;
  /** Resolves once its end is stored, or it is left to the next start. Never rejects. */
  readonly over: Promise<void>;
}

const unsentByStore = 'The database could not be written, so it was not sent.';
const unsentByStop = 'The service stopped before it was sent.';
const unsentByTime = 'The caller had been answered before it could be sent.';
const notAgain = 'It was not routed again: its caller had been answered by then.';

/** What a plan is carried out for. */
export interface PlanOrder {
  readonly request: RouteRequest;
  /**
   * Monotonic, when the caller is answered whatever has become of it: nobody expects orders of a
   * plan that leave later.
   */
  readonly untilMs: number;
}

/**
 * The life of a plan:
 *
 *   stored, pending → stored, executing → slices sent → every outcome known and stored
 *     → the rest routed once more, stored, sent → every outcome known → stored, ended
 *
 * Nothing leaves before the plan that says so is durable.
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
    const begins = beginPlan(plan, deps.clock.now());
    if (!(await commitRound(deps, journal, { next: begins }))) {
      begun.reject(new AppError(deps.leaving.aborted ? 'SHUTTING_DOWN' : 'STORE_UNAVAILABLE'));
      return finish(deps, journal);
    }
    begun.resolve(created);
    const barred = await sendRound(deps, journal, 1);
    await lookAgain(deps, journal);
    const again = await planAgain(deps, journal, { ...order, barred });
    if (again === 'sent') await sendRound(deps, journal, 2);
    await lookAgain(deps, journal);
    await finish(deps, journal, again === 'late' ? notAgain : undefined);
  };
  const over = live().catch((error: unknown) => {
    // Of what has begun nobody listens any more.
    begun.reject(storeRefusal(error));
    return leave(deps, journal, error);
  });
  return { stored: journal.stored, begun: begun.promise, over };
}

/**
 * Brings a plan of an earlier life to its end by evidence: what has an order is followed, what has
 * none was never sent, for `reason`. Nothing is sent. `found`: as it was found; it is read again,
 * for its last run may have ended it in between.
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
    const latest = await insist(() => plans.find(found.id), { clock, leaving, failed });
    journal = createJournal(deps, latest ?? found);
    const plan = journal.plan();
    if (isPlanOver(plan)) return;
    // What is pending has sent nothing: that it executes is stored first.
    const isSent = plan.status !== 'pending';
    const open = plan.slices.filter((slice) => !isSliceOver(slice));
    await settled(
      open.map(async (slice) => {
        const isFound = isSent && (await resumeSlice(deps, journal, slice));
        if (!isFound) journal.change((now) => dropped(now, [slice], reason));
      }),
    );
    await lookAgain(deps, journal);
    await finish(deps, journal);
  };
  const over = live().catch((error: unknown) => leave(deps, journal, error));
  return { stored: () => journal.stored(), over };
}

/** Stores the plan as it is to be sent; false, with nothing left to send, when it must not be. */
async function commitRound(
  { leaving, clock, observe }: RunDeps,
  journal: PlanJournal,
  { next, untilMs = Number.POSITIVE_INFINITY }: { readonly next: Plan; readonly untilMs?: number },
): Promise<boolean> {
  const whyNot = () => {
    if (leaving.aborted) return unsentByStop;
    return clock.monotonic() < untilMs ? undefined : unsentByTime;
  };
  let reason = whyNot();
  try {
    if (reason === undefined) await journal.commit(next);
    reason ??= whyNot();
    if (reason === undefined) return true;
  } catch (error) {
    if (error instanceof StaleEpochError) throw error;
    observe.planNotWritten(next.id, error);
    reason = unsentByStore;
  }
  const why = reason;
  journal.change((plan) =>
    dropped(
      plan,
      plan.slices.filter(({ status }) => status === 'pending'),
      why,
    ),
  );
  return false;
}

/** Resolves, once all is known and stored, to the accounts that a second round leaves out. */
async function sendRound(
  deps: RunDeps,
  journal: PlanJournal,
  round: 1 | 2,
): Promise<ReadonlySet<AccountId>> {
  const barred = new Set<AccountId>();
  const slices = journal.plan().slices.filter((slice) => slice.round === round);
  await settled(
    slices.map(async (slice) => {
      if (await sendSlice(deps, journal, slice)) barred.add(slice.accountId);
    }),
  );
  await journal.flushed();
  return barred;
}

interface FirstRound extends PlanOrder {
  readonly barred: ReadonlySet<AccountId>;
}

/** Plans and stores what the first round left. `nothing`: there is nothing that could be sent. */
async function planAgain(
  deps: RunDeps,
  journal: PlanJournal,
  { request, barred, untilMs }: FirstRound,
): Promise<'sent' | 'late' | 'nothing'> {
  const plan = journal.plan();
  const isLate = () => deps.clock.monotonic() >= untilMs;
  if (!isShort(plan) || deps.leaving.aborted) return 'nothing';
  if (isLate()) return 'late';
  try {
    const accounts = await deps.accountsOf(plan.accountIds);
    const second = secondRequest(plan, request, { accounts, barred });
    if (second.accounts.length === 0) return 'nothing';
    const next = withRound(plan, 2, await deps.estimate(second));
    if (next.slices.length === plan.slices.length) return 'nothing';
    if (await commitRound(deps, journal, { next, untilMs })) return 'sent';
    return isLate() ? 'late' : 'nothing';
  } catch (error) {
    // What has filled stands, whatever is against the rest.
    deps.observe.secondRoundFailed(plan.id, error);
    return 'nothing';
  }
}

/** `moreover`: what is to be said beside why a plan ended short. */
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

/** A run that cannot go on here: what it knows is stored, the rest is left to the next start. */
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

function dropped(plan: Plan, slices: readonly PlanSlice[], reason: string): Plan {
  return slices.reduce(
    (now, { number }) => withSlice(now, number, (slice) => dropSlice(slice, reason)),
    plan,
  );
}

/** Waits for all, whatever becomes of one: what is being sent is never left alone. */
async function settled(runs: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(runs);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Nothing was sent: the database could not take what must be durable before. */
function storeRefusal(cause: unknown): AppError {
  return cause instanceof AppError ? cause : new AppError('STORE_UNAVAILABLE', { cause });
}
