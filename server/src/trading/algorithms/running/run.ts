import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Random } from '../../../kit/random.ts';
import { StaleEpochError } from '../../../store/types.ts';
import type { Accounts } from '../../accounts/index.ts';
import { retryUntilStored } from '../../execution/index.ts';
import type { StoredOrder } from '../../execution/types.ts';
import type { Account, AccountId } from '../../model/account.ts';
import type { AnyAlgorithm, UsableBookView } from '../algorithm.ts';
import { legsOf } from '../legs.ts';
import type {
  AlgorithmRecord,
  AlgorithmSave,
  AlgorithmSnapshot,
  AlgorithmStore,
  ChildRecord,
  HistoryEntry,
} from '../types.ts';
import { type Acting, type ActingDeps, createActing } from './acting.ts';
import { newTroubles } from './barring.ts';
import type { KnownUsd, Refused } from './children.ts';
import { createImage, type RunImage } from './draft.ts';
import { createTurns, type Intake, type Occasion, type Turns, type Verb } from './intake.ts';
import { isEnded } from './lifecycle.ts';
import type { BookBeat, MarketWatch } from './market.ts';
import { createCalmWatch, createPacing, type Pace, standing } from './pacing.ts';
import { notTakenUp, refusedVerb } from './refusals.ts';
import { createMidWatch, createRunClock, type MidWatch, type RunClock } from './runClock.ts';
import { snapshotOf } from './snapshot.ts';
import { type Stepping, stamp } from './stepping.ts';
import { think } from './thinking.ts';

export interface RunDeps extends ActingDeps {
  readonly store: Pick<AlgorithmStore, 'save'>;
  readonly epoch: number;
  readonly accounts: Pick<Accounts, 'find' | 'isHalted'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly beat: BookBeat;
  /** Returns the USD value of one unit of an asset, if known. */
  readonly usd: KnownUsd;
  readonly observe: RunObserver;
  /** Aborts when the service stops: nothing is awaited any more. */
  readonly leaving: AbortSignal;
  readonly changed: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void;
}

export type RunObserver = ActingDeps['observe'] & {
  /** A step cannot be written. Called once until it could be. Nothing is sent before. */
  algorithmNotWritten(algorithmId: string, error: unknown): void;
  algorithmEnded(record: AlgorithmRecord): void;
  /**
   * An account refuses again and again, or for a cause that only a person can cure: key, rights.
   */
  accountBarred(algorithmId: string, bar: { accountId: AccountId; reason: string }): void;
};

export interface RunParts extends LegParts {
  readonly algorithm: AnyAlgorithm;
  /** The second leg of a pair. */
  readonly contra?: LegParts | undefined;
}

export interface LegParts {
  readonly market: MarketWatch;
  readonly accounts: readonly Account[];
}

/** One running algorithm. */
export interface AlgorithmRun {
  /** The algorithm as it is durably stored. */
  readonly image: RunImage;
  /** Resolves once the command is durable. Rejects with ALGORITHM_STATE if not allowed now. */
  command(verb: Verb): Promise<void>;
  heard(order: StoredOrder): void;
  /** Samples the market; called once a second. */
  sample(): void;
  /** Looks up the state of the children, and continues. */
  begin(event: 'started' | 'recovered', unsure: readonly ChildRecord[]): Promise<void>;
  /** Asks the exchanges about children. The run may begin meanwhile. */
  catchUp(children: readonly ChildRecord[]): Promise<void>;
  /** Looks up the state of live children, unless a look-up is running. */
  lookAround(): Promise<void>;
  /** Resolves when no child is live and nothing is being decided, or after that time. */
  quiet(limitMs: number): Promise<void>;
  /** Takes no more steps, and cancels resting orders. */
  leave(): void;
  /** Releases what it holds, as if it had never been made. */
  abandon(): void;
  /** Resolves once its first step is durable, or it does not run here any more. */
  readonly begun: Promise<void>;
  /** Resolves once it does not run here any more and no child is being sent. */
  readonly over: Promise<void>;
  /** Returns news of orders that came too late to be taken in. */
  unheard(): readonly StoredOrder[];
}

/**
 * Runs one algorithm. Everything that comes in waits for its turn. A turn drafts the results,
 * writes the draft as a whole, and then carries it out:
 *
 *   orders, answers, commands, time ──▶ draft ──▶ stored, durable ──▶ submit · cancel · route
 *
 * After a crash the same begins with the stored state: a child without an order was never sent.
 */
export function createRun(
  deps: RunDeps,
  parts: RunParts,
  stored: { readonly record: AlgorithmRecord; readonly children: readonly ChildRecord[] },
): AlgorithmRun {
  const { clock, leaving, observe } = deps;
  const image = createImage(stored.record, stored.children);
  const { id } = stored.record;
  const time = createRunClock(clock, stored.record);
  const over = Promise.withResolvers<void>();
  const stage = createStage(image, leaving);
  const { isClosed, isLeft, stepped } = stage;
  const calm = createCalmWatch(
    clock,
    () => isClosed() || (!turns.isTurning() && image.live().length === 0),
  );
  const turns = createTurns({
    carryOut: (taken) => carryOut(taken),
    failed(error) {
      const isOurs = !(error instanceof StaleEpochError || leaving.aborted);
      if (isOurs) observe.algorithmFaulted(id, error);
      close();
    },
    rested: calm.told,
  });
  const { note, ...inbox } = createInbox(id, turns);
  const bookOf = (child: ChildRecord) => bookAt(parts, child);
  const acting = createActing(deps, image, { leaving, inbox, bookOf });
  const symbols = legsOf(stored.record).map(({ symbol }) => symbol);
  const pacing = createPacing({ clock, beat: deps.beat, symbols, time, note });
  const mids = createMidWatch(parts.market, time, stored.record);
  const carryOut = createCarryOut({
    deps,
    parts,
    image,
    time,
    mids,
    acting,
    isLeft,
    isClosed,
    stepped,
    isStopAsked: () => turns.intake().commands.some(({ verb }) => verb !== 'resume'),
    rest: pacing.rest,
    ended: () => close(),
  });
  const close = (): void => {
    const { commands } = turns.intake();
    for (const { verb, done } of commands.splice(0)) done.reject(stage.refusal(verb));
    if (isClosed()) return;
    stage.close();
    turns.end();
    pacing.rest(standing);
    leaving.removeEventListener('abort', close);
    parts.market.close();
    parts.contra?.market.close();
    calm.told();
    // The process that takes it up next must find every child that was sent.
    void acting.sent().then(over.resolve);
  };
  leaving.addEventListener('abort', close, { once: true });
  return {
    image,
    heard: inbox.order,
    sample: mids.sample,
    quiet: calm.wait,
    abandon: close,
    catchUp: acting.catchUp,
    ...createEntrances({ turns, acting, image, stage, note, isGone: () => leaving.aborted }),
    over: over.promise,
    unheard: () => [...turns.intake().orders.values()],
  };
}

interface Entrances {
  readonly turns: Turns;
  readonly acting: Acting;
  readonly image: RunImage;
  readonly stage: Stage;
  readonly note: (event: Occasion) => void;
  readonly isGone: () => boolean;
}

/** The ways in which others begin, command, refresh and stop it. */
function createEntrances(
  run: Entrances,
): Pick<AlgorithmRun, 'command' | 'begin' | 'begun' | 'lookAround' | 'leave'> {
  const { turns, acting, image, stage, note } = run;
  return {
    command(verb) {
      const done = Promise.withResolvers<void>();
      if (stage.isLeft() || run.isGone()) return Promise.reject(stage.refusal(verb));
      turns.intake().commands.push({ verb, done });
      turns.poke();
      return done.promise;
    },
    async begin(event, unsure) {
      await acting.lookUp(unsure);
      turns.begin();
      note(event);
    },
    begun: stage.begun,
    // It ends only when the service stops.
    lookAround: once(() => (stage.isClosed() ? undefined : acting.lookUp(image.live()))),
    leave() {
      stage.leave();
      note('woke');
    },
  };
}

type Stage = ReturnType<typeof createStage>;

/** `left`: no more steps are taken. `closed`: nothing more is taken in. */
function createStage(image: RunImage, leaving: AbortSignal) {
  let stage: 'running' | 'left' | 'closed' = 'running';
  const { promise: begun, resolve: stepped } = Promise.withResolvers<void>();
  return {
    begun,
    /** Called when a step is stored. The first one ends the waits for it. */
    stepped: () => stepped(),
    isClosed: () => stage === 'closed',
    isLeft: () => stage !== 'running',
    leave(): void {
      if (stage === 'running') stage = 'left';
    },
    close(): void {
      stage = 'closed';
      stepped();
    },
    /** Returns the refusal of a verb that came too late. */
    refusal(verb: Verb): AppError {
      const record = image.record();
      if (isEnded(record.status)) return refusedVerb(record, verb, 'has ended');
      const isGoing = stage === 'left' || leaving.aborted;
      return isGoing ? new AppError('SHUTTING_DOWN') : notTakenUp(record);
    },
  };
}

/** Collects orders, refusals and answers of the router until the next turn. */
function createInbox(id: string, turns: Pick<Turns, 'intake' | 'poke'>) {
  // Version of the newest report, by child.
  const versions = new Map<number, number>();
  return {
    order(order: StoredOrder): void {
      const number = numberOf(id, order);
      if (number === undefined || order.parentId !== id) return;
      // The report that was stored later is the newer one.
      if ((versions.get(number) ?? 0) > order.version) return;
      versions.set(number, order.version);
      turns.intake().orders.set(number, order);
      turns.poke();
    },
    refused(number: number, why: Refused): void {
      const { refused } = turns.intake();
      // The first reason is the real one: a look-up only finds that there is no order.
      if (!refused.has(number)) refused.set(number, why);
      turns.poke();
    },
    routed(event: Intake['routed'][number]): void {
      turns.intake().routed.push(event);
      turns.poke();
    },
    note(event: Occasion): void {
      turns.intake().events.add(event);
      turns.poke();
    },
  };
}

interface CarryOutDeps {
  readonly deps: RunDeps;
  readonly parts: RunParts;
  readonly image: RunImage;
  readonly time: RunClock;
  readonly mids: MidWatch;
  readonly acting: Acting;
  readonly isLeft: () => boolean;
  readonly isClosed: () => boolean;
  /** Called when a step is stored. */
  readonly stepped: () => void;
  /** True when a pause or a cancel waits for its turn. */
  readonly isStopAsked: () => boolean;
  readonly rest: (pace: Pace) => void;
  /** Called when its end is stored. */
  readonly ended: () => void;
}

/** Takes one turn: drafted, stored as a whole, and only then carried out. */
function createCarryOut(run: CarryOutDeps): (taken: Intake) => Promise<void> {
  const { deps, parts, image, time, mids, acting } = run;
  const { clock, leaving, observe } = deps;
  const { id } = image.record();
  const faulted = (error: unknown) => observe.algorithmFaulted(id, error);
  const write = async (save: AlgorithmSave, commit: () => void): Promise<void> => {
    await retryUntilStored(() => deps.store.save(deps.epoch, save), {
      clock,
      leaving,
      failed: (error) => observe.algorithmNotWritten(id, error),
    });
    commit();
    time.follow(image.record());
  };
  return async (taken) => {
    const draft = image.draft(clock.now());
    const { barred } = draft.record().run;
    const stepping = steppingAt(deps, parts, time.nowMs());
    const { acts, pace, settle } = think(draft, taken, { stepping, isLeft: run.isLeft(), faulted });
    if (draft.save()) stamp(draft, stepping, { seen: mids.seen(), faulted });
    const save = draft.save();
    if (save) await write(save, draft.commit);
    settle();
    run.stepped();
    for (const bar of newTroubles(barred, image.record().run.barred)) {
      observe.accountBarred(id, bar);
    }
    // The service stopped during the write: the next start finds what was not sent.
    if (run.isClosed()) return;
    // The write may have taken long. A stop requested by now is decided first.
    const why = run.isLeft() ? 'left' : 'stopped';
    const isHeld = run.isLeft() || run.isStopAsked();
    for (const act of acts) {
      if (isHeld && act.kind === 'submit') acting.withhold(act, why);
      else if (!run.isLeft()) acting.perform(act);
    }
    acting.cancelAsked();
    if (save) deps.changed(snapshotOf(image.record(), time.nowMs(), clock.now()), draft.events());
    if (pace) run.rest(pace);
    if (!isEnded(image.record().status)) return;
    observe.algorithmEnded(image.record());
    run.ended();
  };
}

/** Skips a call while an earlier one is running. Its failure is reported elsewhere. */
function once(work: () => Promise<void> | undefined): () => Promise<void> {
  let isWorking = false;
  return async () => {
    if (isWorking) return;
    isWorking = true;
    await work()?.catch(() => undefined);
    isWorking = false;
  };
}

/** Returns the book of a child's account; undefined while it must not be used for trading. */
function bookAt(parts: RunParts, { leg, accountId }: ChildRecord): UsableBookView | undefined {
  const { market, accounts } = leg === 1 && parts.contra ? parts.contra : parts;
  const account = accounts.find(({ id }) => id === accountId);
  return account && market.book(account.venue);
}

function steppingAt(deps: RunDeps, parts: RunParts, nowMs: number): Stepping {
  const { market, accounts, contra, algorithm } = parts;
  const { usd, random } = deps;
  const { isHalted } = deps.accounts;
  const view = { accounts, market, contra, usd, random, isHalted };
  return { algorithm, nowMs, view };
}

function numberOf(id: string, { clientOrderId }: StoredOrder): number | undefined {
  const [parent, number = ''] = clientOrderId.split('.');
  return parent === id && /^\d+$/.test(number) ? Number(number) : undefined;
}
