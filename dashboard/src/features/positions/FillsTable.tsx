import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PerpFillWire } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { now } from '../../shared/clock.ts';
import {
  formatDateTime,
  formatFigure,
  formatPrice,
  formatQuantity,
  formatWord,
  shortId,
} from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { pageSize, perpFillsQuery, type RecordQuestion } from './queries.ts';

const columns: readonly Column<PerpFillWire>[] = [
  { title: 'Time', cell: ({ timestamp }) => formatDateTime(timestamp) },
  { title: 'Account', cell: ({ exchange_account_id }) => exchange_account_id },
  { title: 'Symbol', cell: ({ market }) => market },
  { title: 'Side', cell: ({ side }) => <span className={side}>{formatWord(side)}</span> },
  { title: 'Quantity', isNumber: true, cell: ({ amount }) => formatQuantity(amount) },
  { title: 'Price', isNumber: true, cell: ({ price }) => formatPrice(price) },
  { title: 'Value', isNumber: true, cell: ({ cost }) => formatFigure(cost) },
  {
    title: 'Fee',
    isNumber: true,
    cell: ({ fee, fee_currency }) => `${formatFigure(fee, 4)} ${fee_currency}`,
  },
  { title: 'Order', cell: ({ order_id }) => <span title={order_id}>{shortId(order_id)}</span> },
];

/** Shows fills of perpetuals, the newest first. */
export function FillsTable({ asked }: { asked: RecordQuestion }) {
  const [page, setPage] = useState(0);
  const query = perpFillsQuery(useClient(), { ...asked, page }, now);
  const fills = useQuery({ ...query, placeholderData: keepPreviousData });
  return (
    <Answer of={fills} what="Fills">
      {(found) => (
        <>
          <DataTable
            caption="Fills of perpetuals"
            columns={columns}
            rows={found.fills}
            keyOf={({ exchange_account_id, trade_id }) => `${exchange_account_id} ${trade_id}`}
            empty="No fills of perpetuals in this time. They come seconds after an order fills."
          />
          <Pager
            page={page + 1}
            size={pageSize}
            total={found.total_fills}
            what="fills"
            onPage={(next) => setPage(next - 1)}
          />
        </>
      )}
    </Answer>
  );
}
