import type { BookEvent } from '@windlass/client';
import type { BookQuality, StreamedBook } from '@windlass/contract';

/** State of one symbol from the stream. All times are epoch ms of this machine. */
export interface BookView {
  readonly symbol: string;
  readonly connection: 'connecting' | 'connected' | 'disconnected';
  readonly connectionSinceMs: number;
  /** True for books of an earlier connection: shown as stale until a snapshot replaces them. */
  readonly isOutdated: boolean;
  /** Sorted by name. */
  readonly venues: ReadonlyMap<string, VenueView>;
}

export interface VenueView {
  readonly bids: StreamedBook['bids'];
  readonly asks: StreamedBook['asks'];
  readonly quality: BookQuality;
  readonly confidence: number;
  readonly spreadBps: number | undefined;
  /** Time of the venue's last message. */
  readonly updatedAtMs: number;
}

export interface MergedLevel {
  readonly price: number;
  readonly quantity: number;
  /** Venues that quote at this price, in the order of the view. */
  readonly venues: readonly string[];
}

/** The books of all usable venues as one, best first. */
export interface MergedBook {
  readonly bids: readonly MergedLevel[];
  readonly asks: readonly MergedLevel[];
  readonly spreadBps: number | undefined;
  /** Present while one venue bids more than another asks (Orderbook §2.2). */
  readonly arbitrage:
    | { readonly buyVenue: string; readonly sellVenue: string; readonly edgeBps: number }
    | undefined;
}

export function createView(symbol: string, nowMs: number): BookView {
  const venues = new Map<string, VenueView>();
  return { symbol, connection: 'connecting', connectionSinceMs: nowMs, isOutdated: false, venues };
}

/** Returns the view after one event of the stream. */
export function applyEvent(view: BookView, event: BookEvent, nowMs: number): BookView {
  switch (event.type) {
    case 'state':
      return applyState(view, event.state, nowMs);
    case 'snapshot': {
      const books = Object.entries(event.venues);
      const venues = books.map(([venue, book]) => [venue, toVenueView(book, nowMs)] as const);
      return { ...view, isOutdated: false, venues: inOrder(venues) };
    }
    case 'book': {
      const { venue } = event.book;
      const others = [...view.venues].filter(([each]) => each !== venue);
      const venues = inOrder([...others, [venue, toVenueView(event.book, nowMs)]]);
      return { ...view, venues };
    }
    case 'global':
      return view;
  }
}

/** True while the shown book may be far from the market. */
export function isStale(view: BookView): boolean {
  return view.connection !== 'connected' || view.isOutdated;
}

/**
 * Merges the books of the view into `depth` levels a side. Venues that are UNAVAILABLE are left
 * out, as the service leaves them out of its global book.
 */
export function mergeBook(view: BookView, depth: number): MergedBook {
  const usable = [...view.venues].filter(([, book]) => book.quality !== 'UNAVAILABLE');
  const bids = mergeSide(usable.map(([venue, book]) => [venue, book.bids]));
  const asks = mergeSide(usable.map(([venue, book]) => [venue, book.asks]));
  bids.sort((a, b) => b.price - a.price);
  asks.sort((a, b) => a.price - b.price);
  const [bid] = bids;
  const [ask] = asks;
  const spreadBps = bid && ask && ((ask.price - bid.price) / ((ask.price + bid.price) / 2)) * 1e4;
  return {
    bids: bids.slice(0, depth),
    asks: asks.slice(0, depth),
    spreadBps,
    arbitrage: findArbitrage({ bid, ask, spreadBps }),
  };
}

/** Returns the view as one JSON value with the names of the wire. */
export function toJson(view: BookView, { depth, nowMs }: { depth: number; nowMs: number }) {
  const { bids, asks, spreadBps, arbitrage } = mergeBook(view, depth);
  const venues = [...view.venues].map(([venue, book]) => ({
    venue,
    quality: book.quality,
    confidence: book.confidence,
    age_ms: nowMs - book.updatedAtMs,
  }));
  return {
    symbol: view.symbol,
    stale: isStale(view),
    best_bid: bids[0] ?? null,
    best_ask: asks[0] ?? null,
    spread_bps: spreadBps ?? null,
    arbitrage: arbitrage
      ? {
          buy_venue: arbitrage.buyVenue,
          sell_venue: arbitrage.sellVenue,
          edge_bps: arbitrage.edgeBps,
        }
      : null,
    bids,
    asks,
    venues,
  };
}

function applyState(view: BookView, state: 'connected' | 'disconnected', nowMs: number): BookView {
  // A stream begins disconnected: before the first connect that is no loss.
  if (state === 'disconnected' && view.connection === 'connecting') return view;
  const isOutdated = view.isOutdated || view.venues.size > 0;
  return { ...view, connection: state, connectionSinceMs: nowMs, isOutdated };
}

/** Sorts by name, so that lines do not move when a venue appears or returns. */
function inOrder(venues: readonly (readonly [string, VenueView])[]): BookView['venues'] {
  return new Map([...venues].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function toVenueView(book: Omit<StreamedBook, 'venue' | 'symbol'>, nowMs: number): VenueView {
  return {
    bids: book.bids,
    asks: book.asks,
    quality: book.quality,
    confidence: book.confidence,
    spreadBps: book.spread_bps ?? undefined,
    updatedAtMs: nowMs - book.staleness_ms,
  };
}

function mergeSide(sides: [venue: string, levels: StreamedBook['bids']][]): MergedLevel[] {
  const byPrice = new Map<number, { price: number; quantity: number; venues: string[] }>();
  for (const [venue, levels] of sides) {
    for (const [price, quantity] of levels) {
      const level = byPrice.get(price) ?? { price, quantity: 0, venues: [] };
      level.quantity += quantity;
      level.venues.push(venue);
      byPrice.set(price, level);
    }
  }
  return [...byPrice.values()];
}

function findArbitrage(best: {
  readonly bid: MergedLevel | undefined;
  readonly ask: MergedLevel | undefined;
  readonly spreadBps: number | undefined;
}): MergedBook['arbitrage'] {
  const { bid, ask, spreadBps } = best;
  if (!bid || !ask || spreadBps === undefined || bid.price <= ask.price) return undefined;
  const buyVenue = ask.venues[0];
  // A venue that crosses itself is a broken book, not an opportunity.
  const sellVenue = bid.venues.find((venue) => venue !== buyVenue);
  if (buyVenue === undefined || sellVenue === undefined) return undefined;
  return { buyVenue, sellVenue, edgeBps: -spreadBps };
}
