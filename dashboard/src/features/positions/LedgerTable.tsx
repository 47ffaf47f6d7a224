import { useQueries } from '@tanstack/react-query';
import type { LedgerEntryWire, TradedAccountWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatCount, formatDateTime, formatFigure } from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { ledgerLimit, ledgerQuery } from './queries.ts';
import { Signed } from './Signed.tsx';
import { sumsByCode } from './sumsByCode.ts';

interface LedgerTableProps {
  readonly kind: 'funding' | 'realised';
  readonly accounts: readonly TradedAccountWire[];
  readonly days: number | undefined;
}

interface Row extends LedgerEntryWire {
  readonly accountId: string;
}

const columns: readonly Column<Row>[] = [
  { title: 'Time', cell: ({ timestamp }) => formatDateTime(timestamp) },
  { title: 'Account', cell: ({ accountId }) => accountId },
  { title: 'Symbol', cell: ({ symbol }) => symbol ?? '–' },
  {
    title: 'Amount',
    isNumber: true,
    cell: ({ amount, code }) => (
      <Signed value={amount} text={`${formatFigure(amount, 4)} ${code}`} />
    ),
  },
];

const words = {
  funding: {
    caption: 'Funding paid and received',
    empty:
      'No funding in this time. Positions pay and receive it at the due times of the exchange.',
  },
  realised: {
    caption: 'Realised profits and losses',
    empty: 'No realised profits or losses in this time. Reducing a position realises them.',
  },
} as const;

/** Shows the exchanges' bookings of all shown accounts, the newest first. */
export function LedgerTable({ kind, accounts, days }: LedgerTableProps) {
  const client = useClient();
  const nowMs = useNow(60_000);
  const answers = useQueries({
    queries: accounts.map(({ exchange_account_id: id }) => ledgerQuery(client, kind, id)),
  });
  const sinceMs = days === undefined ? 0 : nowMs - days * 86_400_000;
  const booked = accounts.map(({ exchange_account_id: accountId }, at) => {
    return { accountId, error: answers[at]?.error, entries: answers[at]?.data ?? [] };
  });
  const rows = booked
    .flatMap(({ accountId, entries }) => entries.map((entry) => ({ ...entry, accountId })))
    .filter(({ timestamp }) => timestamp >= sinceMs)
    .sort((left, right) => right.timestamp - left.timestamp);
  const cut = booked.filter(({ entries }) => entries.length === ledgerLimit);
  const isPending = answers.some((answer) => answer.isPending);
  return (
    <>
      {booked.map(({ accountId, error }) =>
        error ? (
          <ErrorNote key={accountId} error={error} what={`${accountId} cannot be read`} />
        ) : null,
      )}
      {cut.length > 0 && (
        <Note>
          Shown are the newest {formatCount(ledgerLimit)} of each account; there are more of{' '}
          {cut.map(({ accountId }) => accountId).join(', ')}. Performance has the sums of all.
        </Note>
      )}
      {rows.length > 0 && (
        <p className="row positions-figures">
          {sumsByCode(rows).map(({ code, sum, count }) => (
            <Tag key={code}>
              {formatFigure(sum, 4)} {code} in {formatCount(count)}
            </Tag>
          ))}
        </p>
      )}
      <DataTable
        caption={words[kind].caption}
        columns={columns}
        rows={rows}
        keyOf={({ accountId, id }) => `${accountId} ${id}`}
        empty={isPending ? 'Loading…' : words[kind].empty}
      />
    </>
  );
}
