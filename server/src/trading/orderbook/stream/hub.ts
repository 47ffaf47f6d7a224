import type { Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { toPacket } from '../../stream/index.ts';
import type { Outbox, Packet } from '../../stream/types.ts';
import type { Orderbook, VenueBook } from '../types.ts';
import { toSnapshotEvent } from '../wire.ts';
import { createAgenda } from './agenda.ts';
import type { Channel } from './channel.ts';
import { createChannels, type EncodedSnapshot } from './channels.ts';
import { beatMs } from './pace.ts';
import type { Room } from './rooms.ts';

/** Sends books to clients: decides which client gets what, and when. Knows no sockets. */
export interface Hub {
  /** Puts a client into the rooms of one subscription. */
  join(member: Outbox, wanted: RoomsWanted): Membership;
  /** Returns the books with data now, at full depth; undefined when there are none. */
  snapshot(symbol: InstrumentSymbol, venues: readonly VenueId[]): Packet | undefined;
  stats(): { readonly channels: number; readonly rooms: number };
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
  /** Call it when the member is shown the current books of these venues. */
  showed(venues: readonly VenueId[]): void;
  leave(): void;
}

export interface BeatMetrics {
  /** Records how much later than due the sending of a beat began. */
  beatLate(lateMs: number): void;
  /** Records the time that serving all clients in one turn took. */
  turnTook(tookMs: number): void;
}

interface HubDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'books' | 'globalBook' | 'onChange'>;
  readonly clock: Clock;
  readonly metrics?: BeatMetrics | undefined;
}

/** Orderbook §8: a full snapshot has the maximum depth of REST. */
const snapshotDepth = 100;

export function createHub(deps: HubDeps): Hub {
  const { orderbook, clock } = deps;
  const agenda = createAgenda<Channel>({ clock, run: (due) => runTurn(due, deps) });
  const channels = createChannels({ orderbook, clock, agenda });
  const cancels = [orderbook.onChange(channels.changed), clock.every(beatMs, channels.sweep)];

  return {
    join(member, { symbol, venues, depth, includeGlobal }) {
      const rooms = new Map<VenueId, Room>();
      for (const venue of venues) rooms.set(venue, channels.book(symbol, venue).room(depth));
      const globalRoom = includeGlobal ? channels.global(symbol, venues).room(0) : undefined;
      const joined = globalRoom ? [...rooms.values(), globalRoom] : [...rooms.values()];
      for (const room of joined) room.add(member);
      return {
        globalRoom,
        showed(of) {
          for (const venue of of) rooms.get(venue)?.showed(member);
        },
        leave() {
          for (const room of joined) room.remove(member);
          channels.prune(symbol);
        },
      };
    },
    snapshot(symbol, venues) {
      const books = orderbook.books(symbol).filter((book) => venues.includes(book.venue));
      if (books.length === 0) return undefined;
      return snapshotOf(symbol, books, { clock, known: channels.snapshots(symbol) });
    },
    stats() {
      const all = channels.all();
      return {
        channels: all.length,
        rooms: all.reduce((sum, channel) => sum + channel.roomCount, 0),
      };
    },
    close() {
      for (const cancel of cancels) cancel();
      agenda.close();
    },
  };
}

/** Encodes a snapshot, or returns the last one if nothing changed: crowds reconnect at once. */
function snapshotOf(
  symbol: InstrumentSymbol,
  books: readonly VenueBook[],
  at: { readonly clock: Clock; readonly known: Map<string, EncodedSnapshot> | undefined },
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

/** Runs the beats that are due together: their news leaves each client's transport in one write. */
function runTurn(due: ReadonlyMap<Channel, number>, { clock, metrics }: HubDeps): void {
  const startMs = clock.monotonic();
  const woken = new Set<Outbox>();
  for (const [channel, dueAtMs] of due)
    if (channel.beat(woken)) metrics?.beatLate(startMs - dueAtMs);
  for (const member of woken) member.flush();
  if (woken.size > 0) metrics?.turnTook(clock.monotonic() - startMs);
}
