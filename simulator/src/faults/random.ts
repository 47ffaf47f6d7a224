import { fnv1a, seededNumbers } from '../seeded.ts';

/** Chance that comes out the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  between(least: number, most: number): number;
  /** One of some; undefined of none. */
  pick<T>(these: readonly T[]): T | undefined;
}

/** 32 bits of state are plenty for dice, and every text is a seed. */
export function createRandom(seed: string): Random {
  const next = seededNumbers(fnv1a(seed));
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (these) => these[Math.floor(next() * these.length)],
  };
}
