/** What a frame is, and whom it concerns. Streams are named by the key the venue uses in frames. */
export type Frame<M> =
  | { readonly kind: 'book'; readonly key: string; readonly message: M }
  /** Unreadable; without a key when not even that can be told. */
  | { readonly kind: 'malformed'; readonly key: string | undefined }
  | ({ readonly kind: 'accepted' } & Addressee)
  | ({
      readonly kind: 'refused';
      readonly reason: string;
      /** Asked too fast: the same request is good later. */
      readonly isLimit: boolean;
      /** Refused because the stream is there already. */
      readonly isHeld?: boolean;
    } & Addressee)
  /** The venue is about to end the connection. */
  | { readonly kind: 'shutdown' }
  /** Anything else: signs of life, and streams nobody here asked for. */
  | { readonly kind: 'other' };

/** Whom an answer is meant for: by our number, by the streams it names, or by neither. */
export interface Addressee {
  readonly id?: number;
  readonly keys?: readonly string[];
}

/** What goes into a message of ours besides the streams it is about. */
export interface Request {
  /** Counts up from 1 on every connection. */
  readonly id: number;
  readonly nowMs: number;
}

/** How one market of a venue is spoken to on a socket, and what it allows. */
export interface StreamProtocol<M> {
  /** Tells the markets of a venue apart in the log. */
  readonly market: string;
  readonly url: string;
  /** Streams on one connection. */
  readonly streamsMax: number;
  /** Streams one message may name. */
  readonly batchMax: number;
  /** Shortest time between two messages of ours. */
  readonly messageSpacingMs: number;
  /** How often a sign of life is asked for. */
  readonly heartbeatMs: number;
  /** Silence after which the socket is dead, whatever the operating system thinks. */
  readonly silentMsMax: number;
  /** Where the venue cuts every connection at some age: how long we keep one. */
  readonly renewAfterMs?: number;
  subscribe(keys: readonly string[], request: Request): string;
  unsubscribe(keys: readonly string[], request: Request): string;
  /** Something harmless that the venue must answer. */
  ping(request: Request): string;
  read(text: string): Frame<M>;
}

/** One symbol on a connection. */
export interface BookStream<M> {
  /** Its name in the venue's frames. */
  readonly key: string;
  /** The venue took the subscription, or said nothing against it. */
  subscribed(): void;
  /**
   * The venue confirmed a subscription of this very stream, ours or that of whoever recorded it: a
   * snapshot follows. Absent where snapshots are documents.
   */
  confirmed?(): void;
  message(message: M): void;
  /** A frame of this stream came, of this size. */
  received(bytes: number): void;
  /** A frame of this stream could not be read. */
  malformed(): void;
  /** The connection is gone; `isUnreachable` when it has been for several attempts. */
  disconnected(reason: string, isUnreachable: boolean): void;
  /** The venue refused the subscription. */
  refused(reason: string): void;
  /** Looks at the time: called on the feed's own pace. */
  beat(): void;
  close(): void;
}

/** What the venue refused once it refuses again; listings change by the hour at most. */
export const refusedRetryMs = 600_000;
