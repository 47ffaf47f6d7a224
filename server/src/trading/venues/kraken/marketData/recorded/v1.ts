import { isFields } from '../../../shared/json.ts';
import type { TextLevel } from '../../../shared/textSide.ts';
import { fromOldName } from '../../symbols.ts';
import { isChecksum, type SpotBookFrame, type SpotLevels } from '../spot/frames.ts';

/** Numbers of parts: one or two of levels, channel name and pair, after the channel's number. */
const lengths: readonly number[] = [4, 5];

/**
 * Reads `[channel number, {a, b, c}, 'book-1000', 'XBT/USD']`, where the two sides may come in two
 * parts. Returns `undefined` for other channels.
 */
export function readV1Book(root: readonly unknown[]): SpotBookFrame | undefined {
  const channel = root.at(-2);
  const pair = root.at(-1);
  if (typeof channel !== 'string' || typeof pair !== 'string') return undefined;
  const depth = depthOfChannel(channel);
  if (depth === undefined) return undefined;
  const key = fromOldSpotName(pair);
  const levels = lengths.includes(root.length) ? levelsOf(root.slice(1, -2)) : undefined;
  return { key, levels, depth };
}

/** `book-1000` → 1000. */
export function depthOfChannel(channel: string): number | undefined {
  const digits = /^book-(\d{1,5})$/.exec(channel)?.[1];
  return digits === undefined || Number(digits) === 0 ? undefined : Number(digits);
}

/** Converts `XBT/USD` of version 1 to the spelling of version 2. */
export function fromOldSpotName(name: string): string {
  return name.split('/').map(fromOldName).join('/');
}

interface Gathered {
  readonly bids: TextLevel[];
  readonly asks: TextLevel[];
  timeMs: number;
  checksum: number | undefined;
  snapshotSides: number;
  changeSides: number;
}

function levelsOf(parts: readonly unknown[]): SpotLevels | undefined {
  const gathered: Gathered = {
    bids: [],
    asks: [],
    timeMs: 0,
    checksum: undefined,
    snapshotSides: 0,
    changeSides: 0,
  };
  for (const part of parts) if (!gather(part, gathered)) return undefined;
  const { bids, asks, timeMs, checksum, snapshotSides, changeSides } = gathered;
  const isSnapshot = snapshotSides > 0;
  // Snapshots carry no checksum; a change without one cannot be trusted.
  if (isSnapshot ? changeSides > 0 : changeSides === 0 || checksum === undefined) return undefined;
  return {
    isSnapshot,
    bids,
    asks,
    ...(checksum !== undefined && { checksum }),
    ...(timeMs > 0 && { venueTimeMs: timeMs }),
  };
}

function gather(part: unknown, into: Gathered): boolean {
  if (!isFields(part)) return false;
  for (const [name, value] of Object.entries(part)) {
    const isSnapshot = name === 'as' || name === 'bs';
    if (name === 'c') {
      const checksum = typeof value === 'string' && value !== '' ? Number(value) : undefined;
      if (!isChecksum(checksum)) return false;
      into.checksum = checksum;
    } else if (isSnapshot || name === 'a' || name === 'b') {
      if (isSnapshot) into.snapshotSides += 1;
      else into.changeSides += 1;
      if (!gatherSide(value, name.startsWith('b') ? into.bids : into.asks, into)) return false;
    }
  }
  return true;
}

function gatherSide(side: unknown, levels: TextLevel[], into: Gathered): boolean {
  if (!Array.isArray(side)) return false;
  for (const level of side) {
    if (!Array.isArray(level)) return false;
    // A fourth field `r` says that the level came back into the depth: it is set like any other.
    const [price, quantity, time] = level;
    if (typeof price !== 'string' || typeof quantity !== 'string') return false;
    levels.push([price, quantity]);
    const timeMs = typeof time === 'string' ? Math.floor(Number(time) * 1_000) : 0;
    if (timeMs > into.timeMs) into.timeMs = timeMs;
  }
  return true;
}
