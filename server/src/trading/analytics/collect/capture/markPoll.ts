import type { Clock } from '../../../../kit/clock.ts';
import type { FillMarket, MarketPrices, Seen } from './prices.ts';

interface PollDeps {
  readonly market: FillMarket;
  readonly prices: MarketPrices;
  readonly clock: Clock;
  readonly heard: (mark: Seen) => void;
}

/** Asks an exchange for the mark price of one market, again and again. */
export interface MarkPoll {
  /** Asks if it is time; returns whether it counts among the markets that are asked for now. */
  ask(): boolean;
}

/** Half of the age that a mark may have at a fill. */
const pauseMs = 1_000;
/** A venue that does not answer, or has no room in its limits for us, is left alone for longer. */
const pauseMsMax = 60_000;

/** A beat may come late by as much without the next question being put off. */
const lateMs = 200;

/** All markets are asked for at the same times: one answer of some venues tells many. */
function togetherAt(atMs: number): number {
  return Math.ceil((atMs - lateMs) / pauseMs) * pauseMs;
}

export function createMarkPoll({ market, prices, clock, heard }: PollDeps): MarkPoll {
  let failures = 0;
  let dueMs = clock.monotonic();
  let isAsking = false;
  let lastMs: number | undefined;

  const ask = async (): Promise<void> => {
    const startMs = clock.monotonic();
    const mark = await prices.mark(market);
    if (!mark) {
      // One answer that did not come must not cost the marks of seconds.
      dueMs = startMs + Math.min(pauseMsMax, pauseMs * 2 ** failures);
      failures += 1;
      return;
    }
    failures = 0;
    // An answer that somebody else got is told again for a second: the next beat asks anew.
    dueMs = mark.atMs === lastMs ? startMs : togetherAt(startMs + pauseMs);
    lastMs = mark.atMs;
    // Fills on paper are stamped by our own clock.
    const atMs = market.mode === 'paper' ? mark.atMs : mark.venueMs;
    if (atMs !== undefined) heard({ value: mark.value, atMs });
  };
  return {
    ask() {
      if (isAsking) return true;
      if (clock.monotonic() < dueMs) return failures === 0;
      isAsking = true;
      // It never rejects.
      void ask().finally(() => {
        isAsking = false;
      });
      return true;
    },
  };
}
