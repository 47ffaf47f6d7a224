import type { Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { Packet } from '../../stream/types.ts';
import type { Orderbook, VenueBook } from '../types.ts';
import type { Agenda } from './agenda.ts';
import { type Channel, createChannel } from './channel.ts';

/**
 * The channels that are followed, by symbol. A channel lives while one of its rooms has a member.
 */
export interface Channels {
  book(symbol: InstrumentSymbol, venue: VenueId): Channel;
  global(symbol: InstrumentSymbol, venues: readonly VenueId[]): Channel;
  /** Returns recent snapshots of the symbol; undefined while nobody follows it. */
  snapshots(symbol: InstrumentSymbol): Map<string, EncodedSnapshot> | undefined;
  changed(book: VenueBook): void;
  /** Checks the quality of every book: a book that only ages sends no event. */
  sweep(): void;
  /** Drops channels that nobody follows any more. */
  prune(symbol: InstrumentSymbol): void;
  all(): Channel[];
}

export interface EncodedSnapshot {
  readonly packet: Packet;
  readonly atMs: number;
  /** Versions and qualities of the books in the snapshot. */
  readonly versions: string;
}

interface ChannelsDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'books' | 'globalBook'>;
  readonly clock: Clock;
  readonly agenda: Agenda<Channel>;
}

interface SymbolChannels {
  readonly books: Map<string, Channel>;
  readonly globals: Map<string, Channel>;
  /** By set of venues: fifteen at most. */
  readonly snapshots: Map<string, EncodedSnapshot>;
}

export function createChannels(deps: ChannelsDeps): Channels {
  const { orderbook, clock, agenda } = deps;
  const bySymbol = new Map<InstrumentSymbol, SymbolChannels>();

  const channelsOf = (symbol: InstrumentSymbol): SymbolChannels => {
    const known = bySymbol.get(symbol);
    if (known) return known;
    const made = { books: new Map(), globals: new Map(), snapshots: new Map() };
    bySymbol.set(symbol, made);
    return made;
  };

  const all = (): Channel[] =>
    [...bySymbol.values()].flatMap(({ books, globals }) => [
      ...books.values(),
      ...globals.values(),
    ]);

  return {
    book: (symbol, venue) =>
      channelIn(channelsOf(symbol).books, venue, () =>
        createChannel({ orderbook, clock, kind: 'book', symbol, venues: [venue], agenda }),
      ),
    global: (symbol, venues) =>
      channelIn(channelsOf(symbol).globals, venues.join(), () =>
        createChannel({ orderbook, clock, kind: 'global', symbol, venues, agenda }),
      ),
    snapshots: (symbol) => bySymbol.get(symbol)?.snapshots,
    changed(book) {
      const channels = bySymbol.get(book.symbol);
      if (!channels) return;
      channels.books.get(book.venue)?.touch();
      for (const channel of channels.globals.values()) {
        if (channel.venues.includes(book.venue)) channel.touch();
      }
    },
    sweep() {
      for (const channel of all()) channel.touchIfAged();
    },
    prune(symbol) {
      const channels = bySymbol.get(symbol);
      if (!channels) return;
      for (const gone of [...takeEmpty(channels.books), ...takeEmpty(channels.globals)])
        agenda.forget(gone);
      if (channels.books.size === 0 && channels.globals.size === 0) bySymbol.delete(symbol);
    },
    all,
  };
}

function channelIn(channels: Map<string, Channel>, key: string, make: () => Channel): Channel {
  const known = channels.get(key);
  if (known) return known;
  const made = make();
  channels.set(key, made);
  return made;
}

function takeEmpty(channels: Map<string, Channel>): Channel[] {
  const taken: Channel[] = [];
  for (const [key, channel] of channels) {
    if (!channel.dropEmptyRooms()) continue;
    channels.delete(key);
    taken.push(channel);
  }
  return taken;
}
