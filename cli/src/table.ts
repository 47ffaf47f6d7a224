import { alignRows, type Paint, printable } from './text.ts';

/** Returns aligned rows under a bold header. */
export function withHeader(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  paint: Paint,
): string {
  const printed = rows.map((row) => row.map(printable));
  const [headline = '', ...lines] = alignRows([header, ...printed]).split('\n');
  return [paint.bold(headline), ...lines].join('\n');
}

/** Returns one field per line. Unknown fields are left out. */
export function renderPairs(
  pairs: readonly (readonly [name: string, value: string | null | undefined])[],
): string {
  const rows = pairs.flatMap(([name, value]) => (value == null ? [] : [[name, printable(value)]]));
  return rows.length === 0 ? '' : alignRows(rows);
}
