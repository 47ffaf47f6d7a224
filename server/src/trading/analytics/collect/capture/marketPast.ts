import type { Clock } from '../../../../kit/clock.ts';
import type { MarkMissing } from '../../types.ts';
import { createHistory, type History } from './history.ts';
import type { BookSight, FillMarket, Seen } from './prices.ts';

/** The mark of a market before a fill and its age, or why there is none. */
export interface PastMark {
  readonly mark: number | undefined;
  /** Milliseconds by which the mark is older than the fill; at least one. */
  readonly ageMs: number | undefined;
  readonly missing: MarkMissing | undefined;
  /** Half of the spread of the book when it was last seen before the fill, in the quote. */
  readonly halfSpread: number | undefined;
}

/** The recent figures of one market. */
export interface MarketPast {
  addBook(sight: BookSight): void;
  addMark(mark: Seen): void;
  before(atMs: number): PastMark;
}

interface PastDeps {
  readonly market: FillMarket;
  readonly clock: Clock;
}

/** Maximum age of a mark: within two seconds a market moves further than most fills cost. */
const ageMsMax = 2_000;

/** Covers fills from now on. */
export function createMarketPast({ market, clock }: PastDeps): MarketPast {
  const isSpot = market.marketType === 'spot';
  const marks = createHistory();
  const halfSpreads = createHistory();
  const sinceMs = clock.now();
  const whyNone = (atMs: number): MarkMissing => {
    const { forgottenMs } = marks;
    if (forgottenMs !== undefined && atMs <= forgottenMs) return 'late';
    if (atMs <= sinceMs) return 'not_followed';
    return isSpot ? 'no_book' : 'no_mark';
  };
  return {
    addBook({ bid, ask, atMs }) {
      const nowMs = clock.now();
      if (isSpot) marks.add({ value: (bid + ask) / 2, atMs }, nowMs);
      halfSpreads.add({ value: (ask - bid) / 2, atMs }, nowMs);
    },
    addMark: (mark) => marks.add(mark, clock.now()),
    before(atMs) {
      const halfSpread = freshBefore(halfSpreads, atMs)?.value;
      const mark = freshBefore(marks, atMs);
      if (!mark) {
        const missing = marks.before(atMs) ? 'stale' : whyNone(atMs);
        return { ...noMark(missing), halfSpread };
      }
      const ageMs = Math.ceil(atMs - mark.atMs);
      return { mark: mark.value, ageMs, missing: undefined, halfSpread };
    },
  };
}

export function noMark(missing: MarkMissing): PastMark {
  return { mark: undefined, ageMs: undefined, missing, halfSpread: undefined };
}

function freshBefore(history: History, atMs: number): Seen | undefined {
  const last = history.before(atMs);
  return last && atMs - last.atMs <= ageMsMax ? last : undefined;
}
