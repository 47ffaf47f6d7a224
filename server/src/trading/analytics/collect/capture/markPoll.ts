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

export function createMarkPoll({ market, prices, clock, heard }: PollDeps): MarkPoll {
  let waitMs = pauseMs;
  let dueMs = clock.monotonic();
  let isAsking = false;
  let lastMs: number | undefined;

  const ask = async (): Promise<void> => {
    const startMs = clock.monotonic();
    const mark = await prices.mark(market);
    waitMs = mark ? pauseMs : Math.min(pauseMsMax, 2 * waitMs);
    // An answer that somebody else got is told again for a second: the next beat asks anew.
    dueMs = mark && mark.atMs === lastMs ? startMs : startMs + waitMs;
    lastMs = mark?.atMs;
    // Fills on paper are stamped by our own clock.
    if (mark)
      heard({ value: mark.value, atMs: market.mode === 'paper' ? mark.atMs : mark.venueMs });
  };
  return {
    ask() {
      if (isAsking) return true;
      if (clock.monotonic() < dueMs) return waitMs === pauseMs;
      isAsking = true;
      // It never rejects.
      void ask().finally(() => {
        isAsking = false;
      });
      return true;
    },
  };
}
