import { memo } from 'react';
import { useCalmBooks } from '../../shared/books/hooks.ts';
import { formatPrice, formatQuantity } from '../../shared/format.ts';
import { type LadderRow, mergeSide } from './ladder.ts';
import { selectVenues, sidesOf } from './selection.ts';
import type { Side } from './steps.ts';

/** More levels could not be remembered while they are read out. */
const levels = 5;
/** Time that it takes to read out a row. */
const tableMs = 3_000;

interface LadderTableProps {
  readonly symbol: string;
  readonly off: ReadonlySet<string>;
  readonly step: number | undefined;
}

/**
 * Shows the best levels of the merged book to screen readers, every few seconds and not announced.
 */
export const LadderTable = memo(function LadderTable({ symbol, off, step }: LadderTableProps) {
  const books = useCalmBooks(symbol, tableMs);
  const { shown } = selectVenues(books, off);
  const rowsOf = (side: Side) =>
    mergeSide(sidesOf(books, shown, side), { side, step, rowCount: levels });
  return (
    <div className="visually-hidden">
      <table>
        <caption>
          Merged order book of {symbol}, the best {levels} prices of each side
        </caption>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">Price</th>
            <th scope="col">Quantity</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          <Rows side="Ask" rows={rowsOf('asks').toReversed()} />
          <Rows side="Bid" rows={rowsOf('bids')} />
        </tbody>
      </table>
    </div>
  );
});

function Rows({ side, rows }: { side: string; rows: readonly LadderRow[] }) {
  return rows.map(({ price, quantity, cumulative, isPartial }) => (
    <tr key={price}>
      <td>{side}</td>
      <td>{formatPrice(price)}</td>
      <td>{formatQuantity(quantity)}</td>
      <td>{`${isPartial ? 'at least ' : ''}${formatQuantity(cumulative)}`}</td>
    </tr>
  ));
}
