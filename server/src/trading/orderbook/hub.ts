import type { Cancel, Clock } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { Outbox } from './backpressure.ts';
import { createFeed, type Feed } from './feed.ts';
import { beatMs } from './pace.ts';
import type { Packet } from './packets.ts';
import type { Room } from './rooms.ts';
import type { Orderbook, VenueBook } from './types.ts';
import { toPacket, toSnapshotEvent } from './wire.ts';

/** Books on their way to clients: who gets what, and when. Knows no sockets. */
export interface Hub {
  /** Puts a client into the rooms of one subscription. */
  join(member: Outbox, wanted: RoomsWanted): Membership;
  /** The books with data now, at full depth; undefined when there are none. */
  snapshot(symbol: InstrumentSymbol, venues: readonly VenueId[]): Packet | undefined;
  stats(): { readonly feeds: number; readonly rooms: number };
  close(): void;
}

export interface RoomsWanted {
  readonly symbol: InstrumentSymbol;
  readonly venues: readonly VenueId[];
  readonly depth: number;
  readonly includeGlobal: boolean;
}

export interface Membership {
  readonly globalRoom: Room | undefined;
  /** The member is being shown the present books of these venues. */
  showed(venues: readonly VenueId[]): void;
  leave(): void;
}

export interface StreamMetrics {
  /** How late a beat had reached its last client, after the moment it was due. */
  beatLate(lateMs: number): void;
  clientDropped?(reason: string): void;
}

export interface HubDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'books' | 'globalBook' | 'onChange'>;
  readonly clock: Clock;
  readonly metrics?: StreamMetrics | undefined;
}

/** Orderbook §8: the deepest book REST gives is what a snapshot calls full. */
const snapshotDepth = 100;

/** What is broadcast about one symbol. */
interface SymbolFeeds {
  readonly books: Map<VenueId, Feed>;
  readonly globals: Map<string, Feed>;
  /** A reconnecting crowd asks for one and the same: by venue set, 15 at most. */
  readonly snapshots: Map<string, Snapshot>;
}

interface Snapshot {
  readonly packet: Packet;
  readonly atMs: number;
  readonly versions: string;
}

export function createHub(deps: HubDeps): Hub {
  const { orderbook, clock } = deps;
  const bySymbol = new Map<InstrumentSymbol, SymbolFeeds>();
  const turn = createTurn(deps);

  const symbolFeeds = (symbol: InstrumentSymbol): SymbolFeeds => {
    const known = bySymbol.get(symbol);
    if (known) return known;
    const made = { books: new Map(), globals: new Map(), snapshots: new Map() };
    bySymbol.set(symbol, made);
    return made;
  };

  const feedIn = <K>(feeds: Map<K, Feed>, key: K, make: () => Feed): Feed => {
    const known = feeds.get(key);
    if (known) return known;
    const made = make();
    feeds.set(key, made);
    return made;
  };

  const changed = (book: VenueBook): void => {
    const feeds = bySymbol.get(book.symbol);
    if (!feeds) return;
    feeds.books.get(book.venue)?.touch();
    for (const feed of feeds.globals.values()) {
      if (feed.venues.includes(book.venue)) feed.touch();
    }
  };

  /** A book that only ages says nothing by itself: its quality is looked at every beat. */
  const sweep = (): void => {
    for (const feeds of bySymbol.values()) {
      for (const feed of allFeeds(feeds)) feed.touchIfAged();
    }
  };

  const prune = (symbol: InstrumentSymbol): void => {
    const feeds = bySymbol.get(symbol);
    if (!feeds) return;
    for (const map of [feeds.books, feeds.globals] as Map<unknown, Feed>[]) {
      for (const [key, feed] of map) {
        if (!feed.closeIfEmpty()) continue;
        map.delete(key);
        turn.forget(feed);
      }
    }
    if (feeds.books.size === 0 && feeds.globals.size === 0) bySymbol.delete(symbol);
  };

  const cancels: Cancel[] = [orderbook.onChange(changed), clock.every(beatMs, sweep)];

  return {
    join(member, wanted) {
      const { symbol, venues, depth } = wanted;
      const feeds = symbolFeeds(symbol);
      const make = (kind: 'book' | 'global', of: readonly VenueId[]) => () =>
        createFeed({ orderbook, clock, kind, symbol, venues: of, due: turn.add });
      const rooms = new Map<VenueId, Room>();
      for (const venue of venues) {
        rooms.set(venue, feedIn(feeds.books, venue, make('book', [venue])).room(depth));
      }
      const globalRoom = wanted.includeGlobal
        ? feedIn(feeds.globals, venues.join(), make('global', venues)).room(0)
        : undefined;
      const joined = globalRoom ? [...rooms.values(), globalRoom] : [...rooms.values()];
      for (const room of joined) room.add(member);
      return {
        globalRoom,
        showed(of) {
          for (const venue of of) rooms.get(venue)?.showed(member);
        },
        leave() {
          for (const room of joined) room.remove(member);
          prune(symbol);
        },
      };
    },
    snapshot(symbol, venues) {
      const books = orderbook.books(symbol).filter((book) => venues.includes(book.venue));
      if (books.length === 0) return undefined;
      return snapshotOf(symbol, books, { clock, known: bySymbol.get(symbol)?.snapshots });
    },
    stats() {
      const feeds = [...bySymbol.values()].flatMap((of) => [...allFeeds(of)]);
      return { feeds: feeds.length, rooms: feeds.reduce((sum, feed) => sum + feed.roomCount, 0) };
    },
    close() {
      for (const cancel of cancels) cancel();
      turn.close();
      for (const feeds of bySymbol.values()) for (const feed of allFeeds(feeds)) feed.stop();
      bySymbol.clear();
    },
  };
}

function* allFeeds(feeds: SymbolFeeds): Generator<Feed> {
  yield* feeds.books.values();
  yield* feeds.globals.values();
}

/** Encodes a snapshot, or gives the last one again while nothing in it has changed. */
function snapshotOf(
  symbol: InstrumentSymbol,
  books: readonly VenueBook[],
  at: { readonly clock: Clock; readonly known: Map<string, Snapshot> | undefined },
): Packet {
  const key = books.map((book) => book.venue).join();
  const versions = books.map((book) => `${book.version} ${book.health().quality}`).join();
  const atMs = at.clock.monotonic();
  const last = at.known?.get(key);
  if (last && last.versions === versions && atMs - last.atMs <= beatMs) return last.packet;
  const event = toSnapshotEvent(symbol, books, { depth: snapshotDepth, nowMs: at.clock.now() });
  const packet = toPacket('orderbook_snapshot', event);
  at.known?.set(key, { packet, atMs, versions });
  return packet;
}

/**
 * Runs what is due in the next turn of the event loop, so that everything due together leaves each
 * client's transport in one write.
 */
function createTurn({ clock, metrics }: HubDeps) {
  const due = new Set<Feed>();
  let cancel: Cancel | undefined;

  const run = (): void => {
    cancel = undefined;
    const woken = new Set<Outbox>();
    const dueAtMs: number[] = [];
    for (const feed of due) {
      const wasDueAtMs = feed.beat(woken);
      if (wasDueAtMs !== undefined) dueAtMs.push(wasDueAtMs);
    }
    due.clear();
    for (const member of woken) member.flush();
    const nowMs = clock.monotonic();
    for (const atMs of dueAtMs) metrics?.beatLate(nowMs - atMs);
  };

  return {
    add(feed: Feed): void {
      due.add(feed);
      cancel ??= clock.schedule(0, run);
    },
    forget: (feed: Feed): void => void due.delete(feed),
    close(): void {
      cancel?.();
      due.clear();
    },
  };
}
