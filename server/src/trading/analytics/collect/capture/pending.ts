import { type FillKey, type FillMarks, type MarksSave, markHorizons } from '../../types.ts';
import type { PastMark } from './marketPast.ts';
import type { FillMarket, Seen } from './prices.ts';

/** A fill whose market is watched until its last horizon is over. */
export interface Pending extends FillKey {
  readonly market: FillMarket;
  /** Time of the fill. */
  readonly atMs: number;
  readonly usd: Pick<FillMarks, 'quoteUsd' | 'feeUsd'>;
  readonly marks: (number | undefined)[];
  markAgeMs: FillMarks['markAgeMs'];
  markMissing: FillMarks['markMissing'];
  halfSpread: number | undefined;
  /** Index into `markHorizons`; equal to its length when all are over. */
  next: number;
}

/** The marks of a fill before anything was seen of its market. */
export const nothingSeen = {
  markAgeMs: undefined,
  markMissing: undefined,
  halfSpread: undefined,
} as const;

/** Messages about the time before a fill may arrive this much after it. */
const settleMs = 1_000;
/** A figure is shared for a second, and another second is left for the answer to the next look. */
const lateMsMin = 2_000;
const latePct = 10;

/** Returns how late a mark may be: a mark of another moment than its horizon is wrong. */
function lateMsMax(horizon: number): number {
  const horizonMs = (markHorizons[horizon] ?? 0) * 1_000;
  return Math.max(lateMsMin, (horizonMs * latePct) / 100);
}

/**
 * Returns the time at which to look for a horizon. For the fill itself it is when all messages
 * about the time before it have arrived.
 */
export function dueMsOf({ atMs, next }: Pick<Pending, 'atMs' | 'next'>): number | undefined {
  const seconds = markHorizons[next];
  if (seconds === undefined) return undefined;
  return atMs + (next === 0 ? settleMs : seconds * 1_000);
}

/** Returns the first horizon, from there on, that can still be met; never the fill's own. */
export function nextInTime(atMs: number, from: number, nowMs: number): number {
  for (let next = Math.max(1, from); next < markHorizons.length; next += 1) {
    const dueMs = dueMsOf({ atMs, next }) ?? nowMs;
    if (nowMs <= dueMs + lateMsMax(next)) return next;
  }
  return markHorizons.length;
}

/** Records the price before the fill, or why it is not known, and goes on. */
export function noteFirst(pending: Pending, past: PastMark, nowMs: number): void {
  pending.marks[0] = past.mark;
  pending.markAgeMs = past.ageMs;
  pending.markMissing = past.missing;
  pending.halfSpread = past.halfSpread;
  pending.next = nextInTime(pending.atMs, 1, nowMs);
}

/**
 * Records the price for the later horizon that is due, when it was seen at or after its moment, and
 * goes on to the next. Stays at this horizon while there is time to look again. Returns true when
 * it was missed.
 */
export function noteMark(pending: Pending, seen: Seen | undefined, nowMs: number): boolean {
  const { next } = pending;
  const dueMs = dueMsOf(pending);
  if (dueMs === undefined) return false;
  const isMet = seen !== undefined && seen.atMs >= dueMs && seen.atMs <= dueMs + lateMsMax(next);
  if (isMet) pending.marks[next] = seen.value;
  else if (nowMs < dueMs + lateMsMax(next)) return false;
  pending.next = nextInTime(pending.atMs, next + 1, nowMs);
  return !isMet;
}

export function toSave(pending: Pending): MarksSave {
  const { accountId, marketType, symbol, venueTradeId, atMs, usd, halfSpread, marks } = pending;
  const isKnown = halfSpread !== undefined || marks.some((mark) => mark !== undefined);
  return {
    accountId,
    marketType,
    symbol,
    venueTradeId,
    atMs,
    ...usd,
    halfSpread,
    source: isKnown ? 'live' : undefined,
    // A copy: the next horizon may come while this is being written.
    marks: [...marks],
    markAgeMs: pending.markAgeMs,
    markMissing: pending.markMissing,
    dueMs: dueMsOf(pending) ?? null,
  };
}
