import type { AlgorithmEvents, AlgorithmSnapshot, HistoryEntry } from '../types.ts';

type Listener = Parameters<AlgorithmEvents['onChange']>[0];

export interface AlgorithmPublisher extends AlgorithmEvents {
  readonly tell: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void;
}

export function createAlgorithmEvents(): AlgorithmPublisher {
  const listeners = new Set<Listener>();
  return {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(snapshot, events) {
      for (const listener of listeners) listener(snapshot, events);
    },
  };
}
