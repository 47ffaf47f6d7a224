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
import { createImage, type Draft, type RunImage } from './draft.ts';
import { isEnded } from './lifecycle.ts';
import type { BookBeat, MarketWatch } from './market.ts';
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
  lookUp(children: readonly ChildRecord[]): Promise<void>;
  /** Resolves when no child is live, or after that long. */
  quiet(limitMs: number): Promise<void>;
  /** Takes no step any more, and cancels what rests. */
  leave(): void;
  /** Resolves once it has ended and nothing of it is under way, or it is left. */
  readonly over: Promise<void>;
}

/**
 * One algorithm under way. Everything that comes in waits for its turn; a turn makes a draft of what
 * follows, writes it whole, and then has it done:
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
  let intake = createIntake();
  let cancelWake: Cancel = () => undefined;
  let unfollow: Cancel = () => undefined;
  let hasBegun = false;
  let isTurning = false;
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
    });
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
        intake.refused.set(number, why);
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
    const waiting = intake.orders.get(number);
    // Of two words the one that was stored later is the newer.
    if (waiting && waiting.version > order.version) return;
    intake.orders.set(number, order);
    poke();
  };

  const turns = async (): Promise<void> => {
    try {
      while (!isEmpty(intake) && !leaving.aborted && !isClosed) await turn();
    } catch (error) {
      const isOurs = !(error instanceof StaleEpochError || leaving.aborted);
      if (isOurs) observe.algorithmFaulted(id, error);
      close();
    }
  };
  const close = (): void => {
    isClosed = true;
    rest(standing);
    for (const { done } of intake.commands) done.reject(new AppError('SHUTTING_DOWN'));
    intake.commands.length = 0;
    parts.market.close();
    over.resolve();
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
    const { acts, pace, settle } = think(draft, taken, {
      ...{ stepping, isLeft },
      faulted: (error) => observe.algorithmFaulted(id, error),
    });
    const save = draftSave(draft, stepping, mids.seen());
    if (save) {
      await insist(() => deps.store.save(deps.epoch, save), {
        ...{ clock, leaving },
        failed: (error) => observe.algorithmNotWritten(id, error),
      });
      draft.commit();
      time.follow(image.record());
    }
    settle();
    for (const act of acts) acting.perform(act);
    acting.cancelAsked();
    if (save) deps.changed(snapshotOf(image.record(), time.nowMs(), clock.now()), draft.events());
    if (pace) rest(pace);
    settleDown();
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
  const settleDown = (): void => {
    if (image.live().length === 0) for (const resolve of [...quiet]) resolve();
    if (!isEnded(image.record().status)) return;
    observe.algorithmEnded(image.record());
    close();
  };

  return {
    image,
    heard,
    command(verb) {
      const done = Promise.withResolvers<void>();
      if (isLeft || isClosed || leaving.aborted)
        return Promise.reject(new AppError('SHUTTING_DOWN'));
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
    lookUp: acting.lookUp,
    async quiet(limitMs) {
      if (image.live().length === 0) return;
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
    over: over.promise,
  };
}

function draftSave(draft: Draft, stepping: Stepping, seen: Parameters<typeof stamp>[2]) {
  if (!draft.save()) return undefined;
  stamp(draft, stepping, seen);
  return draft.save();
}

function steppingAt(deps: RunDeps, parts: RunParts, nowMs: number): Stepping {
  const { market, accounts, algorithm } = parts;
  return { algorithm, nowMs, view: { accounts, market, usd: deps.usd, random: deps.random } };
}

function numberOf(id: string, { clientOrderId }: StoredOrder): number | undefined {
  const [parent, number = ''] = clientOrderId.split('.');
  return parent === id && /^\d+$/.test(number) ? Number(number) : undefined;
}
