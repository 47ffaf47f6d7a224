import type { VaultWire } from '@windlass/contract';
import { formatCount, formatDateTime, formatPct, shortId } from '../../shared/format.ts';
import { changeParams, hashOf, useLocation } from '../../shared/location.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { pageSize } from './filters.ts';
import type { Rows } from './queries.ts';

/** Formats a percentage as it was set, without digits that nobody gave. */
export function formatSetting(percent: number): string {
  return formatPct(percent, String(percent).split('.')[1]?.length ?? 0);
}

export function TradeTag({ vault }: { vault: VaultWire }) {
  return vault.tradePermission ? <Tag mood="good">May trade</Tag> : <Tag>No trading</Tag>;
}

function VaultLink({ vault }: { vault: VaultWire }) {
  const { params } = useLocation();
  const isChosen = params.get('vault') === vault.id;
  const place = { ...Object.fromEntries(params), token: undefined, vault: vault.id };
  return (
    <a
      className="vaults-link"
      href={hashOf('vaults', place)}
      aria-current={isChosen ? 'true' : undefined}
    >
      {vault.vaultName}
    </a>
  );
}

const name: Column<VaultWire> = {
  title: 'Vault',
  cell: (vault) => <VaultLink vault={vault} />,
};
const trading: Column<VaultWire> = {
  title: 'Trading',
  cell: (vault) => <TradeTag vault={vault} />,
};
const limits: readonly Column<VaultWire>[] = [
  { title: 'Max trade', isNumber: true, cell: (vault) => formatSetting(vault.maxTradeSize) },
  { title: 'Trades a day', isNumber: true, cell: (vault) => formatCount(vault.dailyTradeLimit) },
  { title: 'Slippage', isNumber: true, cell: (vault) => formatSetting(vault.slippageTolerance) },
];
const owner: Column<VaultWire> = {
  title: 'Owner',
  cell: ({ vaultOwner }) => <code title={vaultOwner}>{shortId(vaultOwner)}</code>,
};
const more: readonly Column<VaultWire>[] = [
  {
    title: 'Contract',
    cell: ({ vaultAddress }) => <code title={vaultAddress}>{shortId(vaultAddress)}</code>,
  },
  { title: 'Ledger', isNumber: true, cell: (vault) => formatCount(vault.creationLedger) },
  { title: 'Last change', cell: ({ updatedAt }) => formatDateTime(updatedAt) },
];

interface VaultListProps {
  readonly list: Rows<VaultWire>;
  readonly isNarrowed: boolean;
  /** Shows fewer columns, for use beside a vault. */
  readonly isShort: boolean;
}

export function VaultList({ list, isNarrowed, isShort }: VaultListProps) {
  const { rows, pagination } = list;
  const columns = isShort ? [name, trading, owner] : [name, trading, ...limits, owner, ...more];
  return (
    <>
      <DataTable
        caption="Vaults"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={
          isNarrowed
            ? 'No vault fits these filters.'
            : 'No vault is registered. "Add a vault" registers the first.'
        }
      />
      {pagination && (
        <Pager
          page={pagination.page}
          size={pageSize}
          total={pagination.totalItems}
          what="vaults"
          onPage={(page) => changeParams({ page: String(page) })}
        />
      )}
    </>
  );
}
