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
  const { orders, epoch, announcer } = deps;
  const ours = createOurs(orders);
  const announced = createMemory<number>(rememberedMax);
  const corrections = createFillCorrections(deps);
  const pumps = new Map<string, NewsPump>();
  let isStopped = false;

  const announce = (order: StoredOrder): void => {
    corrections.heard(order);
    if ((announced.get(order.id) ?? -1) >= order.version) return;
    announced.set(order.id, order.version);
    announcer.order(order);
  };
  const record = async (id: string, outcome: OrderOutcome) => {
    const recorded = await orders.record(epoch, id, outcome);
    if (!recorded) return undefined;
    // Fills may have come before this word, and may be more than it knows of.
    return correct(recorded);
  };
  const correct = async (order: StoredOrder) => {
    const corrected = await corrections.correct(order);
    if (corrected) announce(corrected);
    return corrected;
  };
  const addFills = async (accountId: AccountId, fills: readonly VenueFill[]) => {
    const stored = await Promise.all(
      fills.map(async (fill) => {
        const id = fromVenueClientId(fill.clientId);
        const isKnown = id !== undefined && (await ours.has(accountId, id));
        return toStoredFill(accountId, fill, isKnown ? id : undefined);
      }),
    );
    const added = await orders.addFills(epoch, stored);
    for (const fill of added) announcer.fill(fill);
    for (const order of await corrections.byFills(accountId, added)) announce(order);
    return added.length;
  };
  const pumpOf = (id: AccountId): NewsPump => {
    const pump = pumps.get(id) ?? createNewsPump(deps, id, { record, addFills });
    pumps.set(id, pump);
    return pump;
  };
  return {
    record,
    addFills,
    correct,
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
