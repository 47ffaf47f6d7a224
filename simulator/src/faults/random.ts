/** Chance that comes out the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  between(least: number, most: number): number;
  /** One of some; undefined of none. */
  pick<T>(these: readonly T[]): T | undefined;
}

/** Mulberry32: 32 bits of state are plenty for dice, and every text is a seed. */
export function createRandom(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    pick: (these) => these[Math.floor(next() * these.length)],
  };
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}
