import { type ReactNode, useRef } from 'react';
import { Empty } from './Notes.tsx';
import { useHiddenEdges } from './useHiddenEdges.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
  /** Stays in sight at the right; on a telephone each row of such a table is a card. */
  readonly isKept?: boolean;
}

interface DataTableProps<Row> {
  /** What the rows are, for those who hear the page. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of no rows. */
  readonly empty: ReactNode;
}

/** A table that scrolls sideways in its own box, so that the page never does. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, empty } = props;
  const section = useRef<HTMLElement>(null);
  const more = useHiddenEdges(section, rows.length === 0);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  const box = columns.some(({ isKept }) => isKept) ? 'table-box cards' : 'table-box';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section ref={section} className={box} aria-label={caption} tabIndex={0} data-more={more}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" className={classOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} className={classOf(column)} data-title={column.title}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf<Row>({ isNumber, isKept }: Column<Row>): string | undefined {
  if (isNumber) return 'number';
  return isKept ? 'kept' : undefined;
}
