import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { queryInteger } from '../../query.ts';
import { orderbookVenues } from '../../venues.ts';
import { readers } from '../accounts/fields.ts';

/** Most books one request may name; more than any screen or strategy needs at once. */
export const symbolsPerRequestMax = 100;
/** `bybit` is 5 characters, the longest symbol on any venue about 30. */
const nameLengthMax = 64;

const requiredName = (field: string) =>
  z
    .string({ error: `${field} is required and must be a string` })
    .min(1, `${field} is required`)
    .max(nameLengthMax, `${field} must be at most ${nameLengthMax} characters`);

const nameList = (field: string, countMax: number) =>
  z
    .array(requiredName(`each of ${field}`), {
      error: `${field} is required and must be an array of strings`,
    })
    .min(1, `${field} must name at least one`)
    .max(countMax, `${field} must name at most ${countMax}`);

const level = z
  .tuple([z.number(), z.number()])
  .describe('[price, quantity]; quantity in base units');

const bookQuality = z.enum(['GOOD', 'DEGRADED', 'STALE', 'UNAVAILABLE']);
export type BookQuality = z.output<typeof bookQuality>;

/** Orderbook §2.1. One venue's book; bids descending, asks ascending, best first. */
export const bookSchema = z.object({
  venue: z.string(),
  symbol: z.string(),
  bids: z.array(level),
  asks: z.array(level),
  mid_price: z.number().nullable().describe('null while a side is empty'),
  spread_bps: z.number().nullable().describe('null while a side is empty'),
  staleness_ms: z.number().describe('age of the last message from the venue'),
  confidence: z.number().min(0).max(1).describe('0 when not to be used'),
  quality: bookQuality,
  timestamp: z.string().describe('ISO 8601 without zone, UTC; of the last update'),
  sequence: z.number().describe("the venue's own number of the last update"),
});
export type BookWire = z.output<typeof bookSchema>;

const bestQuote = z.object({ price: z.number(), quantity: z.number(), venue: z.string() });

/** Orderbook §2.2. Best bid above best ask marks a cross-venue arbitrage opportunity. */
export const globalBookSchema = z.object({
  symbol: z.string(),
  timestamp: z.string().describe('ISO 8601 without zone, UTC'),
  best_bid: bestQuote.nullable().describe('null while no venue is usable'),
  best_ask: bestQuote.nullable().describe('null while no venue is usable'),
  venues: z.record(
    z.string(),
    z.object({
      bid: z.number().nullable(),
      ask: z.number().nullable(),
      confidence: z.number().min(0).max(1),
    }),
  ),
});
export type GlobalBookWire = z.output<typeof globalBookSchema>;

/** Orderbook §2.3. */
export const qualitySchema = z.object({
  venue: z.string(),
  staleness_ms: z.number(),
  spread_bps: z.number().nullable(),
  depth_at_10bps: z.number().describe('base quantity of both sides within 10 bps of the mid'),
  depth_at_50bps: z.number().describe('base quantity of both sides within 50 bps of the mid'),
  bid_ask_imbalance: z
    .number()
    .min(-1)
    .max(1)
    .describe('(bids − asks) / (bids + asks) of the quantity within 50 bps'),
  update_rate_per_sec: z.number().describe('updates a second over the last ten seconds'),
  sequence_gaps: z.int().describe('gaps of the last five minutes'),
  quality: bookQuality,
  confidence: z.number().min(0).max(1),
  trusted: z.boolean().describe('false from a fault until the next snapshot'),
  reason: z.string().nullable().describe('why it is not trusted; null while it is'),
  since: z.string().nullable().describe('ISO 8601 with Z, since when; null while it is trusted'),
});
export type QualityWire = z.output<typeof qualitySchema>;

const subscriptionStatus = z.enum(['pending', 'active', 'error', 'warm_cache']);
export type SubscriptionStatus = z.output<typeof subscriptionStatus>;

/** Orderbook §2.4. */
const subscriptionSchema = z.object({
  venue: z.string(),
  symbol: z.string(),
  status: subscriptionStatus,
  ref_count: z.int().min(0),
  subscribed_at: z.string().describe('ISO 8601 with Z'),
  last_update: z.string().nullable().describe('ISO 8601 with Z; null before the first'),
  trusted: z.boolean().describe('whether it has data and no fault since its snapshot'),
  reason: z
    .string()
    .optional()
    .describe('why no updates come, while none do, or why it is not trusted'),
  since: z.string().nullable().describe('ISO 8601 with Z, since when it is not; null while it is'),
});

const booksBody = z.object({
  symbols: nameList('symbols', symbolsPerRequestMax).describe('BASE/QUOTE or BASE/QUOTE:SETTLE'),
  venues: nameList('venues', orderbookVenues.length * 2).describe(orderbookVenues.join(', ')),
});

const counts = z.record(z.string(), z.int());

export const orderbookEndpoints = {
  /** Subscribes books; each call adds one reference per venue and symbol. */
  subscribeOrderbook: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/order-execution/orderbook/subscribe',
    tag: 'Order book',
    summary: 'Subscribe books',
    description:
      'Adds one reference per venue and symbol; the first opens the upstream feed. Venues that ' +
      'do not list a symbol are left out and named in `not_listed`; a symbol that none of them ' +
      'lists is refused.',
    access: 'any',
    body: booksBody,
    data: z.object({
      subscriptions: z.array(subscriptionSchema.pick({ venue: true, symbol: true, status: true })),
      not_listed: z
        .array(subscriptionSchema.pick({ venue: true, symbol: true }))
        .describe('left out: the venue does not list the symbol'),
    }),
    message: 'Subscribed',
    errors: ['UNSUPPORTED_VENUE', 'UNSUPPORTED_SYMBOL', 'SUBSCRIPTIONS_EXHAUSTED'],
  }),
  /** Gives references back. A book without references stays warm for five minutes. */
  unsubscribeOrderbook: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/order-execution/orderbook/unsubscribe',
    tag: 'Order book',
    summary: 'Unsubscribe books',
    description:
      'Takes one reference per venue and symbol. A book without any stays warm for 5 minutes.',
    access: 'any',
    body: booksBody,
    data: z.object({
      subscriptions: z.array(subscriptionSchema.pick({ venue: true, symbol: true, status: true })),
    }),
    message: 'Unsubscribed from <n> subscription(s)',
    errors: ['UNSUPPORTED_VENUE', 'UNSUPPORTED_SYMBOL'],
  }),
  /** Returns one venue's book, or the best quotes of all venues when no venue is named. */
  getBook: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/orderbook/book',
    tag: 'Order book',
    summary: "One venue's book, or the global book",
    access: readers,
    query: z.object({
      symbol: requiredName('symbol'),
      venue: z
        .string({ error: 'venue must be one text' })
        .min(1, 'venue must not be empty; omit it for the global view')
        .max(nameLengthMax, `venue must be at most ${nameLengthMax} characters`)
        .optional()
        .describe('omit for the global view'),
      venues: z
        .string({ error: 'venues must be one comma-separated text' })
        .max(nameLengthMax, `venues must be at most ${nameLengthMax} characters`)
        .optional()
        .describe('comma-separated filter of the global view'),
      depth: queryInteger({
        low: 1,
        high: 100,
        error: 'depth must be an integer between 1 and 100',
      })
        .default(20)
        .describe('default 20'),
    }),
    data: z.union([bookSchema, globalBookSchema]),
    message: 'Orderbook retrieved successfully',
    errors: ['UNSUPPORTED_VENUE', 'UNSUPPORTED_SYMBOL', 'BOOK_NOT_FOUND'],
  }),
  /** Returns the quality of a symbol's books, venue by venue. */
  getBookQuality: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/orderbook/quality',
    tag: 'Order book',
    summary: 'Quality of a symbol on each venue with data',
    access: readers,
    query: z.object({ symbol: requiredName('symbol') }),
    data: z.object({ symbol: z.string(), venues: z.array(qualitySchema) }),
    message: 'Quality retrieved successfully',
    errors: ['UNSUPPORTED_SYMBOL'],
  }),
  /** Lists every subscription with its status and references. */
  listBookSubscriptions: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/orderbook/subscriptions',
    tag: 'Order book',
    summary: 'Subscriptions',
    access: readers,
    data: z.object({
      active_count: z.int(),
      warm_cache_count: z.int(),
      by_venue: counts,
      subscriptions: z.array(subscriptionSchema),
    }),
    message: 'Subscriptions retrieved successfully',
  }),
  /** Returns counts of books, subscriptions and gaps. */
  getOrderbookStats: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/orderbook/stats',
    tag: 'Order book',
    summary: 'Counts of books, subscriptions and gaps',
    access: readers,
    data: z.object({
      store: z.object({
        book_count: z.int(),
        venues: z.array(z.string()),
        symbols: z.array(z.string()),
        total_gaps: z.int().describe('since the process started'),
      }),
      subscriptions: z.object({
        active_count: z.int(),
        warm_cache_count: z.int(),
        total_count: z.int(),
        by_status: counts,
        by_venue: counts,
        collectors: z.array(z.string()).describe('venues with an open upstream'),
      }),
      initialized_venues: z.array(z.string()),
    }),
    message: 'Orderbook stats retrieved successfully',
  }),
} as const;
