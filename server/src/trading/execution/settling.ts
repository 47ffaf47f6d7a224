import type { Clock } from '../../kit/clock.ts';
import { createMemory } from '../../kit/memory.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { SessionEvents, VenueFill } from '../venues/venuePort.ts';
import { createFillCorrections } from './fillCorrections.ts';
import type { OrderAnnouncer } from './orderEvents.ts';
import type { OrderOutcome, OrderStore, StoredOrder } from './orderStore.ts';
import { fromVenueClientId, toStoredFill } from './outcomes.ts';
import { createUpdateWriter, type UpdateObserver, type UpdateWriter } from './updateWriter.ts';

/** Stores the venues' reports of orders, and publishes them once they are durable. */
export interface Settling {
  /**
   * Records an outcome. Rejects when it cannot be written; undefined when there is no such order.
   */
  record(id: string, outcome: OrderOutcome): Promise<StoredOrder | undefined>;
  /**
   * Stores fills from any source; returns how many were new. An order that had already ended is
   * corrected by them.
   */
  addFills(accountId: AccountId, fills: readonly VenueFill[]): Promise<number>;
  /** Corrects an ended order by its stored fills; undefined when it no longer exists. */
  correct(order: StoredOrder): Promise<StoredOrder | undefined>;
  /** Publishes an order that has just been stored; its fills are then known to be ours. */
  made(order: StoredOrder): void;
  /**
   * Returns the receiver of a session's updates, which are written soon, in the order in which they
   * arrive.
   */
  eventsOf(account: Account): SessionEvents;
  /** Resolves once all updates so far are written; rejects with the reason when they cannot be. */
  settled(): Promise<void>;
  stop(): void;
}

export interface SettlingDeps {
  readonly orders: OrderStore;
  readonly epoch: number;
  readonly clock: Clock;
  readonly announcer: OrderAnnouncer;
  readonly observe: UpdateObserver;
}

/**
 * Maximum number of orders that are remembered as ours or as published; each costs about 150 bytes.
 */
const rememberedMax = 20_000;

export function createSettling(deps: SettlingDeps): Settling {
  const ours = createOurs(deps.orders);
  const announce = createAnnouncing(deps.announcer);
  const words = createWords(deps, { ours, announce });
  const pumps = new Map<string, UpdateWriter>();
  let isStopped = false;
  const pumpOf = (id: AccountId): UpdateWriter => {
    const pump = pumps.get(id) ?? createUpdateWriter(deps, id, words);
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

/** Publishes each version of an order once. */
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

/** Writes a venue's reports of orders and of fills, each of which can correct the other. */
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
      // Fills may have arrived before this report and may be more than it contains.
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

/** Knows the ids of our orders: a fill may refer only to a stored order. */
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
