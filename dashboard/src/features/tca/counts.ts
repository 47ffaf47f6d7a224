import { formatCount } from '../../shared/format.ts';

/** How many: beside every average, because alone it says nothing. */
export function ofCount(count: number, noun: string): string {
  return `n = ${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
