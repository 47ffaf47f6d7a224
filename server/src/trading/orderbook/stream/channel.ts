import type { Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { toPacket } from '../../stream/index.ts';
import type { Outbox } from '../../stream/types.ts';
import type { GlobalBook, Orderbook, VenueBook } from '../types.ts';
import { isoWithoutZone, toGlobalBookWire, toStreamedBook } from '../wire.ts';
import type { Agenda } from './agenda.ts';
import { createPace } from './pace.ts';
import { createRoom, type Room, type RoomView } from './rooms.ts';

/** The views with one pace: a venue's book in its rooms of different depth, or one global book. */
export interface Channel {
  readonly venues: readonly VenueId[];
  readonly roomCount: number;
  /** Returns the room of a depth; a global book has only one, depth 0. */
  room(depth: number): Room;
  touch(): void;
  /** Touches when only the passing of time has changed the quality of a book. */
  touchIfAged(): void;
  /** Queues every room's news; returns whether there was any. */
  beat(woken: Set<Outbox>): boolean;
  /** Drops rooms without members; returns whether none is left. */
  dropEmptyRooms(): boolean;
}

interface ChannelDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'books' | 'globalBook'>;
  readonly clock: Clock;
  readonly kind: 'book' | 'global';
  readonly symbol: InstrumentSymbol;
  readonly venues: readonly VenueId[];
  readonly agenda: Agenda<Channel>;
}

export function createChannel(deps: ChannelDeps): Channel {
  const { orderbook, clock, symbol, venues, agenda } = deps;
  const rooms = new Map<number, Room>();
  const viewAt = deps.kind === 'book' ? bookViews(deps) : globalViews(deps);
  let qualities: string | undefined;

  const presentQualities = (): string =>
    venues.map((venue) => orderbook.book(symbol, venue)?.health().quality ?? 'none').join();

  const pace = createPace({
    clock,
    soon: () => agenda.soon(channel),
    within: (window) => agenda.within(channel, window),
  });
  const channel: Channel = {
    venues,
    get roomCount() {
      return rooms.size;
    },
    room(depth) {
      const known = rooms.get(depth);
      if (known) return known;
      const made = createRoom({ clock, view: () => viewAt(depth) });
      rooms.set(depth, made);
      return made;
    },
    touch: pace.touch,
    touchIfAged() {
      if (presentQualities() !== qualities) pace.touch();
    },
    beat(woken) {
      pace.begin();
      qualities = presentQualities();
      let isOwed = false;
      for (const room of rooms.values()) isOwed = room.beat(woken) || isOwed;
      if (isOwed) pace.sent();
      return isOwed;
    },
    dropEmptyRooms() {
      for (const [depth, room] of rooms) if (room.memberCount === 0) rooms.delete(depth);
      return rooms.size === 0;
    },
  };
  return channel;
}

type ViewAt = (depth: number) => RoomView | undefined;

/**
 * Returns views of one venue's book. A book that had data and lost it (a crossed snapshot) is still
 * shown, empty and UNAVAILABLE: silence would look like a quiet market.
 */
function bookViews({ orderbook, symbol, venues }: ChannelDeps): ViewAt {
  const [venue] = venues;
  let shown: VenueBook | undefined;
  return (depth) => {
    shown = (venue && orderbook.book(symbol, venue)) ?? shown;
    if (!shown) return undefined;
    const book = shown;
    return {
      key: `${book.health().quality} ${JSON.stringify([book.bids(depth), book.asks(depth)])}`,
      encode: () => toPacket('orderbook_update', toStreamedBook(book, depth)),
    };
  };
}

/** Returns views of the global book; one that lost all its venues is still shown, empty. */
function globalViews({ orderbook, clock, symbol, venues }: ChannelDeps): ViewAt {
  let isShown = false;
  return () => {
    const nowMs = clock.now();
    const global = orderbook.globalBook(symbol, venues) ?? (isShown && emptyGlobal(symbol, nowMs));
    if (!global) return undefined;
    isShown = true;
    return {
      key: globalKey(global),
      encode: () =>
        toPacket('global_book', {
          symbol,
          data: toGlobalBookWire(global),
          timestamp: isoWithoutZone(global.atMs),
        }),
    };
  };
}

/** Confidence falls every millisecond; only its step to unusable is news. */
function globalKey({ bestBid, bestAsk, venues }: GlobalBook): string {
  const tops = venues.map(({ venue, bid, ask, confidence }) => [venue, bid, ask, confidence > 0]);
  return JSON.stringify([bestBid, bestAsk, tops]);
}

function emptyGlobal(symbol: InstrumentSymbol, atMs: number): GlobalBook {
  return { symbol, atMs, bestBid: undefined, bestAsk: undefined, venues: [] };
}
