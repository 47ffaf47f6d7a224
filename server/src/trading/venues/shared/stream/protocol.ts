/**
 * The meaning of a frame, and the streams that it concerns. Streams are named by the key that the
 * venue uses in frames.
 */
export type Frame<M> =
  | { readonly kind: 'book'; readonly key: string; readonly message: M }
  /** Unreadable; without a key when not even the stream is known. */
  | { readonly kind: 'malformed'; readonly key: string | undefined }
  | ({ readonly kind: 'accepted' } & Addressee)
  | ({
      readonly kind: 'refused';
      readonly reason: string;
      /** The request came too fast: the same request is accepted later. */
      readonly isLimit: boolean;
      /** Refused because the stream is already there. */
      readonly isHeld?: boolean;
    } & Addressee)
  /** The venue is about to end the connection. */
  | { readonly kind: 'shutdown' }
  /** Anything else: signs of life, and streams that nobody here asked for. */
  | { readonly kind: 'other' };

/**
 * The requests that an answer is meant for: by our number, by the streams that it names, or by
 * neither.
 */
export interface Addressee {
  readonly id?: number;
  readonly keys?: readonly string[];
}

/** The contents of a message of ours besides the streams that it is about. */
export interface Request {
  /** Counts up from 1 on every connection. */
  readonly id: number;
  readonly nowMs: number;
}

/** The protocol of one market of a venue on a socket, and its limits. */
export interface StreamProtocol<M> {
  /** Distinguishes the markets of a venue in the log. */
  readonly market: string;
  readonly url: string;
  /** Maximum number of streams on one connection. */
  readonly streamsMax: number;
  /** Maximum number of streams that one message may name. */
  readonly batchMax: number;
  /** Shortest time between two messages of ours. */
  readonly messageSpacingMs: number;
  /** Interval at which a sign of life is requested. */
  readonly heartbeatMs: number;
  /** Silence after which the socket is dead, whatever the operating system thinks. */
  readonly silentMsMax: number;
  /** Age at which we renew a connection, where the venue cuts every connection at some age. */
  readonly renewAfterMs?: number;
  subscribe(keys: readonly string[], request: Request): string;
  unsubscribe(keys: readonly string[], request: Request): string;
  /** Returns a harmless message that the venue must answer. */
  ping(request: Request): string;
  read(text: string): Frame<M>;
}

/** One symbol on a connection. */
export interface BookStream<M> {
  /** Its name in the venue's frames. */
  readonly key: string;
  /** The venue accepted the subscription, or said nothing against it. */
  subscribed(): void;
  /**
   * The venue confirmed a subscription of this very stream, ours or the recorder's: a snapshot
   * follows. Absent where snapshots are documents.
   */
  confirmed?(): void;
  message(message: M): void;
  /** A frame of this stream and of this size came. */
  received(bytes: number): void;
  /** A frame of this stream could not be read. */
  malformed(): void;
  /** The connection is gone; `isUnreachable` when it has been for several attempts. */
  disconnected(reason: string, isUnreachable: boolean): void;
  /** The venue refused the subscription. */
  refused(reason: string): void;
  /** Looks at the clock; called on the feed's own beat. */
  beat(): void;
  close(): void;
}

/** The venue would refuse the same stream again; listings change by the hour at most. */
export const refusedRetryMs = 600_000;
