import { AppError } from '../../../../src/kit/errors.ts';
import { createIds } from '../../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../../src/kit/random.ts';
import { createOrderAnnouncer } from '../../../../src/trading/execution/orderEvents.ts';
import type { OrderDraft, OrderSender } from '../../../../src/trading/execution/types.ts';
import type { Account } from '../../../../src/trading/model/account.ts';
import { fromPlanRow } from '../../../../src/trading/routing/plans/planRows.ts';
import {
  createPlanRunner,
  type PlanObserver,
  type PlanRunner,
} from '../../../../src/trading/routing/plans/runner.ts';
import type { Plan } from '../../../../src/trading/routing/plans/types.ts';
import type { RouteEstimate, RouteRequest } from '../../../../src/trading/routing/types.ts';
import { moveOnUntil } from '../../execution/fixture.ts';
import { createManualClock, type ManualClock } from '../../manualClock.ts';
import { evenEstimate, threeAccounts, usualRequest } from './fixture.ts';
import {
  createPlanWorld,
  type Deed,
  type PlanWorld,
  plansOf,
  type Reach,
  settleOrders,
  submitOf,
} from './world.ts';

export interface LifeOptions {
  readonly deedOf?: (draft: OrderDraft) => Deed;
  readonly onEstimate?: (request: RouteRequest) => RouteEstimate | Promise<RouteEstimate>;
  /** The port call, counted from 1, at which the process dies: nothing of it continues. */
  readonly crashAt?: number;
  /** Durations of port calls in turn, ms. */
  readonly delaysMs?: readonly number[];
  /** Throws the database's error at a call of that name. */
  readonly sick?: ((call: string) => void) | undefined;
  /** Delays a call of that name. */
  readonly hold?: (call: string) => Promise<void> | undefined;
  readonly accounts?: readonly Account[];
  /** Called with each order that is submitted. */
  readonly onSend?: (sender: OrderSender) => void;
}

export interface PlanLife {
  readonly runner: PlanRunner;
  readonly clock: ManualClock;
  readonly observed: string[];
  readonly estimated: RouteRequest[];
  /** Port calls so far, by name. */
  readonly calls: string[];
  /** Reports every order whose end was not reported yet. `unheard` stores it without a report. */
  settle(unheard?: boolean): void;
  /** Executes 1 BTC over the accounts, with the given changes. */
  execute(
    changes?: Partial<RouteRequest>,
    names?: {
      clientPlanId?: string;
      hash?: string;
      owner?: string;
      reaches?: (accountId: string) => boolean;
    },
  ): Promise<Plan>;
  only(): Plan;
}

/** Opens one process over the world: the real runner, with ports that the test controls. */
export function createPlanLife(world: PlanWorld, options: LifeOptions = {}): PlanLife {
  const clock = createManualClock();
  world.epoch += 1;
  const { epoch } = world;
  const { pass, calls, isDead } = createPorts(clock, options);
  const observed: string[] = [];
  const estimated: RouteRequest[] = [];
  const announcer = createOrderAnnouncer();
  const reach: Reach = { world, epoch, pass, tell: announcer.order };
  const { accounts = threeAccounts, deedOf = () => ({ kind: 'fills' }) } = options;
  const runner = createPlanRunner({
    async estimate(request) {
      estimated.push(request);
      await pass('estimate');
      return (options.onEstimate ?? evenEstimate)(request);
    },
    execution: {
      submit(draft, sender) {
        options.onSend?.(sender);
        return submitOf(reach, deedOf)(draft, sender);
      },
      events: announcer,
    },
    orders: {
      async find(accountId, name) {
        await pass('findOrder');
        return world.orders.get(`${accountId} ${name}`);
      },
    },
    plans: plansOf(reach),
    epoch,
    async accountsOf(ids) {
      await pass('accounts');
      return ids.flatMap((id) => accounts.filter((account) => account.id === id));
    },
    clock,
    ids: createIds(createSeededRandom(`plans ${epoch}`)),
    observe: observerOf((line) => !isDead() && observed.push(line)),
  });
  return {
    runner,
    clock,
    observed,
    estimated,
    calls,
    settle(unheard = false) {
      // The part that would settle orders died with the rest.
      if (!isDead()) settleOrders(unheard ? { ...reach, tell: () => undefined } : reach);
    },
    execute: (
      changes = {},
      { clientPlanId, hash = 'hash', owner = 'main', reaches = () => true } = {},
    ) =>
      runner.execute(
        { ...usualRequest, accounts, ...changes },
        { clientPlanId, requestHash: hash, actorId: 'key-1', owner, reaches },
      ),
    only: () => onlyPlan(world),
  };
}

/** Counts the calls of ports, and delays each as long as told. */
function createPorts(clock: ManualClock, options: LifeOptions) {
  const { delaysMs = [0], crashAt = Number.POSITIVE_INFINITY } = options;
  const calls: string[] = [];
  const isDead = (): boolean => calls.length >= crashAt;
  const pass = async (call: string): Promise<void> => {
    if (!isDead()) calls.push(call);
    if (isDead()) return new Promise(() => undefined);
    const delayMs = delaysMs[calls.length % delaysMs.length] ?? 0;
    if (delayMs > 0) await clock.sleep(delayMs);
    await options.hold?.(call);
    if (isDead()) return new Promise(() => undefined);
    options.sick?.(call);
  };
  return { pass, calls, isDead };
}

function observerOf(note: (line: string) => void): PlanObserver {
  const word =
    (name: string) =>
    (...told: readonly unknown[]): void =>
      note([name, ...told.filter((each) => each instanceof Error)].join(' '));
  return {
    planEnded: word('planEnded'),
    planNotWritten: word('planNotWritten'),
    plansNotRead: word('plansNotRead'),
    planFaulted: word('planFaulted'),
    roundFailed: word('roundFailed'),
  };
}

function onlyPlan({ rows }: PlanWorld): Plan {
  const [row, ...others] = [...rows.values()];
  if (!row || others.length > 0) throw new Error(`${rows.size} plans, not one`);
  return fromPlanRow(row);
}

/** Creates a world with its first life. */
export function born(options: LifeOptions = {}): PlanLife & { readonly world: PlanWorld } {
  const world = createPlanWorld();
  return { world, ...createPlanLife(world, options) };
}

/** Advances time until there is an answer. */
export async function run(life: PlanLife, answer: Promise<Plan>): Promise<Plan> {
  await moveOnUntil(
    life.clock,
    answer.catch(() => undefined),
  );
  return answer;
}

/** Returns the code of the refusal. */
export async function refusalOf(life: PlanLife, answer: Promise<Plan>): Promise<string> {
  const error: unknown = await run(life, answer).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : `no refusal but ${String(error)}`;
}

export function statesOf({ slices }: Plan): readonly string[] {
  return slices.map(({ number, status, filled }) => `${number} ${status} ${filled}`);
}

/** Returns the exchanges' actions on the first three slices, by account; later ones fill. */
export function deedsBy(deeds: Readonly<Record<string, Deed>>): (draft: OrderDraft) => Deed {
  return ({ accountId, clientOrderId = '' }) => {
    const isFirst = Number(clientOrderId.split('.')[1]) <= threeAccounts.length;
    return (isFirst ? deeds[accountId] : undefined) ?? { kind: 'fills' };
  };
}
