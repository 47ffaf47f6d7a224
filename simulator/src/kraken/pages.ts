import type { Parameters } from './parameters.ts';

/** Number of rows in one answer. */
const pageLength = 50;

/**
 * Returns a part of a list, newest first: after `start` and up to `end`, both in seconds, without
 * the newest `ofs`.
 */
export function pageOf<Row>(
  parameters: Parameters,
  newest: readonly Row[],
  timeOf: (row: Row) => number,
) {
  const [start, end] = [parameters.whole('start'), parameters.whole('end')];
  const shown = newest.filter((row) => {
    const at = timeOf(row);
    return (start === undefined || at > start * 1_000) && (end === undefined || at <= end * 1_000);
  });
  const from = parameters.whole('ofs') ?? 0;
  const isCounted = parameters.flag('without_count') !== true;
  return {
    rows: shown.slice(from, from + pageLength),
    count: isCounted ? { count: shown.length } : {},
  };
}
