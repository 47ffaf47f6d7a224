import type { Cancel, Clock } from '../../kit/clock.ts';
import type { AccountId } from '../model/account.ts';
import type { VenueFill, VenueOrderState } from '../venues/venuePort.ts';
import type { OrderOutcome } from './orderStore.ts';
import { fromVenueClientId, toOutcome } from './outcomes.ts';

export interface UpdateObserver {
  /** Called when an account's updates cannot be written now; the write is tried again. */
  newsNotWritten(accountId: string, error: unknown): void;
  /** Called when fills above the maximum were left to the next comparison with the venue. */
  fillsPutOff(accountId: string, count: number): void;
}

/** Pause between two attempts to write. */
const retryMs = 1_000;
/**
 * Maximum number of waiting fills of one account: a minute of extreme trading. Fills above this are
 * found when the account is compared with its venue.
 */
const fillsWaitingMax = 10_000;
/** Passes the updates of one account on to the store. */
export interface UpdateWriter {
  order(state: VenueOrderState): void;
  fill(fill: VenueFill): void;
  settled(): Promise<void>;
  stop(): void;
}

interface NewsDeps {
  readonly clock: Clock;
  readonly observe: UpdateObserver;
}

/** The store for updates; both methods reject when it cannot be written. */
interface NewsStore {
  record(id: string, outcome: OrderOutcome): Promise<unknown>;
  addFills(accountId: AccountId, fills: readonly VenueFill[]): Promise<unknown>;
}

export function createUpdateWriter(
  { clock, observe }: NewsDeps,
  accountId: AccountId,
  { record, addFills }: NewsStore,
): UpdateWriter {
  const news = createWaitingNews();
  let running: Promise<void> | undefined;
  let cancelRetry: Cancel | undefined;

  const write = async (): Promise<void> => {
    for (let taken = news.take(); taken; taken = news.take()) {
      try {
        // Fills are written first, so that they are there when an order is reported as closed.
        if (taken.fills.length > 0) await addFills(accountId, taken.fills);
        await Promise.all(taken.states.map(([id, state]) => record(id, toOutcome(state))));
      } catch (error) {
        news.putBack(taken);
        throw error;
      }
    }
  };
  const run = (): Promise<void> => {
    cancelRetry?.();
    running ??= write()
      .catch((error: unknown) => {
        observe.newsNotWritten(accountId, error);
        cancelRetry = clock.schedule(retryMs, start);
        throw error;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const start = () => {
    run().catch(() => undefined);
  };
  return {
    order(state) {
      const id = fromVenueClientId(state.clientId);
      if (id === undefined) return;
      news.order(id, state);
      start();
    },
    fill(fill) {
      if (!news.fill(fill)) observe.fillsPutOff(accountId, fillsWaitingMax);
      else start();
    },
    settled: run,
    stop: () => cancelRetry?.(),
  };
}

interface News {
  readonly fills: readonly VenueFill[];
  readonly states: readonly (readonly [id: string, state: VenueOrderState])[];
}

function createWaitingNews() {
  const states = new Map<string, readonly VenueOrderState[]>();
  let fills: VenueFill[] = [];
  const add = (id: string, state: VenueOrderState): void => {
    states.set(id, withNews(states.get(id) ?? [], state));
  };
  return {
    order: add,
    /** Returns false when too many fills wait. */
    fill(fill: VenueFill): boolean {
      if (fills.length >= fillsWaitingMax) return false;
      fills.push(fill);
      return true;
    },
    take(): News | undefined {
      if (states.size === 0 && fills.length === 0) return undefined;
      const all = [...states].flatMap(([id, words]) => words.map((word) => [id, word] as const));
      const taken = { fills, states: all };
      fills = [];
      states.clear();
      return taken;
    },
    putBack(taken: News): void {
      fills = [...taken.fills, ...fills];
      for (const [id, state] of taken.states) add(id, state);
    },
  };
}

/**
 * Adds an update of an order and drops those that another one makes needless. Updates arrive late
 * and out of order, so the last is not always the newest. At most two are kept: the final one and
 * the most filled one.
 */
function withNews(
  known: readonly VenueOrderState[],
  state: VenueOrderState,
): readonly VenueOrderState[] {
  if (known.some((other) => saysMore(other, state) && !saysMore(state, other))) return known;
  return [...known.filter((other) => !saysMore(state, other)), state];
}

/** Returns true when one update makes the other needless: it is at least as filled and as final. */
function saysMore(word: VenueOrderState, other: VenueOrderState): boolean {
  const isAsFinal = word.status !== 'open' || other.status === 'open';
  return isAsFinal && Number(word.filled) >= Number(other.filled);
}
