import { parseRetryAfter } from '../../../../kit/retryAfter.ts';
import { parseJson } from '../json.ts';
import type { TradeAnswer, TradeRequest } from '../live/tradeHttp.ts';
import type { ToldTime } from './clockWatch.ts';
import type { Asked, ToldLimits } from './venueLimits.ts';

/** An error is a code and a sentence; lists, up to megabytes, are not parsed for one twice. */
const errorCharsMax = 4_096;

/** What every exchange says alike: the status, and how long to wait. */
export function plainly({ status, headers }: TradeAnswer, { nowMs }: Asked): ToldLimits {
  return { status, retryAfterMs: parseRetryAfter(headers['retry-after'], nowMs) };
}

/** The parsed body of an answer that is short enough to be an error. */
export function shortBody({ text }: TradeAnswer): unknown {
  return text.length > errorCharsMax ? undefined : parseJson(text);
}

/** A header as a number; undefined where there is none. */
export function headerNumber({ headers }: TradeAnswer, name: string): number | undefined {
  const value = headers[name];
  return value === undefined || value === '' ? undefined : Number(value);
}

/** How long until a time that an exchange names, whether in seconds or in milliseconds. */
export function untilMs(epoch: number | undefined, { nowMs }: Asked): number | undefined {
  if (epoch === undefined || !Number.isFinite(epoch)) return undefined;
  return Math.max(0, (epoch < secondsMax ? epoch * 1_000 : epoch) - nowMs);
}

/** In seconds the year 5138, in milliseconds 1973. */
const secondsMax = 1e11;

/**
 * Uses of a window of ours in the proportion in which an endpoint's own limit is used up. Ours are
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

/** A time to the millisecond; undefined for what is none. */
export function exactTime(told: unknown): ToldTime | undefined {
  const serverMs = typeof told === 'string' || typeof told === 'number' ? Number(told) : 0;
  return serverMs > 0 ? { serverMs, resolutionMs: 1 } : undefined;
}
