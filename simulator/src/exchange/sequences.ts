import type { Engine } from '@windlass/matching';

/** The numbers of a book's changes as they are told: they begin anew when an exchange restarts. */
export interface Sequences {
  told(market: string, sequence: number): number;
  /** From now on the books of these markets stand at 1. */
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
