import { hash32 } from '../../../kit/random.ts';

/**
 * Noise with random access: every value is a hash of a key and an index, so that the market is a
 * function of its seed and the time, and nothing has to be remembered between two runs.
 */

/** Starting value of the seed's keys; any constant works, this one is the golden ratio. */
const keySalt = 0x9e3779b9;
/** Makes the two uniform values of one Gaussian differ. */
const secondUniform = 0x51ed270b;
const twoPow32 = 2 ** 32;

/** Returns the key of one independent source of noise under a seed. */
export function noiseKey(seed: string, ...path: readonly string[]): number {
  return hash32([seed, ...path].join('/'), keySalt);
}

/** Hashes three integers to 32 bits. The final rounds are Chris Wellons' lowbias32. */
export function mix(key: number, a: number, b: number): number {
  let hash = Math.imul(key ^ a, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Returns a uniform value in [0, 1), the same for the same key and index. The index may exceed 32
 * bits.
 */
export function uniformAt(key: number, index: number): number {
  return mix(key, index | 0, Math.floor(index / twoPow32)) / twoPow32;
}

/**
 * Returns a standard normal value (Box–Muller), the same for the same key and index; at most 6.7
 * away from 0.
 */
export function gaussianAt(key: number, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - uniformAt(key, index)));
  return radius * Math.cos(2 * Math.PI * uniformAt(key ^ secondUniform, index));
}

/**
 * Number of recent values kept, because neighbouring times ask for the same ones. It is a power of
 * two; eight cover the spread of the venues' lags at the finest level.
 */
const recentCount = 8;

/** Remembers a function of an integer for the indexes that were last asked for. */
export class RecentValues {
  readonly #compute: (index: number) => number;
  readonly #indexes = new Float64Array(recentCount).fill(Number.NaN);
  readonly #values = new Float64Array(recentCount);

  constructor(compute: (index: number) => number) {
    this.#compute = compute;
  }

  at(index: number): number {
    const slot = index & (recentCount - 1);
    if (this.#indexes[slot] === index) return this.#values[slot] ?? 0;
    const value = this.#compute(index);
    this.#indexes[slot] = index;
    this.#values[slot] = value;
    return value;
  }
}

/**
 * Creates one octave: Gaussian values at distances of a period, joined linearly, with unit variance
 * at every time.
 */
export function createOctave(key: number, periodMs: number): (atMs: number) => number {
  const nodes = new RecentValues((index) => gaussianAt(key, index));
  return (atMs) => {
    const position = atMs / periodMs;
    const index = Math.floor(position);
    const right = position - index;
    const left = 1 - right;
    const value = left * nodes.at(index) + right * nodes.at(index + 1);
    // Between two independent nodes the plain mean would vary less than at them.
    return value / Math.sqrt(left * left + right * right);
  };
}

/**
 * Creates continuous noise of unit variance that forgets itself within the longest of its periods.
 */
export function createSmoothNoise(
  key: number,
  periodsMs: readonly number[],
): (atMs: number) => number {
  const octaves = periodsMs.map((periodMs) => createOctave(mix(key, periodMs, 0), periodMs));
  const scale = 1 / Math.sqrt(octaves.length);
  return (atMs) => {
    let sum = 0;
    for (const octave of octaves) sum += octave(atMs);
    return sum * scale;
  };
}
