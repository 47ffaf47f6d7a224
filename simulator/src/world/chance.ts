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
const wordRange = 2 ** 32;

/** Streams of one seed with different names have nothing to do with one another. */
export function createChance(seed: number, name: string): Chance {
  // The generator mulberry32: one word of state, good enough for prices, the same everywhere.
  let state = hashOf(`${seed} ${name}`);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / wordRange;
  };
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

/** FNV-1a, with its bits mixed once more: names that differ in a letter end far apart. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
