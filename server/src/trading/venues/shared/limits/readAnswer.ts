import { parseRetryAfter } from '../../../../kit/retryAfter.ts';
import { parseJson } from '../json.ts';
import type { TradeAnswer, TradeRequest } from '../live/tradeHttp.ts';
import type { ReportedTime } from './clockWatch.ts';
import type { ReportedLimits, SentCall } from './venueLimits.ts';

/**
 * An error is a code and a sentence; lists of up to megabytes are not parsed twice to look for one.
 */
const errorCharsMax = 4_096;

/** Reads what every exchange says in the same way: the status, and how long to wait. */
export function plainly({ status, headers }: TradeAnswer, { nowMs }: SentCall): ReportedLimits {
  return { status, retryAfterMs: parseRetryAfter(headers['retry-after'], nowMs) };
}

/** Returns the parsed body of an answer that is short enough to be an error. */
export function shortBody({ text }: TradeAnswer): unknown {
  return text.length > errorCharsMax ? undefined : parseJson(text);
}

/** Returns a header as a number; undefined when there is none. */
export function headerNumber({ headers }: TradeAnswer, name: string): number | undefined {
  const value = headers[name];
  return value === undefined || value === '' ? undefined : Number(value);
}

/** Returns the ms until a time that an exchange names, whether in seconds or in milliseconds. */
export function untilMs(epoch: number | undefined, { nowMs }: SentCall): number | undefined {
  if (epoch === undefined || !Number.isFinite(epoch)) return undefined;
  return Math.max(0, (epoch < secondsMax ? epoch * 1_000 : epoch) - nowMs);
}

/** In seconds the year 5138, in milliseconds 1973. */
const secondsMax = 1e11;

/**
 * Returns uses of our own window in the proportion in which an endpoint's limit is used up. Ours is
 * the narrowest of several endpoints, so their counts cannot be compared.
 */
export function usedOf(
  capacity: number,
  { limit, left }: { readonly limit: number | undefined; readonly left: number | undefined },
): number | undefined {
  if (limit === undefined || left === undefined || limit <= 0) return undefined;
  return (capacity * (limit - left)) / limit;
}

export function publicGet(url: string): TradeRequest {
  return { url, method: 'GET', headers: { 'user-agent': 'windlass' }, body: undefined };
}

/** Returns a time to the millisecond; undefined when the value is no time. */
export function exactTime(told: unknown): ReportedTime | undefined {
  const serverMs = typeof told === 'string' || typeof told === 'number' ? Number(told) : 0;
  return serverMs > 0 ? { serverMs, resolutionMs: 1 } : undefined;
}
