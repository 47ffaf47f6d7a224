import { refusals } from './errors.ts';
import type { Parameters } from './parameters.ts';

/** Rows of a list when the request names no number. */
const limitDefault = 100;
/** Maximum number of orders and of trades in one answer. */
export const ordersMax = 100;
export const tradesMax = 1_000;
/** Maximum number of positions, and of changes of a contracts wallet, in one answer. */
export const positionsMax = 100;
export const bookMax = 1_000;
/** Largest offset in a list. */
const reachMax = 100_000;

/** Returns the part of a list, newest first, that a page or an offset asks for. */
export function pageOf<T>(list: readonly T[], query: Parameters, most: number): readonly T[] {
  const limit = query.whole('limit', { least: 1, most }) ?? limitDefault;
  const page = query.whole('page', { least: 1, most: reachMax }) ?? 1;
  const offset = query.whole('offset', { least: 0, most: reachMax }) ?? (page - 1) * limit;
  if (offset > reachMax) throw refusals.invalid('page', page);
  return list.slice(offset, offset + limit);
}

const epochSecondsMax = 9_999_999_999;
/** Span of spot's lists of past orders and trades: by default, and at most. */
const spanSecondsDefault = 7 * 86_400;
const spanSecondsMax = 30 * 86_400;

/** Returns whether a time in ms is within the span that the request gives in seconds. */
export function spanOf(query: Parameters, now: number): (ms: number) => boolean {
  const bounds = { least: 0, most: epochSecondsMax };
  const [from, to] = [query.whole('from', bounds), query.whole('to', bounds)];
  const last = to ?? (from === undefined ? Math.ceil(now / 1_000) : from + spanSecondsDefault);
  const first = from ?? last - spanSecondsDefault;
  if (last - first > spanSecondsMax) throw refusals.invalid('from', first);
  return (ms) => ms >= first * 1_000 && ms < (last + 1) * 1_000;
}

/** The same for contracts, whose lists show all that is kept. */
export function longSpanOf(query: Parameters): (ms: number) => boolean {
  const bounds = { least: 0, most: epochSecondsMax };
  const first = query.whole('from', bounds) ?? 0;
  const last = query.whole('to', bounds) ?? epochSecondsMax;
  return (ms) => ms >= first * 1_000 && ms < (last + 1) * 1_000;
}
