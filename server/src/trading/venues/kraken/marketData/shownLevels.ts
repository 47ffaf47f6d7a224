import type { SizedLevel } from './futures/frames.ts';

/** Returns the levels of a side of a document; undefined when it is none. */
export function shownLevels(side: unknown): SizedLevel[] | undefined {
  if (!Array.isArray(side)) return undefined;
  const levels: SizedLevel[] = [];
  for (const level of side) {
    if (!Array.isArray(level)) return undefined;
    const price = Number(level[0]);
    const size = Number(level[1]);
    if (!(price > 0) || !(size >= 0)) return undefined;
    levels.push([price, size]);
  }
  return levels;
}
