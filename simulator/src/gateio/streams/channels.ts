import type { Line } from '../../ws/sockets.ts';
import type { SocketRequest } from './requests.ts';

/** A client at one address, and the wallet whose markets that address serves. */
export interface Talker {
  readonly line: Line;
  readonly wallet: string;
}

export interface ChannelRequest extends SocketRequest {
  readonly channel: string;
  readonly event: 'subscribe' | 'unsubscribe';
}

/** Channels of one kind, with their listeners. */
export interface ChannelGroup {
  has(channel: string, wallet: string): boolean;
  /**
   * Changes a subscription, or throws a refusal. The returned work is to be done after the answer.
   */
  change(talker: Talker, request: ChannelRequest): (() => void) | undefined;
  leave(talker: Talker): void;
}
