import { randomBytes } from 'node:crypto';

/** A source of randomness, passed in everywhere. */
export interface Random {
  /** Returns a uniform number in [0, 1). */
  next(): number;
  /** Returns a uniform number in [low, high). */
  between(low: number, high: number): number;
  /** Returns uniform bytes; they cannot be guessed when the source is the system's. */
  bytes(count: number): Uint8Array;
}

/**
 * Number of bytes drawn at once: a call for 16 bytes costs several microseconds, most of them for
 * the call itself.
 */
const poolBytes = 4_096;

/** Creates randomness from the operating system, which cannot be guessed. */
export function createSystemRandom(): Random {
  let pool = randomBytes(poolBytes);
  let used = 0;
  const bytes = (count: number): Buffer => {
    if (count > poolBytes) return randomBytes(count);
    if (used + count > poolBytes) {
      pool = randomBytes(poolBytes);
      used = 0;
    }
    // Copied, then erased from the pool: bytes of a secret must not stay in memory.
    const taken = Buffer.from(pool.subarray(used, used + count));
    pool.fill(0, used, used + count);
    used += count;
    return taken;
  };
  // 48 bits are fine enough for all uses here and stay an exact integer.
  const next = () => bytes(6).readUIntBE(0, 6) / 2 ** 48;
  return { next, between: betweenWith(next), bytes };
}

/**
 * Creates repeatable randomness: the same seed gives the same sequence on every machine. Generator:
 * sfc32 (Chris Doty-Humphrey, PractRand), seeded by hashing the text.
 */
export function createSeededRandom(seed: string): Random {
  let a = hash32(seed, 0x9e3779b9);
  let b = hash32(seed, 0x243f6a88);
  let c = hash32(seed, 0xb7e15162);
  let counter = 1;
  const next32 = (): number => {
    const mixed = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + mixed) | 0;
    return mixed >>> 0;
  };
  // The first outputs still resemble the seed; the author recommends dropping a dozen.
  for (let i = 0; i < 12; i += 1) next32();
  const next = () => next32() / 2 ** 32;
  return {
    next,
    between: betweenWith(next),
    bytes: (count) => Uint8Array.from({ length: count }, () => next32() & 0xff),
  };
}

function betweenWith(next: () => number) {
  return (low: number, high: number): number => low + (high - low) * next();
}

/** Returns the 32-bit FNV-1a hash of the text's code units, started from a salt. */
export function hash32(text: string, salt: number): number {
  let hash = salt | 0;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash >>> 0;
}
