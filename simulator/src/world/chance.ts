import { fnv1a, seededNumbers } from '../seeded.ts';

/** A stream of numbers that a seed and a name determine. */
export interface Chance {
  /** From 0 up to, without, 1. */
  next(): number;
  /** A whole number below the limit. */
  below(limit: number): number;
  /** Spread around 0 with a deviation of 1, never beyond 3.5. */
  spread(): number;
}

/** Numbers so added make a bell that is as good as any for a market. */
const addends = 4;
/** The deviation of a sum of four evenly drawn numbers, turned over. */
const scale = Math.sqrt(12 / addends);

/** Streams of one seed with different names have nothing to do with one another. */
export function createChance(seed: number, name: string): Chance {
  const next = seededNumbers(hashOf(`${seed} ${name}`));
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    spread() {
      let sum = -addends / 2;
      for (let count = 0; count < addends; count += 1) sum += next();
      return sum * scale;
    },
  };
}

/** Mixed once more: names that differ in a letter end far apart. */
export function hashOf(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
