import { Refusal, refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

interface Paging<T> {
  readonly unasked: number;
  readonly most: number;
  readonly keyOf: (each: T) => string;
}

/**
 * Returns the page after a cursor. A cursor names the first and the last row of its page, escaped
 * for a query. Even the last page names a next one, which is empty.
 */
export function pageOf<T>(
  parameters: Parameters,
  list: readonly T[],
  { unasked, most, keyOf }: Paging<T>,
): { readonly shown: readonly T[]; readonly nextPageCursor: string } {
  const limit = parameters.whole('limit') ?? unasked;
  if (limit < 1 || limit > most) throw refusals.invalid('limit');
  const cursor = parameters.text('cursor');
  const [, last] = cursor?.split(',') ?? [];
  const from = list.findIndex((each) => keyOf(each) === last) + 1;
  if (cursor !== undefined && from === 0) throw refusals.invalid('cursor');
  const shown = list.slice(from, from + limit);
  const keys = [shown[0], shown.at(-1)].flatMap((each) => (each ? [keyOf(each)] : []));
  return { shown, nextPageCursor: encodeURIComponent(keys.join(',')) };
}

/** Lists show at most a week at a time. */
const spanMsMax = 7 * 86_400_000;

export interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the requested span of time. Without a named time it is a list's default, usually a week.
 */
export function windowOf(parameters: Parameters, now: number, unaskedMs = spanMsMax): Window {
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  if (start !== undefined && end !== undefined) {
    if (end - start > spanMsMax) {
      throw new Refusal(10001, 'The time range cannot exceed 7 days');
    }
    if (end < start) throw new Refusal(10001, 'startTime should be less than endTime');
  }
  if (start !== undefined) return { from: start, to: end ?? start + unaskedMs };
  const to = end ?? now;
  return { from: to - unaskedMs, to };
}
