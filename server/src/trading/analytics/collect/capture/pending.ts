import { type FillKey, type FillMarks, type MarksSave, markHorizons } from '../../types.ts';
import type { PastMark } from './marketPast.ts';
import type { FillMarket, Seen } from './prices.ts';

/** A fill whose market is looked at, until its last horizon is over. */
export interface Pending extends FillKey {
  readonly market: FillMarket;
  /** Of the fill. */
  readonly atMs: number;
  readonly usd: Pick<FillMarks, 'quoteUsd' | 'feeUsd'>;
  readonly marks: (number | undefined)[];
  markAgeMs: FillMarks['markAgeMs'];
  markMissing: FillMarks['markMissing'];
  halfSpread: number | undefined;
  /** Into `markHorizons`; as many as there are: over. */
  next: number;
}

/** A fill as it is known before anything was seen of its market. */
export const nothingSeen = {
  markAgeMs: undefined,
  markMissing: undefined,
  halfSpread: undefined,
} as const;

/** Words of before a fill may come after it, by as much. */
const settleMs = 1_000;
/** A figure of a second is shared, and another second is left for the answer to the next look. */
const lateMsMin = 2_000;
const latePct = 10;

/** A mark of another moment than its horizon is a false one. */
function lateMsMax(horizon: number): number {
  const horizonMs = (markHorizons[horizon] ?? 0) * 1_000;
  return Math.max(lateMsMin, (horizonMs * latePct) / 100);
}

/** When a horizon is to be looked at; of the fill itself, once all words of before it have come. */
export function dueMsOf({ atMs, next }: Pick<Pending, 'atMs' | 'next'>): number | undefined {
  const seconds = markHorizons[next];
  if (seconds === undefined) return undefined;
  return atMs + (next === 0 ? settleMs : seconds * 1_000);
}

/** The first horizon from there on that can still be met; the fill's own is not of them. */
export function nextInTime(atMs: number, from: number, nowMs: number): number {
  for (let next = Math.max(1, from); next < markHorizons.length; next += 1) {
    const dueMs = dueMsOf({ atMs, next }) ?? nowMs;
    if (nowMs <= dueMs + lateMsMax(next)) return next;
  }
  return markHorizons.length;
}

/** Notes where the market stood before the fill, or why that is not known, and goes on. */
export function noteFirst(pending: Pending, past: PastMark, nowMs: number): void {
  pending.marks[0] = past.mark;
  pending.markAgeMs = past.ageMs;
  pending.markMissing = past.missing;
  pending.halfSpread = past.halfSpread;
  pending.next = nextInTime(pending.atMs, 1, nowMs);
}

/**
 * Notes what was seen for the later horizon that is due, at or after its moment, and goes on to the
 * next; it stays at this one while there is time to look again. Returns whether it was missed.
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
