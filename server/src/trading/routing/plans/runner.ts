import type { Cancel, Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Ids } from '../../../kit/ids.ts';
import { mainOwner } from '../../../kit/mainOwner.ts';
import type { Execution, OrderStore } from '../../execution/types.ts';
import type { RouteRequest } from '../types.ts';
import { createOrderWatch } from './orderWatch.ts';
import { newPlan, type PlanNames } from './planning.ts';
import type { PlanOrder } from './rounds.ts';
import { type PlanRun, type RunDeps, type RunObserver, resumeRun, startRun } from './run.ts';
import { isPlanOver } from './transitions.ts';
import type { Plan, PlanStore } from './types.ts';

export type PlanObserver = RunObserver;

export interface PlanRunnerDeps extends Pick<RunDeps, 'estimate' | 'accountsOf'> {
  readonly execution: Pick<Execution, 'submit' | 'events'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly plans: PlanStore;
  /** Epoch of the process that owns the engine; an older owner can write nothing. */
  readonly epoch: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: PlanObserver;
}

type Names = Omit<PlanNames, 'id'>;

/** The owner of a plan, and its name. */
interface PlanCaller extends Names {
  /** A caller learns nothing about a plan with accounts out of its reach. */
  readonly reaches: (accountId: string) => boolean;
}

/** Executes routing plans. Every method rejects with an `AppError`. */
export interface PlanRunner {
  /**
   * Returns the plan once it has ended, or as it is stored after 45 seconds; it goes on. The same
   * `clientPlanId` of the same owner returns the first plan forever.
   */
  execute(request: RouteRequest, caller: PlanCaller): Promise<Plan>;
  /** Returns the stored plan by our id or by the owner's name for it. Throws PLAN_NOT_FOUND. */
  plan(name: string, owner: string): Promise<Plan>;
  /** Resumes what an earlier run left. */
  start(): void;
  /** Stops sending, waits for slices that are being sent, and leaves the rest to the next start. */
  stop(): Promise<void>;
}

/** Shorter than most callers and proxies wait, with time left for the answer. */
const answerWithinMs = 45_000;
/**
 * Maximum number of plans in progress. A plan is over in a second or two: as many that do not end
 * mean exchanges that do not answer, and more orders would make that worse.
 */
const plansMax = 100;
/** Maximum for one owner other than `main`: no owner can take every place. */
const ownPlansMax = 50;
/** Pause between looks for plans that nobody runs: only faults or a failing database leave one. */
const sweepMs = 60_000;

const endedBefore = 'The process ended before it was sent.';
const leftBehind = 'It was never sent: the service could not go on with it.';

export function createPlanRunner(deps: PlanRunnerDeps): PlanRunner {
  const { clock, plans, observe, execution, orders } = deps;
  const leaving = new AbortController();
  const watch = createOrderWatch({ events: execution.events, orders, clock, observe });
  const runs = createRuns({ ...deps, watch, leaving: leaving.signal });
  const make = createMaker(deps, runs, leaving.signal);
  let cancelSweep: Cancel = () => undefined;

  const again = (first: Plan, caller: PlanCaller, untilMs: number): Plan | Promise<Plan> => {
    const isKnown = first.accountIds.every(caller.reaches);
    if (!isKnown || first.requestHash !== caller.requestHash) throw duplicate(first, isKnown);
    if (isPlanOver(first)) return first;
    return answerOf(runs.of(first.id) ?? runs.resume(first, leftBehind), { clock, untilMs });
  };
  return {
    async execute(request, caller) {
      refuseWhen(leaving.signal);
      const untilMs = clock.monotonic() + answerWithinMs;
      const first = await findNamed(plans, caller);
      if (first) return again(first, caller, untilMs);
      const run = await make({ request, untilMs }, caller);
      const created = await run.begun;
      if (created.kind === 'exists') return again(created.plan, caller, untilMs);
      return answerOf(run, { clock, untilMs });
    },
    async plan(name, owner) {
      const plan = await plans.find(name, owner);
      if (plan) return plan;
      throw new AppError('PLAN_NOT_FOUND', { message: `There is no routing plan ${name}.` });
    },
    start() {
      watch.start();
      cancelSweep = clock.every(sweepMs, runs.sweep);
      runs.sweep();
    },
    async stop() {
      leaving.abort(new AppError('SHUTTING_DOWN'));
      cancelSweep();
      await runs.over();
      await watch.stop();
    },
  };
}

/** Makes plans of requests, up to the maximum at once. */
function createMaker(
  { estimate, clock, ids }: PlanRunnerDeps,
  runs: ReturnType<typeof createRuns>,
  leaving: AbortSignal,
): (order: PlanOrder, names: Names) => Promise<PlanRun> {
  // Owners of plans that are requested and not running yet.
  const making: string[] = [];
  return async (order, names) => {
    refuseFull([...runs.owners(), ...making], names.owner);
    making.push(names.owner);
    try {
      const { request } = order;
      const estimated = await estimate(request);
      refuseWhen(leaving);
      const atMs = clock.now();
      const plan = newPlan(request, estimated, { ...names, id: ids.timedUuid(atMs), atMs });
      return runs.start(plan, order);
    } finally {
      making.splice(making.indexOf(names.owner), 1);
    }
  };
}

/** Returns the plan once it is over, or as it is stored when the caller has waited long enough. */
async function answerOf(
  run: Pick<PlanRun, 'over' | 'stored'>,
  { clock, untilMs }: { readonly clock: Clock; readonly untilMs: number },
): Promise<Plan> {
  const answered = new AbortController();
  const longestMs = Math.max(0, untilMs - clock.monotonic());
  await Promise.race([run.over, clock.sleep(longestMs, answered.signal)]);
  answered.abort();
  return run.stored();
}

/** Keeps the plans in progress; a plan never has a second run. */
function createRuns(deps: RunDeps) {
  const { plans, observe, leaving } = deps;
  const runs = new Map<string, Pick<PlanRun, 'over' | 'stored'> & { readonly owner: string }>();
  let sweeping: Promise<void> | undefined;
  let reason = endedBefore;

  const track = <Run extends Pick<PlanRun, 'over' | 'stored'>>(
    { id, owner }: Plan,
    run: Run,
  ): Run => {
    runs.set(id, { over: run.over, stored: () => run.stored(), owner });
    void run.over.then(() => runs.delete(id));
    return run;
  };
  const resume = (plan: Plan, why: string) => track(plan, resumeRun(deps, plan, why));
  const takeUp = async (): Promise<void> => {
    const unfinished = await plans.unfinished();
    if (leaving.aborted) return;
    for (const plan of unfinished) if (!runs.has(plan.id)) resume(plan, reason);
    reason = leftBehind;
  };
  return {
    of: (id: string) => runs.get(id),
    owners: () => [...runs.values()].map(({ owner }) => owner),
    start: (plan: Plan, order: PlanOrder) => track(plan, startRun(deps, plan, order)),
    resume,
    sweep(): void {
      sweeping ??= takeUp()
        .catch(observe.plansNotRead)
        .finally(() => {
          sweeping = undefined;
        });
    },
    async over(): Promise<void> {
      await sweeping;
      await Promise.all([...runs.values()].map((run) => run.over));
    },
  };
}

async function findNamed(
  plans: PlanStore,
  { clientPlanId, owner }: Names,
): Promise<Plan | undefined> {
  if (clientPlanId === undefined) return undefined;
  const found = await plans.find(clientPlanId, owner).catch((cause: unknown) => {
    throw new AppError('STORE_UNAVAILABLE', { cause });
  });
  // One of our own ids may also be a caller's name.
  return found?.clientPlanId === clientPlanId ? found : undefined;
}

function refuseWhen(leaving: AbortSignal): void {
  if (leaving.aborted) throw new AppError('SHUTTING_DOWN');
}

function refuseFull(owners: readonly string[], owner: string): void {
  if (owners.length >= plansMax) {
    throw new AppError('RATE_LIMITED', {
      message:
        `Limit of ${plansMax} running routing plans reached. ` + 'Try again when some have ended.',
    });
  }
  const own = owners.filter((each) => each === owner).length;
  if (owner === mainOwner || own < ownPlansMax) return;
  throw new AppError('RATE_LIMITED', {
    message:
      `Limit of ${ownPlansMax} running routing plans of this key reached, of ${plansMax} for all ` +
      'keys. Try again when some of its own have ended.',
  });
}

function duplicate({ id, clientPlanId, status }: Plan, isKnown: boolean): AppError {
  return new AppError('DUPLICATE_CLIENT_PLAN_ID', {
    message: `Another routing plan has the client_plan_id ${clientPlanId}.`,
    ...(isKnown && { data: { plan_id: id, client_plan_id: clientPlanId, status } }),
  });
}
