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
  /** Asks if it is time. Returns true when the market is among those that are asked about now. */
  ask(): boolean;
}

/** Half of the age that a mark may have at a fill. */
const pauseMs = 1_000;
/** Longest pause: a venue that does not answer, or whose limit is used up, is left alone. */
const pauseMsMax = 60_000;

/** A call of `ask` may come this much late without delaying the next question. */
const lateMs = 200;

/** Asks about all markets at the same times: one answer of some venues covers many. */
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
      // One answer that did not come must not cost the marks of several seconds.
      dueMs = startMs + Math.min(pauseMsMax, pauseMs * 2 ** failures);
      failures += 1;
      return;
    }
    failures = 0;
    // An answer that another caller got is returned again for a second: the next call asks anew.
    dueMs = mark.atMs === lastMs ? startMs : togetherAt(startMs + pauseMs);
    lastMs = mark.atMs;
    // Paper fills carry our own clock's time.
    const atMs = market.mode === 'paper' ? mark.atMs : mark.venueMs;
    if (atMs !== undefined) heard({ value: mark.value, atMs });
  };
  return {
    ask() {
      if (isAsking) return true;
      if (clock.monotonic() < dueMs) return failures === 0;
      isAsking = true;
      // `ask` never rejects.
      void ask().finally(() => {
        isAsking = false;
      });
      return true;
    },
  };
}
