import type { Listing } from './listings.ts';
import { noiseKey, uniformAt } from './noise.ts';

/**
 * The moments at which a venue publishes: numbered points of market time, uneven around an average
 * rate.
 */
export interface Cadence {
  /**
   * Returns the number of the last moment at or before a time. Numbers never go back: they count
   * from 1970.
   */
  indexAt(atMs: number): number;
  timeOf(index: number): number;
}

/** Part of an interval: real gaps vary by about as much, and order and a minimum gap are kept. */
const jitterPart = 0.6;

export function createCadence(seed: string, listing: Listing): Cadence {
  const key = noiseKey(seed, listing.profile.venue, listing.symbol, 'cadence');
  const intervalMs = 1000 / listing.profile.updatesPerSec;
  const timeOf = (index: number) => (index + jitterPart * uniformAt(key, index)) * intervalMs;
  return {
    timeOf,
    indexAt(atMs) {
      const index = Math.floor(atMs / intervalMs);
      return timeOf(index) <= atMs ? index : index - 1;
    },
  };
}
