import type { Line } from '../../ws/sockets.ts';
import type { SocketRequest } from './requests.ts';

/** A client at one address: the wallet whose markets are told there. */
export interface Talker {
  readonly line: Line;
  readonly wallet: string;
}

export interface ChannelRequest extends SocketRequest {
  readonly channel: string;
  readonly event: 'subscribe' | 'unsubscribe';
}

/** Channels of one kind, and who listens to them. */
export interface ChannelGroup {
  has(channel: string, wallet: string): boolean;
  /** Throws what it refuses. What comes back is to be done when the answer is sent. */
  change(talker: Talker, request: ChannelRequest): (() => void) | undefined;
  leave(talker: Talker): void;
}
