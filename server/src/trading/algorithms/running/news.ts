import type { AlgorithmNews, AlgorithmSnapshot, HistoryEntry } from '../types.ts';

type Listener = Parameters<AlgorithmNews['onChange']>[0];

export interface NewsDesk extends AlgorithmNews {
  readonly tell: (snapshot: AlgorithmSnapshot, events: readonly HistoryEntry[]) => void;
}

export function createNews(): NewsDesk {
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
