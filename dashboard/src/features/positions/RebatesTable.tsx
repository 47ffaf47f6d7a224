import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RebateWire } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { now } from '../../shared/clock.ts';
import { formatCount, formatDateTime, formatFigure } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { pageSize, type RecordQuestion, rebatesQuery } from './queries.ts';

const columns: readonly Column<RebateWire>[] = [
  { title: 'Time', cell: ({ timestamp }) => formatDateTime(timestamp) },
  { title: 'Account', cell: ({ exchange_account_id }) => exchange_account_id },
  { title: 'From', cell: ({ source }) => source },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, currency }) => `${formatFigure(amount, 6)} ${currency}`,
  },
];

/** Shows what exchanges paid back in addition to the fees of fills. */
export function RebatesTable({ asked }: { asked: RecordQuestion }) {
  const [page, setPage] = useState(0);
  const query = rebatesQuery(useClient(), { ...asked, page }, now);
  const rebates = useQuery({ ...query, placeholderData: keepPreviousData });
  return (
    <Answer of={rebates} what="Rebates">
      {(found) => (
        <>
          {found.summary_by_currency.length > 0 && (
            <p className="row positions-figures">
              {found.summary_by_currency.map(({ currency, total_amount, count }) => (
                <Tag key={currency}>
                  {formatFigure(total_amount, 6)} {currency} in {formatCount(count)}
                </Tag>
              ))}
            </p>
          )}
          <DataTable
            caption="Rebates"
            columns={columns}
            rows={found.entries}
            keyOf={({ _id }) => _id}
            empty="No rebates in this time. Programmes that pay apart from fees book them."
          />
          <Pager
            page={page + 1}
            size={pageSize}
            total={found.total}
            what="rebates"
            onPage={(next) => setPage(next - 1)}
          />
        </>
      )}
    </Answer>
  );
}
