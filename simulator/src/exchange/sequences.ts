import type { Engine } from '@windlass/matching';

/** Numbers of a book's changes as clients see them: they start again when an exchange restarts. */
export interface Sequences {
  told(market: string, sequence: number): number;
  /** Sets the books of these markets to number 1. */
  restart(markets: Iterable<string>): void;
}

export function createSequences(engine: Pick<Engine, 'depth'>): Sequences {
  const begun = new Map<string, number>();
  return {
    told: (market, sequence) => sequence - (begun.get(market) ?? 0),
    restart(markets) {
      for (const market of markets) {
        begun.set(market, (engine.depth(market, 1)?.sequence ?? 1) - 1);
      }
    },
  };
}
