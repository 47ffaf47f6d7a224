import type { CandleQuery, MarkCandle } from '../../perpsPort.ts';
import { readPositive } from '../wireFields.ts';
import type { PublicCall } from './dialectCall.ts';
import { DialectRefusal } from './failures.ts';

const minuteMs = 60_000;
/** A day: a caller that wants more asks again. */
const minutesMax = 1_440;

/** Consecutive minutes, given by the start times of the first and the last. */
export interface MinuteSpan {
  readonly firstMs: number;
  readonly lastMs: number;
  /** By the venue's clock. */
  readonly nowMs: number;
}

/** A venue's list of the mark price by the minute. */
export interface MinuteList {
  /** Maximum number of minutes in one request. */
  readonly pageSize: number;
  /**
   * Number of minutes back from now that the list covers; left out if it covers all requests.
   */
  readonly reachMinutes?: number;
  ask(span: MinuteSpan): Promise<readonly (MarkCandle | undefined)[]>;
}

/** Returns the minutes that are over, oldest first: the running minute has no close yet. */
export async function readMinutes(
  { client }: PublicCall,
  { fromMs, toMs }: CandleQuery,
  { pageSize, reachMinutes, ask }: MinuteList,
): Promise<readonly MarkCandle[]> {
  const nowMs = client.milliseconds();
  const runningMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const earliestMs =
    reachMinutes === undefined ? fromMs : runningMinuteMs - reachMinutes * minuteMs;
  const firstMs = Math.ceil(Math.max(fromMs, earliestMs) / minuteMs) * minuteMs;
  const lastMs = Math.min(Math.floor(toMs / minuteMs) * minuteMs, runningMinuteMs - minuteMs);
  if ((lastMs - firstMs) / minuteMs >= minutesMax) {
    throw new DialectRefusal('Mark prices by the minute are read for a day at most.');
  }
  const found = new Map<number, MarkCandle>();
  for (let pageStartMs = firstMs; pageStartMs <= lastMs; pageStartMs += pageSize * minuteMs) {
    const pageEndMs = Math.min(pageStartMs + (pageSize - 1) * minuteMs, lastMs);
    for (const candle of await ask({ firstMs: pageStartMs, lastMs: pageEndMs, nowMs })) {
      const isInPage = candle && candle.openMs >= pageStartMs && candle.openMs <= pageEndMs;
      if (isInPage) found.set(candle.openMs, candle);
    }
  }
  return [...found.values()].sort((a, b) => a.openMs - b.openMs);
}

/** Returns the candles that the query asks for, oldest first. */
export function candlesWithin(
  candles: readonly MarkCandle[],
  { fromMs, toMs }: CandleQuery,
): readonly MarkCandle[] {
  return candles
    .filter(({ openMs }) => openMs >= fromMs && openMs <= toMs)
    .sort((a, b) => a.openMs - b.openMs);
}

/** Converts a row of the venue; returns undefined when it has no price for that minute. */
export function minuteOf(openMs: unknown, open: unknown, close: unknown): MarkCandle | undefined {
  const [at, first, last] = [readPositive(openMs), readPositive(open), readPositive(close)];
  if (at === undefined || first === undefined || last === undefined) return undefined;
  return { openMs: at, open: first, close: last };
}
