import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TwapOrderWire } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import {
  formatCount,
  formatDateTime,
  formatFigure,
  formatPct,
  formatPrice,
  formatQuantity,
  formatWord,
} from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { pageSize, type RecordQuestion, twapOrdersQuery } from './queries.ts';

const columns: readonly Column<TwapOrderWire>[] = [
  { title: 'First fill', cell: ({ first_fill_ts }) => formatDateTime(first_fill_ts) },
  { title: 'Account', cell: ({ exchange_account_id }) => exchange_account_id },
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  { title: 'Side', cell: ({ side }) => <span className={side}>{formatWord(side)}</span> },
  {
    title: 'Filled',
    isNumber: true,
    cell: ({ total_filled, total_size }) =>
      `${formatQuantity(total_filled)} of ${formatQuantity(total_size)}`,
  },
  { title: 'Average', isNumber: true, cell: ({ avg_fill_price }) => formatPrice(avg_fill_price) },
  { title: 'Fills', isNumber: true, cell: ({ fill_count }) => formatCount(fill_count) },
  { title: 'Price range', isNumber: true, cell: (row) => formatPct(row.price_range_pct, 2) },
  { title: 'Hours', isNumber: true, cell: (row) => formatFigure(row.time_span_hours) },
];

/** Shows TWAP orders that an exchange itself executed. Those of this service are on Algorithms. */
export function TwapTable({ asked }: { asked: RecordQuestion }) {
  const [page, setPage] = useState(0);
  const query = twapOrdersQuery(useClient(), { ...asked, page });
  const twaps = useQuery({ ...query, placeholderData: keepPreviousData });
  return (
    <Answer of={twaps} what="TWAP orders">
      {(found) => (
        <>
          <DataTable
            caption="TWAP orders of the exchange"
            columns={columns}
            rows={found.entries}
            keyOf={({ _id }) => _id}
            empty="No TWAP orders of an exchange. Hyperliquid has them; ours are on Algorithms."
          />
          <Pager
            page={page + 1}
            size={pageSize}
            total={found.total}
            what="orders"
            onPage={(next) => setPage(next - 1)}
          />
        </>
      )}
    </Answer>
  );
}
