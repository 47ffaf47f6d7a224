import type { Refusal } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** The part of a list that a request asks for. */
export interface Window {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
  /**
   * True when a time is named: then the list starts at its oldest entry, else it ends at its
   * newest.
   */
  readonly isTimed: boolean;
}

/** Entries of a list at most, and when the request names no number. */
const limitMax = 1_000;
const limitDefault = 500;

export function windowOf(
  parameters: Parameters,
  spanMsMax: number,
  tooLong: () => Refusal,
): Window {
  const [start, end] = [parameters.whole('startTime'), parameters.whole('endTime')];
  if (start !== undefined && end !== undefined && end - start > spanMsMax) throw tooLong();
  const limit = Math.min(parameters.whole('limit') ?? limitDefault, limitMax);
  return {
    from: start ?? (end === undefined ? 0 : end - spanMsMax),
    to: end ?? (start === undefined ? Number.POSITIVE_INFINITY : start + spanMsMax),
    limit,
    isTimed: start !== undefined || end !== undefined,
  };
}

/** Returns the part of a list, oldest first, that a window shows. */
export function within<T>(list: readonly T[], window: Window, timeOf: (each: T) => number): T[] {
  const shown = list.filter((each) => timeOf(each) >= window.from && timeOf(each) <= window.to);
  return window.isTimed ? shown.slice(0, window.limit) : shown.slice(-window.limit);
}
