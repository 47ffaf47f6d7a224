import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf, InputOf } from '@windlass/client';
import type { HoldingWire, VaultWire } from '@windlass/contract';
import { type ReactNode, useState } from 'react';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { useNow, useSettled } from '../../shared/clock.ts';
import { formatCount, formatDateTime, formatDecimalText, formatMany } from '../../shared/format.ts';
import { changeParams } from '../../shared/location.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { CopyText } from '../../shared/ui/CopyButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { CheckField, SelectField, TextField } from '../../shared/ui/Field.tsx';
import { ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { isOld, oldestRead, readAgo } from './balances.ts';
import type { Network } from './networks.ts';
import { holdingsQuery, settleHoldings } from './queries.ts';

const size = 50;

type SortBy = NonNullable<InputOf<'listHoldings'>['sortBy']>;
const sorts: readonly (readonly [SortBy, string])[] = [
  ['balance', 'Balance'],
  ['tokenSymbol', 'Symbol'],
  ['lastUpdated', 'Last read'],
];

interface HoldingsPanelProps {
  readonly vault: VaultWire;
  readonly network: Network;
  /** Control that chooses the network. */
  readonly choice: ReactNode;
}

/** Shows the balances of the last read, exact to the last digit, each with its age. */
export function HoldingsPanel({ vault, network, choice }: HoldingsPanelProps) {
  const [symbol, setSymbol] = useState('');
  const [sortBy, setSortBy] = useState<SortBy>('balance');
  const [hasZeros, setHasZeros] = useState(false);
  const [page, setPage] = useState(1);
  const tokenSymbol = useSettled(symbol.trim(), 350);
  const holdings = useQuery(
    holdingsQuery(useClient(), {
      id: vault.id,
      network,
      page,
      limit: size,
      sortBy,
      includeZeroBalances: hasZeros,
      sortOrder: sortBy === 'tokenSymbol' ? 'asc' : 'desc',
      ...(tokenSymbol !== '' && { tokenSymbol }),
    }),
  );
  const first =
    <Type,>(set: (value: Type) => void) =>
    (value: Type) => {
      set(value);
      setPage(1);
    };
  return (
    <Panel title="Holdings" aside={choice} flush>
      <RefreshBar vault={vault} network={network} />
      <div className="vaults-holding-filters">
        <TextField label="Symbol" value={symbol} onChange={first(setSymbol)} />
        <SelectField
          label="Sort by"
          value={sortBy}
          onChange={(name) => {
            const chosen = sorts.find(([value]) => value === name);
            if (chosen) first(setSortBy)(chosen[0]);
          }}
          options={sorts}
        />
        <CheckField label="Zero balances" checked={hasZeros} onChange={first(setHasZeros)} />
      </div>
      <Answer of={holdings} what="Holdings">
        {({ rows, pagination }) => (
          <>
            <HoldingTable rows={rows} isNarrowed={tokenSymbol !== ''} network={network} />
            {pagination && pagination.totalItems > 0 && (
              <Pager
                page={pagination.page}
                size={size}
                total={pagination.totalItems}
                what="holdings"
                onPage={setPage}
              />
            )}
          </>
        )}
      </Answer>
    </Panel>
  );
}

interface HoldingTableProps {
  readonly rows: readonly HoldingWire[];
  readonly isNarrowed: boolean;
  readonly network: Network;
}

function HoldingTable({ rows, isNarrowed, network }: HoldingTableProps) {
  const nowMs = useNow(5_000);
  const oldest = oldestRead(rows);
  const columns: readonly Column<HoldingWire>[] = [
    {
      title: 'Token',
      cell: ({ tokenSymbol, tokenName, tokenId }) => (
        <>
          <button
            type="button"
            className="vaults-token"
            aria-label={`History of ${tokenSymbol}`}
            onClick={() => changeParams({ token: tokenId })}
          >
            {tokenSymbol}
          </button>
          <span className="small muted"> {tokenName}</span>
        </>
      ),
    },
    { title: 'Balance', isNumber: true, cell: ({ balance }) => formatDecimalText(balance) },
    {
      title: 'Read',
      cell: ({ lastUpdated }) => (
        <span title={formatDateTime(lastUpdated)}>
          {readAgo(lastUpdated, nowMs)} {isOld(lastUpdated, nowMs) && <Tag mood="warn">Old</Tag>}
        </span>
      ),
    },
    { title: 'At ledger', isNumber: true, cell: ({ ledger }) => formatCount(ledger) },
    {
      title: 'Contract',
      cell: ({ tokenContract, tokenSymbol }) => (
        <CopyText text={tokenContract} what={`the contract of ${tokenSymbol}`} />
      ),
    },
  ];
  const isAllOld = rows.length > 0 && rows.every(({ lastUpdated }) => isOld(lastUpdated, nowMs));
  return (
    <div className={isAllOld ? 'stale' : undefined}>
      <DataTable
        caption="Holdings"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={
          isNarrowed
            ? 'No holding has this symbol.'
            : `No balance on ${network} is stored. "Refresh" reads them from the ledger.`
        }
      />
      {oldest !== undefined && (
        <p className="vaults-read small muted">
          The oldest of these was read {readAgo(oldest, nowMs)}.
        </p>
      )}
    </div>
  );
}

/** Shows the button that reads this vault's balances from the ledger. */
function RefreshBar({ vault, network }: Omit<HoldingsPanelProps, 'choice'>) {
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay('vault_manager');
  const [forceUpdate, setForceUpdate] = useState(false);
  const refresh = useMutation({
    mutationFn: () => client.refreshHoldings({ id: vault.id, network, forceUpdate }),
    onSuccess: () => settleHoldings(queries, vault.id),
  });
  return (
    <div className="stack vaults-refresh">
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={!mayWrite || refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          {refresh.isPending ? 'Asking the ledger…' : 'Refresh'}
        </button>
        <CheckField
          label="Force"
          hint="also what was read a moment ago"
          checked={forceUpdate}
          onChange={setForceUpdate}
          disabled={!mayWrite}
        />
        {!mayWrite && <span className="small muted">Refreshing needs the vault manager role.</span>}
      </div>
      {refresh.error && <ErrorNote error={refresh.error} what="The balances were not read" />}
      {refresh.data && <Note mood="good">{outcomeOf(refresh.data)}</Note>}
    </div>
  );
}

function outcomeOf(refreshed: DataOf<'refreshHoldings'>): string {
  const { updatedTokens, totalTokens, network } = refreshed;
  if (updatedTokens === 0) {
    return `Nothing was read: ${formatMany(totalTokens, 'token')} had been read a moment ago.`;
  }
  return `${formatCount(updatedTokens)} of ${formatMany(totalTokens, 'token')} read on ${network}.`;
}
