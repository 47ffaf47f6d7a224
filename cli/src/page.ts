import { countOf, formatCount } from './vaults/format.ts';

export interface Page {
  readonly total: number;
  readonly page: number;
  readonly size: number;
  /** Number of items on the page. */
  readonly count: number;
}

/** Returns the page's position in the list, and how to see the next page. */
export function placeOf({ total, page, size, count }: Page, noun: string): string {
  if (total === 0) return `no ${noun}s`;
  const from = page * size;
  const to = from + count;
  const all = countOf(total, noun);
  if (count === 0) return `none on page ${formatCount(page)}; ${all} in all`;
  const next = to < total ? `; --page ${page + 1} has the next` : '';
  return `${formatCount(from + 1)} to ${formatCount(to)} of ${all}${next}`;
}
