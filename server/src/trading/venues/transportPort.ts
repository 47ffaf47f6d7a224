/**
 * A collector's connection to its venue. Live, replayed and simulated transports implement it, so
 * that a collector sees the same frames from each.
 */
export interface FeedTransport {
  /** True for a recording: no documents exist beyond those that its recorder fetched. */
  readonly isRecording: boolean;
  /**
   * Opens a WebSocket. Events come in order; `closed` comes exactly once, also when opening fails.
   */
  connect(url: string, events: ConnectionEvents): Connection;
  /**
   * Fetches a public REST document with the deadline of the transport.
   * Rejects with `TransportError` on a timeout, a lost connection or a non-2xx status.
   */
  get(
    url: string,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<string>;
}

export interface ConnectionEvents {
  opened(): void;
  /** One text frame. */
  frame(text: string): void;
  /** Any sign of life that carries no data: a ping or a pong. */
  alive(): void;
  closed(reason: string): void;
}

export interface Connection {
  send(text: string): void;
  close(): void;
}

/** A REST call that returned no document. `status` is absent when no answer came. */
export class TransportError extends Error {
  readonly status: number | undefined;
  readonly body: string | undefined;
  /** The pause that a refusing host asked for, when it asked for one. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, options: TransportErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'TransportError';
    this.status = options.status;
    this.body = options.body;
    this.retryAfterMs = options.retryAfterMs;
  }
}

interface TransportErrorOptions {
  readonly status?: number;
  readonly body?: string;
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}
