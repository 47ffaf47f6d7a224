import type { Clock } from '../../kit/clock.ts';
import { createMemory } from '../../kit/memory.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { SessionEvents, VenueFill } from '../venues/venuePort.ts';
import { createFillCorrections } from './fillCorrections.ts';
import { createNewsPump, type NewsObserver, type NewsPump } from './newsPump.ts';
import type { OrderAnnouncer } from './orderEvents.ts';
import type { OrderOutcome, OrderStore, StoredOrder } from './orderStore.ts';
import { fromVenueClientId, toStoredFill } from './outcomes.ts';

/** Writes down what venues say of orders, and tells of it once it is durable. */
export interface Settling {
  /** Rejects when it cannot be written. Undefined when there is no such order. */
  record(id: string, outcome: OrderOutcome): Promise<StoredOrder | undefined>;
  /**
   * Stores fills, whoever brought them; returns how many were new. An order that had ended before
   * is corrected by them.
   */
  addFills(accountId: AccountId, fills: readonly VenueFill[]): Promise<number>;
  /** Corrects an ended order by the fills that are stored of it; undefined where it is gone. */
  correct(order: StoredOrder): Promise<StoredOrder | undefined>;
  /** An order that has just been stored: it is told, and its fills are known to be ours. */
  made(order: StoredOrder): void;
  /** What a session hears without asking; it is written soon, in the order it came. */
  eventsOf(account: Account): SessionEvents;
  /** Resolves once everything heard by now is written, or rejects with why it cannot be. */
  settled(): Promise<void>;
  stop(): void;
}

export interface SettlingDeps {
  readonly orders: OrderStore;
  readonly epoch: number;
  readonly clock: Clock;
  readonly announcer: OrderAnnouncer;
  readonly observe: NewsObserver;
}

/** Orders remembered as ours or as announced; each costs about 150 bytes. */
const rememberedMax = 20_000;

export function createSettling(deps: SettlingDeps): Settling {
  const ours = createOurs(deps.orders);
  const announce = createAnnouncing(deps.announcer);
  const words = createWords(deps, { ours, announce });
  const pumps = new Map<string, NewsPump>();
  let isStopped = false;
  const pumpOf = (id: AccountId): NewsPump => {
    const pump = pumps.get(id) ?? createNewsPump(deps, id, words);
    pumps.set(id, pump);
    return pump;
  };
  return {
    ...words,
    made(order) {
      ours.add(order.id);
      announce(order);
    },
    eventsOf({ id }) {
      const pump = pumpOf(id);
      return {
        order: (state) => !isStopped && pump.order(state),
        fill: (fill) => !isStopped && pump.fill(fill),
      };
    },
    async settled() {
      await Promise.all([...pumps.values()].map((pump) => pump.settled()));
    },
    stop() {
      isStopped = true;
      for (const pump of pumps.values()) pump.stop();
    },
  };
}

/** Tells of each version of an order once. */
function createAnnouncing(announcer: OrderAnnouncer): (order: StoredOrder) => void {
  const announced = createMemory<number>(rememberedMax);
  return (order) => {
    if ((announced.get(order.id) ?? -1) >= order.version) return;
    announced.set(order.id, order.version);
    announcer.order(order);
  };
}

interface WordParts {
  readonly ours: ReturnType<typeof createOurs>;
  readonly announce: (order: StoredOrder) => void;
}

/** Writes what a venue says of orders and of fills, where each can correct the other. */
function createWords(
  deps: SettlingDeps,
  { ours, announce }: WordParts,
): Pick<Settling, 'record' | 'addFills' | 'correct'> {
  const { orders, epoch, announcer } = deps;
  const corrections = createFillCorrections(deps);
  const told = (order: StoredOrder | undefined): StoredOrder | undefined => {
    if (!order) return undefined;
    corrections.heard(order);
    announce(order);
    return order;
  };
  const correct = async (order: StoredOrder) => told(await corrections.correct(order));
  return {
    correct,
    async record(id, outcome) {
      const order = await orders.record(epoch, id, outcome);
      // Fills may have come before this word, and may be more than it knows of.
      return order && correct(order);
    },
    async addFills(accountId, fills) {
      const stored = await Promise.all(
        fills.map(async (fill) => {
          const id = fromVenueClientId(fill.clientId);
          const isKnown = id !== undefined && (await ours.has(accountId, id));
          return toStoredFill(accountId, fill, isKnown ? id : undefined);
        }),
      );
      const added = await orders.addFills(epoch, stored);
      for (const fill of added) announcer.fill(fill);
      for (const order of await corrections.byFills(accountId, added)) told(order);
      return added.length;
    },
  };
}

/** Which ids are those of our orders: a fill may name only an order that is stored. */
function createOurs(orders: OrderStore) {
  const known = createMemory<true>(rememberedMax);
  return {
    add: (id: string): void => known.set(id, true),
    async has(accountId: AccountId, id: string): Promise<boolean> {
      if (known.get(id)) return true;
      if ((await orders.find(accountId, id))?.id !== id) return false;
      known.set(id, true);
      return true;
    },
  };
}
