import type { GlobalBookWire, SnapshotEvent, StreamedBook } from '@windlass/contract';

/** While `disconnected`, every book is stale. Missed updates are not replayed on reconnection. */
export type StreamState = 'connected' | 'disconnected';

/** Every event that a listener gets, in the order in which they happened. */
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
