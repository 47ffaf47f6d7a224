import type { TextLevel } from '../../../shared/textSide.ts';

/** A message about one spot book, in either version of the stream. */
export interface SpotLevels {
  readonly isSnapshot: boolean;
  readonly bids: readonly TextLevel[];
  readonly asks: readonly TextLevel[];
  /** Absent only in snapshots of version 1. */
  readonly checksum?: number;
  readonly venueTimeMs?: number;
}

/** The same with its number in the stream. */
export interface SpotMessage extends SpotLevels {
  /** Our own count, as the venue gives no number; 0 for a snapshot that nobody requested. */
  readonly number: number;
  /** Number of levels a side that the venue keeps up to date. */
  readonly depth: number;
}

/** A frame about a book, before it has a number; without levels it could not be read. */
export interface SpotBookFrame {
  readonly key: string;
  readonly levels: SpotLevels | undefined;
  /** Given by the frame itself in version 1. */
  readonly depth?: number;
}

const checksumMax = 2 ** 32 - 1;

export function isChecksum(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= checksumMax;
}
