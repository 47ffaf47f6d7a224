import { orderbookEndpoints } from '@windlass/contract';
import { answer, answerText, type Binding, bind } from '../../http/bind.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { createBookText } from './bookText.ts';
import { requireSymbol, requireVenue, requireVenues } from './parse.ts';
import type { Orderbook, SubscriptionRecord } from './types.ts';
import { toGlobalBookWire, toQualityWire } from './wire.ts';

/** Routes of the order book's REST endpoints (Orderbook §4.1). */
export function orderbookRoutes(orderbook: Orderbook, clock: Clock): Binding[] {
  const supported = orderbook.venues;
  const bookText = createBookText(clock);
  const requested = (body: { symbols: string[]; venues: string[] }) =>
    [body.symbols.map(requireSymbol), requireVenues(body.venues, supported)] as const;
  /** No name means all venues, as an empty list does on the stream. */
  const filterOf = (venues = '') => {
    const names = namesIn(venues);
    return names.length === 0 ? supported : requireVenues(names, supported);
  };

  return [
    bind(orderbookEndpoints.subscribeOrderbook, ({ body }) => {
      const { added, notListed } = orderbook.subscribe(...requested(body));
      return {
        subscriptions: added.map(toStatus),
        not_listed: notListed.map(({ venue, symbol }) => ({ venue, symbol })),
      };
    }),
    bind(orderbookEndpoints.unsubscribeOrderbook, ({ body }) => {
      const subscriptions = orderbook.unsubscribe(...requested(body));
      return answer(
        { subscriptions: subscriptions.map(toStatus) },
        { message: `Unsubscribed from ${subscriptions.length} subscription(s)` },
      );
    }),
    bind(orderbookEndpoints.getBook, ({ query }) => {
      const symbol = requireSymbol(query.symbol);
      if (query.venue !== undefined) {
        const venue = requireVenue(query.venue, supported);
        const book = orderbook.book(symbol, venue);
        if (!book) throw noBook(`${symbol} on ${venue}`);
        return answerText(bookText(book, query.depth));
      }
      const global = orderbook.globalBook(symbol, filterOf(query.venues));
      if (!global) throw noBook(symbol);
      return toGlobalBookWire(global);
    }),
    bind(orderbookEndpoints.getBookQuality, ({ query }) => {
      const symbol = requireSymbol(query.symbol);
      return { symbol, venues: orderbook.books(symbol).map(toQualityWire) };
    }),
    bind(orderbookEndpoints.listBookSubscriptions, () => {
      const records = orderbook.subscriptions();
      return {
        active_count: records.filter(({ status }) => status === 'active').length,
        warm_cache_count: records.filter(({ status }) => status === 'warm_cache').length,
        by_venue: countBy(records, ({ venue }) => venue),
        subscriptions: records.map(toSubscription),
      };
    }),
    bind(orderbookEndpoints.getOrderbookStats, () => toStats(orderbook)),
  ];
}

/** Returns the names in a comma-separated list; ignores an extra comma. */
function namesIn(list: string): string[] {
  return list.split(',').filter((name) => name.trim() !== '');
}

function toStats(orderbook: Orderbook) {
  const records = orderbook.subscriptions();
  const books = orderbook.allBooks().filter((book) => book.hasData);
  const byStatus = countBy(records, ({ status }) => status);
  return {
    store: {
      book_count: books.length,
      venues: [...new Set(books.map(({ venue }) => venue))].sort(),
      symbols: [...new Set(books.map(({ symbol }) => symbol))].sort(),
      total_gaps: orderbook.gapsTotal(),
    },
    subscriptions: {
      active_count: byStatus.active ?? 0,
      warm_cache_count: byStatus.warm_cache ?? 0,
      total_count: records.length,
      by_status: byStatus,
      by_venue: countBy(records, ({ venue }) => venue),
      collectors: [...new Set(orderbook.allBooks().map(({ venue }) => venue))].sort(),
    },
    initialized_venues: [...orderbook.readyVenues()],
  };
}

function toStatus({ venue, symbol, status }: SubscriptionRecord) {
  return { venue, symbol, status };
}

function toSubscription(record: SubscriptionRecord) {
  const { venue, symbol, status, refCount, subscribedAtMs, lastUpdateMs } = record;
  const { trusted, reason, untrustedSinceMs } = record;
  return {
    venue,
    symbol,
    status,
    ref_count: refCount,
    subscribed_at: isoTime(subscribedAtMs),
    last_update: lastUpdateMs === undefined ? null : isoTime(lastUpdateMs),
    trusted,
    ...(reason !== undefined && { reason }),
    since: untrustedSinceMs === undefined ? null : isoTime(untrustedSinceMs),
  };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const counts: Record<string, number> = {};
  for (const item of items) {
    const key = keyOf(item);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

function noBook(what: string): AppError {
  return new AppError('BOOK_NOT_FOUND', { message: `No orderbook data available for ${what}` });
}
