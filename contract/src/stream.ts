import { z } from 'zod';
import type {
  AlgorithmStreamEvent,
  AlgorithmsSubscribedEvent,
  AlgorithmUpdateEvent,
  subscribeAlgorithmsPayload,
  unsubscribeAlgorithmsPayload,
} from './trading/algorithmEvents.ts';
import type { BookWire, GlobalBookWire, StreamedBook } from './trading/orderbook.ts';
import type {
  OrderFillEvent,
  OrdersSubscribedEvent,
  OrderUpdateEvent,
  subscribeOrdersPayload,
  unsubscribeOrdersPayload,
} from './trading/orderEvents.ts';

/** Path of the Socket.IO stream (Orderbook §4.2). */
export const streamPath = '/order-execution/socket.io';
export const streamPingIntervalMs = 25_000;
export const streamPingTimeoutMs = 20_000;
export const streamDepths = [1, 5, 10, 20] as const;
export type StreamDepth = (typeof streamDepths)[number];

/** `subscribe_orderbook` (Orderbook §4.2): `venues: []` means all four. */
export const subscribePayload = z.object({
  symbol: z.string({ error: 'symbol is required' }).min(1, 'symbol is required').max(64),
  venues: z
    .array(z.string({ error: 'Invalid venue' }).max(64), { error: 'venues must be an array' })
    .max(8, 'venues must name at most 8')
    .default([]),
  include_global: z.boolean({ error: 'include_global must be true or false' }).default(true),
  depth: z
    .union([z.literal(1), z.literal(5), z.literal(10), z.literal(20)], {
      error: 'depth must be one of 1, 5, 10, 20',
    })
    .default(5),
});

export const unsubscribePayload = subscribePayload.pick({ symbol: true });
export const snapshotPayload = subscribePayload.pick({ symbol: true, venues: true });

/** What a client sends. */
export interface ClientEvents {
  subscribe_orderbook(request: z.input<typeof subscribePayload>): void;
  unsubscribe_orderbook(request: z.input<typeof unsubscribePayload>): void;
  get_snapshot(request: z.input<typeof snapshotPayload>): void;
  /** Answered by `orders_subscribed` or `error`; of several under way for an account, the last. */
  subscribe_orders(request: z.input<typeof subscribeOrdersPayload>): void;
  unsubscribe_orders(request: z.input<typeof unsubscribeOrdersPayload>): void;
  /** Answered by `algorithms_subscribed` or `error`; of several under way for one, the last. */
  subscribe_algorithms(request: z.input<typeof subscribeAlgorithmsPayload>): void;
  unsubscribe_algorithms(request: z.input<typeof unsubscribeAlgorithmsPayload>): void;
}

/** What the server sends (Orderbook §6). */
export interface ServerEvents {
  connected(event: { sid: string; message: string }): void;
  subscribed(event: {
    symbol: string;
    venues: string[];
    include_global: boolean;
    depth: StreamDepth;
  }): void;
  orderbook_snapshot(event: SnapshotEvent): void;
  orderbook_update(event: StreamedBook): void;
  global_book(event: { symbol: string; data: GlobalBookWire; timestamp: string }): void;
  unsubscribed(event: { symbol: string }): void;
  orders_subscribed(event: OrdersSubscribedEvent): void;
  /** `reason` says why the service ended it; null when the client asked. */
  orders_unsubscribed(event: { exchange_account_id: string; reason: string | null }): void;
  order_update(event: OrderUpdateEvent): void;
  order_fill(event: OrderFillEvent): void;
  algorithms_subscribed(event: AlgorithmsSubscribedEvent): void;
  /** As `orders_unsubscribed`; null is the subscription to all. */
  algorithms_unsubscribed(event: { order_id: string | null; reason: string | null }): void;
  algorithm_update(event: AlgorithmUpdateEvent): void;
  algorithm_event(event: AlgorithmStreamEvent): void;
  error(event: { message: string }): void;
}

/** Every venue's book at full depth, keyed by venue. */
export interface SnapshotEvent {
  readonly symbol: string;
  readonly venues: Readonly<Record<string, Omit<BookWire, 'venue' | 'symbol' | 'sequence'>>>;
  readonly timestamp: string;
}
