import type { Cancel, Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import type { Random } from '../../../kit/random.ts';
import { StaleEpochError } from '../../../store/types.ts';
import { insist } from '../../execution/index.ts';
import type { StoredOrder } from '../../execution/types.ts';
import type { Account } from '../../model/account.ts';
import type { AnyAlgorithm } from '../algorithm.ts';
import type {
  AlgorithmRecord,
  AlgorithmSnapshot,
  AlgorithmStore,
  ChildRecord,
  HistoryEntry,
} from '../types.ts';
import { type Acting, type ActingDeps, createActing } from './acting.ts';
import type { KnownUsd } from './children.ts';
import { createImage, type RunImage } from './draft.ts';
import { isEnded } from './lifecycle.ts';
import type { BookBeat, MarketWatch } from './market.ts';
import { notTakenUp, refusedVerb } from './refusals.ts';
import { createMidWatch, createRunClock } from './runClock.ts';
import { snapshotOf } from './snapshot.ts';
import { type Stepping, stamp } from './stepping.ts';
import {
  createIntake,
  type Intake,
  isEmpty,
  type Pace,
  standing,
  think,
  type Verb,
} from './thinking.ts';

export interface RunDeps extends ActingDeps {
  readonly store: Pick<AlgorithmStore, 'save'>;
  readonly epoch: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly beat: BookBeat;
  /** USD of one unit of an asset as far as it is known. */
  readonly usd: KnownUsd;
  readonly observe: RunObserver;
  /** Aborts when the service is left: nothing is waited for any more. */
  readonly leaving: AbortSignal;
  readonly changed: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void;
}

export type RunObserver = ActingDeps['observe'] & {
  /** A step cannot be written; told once, until it could be. Nothing is sent before. */
  algorithmNotWritten(algorithmId: string, error: unknown): void;
  algorithmEnded(record: AlgorithmRecord): void;
};

export interface RunParts {
  readonly algorithm: AnyAlgorithm;
  readonly market: MarketWatch;
  readonly accounts: readonly Account[];
}

/** One algorithm under way. */
export interface AlgorithmRun {
  /** As it is durable. */
  readonly image: RunImage;
  /** Resolves once it is durable. ALGORITHM_STATE when its state does not allow it. */
  command(verb: Verb): Promise<void>;
  heard(order: StoredOrder): void;
  /** Looks at the market; on a beat of a second. */
  sample(): void;
  /** Looks up what became of the children, and goes on. */
  begin(event: 'started' | 'recovered', unsure: readonly ChildRecord[]): Promise<void>;
  /** Looks up what became of live children, unless it does so already. */
  lookAround(): Promise<void>;
  /** Resolves when no child is live and nothing is being decided, or after that long. */
  quiet(limitMs: number): Promise<void>;
  /** Takes no step any more, and cancels what rests. */
  leave(): void;
  /** Lets go of what it holds, as if it had never been made. */
  abandon(): void;
  /** Resolves once nobody runs it here any more and no child is on its way. */
  readonly over: Promise<void>;
  /** Words on orders that came too late to be taken in. */
  unheard(): readonly StoredOrder[];
}

/**
 * One algorithm under way. Everything that comes in waits for its turn; a turn makes a draft of
 * what follows, writes it whole, and then has it done:
 *
 *   orders, answers, commands, time ──▶ draft ──▶ stored, durable ──▶ submit · cancel · route
 *
 * After a crash the same begins with what is stored: a child without an order was never sent.
 */
export function createRun(
  deps: RunDeps,
  parts: RunParts,
  stored: { readonly record: AlgorithmRecord; readonly children: readonly ChildRecord[] },
): AlgorithmRun {
  const { clock, leaving, observe } = deps;
  const image = createImage(stored.record, stored.children);
  const { id, symbol } = stored.record;
  const time = createRunClock(clock, stored.record);
  const mids = createMidWatch(parts.market, time, stored.record);
  const over = Promise.withResolvers<void>();
  const quiet = new Set<() => void>();
  // By child: of the newest word that was heard.
  const versions = new Map<number, number>();
  let intake = createIntake();
  let cancelWake: Cancel = () => undefined;
  let unfollow: Cancel = () => undefined;
  let hasBegun = false;
  let isTurning = false;
  let isLooking = false;
  /** Takes no step any more. */
  let isLeft = false;
  /** Nothing is taken in any more. */
  let isClosed = false;

  const poke = (): void => {
    if (leaving.aborted || !hasBegun || isTurning || isClosed) return;
    isTurning = true;
    void turns().finally(() => {
      isTurning = false;
      // What came in after the last look and before this.
      if (!isEmpty(intake)) poke();
      if (isCalm()) hush();
    });
  };
  const isCalm = () => isClosed || (!isTurning && image.live().length === 0);
  const hush = (): void => {
    for (const resolve of quiet) resolve();
  };
  const note = (event: 'started' | 'recovered' | 'resumed' | 'woke' | 'book'): void => {
    intake.events.add(event);
    poke();
  };
  const acting: Acting = createActing(deps, image, {
    leaving,
    inbox: {
      order: (order) => heard(order),
      refused(number, why) {
        // The first reason is the real one: a look-up only finds no order.
        if (!intake.refused.has(number)) intake.refused.set(number, why);
        poke();
      },
      routed(event) {
        intake.routed.push(event);
        poke();
      },
    },
  });
  const heard = (order: StoredOrder): void => {
    const number = numberOf(id, order);
    if (number === undefined || order.parentId !== id) return;
    // Of two words the one that was stored later is the newer.
    if ((versions.get(number) ?? 0) > order.version) return;
    versions.set(number, order.version);
    intake.orders.set(number, order);
    poke();
  };

  const turns = async (): Promise<void> => {
    try {
      while (!isEmpty(intake) && !isClosed) await turn();
    } catch (error) {
      const isOurs = !(error instanceof StaleEpochError || leaving.aborted);
      if (isOurs) observe.algorithmFaulted(id, error);
      close();
    }
  };
  const close = (): void => {
    for (const { verb, done } of intake.commands.splice(0)) done.reject(closedTo(verb));
    if (isClosed) return;
    isClosed = true;
    rest(standing);
    leaving.removeEventListener('abort', close);
    parts.market.close();
    hush();
    // Whoever takes it up again must find every child that was sent.
    void acting.sent().then(over.resolve);
  };
  const closedTo = (verb: Verb): AppError => {
    const record = image.record();
    if (isEnded(record.status)) return refusedVerb(record, verb, 'has ended');
    return isLeft || leaving.aborted ? new AppError('SHUTTING_DOWN') : notTakenUp(record);
  };
  const turn = async (): Promise<void> => {
    const taken = intake;
    intake = createIntake();
    try {
      await carryOut(taken);
    } catch (error) {
      // Whoever waits for them hears that nothing came of it.
      intake.commands.push(...taken.commands);
      throw error;
    }
  };
  const carryOut = async (taken: Intake): Promise<void> => {
    const draft = image.draft(clock.now());
    const stepping = steppingAt(deps, parts, time.nowMs());
    const faulted = (error: unknown) => observe.algorithmFaulted(id, error);
    const { acts, pace, settle } = think(draft, taken, { stepping, isLeft, faulted });
    if (draft.save()) stamp(draft, stepping, { seen: mids.seen(), faulted });
    const save = draft.save();
    if (save) {
      await insist(() => deps.store.save(deps.epoch, save), {
        ...{ clock, leaving },
        failed: (error) => observe.algorithmNotWritten(id, error),
      });
      draft.commit();
      time.follow(image.record());
    }
    settle();
    // Left while this was written: the next start finds what was not sent.
    if (isClosed) return;
    for (const act of acts) isLeft ? acting.withhold(act) : acting.perform(act);
    acting.cancelAsked();
    if (save) deps.changed(snapshotOf(image.record(), time.nowMs(), clock.now()), draft.events());
    if (pace) rest(pace);
    if (!isEnded(image.record().status)) return;
    observe.algorithmEnded(image.record());
    close();
  };

  /** Until something comes in. */
  const rest = ({ wakeAtMs, watchesBooks }: Pace): void => {
    cancelWake();
    unfollow();
    if (wakeAtMs !== undefined) {
      const delayMs = Math.max(0, wakeAtMs - time.nowMs());
      cancelWake = clock.schedule(delayMs, () => note('woke'));
    }
    if (watchesBooks) unfollow = deps.beat.follow(symbol, () => note('book'));
  };
  leaving.addEventListener('abort', close, { once: true });

  return {
    image,
    heard,
    command(verb) {
      const done = Promise.withResolvers<void>();
      if (isLeft || isClosed || leaving.aborted) return Promise.reject(closedTo(verb));
      intake.commands.push({ verb, done });
      poke();
      return done.promise;
    },
    sample: () => mids.sample(),
    async begin(event, unsure) {
      await acting.lookUp(unsure);
      hasBegun = true;
      note(event);
    },
    async lookAround() {
      if (isLooking || isClosed) return;
      isLooking = true;
      // It ends only when the service is left.
      await acting.lookUp(image.live()).catch(() => undefined);
      isLooking = false;
    },
    async quiet(limitMs) {
      if (isCalm()) return;
      const calm = Promise.withResolvers<void>();
      const cancel = clock.schedule(limitMs, calm.resolve);
      quiet.add(calm.resolve);
      await calm.promise;
      quiet.delete(calm.resolve);
      cancel();
    },
    leave() {
      isLeft = true;
      note('woke');
    },
    abandon: close,
    over: over.promise,
    unheard: () => [...intake.orders.values()],
  };
}

function steppingAt(deps: RunDeps, parts: RunParts, nowMs: number): Stepping {
  const { market, accounts, algorithm } = parts;
  return { algorithm, nowMs, view: { accounts, market, usd: deps.usd, random: deps.random } };
}

function numberOf(id: string, { clientOrderId }: StoredOrder): number | undefined {
  const [parent, number = ''] = clientOrderId.split('.');
  return parent === id && /^\d+$/.test(number) ? Number(number) : undefined;
}
