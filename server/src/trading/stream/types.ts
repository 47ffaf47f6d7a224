import type { ClientEvents } from '@windlass/contract';
import type { Outbox } from './backpressure.ts';

export type { Outbox, PacketSource } from './backpressure.ts';
export type { Packet } from './packets.ts';

/** Something that clients follow on the stream, such as books or orders. */
export interface StreamTopic {
  /** Begins what one client follows of it. */
  open(client: StreamClient): Desk;
  /** Called once, when no client is left. */
  close(): void;
}

/** One client, as a topic sees it. */
export interface StreamClient {
  readonly outbox: Outbox;
  /** Owes an error event; beyond a few a second they are left out. */
  fail(message: string): void;
  /** Ends the connection with a last word. */
  drop(reason: DropReason, message: string): void;
}

/** What one client follows of one topic. */
export interface Desk {
  /**
   * Takes the client's events by their names, with whatever payload they hold. An `AppError` thrown
   * is told to the client; what is owed is written after the call.
   */
  readonly handlers: Readonly<Partial<Record<keyof ClientEvents, (payload: unknown) => void>>>;
  subscriptionCount(): number;
  /** Gives every reference back; once, however often it is called. */
  close(): void;
}

export type DropReason =
  /** Asked faster than allowed, on and on. */
  | 'flood'
  /** Took nothing for too long. */
  | 'slow'
  /** Asked without reading the answers. */
  | 'unread'
  /** Joined twice on one connection. */
  | 'duplicate'
  /** Could not be kept complete without a queue beyond its bound. */
  | 'behind'
  /** Presented too many keys that are none. */
  | 'keys';
