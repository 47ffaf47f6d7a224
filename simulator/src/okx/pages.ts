import type { Fields } from './fields.ts';

/** The longest answer, which is also what comes unasked. */
const limitMax = 100;

/** The part of a list that is asked for; the newest come first, whatever is asked. */
export function pageOf<T>(
  newestFirst: readonly T[],
  fields: Fields,
  { idOf, timeOf }: { readonly idOf: (each: T) => string; readonly timeOf: (each: T) => number },
): T[] {
  const [after, before] = [fields.whole('after'), fields.whole('before')];
  // As text: the ids are beyond what a number keeps.
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
