import type { Line } from '../../ws/sockets.ts';

/** One connection. */
export interface Client {
  readonly number: number;
  readonly line: Pick<Line, 'send'>;
}

export type Params = Readonly<Record<string, unknown>>;

/** A client's request, and the ways to answer it. */
export interface ChannelRequest {
  readonly client: Client;
  readonly method: 'subscribe' | 'unsubscribe';
  readonly params: Params;
  accept(result: object): void;
  /** @param named Fields of the request that the refusal repeats. */
  refuse(error: string, named?: { readonly symbol?: string; readonly method?: string }): void;
}

/** The channel of a host: only one of each host is simulated. */
export interface Channel {
  readonly name: string;
  /** The other host's channels, and the error of a request for them here. */
  readonly elsewhere: { readonly channels: readonly string[]; readonly error: string };
  change(asking: ChannelRequest): void;
  /** True while the client has a subscription. */
  holds(client: Client): boolean;
  leave(client: Client): void;
}
