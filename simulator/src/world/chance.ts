import { fnv1a, seededNumbers } from '../seeded.ts';

/** A stream of numbers that a seed and a name determine. */
export interface Chance {
  /** Returns a number of at least 0 and below 1. */
  next(): number;
  /** Returns a whole number below the limit. */
  below(limit: number): number;
  /** Returns a number spread around 0 with a deviation of 1, never beyond 3.5. */
  spread(): number;
}

/** The sum of four numbers is close enough to a normal distribution for a market. */
const addends = 4;
/** Inverse of the standard deviation of a sum of four evenly distributed numbers. */
const scale = Math.sqrt(12 / addends);

/** Returns a stream of numbers; streams of one seed with different names are independent. */
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

/** Returns a hash that is mixed once more, so that similar names get distant values. */
export function hashOf(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
