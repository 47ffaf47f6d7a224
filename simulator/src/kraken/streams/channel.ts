import type { Line } from '../../ws/sockets.ts';

/** One connection. */
export interface Client {
  readonly number: number;
  readonly line: Pick<Line, 'send'>;
}

export type Params = Readonly<Record<string, unknown>>;

/** A client's request, and the ways to answer it. */
export interface Asking {
  readonly client: Client;
  readonly method: 'subscribe' | 'unsubscribe';
  readonly params: Params;
  accept(result: object): void;
  /** @param named What of the request it is about. */
  refuse(error: string, named?: { readonly symbol?: string; readonly method?: string }): void;
}

/** What a host tells: one channel each is simulated. */
export interface Channel {
  readonly name: string;
  /** What the exchange says to who asks for the other host's. */
  readonly elsewhere: { readonly channels: readonly string[]; readonly error: string };
  change(asking: Asking): void;
  /** Whether the client hears anything. */
  holds(client: Client): boolean;
  leave(client: Client): void;
}
