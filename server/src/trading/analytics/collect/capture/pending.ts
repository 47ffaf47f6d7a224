import { type FillKey, type FillMarks, type MarksSave, markHorizons } from '../../types.ts';
import type { FillMarket, Seen } from './prices.ts';

/** A fill whose market is looked at, until its last horizon is over. */
export interface Pending extends FillKey {
  readonly market: FillMarket;
  /** Of the fill. */
  readonly atMs: number;
  readonly usd: Pick<FillMarks, 'quoteUsd' | 'feeUsd'>;
  readonly marks: (number | undefined)[];
  halfSpread: number | undefined;
  /** Into `markHorizons`; as many as there are: over. */
  next: number;
}

/** Fills share what is seen of a market for a second: too old a sight would be of before it. */
const earlyMsMax = 250;
const lateMsMin = 1_000;
const latePct = 10;

/** A mark of another moment than its horizon is a false one. */
function lateMsMax(horizon: number): number {
  const horizonMs = (markHorizons[horizon] ?? 0) * 1_000;
  return Math.max(lateMsMin, (horizonMs * latePct) / 100);
}

export function dueMsOf({ atMs, next }: Pick<Pending, 'atMs' | 'next'>): number | undefined {
  const seconds = markHorizons[next];
  return seconds === undefined ? undefined : atMs + seconds * 1_000;
}

/** The first horizon from there on that can still be met. */
export function nextInTime(atMs: number, from: number, nowMs: number): number {
  for (let next = from; next < markHorizons.length; next += 1) {
    const dueMs = dueMsOf({ atMs, next }) ?? nowMs;
    if (nowMs <= dueMs + lateMsMax(next)) return next;
  }
  return markHorizons.length;
}

/** Whether a figure is of that moment. */
function isOf({ atMs }: Seen, momentMs: number, horizon: number): boolean {
  return atMs >= momentMs - earlyMsMax && atMs <= momentMs + lateMsMax(horizon);
}

/**
 * Notes what was seen for the horizon that is due and goes on to the next; it stays at this one
 * while there is time to look again. Returns whether a horizon was missed.
 */
export function noteMark(pending: Pending, seen: Seen | undefined, nowMs: number): boolean {
  const { next } = pending;
  const dueMs = dueMsOf(pending);
  if (dueMs === undefined) return false;
  const isMet = seen !== undefined && isOf(seen, dueMs, next);
  if (isMet) pending.marks[next] = seen.value;
  else if (nowMs < dueMs + lateMsMax(next)) return false;
  pending.next = nextInTime(pending.atMs, next + 1, nowMs);
  return !isMet;
}

/** The spread of another moment than the fill's says nothing of its cost. */
export function noteHalfSpread(pending: Pending, seen: Seen | undefined): void {
  if (seen && isOf(seen, pending.atMs, 0)) pending.halfSpread = seen.value;
}

export function toSave(pending: Pending): MarksSave {
  const { accountId, marketType, symbol, venueTradeId, atMs, usd, halfSpread, marks } = pending;
  const isKnown = halfSpread !== undefined || marks.some((mark) => mark !== undefined);
  return {
    ...{ accountId, marketType, symbol, venueTradeId, atMs, ...usd, halfSpread },
    source: isKnown ? 'live' : undefined,
    // A copy: the next horizon may come while this is being written.
    marks: [...marks],
    dueMs: dueMsOf(pending) ?? null,
  };
}
