import type { Fields } from '../../shared/json.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';

/** Rows that the venue lists oldest first from a time on, with a limited number per answer. */
export interface PagedRows<Entry> {
  readonly pageSize: number;
  ask(period: Readonly<{ startTime: number; endTime?: number }>): Promise<readonly Fields[]>;
  /** Returns undefined for a row that is not wanted. */
  read(row: Fields): Entry | undefined;
  idOf(entry: Entry): string;
}

/** The answers that one call may request: no more than reads may weigh in a minute. */
export interface Budget {
  spend(): void;
}

export function createBudget(requestsMax: number): Budget {
  let left = requestsMax;
  return {
    spend() {
      left -= 1;
      if (left < 0) throw new DialectRefusal(tooMuch);
    },
  };
}

const tooMuch =
  'This would take Hyperliquid too many answers: ask for fewer records, or from a later time on.';

/** Returns the entries of a period, page by page, until there are enough. */
export async function entriesFrom<Entry>(
  { pageSize, ask, read, idOf }: PagedRows<Entry>,
  period: Readonly<{ startTime: number; endTime?: number }>,
  { count, budget }: { readonly count: number; readonly budget: Budget },
): Promise<readonly Entry[]> {
  const found = new Map<string, Entry>();
  let { startTime } = period;
  while (found.size < count) {
    budget.spend();
    const rows = await ask({ ...period, startTime });
    for (const entry of rows.flatMap((row) => read(row) ?? [])) found.set(idOf(entry), entry);
    if (rows.length < pageSize) break;
    const lastMs = timeOf(required(rows.at(-1), 'last row of a page'));
    // A page begins with the millisecond in which the last one ended, which may have been
    // incomplete.
    startTime = lastMs > startTime ? lastMs : lastMs + 1;
  }
  return [...found.values()];
}

export function timeOf(row: Fields): number {
  return required(readPositive(row.time), 'time of a record');
}
