import { type ReactNode, useRef } from 'react';
import { Empty } from './Notes.tsx';
import { useHiddenEdges } from './useHiddenEdges.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned right. */
  readonly isNumber?: boolean;
  /** Stays visible on the right. On a phone each row of such a table is a card. */
  readonly isKept?: boolean;
}

interface DataTableProps<Row> {
  /** Description of the rows, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** Shows a table that scrolls sideways in its own box, so that the page never does. */
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
