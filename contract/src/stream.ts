import { z } from 'zod';
import { defineServerEvent } from './streamEvent.ts';
import { algorithmClientEvents, algorithmServerEvents } from './trading/algorithms/events.ts';
import { bookClientEvents, bookServerEvents } from './trading/books/events.ts';
import { orderClientEvents, orderServerEvents } from './trading/orders/events.ts';

/** Path of the Socket.IO stream (Orderbook §4.2). */
export const streamPath = '/order-execution/socket.io';
export const streamPingIntervalMs = 25_000;
export const streamPingTimeoutMs = 20_000;
export const streamDepths = [1, 5, 10, 20] as const;
export type StreamDepth = (typeof streamDepths)[number];

/** Events that a client sends, by name. */
export const clientEvents = {
  ...bookClientEvents,
  ...orderClientEvents,
  ...algorithmClientEvents,
} as const;

/** Events that the service sends, by name (Orderbook §6). */
export const serverEvents = {
  connected: defineServerEvent({
    summary: 'The connection is open',
    description: 'The first event of every connection.',
    payload: z.object({
      sid: z.string().describe('names the connection'),
      message: z.string(),
    }),
  }),
  ...bookServerEvents,
  ...orderServerEvents,
  ...algorithmServerEvents,
  error: defineServerEvent({
    summary: 'A refused request, or the last message before a disconnection',
    payload: z.object({ message: z.string() }),
  }),
} as const;

type ClientTable = typeof clientEvents;
type ServerTable = typeof serverEvents;

/** Listeners of the client's events by name, in the shape of Socket.IO's types. */
export type ClientEvents = {
  [Name in keyof ClientTable]: (request: z.input<ClientTable[Name]['payload']>) => void;
};

/** Listeners of the service's events by name. */
export type ServerEvents = {
  [Name in keyof ServerTable]: (event: z.output<ServerTable[Name]['payload']>) => void;
};
