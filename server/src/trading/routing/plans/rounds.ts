import { StaleEpochError } from '../../../store/types.ts';
import type { Account, AccountId } from '../../model/account.ts';
import { roomShareOf } from '../room.ts';
import type { RouteEstimate, RouteRequest } from '../types.ts';
import type { PlanJournal } from './journal.ts';
import { nextRequest, withRound } from './planning.ts';
import { lookAgain, type SendingDeps, sendSlice } from './sending.ts';
import { dropSlices, hasUnsent, isShort } from './transitions.ts';
import type { Plan } from './types.ts';

export interface RoundsDeps extends SendingDeps {
  readonly estimate: (request: RouteRequest) => Promise<RouteEstimate>;
  /** Returns the current accounts with these ids, in that order, without those that are gone. */
  readonly accountsOf: (ids: readonly string[]) => Promise<readonly Account[]>;
  readonly observe: RoundsObserver;
}

export type RoundsObserver = SendingDeps['observe'] & {
  /** A plan cannot be written. */
  planNotWritten(planId: string, error: unknown): void;
  /** The rest of earlier rounds is not routed again. */
  roundFailed(planId: string, error: unknown): void;
};

/** The order that a plan carries out. */
export interface PlanOrder {
  readonly request: RouteRequest;
  /**
   * Monotonic time at which the caller gets an answer in any case: nobody expects orders of a plan
   * that leave later.
   */
  readonly untilMs: number;
}

/** Routing an order refers to the market of the moment: what leaves later is a different order. */
const sentWithinMs = 2_000;
/**
 * The longest that a round waits for all its outcomes. The rest that is known by then is routed
 * again; an exchange that is slow to answer only delays its own part.
 */
const lookMs = 500;
/** A round that begins with less time left has all the room: no other may come after it. */
const lastMs = 1_000;
/**
 * Maximum number of rounds: more than the time allows where exchanges take time to answer. Where
 * they answer at once, as on paper, each round goes deeper into the books, and after eight of them
 * nothing is left to find.
 */
const roundsMax = 8;

const unsentByStore = 'The database could not be written, so it was not sent.';
const unsentByStop = 'The service stopped before it was sent.';
const unsentByTime = 'The time of its plan was over before it could be sent.';

/**
 * Sends the planned slices, and routes again what came short, until nothing is left, nobody offers
 * more within the slippage, or the time is over: `late`. Resolves once every outcome is known. Only
 * a quantity that is proven not to have filled is sent again: a slice whose outcome is not known
 * keeps its quantity.
 */
export async function sendRounds(
  deps: RoundsDeps,
  journal: PlanJournal,
  order: PlanOrder,
): Promise<'late' | 'over'> {
  const untilMs = Math.min(order.untilMs, deps.clock.monotonic() + sentWithinMs);
  const line = createLine(deps, journal);
  line.send(1, sentWithinMs);
  try {
    return await sendAgain(deps, journal, { ...order, untilMs, line });
  } finally {
    await line.over();
  }
}

/** The slices in flight, of all rounds. */
interface Line {
  /** Accounts that would refuse again. */
  readonly barred: ReadonlySet<AccountId>;
  send(round: number, sendWithinMs: number): void;
  /** Resolves once every outcome is known, or after this time. */
  pause(ms: number): Promise<void>;
  isEmpty(): boolean;
  /** Returns true once one slice could not be followed to its end. */
  isBroken(): boolean;
  /**
   * Resolves once every outcome is known. Waits for all, whatever happens to one: a slice that is
   * being sent is never left alone.
   */
  over(): Promise<void>;
}

function createLine(deps: RoundsDeps, journal: PlanJournal): Line {
  const barred = new Set<AccountId>();
  const runs = new Set<Promise<void>>();
  const errors: unknown[] = [];
  const all = () => Promise.all(runs);
  return {
    barred,
    send(round, sendWithinMs) {
      for (const slice of journal.plan().slices) {
        if (slice.round !== round) continue;
        const run = sendSlice(deps, journal, { slice, sendWithinMs })
          .then((isBarring) => void (isBarring && barred.add(slice.accountId)))
          .catch((error: unknown) => void errors.push(error))
          .finally(() => runs.delete(run));
        runs.add(run);
      }
    },
    async pause(ms) {
      const woken = new AbortController();
      await Promise.race([all(), deps.clock.sleep(Math.max(0, ms), woken.signal)]);
      woken.abort();
    },
    isEmpty: () => runs.size === 0,
    isBroken: () => errors.length > 0,
    async over() {
      await all();
      if (errors.length > 0) throw errors[0];
    },
  };
}

interface Again extends PlanOrder {
  readonly line: Line;
}

async function sendAgain(
  deps: RoundsDeps,
  journal: PlanJournal,
  again: Again,
): Promise<'late' | 'over'> {
  const { line, untilMs } = again;
  const leftMs = () => untilMs - deps.clock.monotonic();
  let round = 1;
  for (;;) {
    await line.pause(Math.min(lookMs, leftMs()));
    // An exchange may report more fills after the end of an order.
    await lookAgain(deps, journal);
    if (line.isBroken() || deps.leaving.aborted) return 'over';
    const plan = journal.plan();
    if (!isShort(plan) || round === roundsMax) return 'over';
    if (leftMs() <= 0) return 'late';
    const next = hasUnsent(plan)
      ? await planRound(deps, journal, { ...again, round: round + 1 })
      : 'nothing';
    if (next === 'late') return next;
    if (next === 'stored') {
      round += 1;
      line.send(round, leftMs());
    } else if (line.isEmpty()) return 'over';
  }
}

/** Plans and stores what earlier rounds left. Returns `nothing` when nothing could be sent now. */
async function planRound(
  deps: RoundsDeps,
  journal: PlanJournal,
  { request, line, round, untilMs }: Again & { readonly round: number },
): Promise<'stored' | 'late' | 'nothing'> {
  const { id, accountIds, slices: earlier } = journal.plan();
  try {
    const accounts = await deps.accountsOf(accountIds);
    const isLast = untilMs - deps.clock.monotonic() <= lastMs;
    const roomShare = isLast ? 1 : roomShareOf(round);
    const open = { accounts, barred: line.barred, roomShare };
    const asked = nextRequest(journal.plan(), request, open);
    if (asked.accounts.length === 0) return 'nothing';
    const { dust, slices } = withRound(journal.plan(), round, await deps.estimate(asked));
    const fresh = slices.slice(earlier.length);
    if (fresh.length === 0) return 'nothing';
    // Slices in flight may end while it is stored.
    const change = (now: Plan): Plan => ({ ...now, dust, slices: [...now.slices, ...fresh] });
    if (await commitRound(deps, journal, { round, change, untilMs })) return 'stored';
    return deps.clock.monotonic() >= untilMs ? 'late' : 'nothing';
  } catch (error) {
    // The part that filled stays, whatever stops the rest.
    deps.observe.roundFailed(id, error);
    return 'nothing';
  }
}

/** A round that is to be sent. */
interface Round {
  readonly round: number;
  readonly change: (plan: Plan) => Plan;
  /** Monotonic time from which nothing of the round is sent. */
  readonly untilMs?: number;
}

/** Stores a round before it is sent. Drops it and returns false when it must not be sent. */
export async function commitRound(
  { leaving, clock, observe }: RoundsDeps,
  journal: PlanJournal,
  { round, change, untilMs = Number.POSITIVE_INFINITY }: Round,
): Promise<boolean> {
  const whyNot = () => {
    if (leaving.aborted) return unsentByStop;
    return clock.monotonic() < untilMs ? undefined : unsentByTime;
  };
  let reason = whyNot();
  try {
    if (reason === undefined) await journal.commit(change);
    reason ??= whyNot();
    if (reason === undefined) return true;
  } catch (error) {
    if (error instanceof StaleEpochError) throw error;
    observe.planNotWritten(journal.plan().id, error);
    reason = unsentByStore;
  }
  const why = reason;
  journal.change((plan) => {
    const unsent = plan.slices.filter((slice) => slice.round === round);
    return dropSlices(plan, unsent, why);
  });
  return false;
}
