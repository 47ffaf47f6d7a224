import { formatCount } from '../../shared/format.ts';

/** Returns a count to show beside an average, which means nothing without it. */
export function ofCount(count: number, noun: string): string {
  return `n = ${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
