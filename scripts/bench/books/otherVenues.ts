import type { BookCase } from './bookCase.ts';

/** Books of the venues that send their own snapshots. */
export async function otherCases(): Promise<BookCase[]> {
  return [];
}
