/** The mark price during one minute, in ticks. */
export interface MarkMinute {
  /** Start of the minute. */
  readonly at: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

export interface MinuteSpan {
  readonly from: number;
  readonly to: number;
}

/** History of mark prices. */
export interface MarkHistory {
  add(market: string, at: number, ticks: number): void;
  /** Returns minutes that begin within the span, oldest first; none from before the first mark. */
  minutes(market: string, span: MinuteSpan): readonly MarkMinute[];
}

export const minuteMs = 60_000;
/** Enough for many days of tests, and for hours of a market that moves by itself. */
const changesMax = 20_000;
/** Changes beyond the maximum before the oldest are dropped: dropping one each time is slow. */
const changesSlack = 2_000;

interface Change {
  readonly at: number;
  readonly ticks: number;
}

export function createMarkHistory(): MarkHistory {
  const changes = new Map<string, Change[]>();
  return {
    add(market, at, ticks) {
      const own = changes.get(market) ?? [];
      own.push({ at, ticks });
      if (own.length > changesMax + changesSlack) own.splice(0, own.length - changesMax);
      changes.set(market, own);
    },
    minutes(market, { from, to }) {
      const own = changes.get(market) ?? [];
      const begin = Math.floor((own[0]?.at ?? Number.POSITIVE_INFINITY) / minuteMs) * minuteMs;
      const found: MarkMinute[] = [];
      let at = Math.max(Math.ceil(from / minuteMs) * minuteMs, begin);
      for (; at <= to; at += minuteMs) found.push(minuteOf(own, at));
      return found;
    },
  };
}

/**
 * Returns a minute that opens at the last price before it; the first minute opens at its first one.
 */
function minuteOf(changes: readonly Change[], at: number): MarkMinute {
  const before = changes.findLast((change) => change.at <= at)?.ticks;
  const within = changes
    .filter((change) => change.at > at && change.at < at + minuteMs)
    .map(({ ticks }) => ticks);
  const all = before === undefined ? within : [before, ...within];
  return {
    at,
    open: all[0] ?? 0,
    close: all.at(-1) ?? 0,
    high: Math.max(...all),
    low: Math.min(...all),
  };
}
