import type { Cancel, Clock } from '../../kit/clock.ts';
import type { Accounts } from '../accounts/index.ts';
import type { AccountId } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { placeOf, type VenuePlace } from '../model/venuePlace.ts';
import type { VenueBook } from '../orderbook/types.ts';
import type { OrderEvents } from './orderEvents.ts';
import type { OrderStore, StoredOrder } from './orderStore.ts';
import { isOver } from './storedOrders.ts';
import type { WorldOf } from './world.ts';

/** A book that cannot be trusted while live orders depend on it. */
export interface StaleBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly reason: string;
  /** Accounts with a live order in this market. */
  readonly accounts: readonly AccountId[];
}

export interface BookWatchDeps {
  readonly events: OrderEvents;
  readonly orders: Pick<OrderStore, 'live'>;
  readonly accounts: Pick<Accounts, 'find' | 'list'>;
  readonly worldOf: WorldOf<'orderbook'>;
  readonly clock: Clock;
  /** Called once per failure, until the book is healthy again. */
  readonly told: (stale: StaleBook) => void;
  readonly failed: (error: unknown) => void;
}

/** Watches the books of symbols with live orders. */
export interface BookWatch {
  start(): Promise<void>;
  /** Checks all books; reports those that are out of order in two checks in a row. */
  look(): void;
  stop(): void;
}

/** Interval of the checks; two of them take longer than a resync. */
const lookMs = 2_000;

interface LiveOrder {
  readonly accountId: AccountId;
  readonly symbol: InstrumentSymbol;
}

export function createBookWatch(deps: BookWatchDeps): BookWatch {
  const { events, orders, accounts, worldOf, clock } = deps;
  // Invariant: contains every order that is live according to the events, at most as many as
  // accounts may have open.
  const live = new Map<string, LiveOrder>();
  const places = new Map<AccountId, VenuePlace>();
  const looksOutOfOrder = new Map<string, number>();
  const cancels: Cancel[] = [];

  const note = async (order: StoredOrder): Promise<void> => {
    const { id, accountId, symbol } = order;
    if (isOver(order)) {
      live.delete(id);
      return;
    }
    live.set(id, { accountId, symbol });
    if (!places.has(accountId)) places.set(accountId, placeOf(await accounts.find(accountId)));
  };
  const look = (): void => {
    const seen = new Set<string>();
    const books = Map.groupBy(live.values(), (order) => keyOf(places.get(order.accountId), order));
    for (const [key, holders] of books) {
      const [first] = holders;
      const place = first && places.get(first.accountId);
      if (!place) continue;
      const { venue } = place;
      const reason = outOfOrder(worldOf([place]).orderbook.book(first.symbol, venue));
      if (reason === undefined) continue;
      seen.add(key);
      const looks = (looksOutOfOrder.get(key) ?? 0) + 1;
      looksOutOfOrder.set(key, looks);
      if (looks !== 2) continue;
      const holding = [...new Set(holders.map(({ accountId }) => accountId))];
      deps.told({ venue, symbol: first.symbol, reason, accounts: holding });
    }
    for (const key of looksOutOfOrder.keys()) if (!seen.has(key)) looksOutOfOrder.delete(key);
  };
  return {
    look,
    async start() {
      cancels.push(
        events.onOrder((order) => void note(order).catch(deps.failed)),
        clock.every(lookMs, look),
      );
      for (const { id } of await accounts.list()) {
        for (const order of await orders.live(id)) await note(order);
      }
    },
    stop() {
      for (const cancel of cancels) cancel();
    },
  };
}

/** Returns the key of a book; regions of a venue share their books. */
function keyOf(place: VenuePlace | undefined, { symbol }: LiveOrder): string {
  return `${place?.venue} ${place?.environment} ${symbol}`;
}

/** Returns why a book cannot be trusted. A book that nobody opened is no reason for a report. */
function outOfOrder(book: VenueBook | undefined): string | undefined {
  if (!book) return undefined;
  if (book.flagged !== undefined) return book.flagged;
  const { quality, stalenessMs } = book.health();
  const isWell = quality === 'GOOD' || quality === 'DEGRADED';
  return isWell ? undefined : `${quality}: no message for ${Math.round(stalenessMs)} ms`;
}
