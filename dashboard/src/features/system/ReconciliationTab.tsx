import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '@windlass/client';
import {
  type DifferenceWire,
  differenceKindWords,
  type ReconciledAccountWire,
} from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import {
  formatAgo,
  formatCount,
  formatDateTime,
  formatMany,
  formatWord,
  shortId,
  unknownText,
} from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { SelectField } from '../../shared/ui/Field.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Segments } from '../../shared/ui/Segments.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { reconciliationQuery } from './queries.ts';

const size = 50;

type Compare = (input: InputOf<'compareAccounts'>) => void;

/** Shows the comparison of accounts with their exchanges, and the differences. */
export function ReconciliationTab() {
  const client = useClient();
  const queries = useQueryClient();
  const all = useQuery(reconciliationQuery(client, { size: 1 }));
  const compare = useMutation({
    mutationFn: (input: InputOf<'compareAccounts'>) => client.compareAccounts(input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['system', 'reconciliation'] }),
  });
  const { isPending, error, data: found } = compare;
  return (
    <div className="stack">
      <Panel
        title="Accounts and their exchanges"
        flush
        aside={
          <button
            type="button"
            className="button small"
            disabled={isPending}
            onClick={() => compare.mutate({})}
          >
            {isPending ? 'Comparing…' : 'Compare all now'}
          </button>
        }
      >
        {error && <ErrorNote error={error} what="The comparison failed" />}
        {found && (
          <Note mood={found.total === 0 ? 'good' : 'warn'}>
            {`${formatMany(found.accounts.length, 'account')} compared, `}
            {`${formatMany(found.total, 'difference')} found.`}
          </Note>
        )}
        <Answer of={all} what="The reconciliation">
          {({ accounts }) => (
            <ComparedTable accounts={accounts} isPending={isPending} onCompare={compare.mutate} />
          )}
        </Answer>
      </Panel>
      <DifferencesPanel ids={all.data?.accounts.map(({ exchange_account_id: id }) => id) ?? []} />
    </div>
  );
}

const statusMoods = {
  ok: 'good',
  differences: 'bad',
  venue_unavailable: 'warn',
  not_compared: undefined,
} as const;

function StatusCell({ of: account }: { of: ReconciledAccountWire }) {
  const { status, unavailable_reason, unavailable_since } = account;
  return (
    <>
      <Tag mood={statusMoods[status]}>{formatWord(status)}</Tag>
      {unavailable_reason !== null && (
        <div className="small bad system-reason">
          {`${unavailable_reason} (since ${formatDateTime(unavailable_since)})`}
        </div>
      )}
    </>
  );
}

interface ComparedTableProps {
  readonly accounts: readonly ReconciledAccountWire[];
  readonly isPending: boolean;
  readonly onCompare: Compare;
}

function ComparedTable({ accounts, isPending, onCompare }: ComparedTableProps) {
  const nowMs = useNow(5_000);
  const columns: readonly Column<ReconciledAccountWire>[] = [
    {
      title: 'Account',
      cell: ({ exchange_account_id: id, exchange }) => (
        <>
          <strong>{id}</strong>
          <div className="small muted">
            <VenueTag venue={exchange} />
          </div>
        </>
      ),
    },
    { title: 'Status', cell: (account) => <StatusCell of={account} /> },
    { title: 'Open differences', isNumber: true, cell: (row) => formatCount(row.open_differences) },
    { title: 'Unsettled orders', isNumber: true, cell: (row) => formatCount(row.unsettled_orders) },
    { title: 'Compared', cell: (row) => formatAgo(row.last_compared_at, nowMs) },
    { title: 'Orders', isNumber: true, cell: (row) => formatCount(row.orders_compared) },
    { title: 'Fills', isNumber: true, cell: (row) => formatCount(row.fills_compared) },
    { title: 'Balances', isNumber: true, cell: (row) => formatCount(row.balances_compared) },
    { title: 'Order streams', cell: ({ order_streams }) => <Streams of={order_streams} /> },
    {
      title: '',
      cell: ({ exchange_account_id: id }) => (
        <button
          type="button"
          className="button small"
          aria-label={`Compare now: ${id}`}
          disabled={isPending}
          onClick={() => onCompare({ exchange_account_id: id })}
        >
          Compare now
        </button>
      ),
    },
  ];
  return (
    <DataTable
      caption="Accounts compared with their exchanges"
      columns={columns}
      rows={accounts}
      keyOf={({ exchange_account_id: id }) => id}
      empty="No account is there to compare."
    />
  );
}

const streamMoods = { live: 'good', opening: 'info', down: 'bad', closed: undefined } as const;

function Streams({ of: streams }: { of: ReconciledAccountWire['order_streams'] }) {
  if (streams.length === 0) return <span className="muted">none</span>;
  return (
    <span className="system-tags">
      {streams.map(({ name, state }) => (
        <Tag key={name} mood={streamMoods[state]}>{`${name}: ${state}`}</Tag>
      ))}
    </span>
  );
}

type Kind = DifferenceWire['kind'];
type Which = 'open' | 'resolved' | 'all';

function DifferencesPanel({ ids }: { ids: readonly string[] }) {
  const [which, setWhich] = useState<Which>('open');
  const [account, setAccount] = useState('');
  const [kind, setKind] = useState<Kind>();
  const [page, setPage] = useState(1);
  const differences = useQuery(
    reconciliationQuery(useClient(), {
      page: page - 1,
      size,
      ...(account !== '' && { exchange_account_id: account }),
      ...(kind !== undefined && { kind }),
      ...(which !== 'all' && { resolved: which === 'resolved' }),
    }),
  );
  const narrow = (set: () => void) => {
    set();
    setPage(1);
  };
  return (
    <Panel
      title="Differences"
      flush
      aside={
        <Segments
          label="Which differences"
          value={which}
          onChange={(value) => narrow(() => setWhich(value))}
          options={[
            ['open', 'Open'],
            ['resolved', 'Resolved'],
            ['all', 'All'],
          ]}
        />
      }
    >
      <DifferenceFilters
        ids={ids}
        account={account}
        kind={kind}
        onAccount={(value) => narrow(() => setAccount(value))}
        onKind={(value) => narrow(() => setKind(value))}
      />
      <Answer of={differences} what="Differences">
        {({ differences: rows, total }) => (
          <>
            <DataTable
              caption="Differences"
              columns={differenceColumns}
              rows={rows}
              keyOf={({ id }) => id}
              empty={which === 'open' ? 'No mismatches.' : 'No difference of this kind was found.'}
            />
            {total > 0 && (
              <Pager page={page} size={size} total={total} what="differences" onPage={setPage} />
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

interface DifferenceFiltersProps {
  readonly ids: readonly string[];
  /** Empty means all. */
  readonly account: string;
  readonly kind: Kind | undefined;
  readonly onAccount: (account: string) => void;
  readonly onKind: (kind: Kind | undefined) => void;
}

function DifferenceFilters(props: DifferenceFiltersProps) {
  const { ids, account, kind, onAccount, onKind } = props;
  return (
    <div className="system-filters">
      <SelectField
        label="Account"
        value={account}
        onChange={onAccount}
        options={[['', 'All accounts'], ...ids.map((id) => [id, id] as const)]}
      />
      <SelectField
        label="Kind"
        value={kind ?? ''}
        onChange={(value) => onKind(differenceKindWords.find((word) => word === value))}
        options={[
          ['', 'All kinds'],
          ...differenceKindWords.map((word) => [word, formatWord(word)] as const),
        ]}
      />
    </div>
  );
}

const differenceColumns: readonly Column<DifferenceWire>[] = [
  { title: 'Kind', cell: ({ kind }) => formatWord(kind) },
  { title: 'Account', cell: ({ exchange_account_id: id }) => id },
  {
    title: 'About',
    cell: ({ symbol, asset, order_id }) => (
      <>
        {symbol ?? asset ?? unknownText}
        {order_id !== null && (
          <code className="muted" title={order_id}>
            {` ${shortId(order_id)}`}
          </code>
        )}
      </>
    ),
  },
  { title: 'Stored', isNumber: true, cell: ({ expected }) => expected ?? unknownText },
  { title: 'At the exchange', isNumber: true, cell: ({ found }) => found ?? unknownText },
  {
    title: 'State',
    cell: ({ resolved_at }) =>
      resolved_at === null ? (
        <Tag mood="bad">Open</Tag>
      ) : (
        <span title={formatDateTime(resolved_at)}>
          <Tag mood="good">Resolved</Tag>
        </span>
      ),
  },
  { title: 'First seen', cell: ({ first_seen_at }) => formatDateTime(first_seen_at) },
  { title: 'Why', cell: ({ reason }) => <span className="system-reason">{reason}</span> },
];
