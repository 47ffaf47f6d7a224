import { z } from 'zod';
import { defineClientEvent, defineServerEvent } from '../../streamEvent.ts';
import { bookSchema, globalBookSchema } from './endpoints.ts';

const depth = z.union([z.literal(1), z.literal(5), z.literal(10), z.literal(20)], {
  error: 'depth must be one of 1, 5, 10, 20',
});

/** `subscribe_orderbook` (Orderbook §4.2): `venues: []` means all four. */
export const subscribePayload = z.object({
  symbol: z
    .string({ error: 'symbol is required' })
    .min(1, 'symbol is required')
    .max(64)
    .describe('BASE/QUOTE or BASE/QUOTE:SETTLE'),
  venues: z
    .array(z.string({ error: 'Invalid venue' }).max(64), { error: 'venues must be an array' })
    .max(8, 'venues must name at most 8')
    .default([])
    .describe('an empty list means all four'),
  include_global: z
    .boolean({ error: 'include_global must be true or false' })
    .default(true)
    .describe('whether `global_book` comes too'),
  depth: depth.default(5).describe('levels of each side in `orderbook_update`'),
});

export const unsubscribePayload = subscribePayload.pick({ symbol: true });
export const snapshotPayload = subscribePayload.pick({ symbol: true, venues: true });

/** The streamed view of a book (Orderbook §2.1). Only the REST view has the sequence. */
const streamedBook = bookSchema.omit({ sequence: true });
export type StreamedBook = z.output<typeof streamedBook>;

const snapshotEvent = z.object({
  symbol: z.string(),
  venues: z
    .record(z.string(), streamedBook.omit({ venue: true, symbol: true }))
    .describe('by venue; venues without data are left out'),
  timestamp: z.string().describe('ISO 8601 without zone, UTC'),
});
/** Every venue's book at full depth, by venue. */
export type SnapshotEvent = z.output<typeof snapshotEvent>;

/** Events that a client sends about books (Orderbook §4.2). */
export const bookClientEvents = {
  subscribe_orderbook: defineClientEvent({
    summary: 'Subscribe the books of a symbol',
    description: 'Of several requests for a symbol the newest counts.',
    access: 'public',
    payload: subscribePayload,
    answers: ['subscribed', 'orderbook_snapshot', 'orderbook_update', 'global_book', 'error'],
    example: { symbol: 'BTC/USDT', venues: ['binance', 'kraken'], depth: 10 },
  }),
  unsubscribe_orderbook: defineClientEvent({
    summary: 'Unsubscribe the books of a symbol',
    access: 'public',
    payload: unsubscribePayload,
    answers: ['unsubscribed', 'error'],
    example: { symbol: 'BTC/USDT' },
  }),
  get_snapshot: defineClientEvent({
    summary: 'Ask for the books of a symbol once, at full depth',
    access: 'public',
    payload: snapshotPayload,
    answers: ['orderbook_snapshot', 'error'],
    example: { symbol: 'BTC/USDT', venues: ['kraken'] },
  }),
} as const;

/** Events that the service sends about books (Orderbook §6). */
export const bookServerEvents = {
  subscribed: defineServerEvent({
    summary: 'A subscription of books is taken',
    description: 'What was asked for, with its defaults.',
    payload: z.object({
      symbol: z.string(),
      venues: z.array(z.string()).describe('the venues that will be reported'),
      include_global: z.boolean(),
      depth,
    }),
  }),
  orderbook_snapshot: defineServerEvent({
    summary: 'The books of a symbol at full depth',
    description: 'The first after a subscription, and the answer to `get_snapshot`.',
    payload: snapshotEvent,
  }),
  orderbook_update: defineServerEvent({
    summary: "One venue's book as it is now",
    description:
      'At most ten a second for each book, only when something changed, always the newest. It ' +
      'replaces the book before it.',
    payload: streamedBook,
  }),
  global_book: defineServerEvent({
    summary: 'The best quotes over all venues of a symbol',
    payload: z.object({
      symbol: z.string(),
      data: globalBookSchema,
      timestamp: z.string().describe('ISO 8601 without zone, UTC'),
    }),
  }),
  unsubscribed: defineServerEvent({
    summary: 'A subscription of books is over',
    payload: z.object({ symbol: z.string() }),
  }),
} as const;
