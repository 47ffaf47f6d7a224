import type { ClientEvents } from '@windlass/contract';
import type { Outbox } from './backpressure.ts';

export type { Outbox, PacketSource } from './backpressure.ts';
export type { Packet } from './packets.ts';

/** Something that clients follow on the stream, such as books or orders. */
export interface StreamTopic {
  /** Begins one client's use of the topic. */
  open(client: StreamClient): TopicClient;
  /** Called once, when no client is left. */
  close(): void;
}

/** One client, as a topic sees it. */
export interface StreamClient {
  readonly outbox: Outbox;
  /** Owes an error event; beyond a few per second they are left out. */
  fail(message: string): void;
  /** Ends the connection with a last message. */
  drop(reason: DropReason, message: string): void;
}

/** Everything that one client follows of one topic. */
export interface TopicClient {
  /**
   * Handles the client's events by their names, with whatever payload they hold. A thrown
   * `AppError` is sent to the client; what is owed is written after the call.
   */
  readonly handlers: Readonly<Partial<Record<keyof ClientEvents, (payload: unknown) => void>>>;
  subscriptionCount(): number;
  /** Gives every reference back; repeated calls do so only once. */
  close(): void;
}

export type DropReason =
  /** The client keeps asking faster than allowed. */
  | 'flood'
  /** The client took nothing for too long. */
  | 'slow'
  /** The client asked without reading the answers. */
  | 'unread'
  /** The client joined twice on one connection. */
  | 'duplicate'
  /** The client could not be kept complete without a queue beyond its bound. */
  | 'behind'
  /** The client presented too many unknown, revoked or expired keys. */
  | 'keys';
