import type { Fields } from './fields.ts';

/** Maximum and default number of rows in an answer. */
const limitMax = 100;

/** Returns the requested part of a list; the newest always come first. */
export function pageOf<T>(
  newestFirst: readonly T[],
  fields: Fields,
  { idOf, timeOf }: { readonly idOf: (each: T) => string; readonly timeOf: (each: T) => number },
): T[] {
  const [after, before] = [fields.whole('after'), fields.whole('before')];
  // Read as text, because the ids are too large for a number.
  const [older, newer] = [fields.text('after'), fields.text('before')];
  const [begin, end] = [fields.whole('begin'), fields.whole('end')];
  const limit = Math.min(fields.whole('limit') ?? limitMax, limitMax);
  return newestFirst
    .filter(
      (each) =>
        (after === undefined || BigInt(idOf(each)) < BigInt(older ?? '0')) &&
        (before === undefined || BigInt(idOf(each)) > BigInt(newer ?? '0')) &&
        (begin === undefined || timeOf(each) >= begin) &&
        (end === undefined || timeOf(each) <= end),
    )
    .slice(0, limit);
}
