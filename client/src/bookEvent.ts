import type { GlobalBookWire, SnapshotEvent, StreamedBook } from '@windlass/contract';

/** While `disconnected`, every book last seen is stale; nothing is replayed on the way back. */
export type StreamState = 'connected' | 'disconnected';

/** Everything a listener hears, in the order it happened. */
export type BookEvent =
  | { readonly type: 'state'; readonly state: StreamState }
  | ({ readonly type: 'snapshot' } & SnapshotEvent)
  | { readonly type: 'book'; readonly book: StreamedBook }
  | {
      readonly type: 'global';
      readonly symbol: string;
      readonly book: GlobalBookWire;
      readonly timestamp: string;
    };

export type BookListener = (event: BookEvent) => void;
