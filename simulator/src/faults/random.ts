import { fnv1a, seededNumbers } from '../seeded.ts';

/** Random numbers that are the same for the same seed. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  next(): number;
  between(least: number, most: number): number;
  /** Returns one of the items; undefined when there are none. */
  pick<T>(these: readonly T[]): T | undefined;
}

/** Makes random numbers from any text. Their 32 bits of state are enough for this purpose. */
export function createRandom(seed: string): Random {
  const next = seededNumbers(fnv1a(seed));
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (these) => these[Math.floor(next() * these.length)],
  };
}
