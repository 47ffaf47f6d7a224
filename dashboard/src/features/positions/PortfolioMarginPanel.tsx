import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { type TradedAccountWire, venueFactsOf } from '@windlass/contract';
import { useMay } from '../../shared/access.ts';
import { useClient } from '../../shared/api.tsx';
import { formatQuantity, formatUsd } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { accountRecordsQuery, portfolioMarginQuery, positionsKey } from './queries.ts';

interface PortfolioMarginPanelProps {
  readonly accounts: readonly TradedAccountWire[];
  readonly barred: string | undefined;
}

/**
 * Shows the accounts whose positions share one margin. Only an admin key may know which they are.
 * Other keys do not ask, because every other account answers that it has none.
 */
export function PortfolioMarginPanel({ accounts, barred }: PortfolioMarginPanelProps) {
  const client = useClient();
  const candidates = accounts.filter(({ exchange }) => hasPortfolioMargin(exchange));
  const isAdmin = useMay('admin');
  const enabled = isAdmin && candidates.length > 0;
  const records = useQuery({ ...accountRecordsQuery(client), enabled });
  if (records.error) {
    return <ErrorNote error={records.error} what="Accounts with portfolio margin were not read" />;
  }
  const chosen = (records.data ?? []).filter(({ portfolio_margin }) => portfolio_margin);
  return candidates
    .map(({ exchange_account_id }) => exchange_account_id)
    .filter((id) => chosen.some(({ exchange_account_id }) => exchange_account_id === id))
    .map((id) => <AccountMargin key={id} id={id} barred={barred} />);
}

function hasPortfolioMargin(exchange: string): boolean {
  return venueFactsOf(exchange)?.hasPortfolioMargin === true;
}

interface AccountMarginProps {
  readonly id: string;
  readonly barred: string | undefined;
}

function AccountMargin({ id, barred }: AccountMarginProps) {
  const found = useQuery(portfolioMarginQuery(useClient(), id));
  return (
    <Panel title={`Portfolio margin of ${id}`} aside={<CollectButton id={id} barred={barred} />}>
      <Answer of={found} what="Portfolio margin">
        {({ assets, margin }) => (
          <div className="stack">
            <Figures
              of={[
                ['Margin balance', formatUsd(Number(margin.totalMarginBalance))],
                ['Initial margin', formatUsd(Number(margin.totalInitialMargin))],
                ['Maintenance margin', formatUsd(Number(margin.totalMaintMargin))],
                ['Unrealised profit', formatUsd(Number(margin.totalUnrealizedProfit))],
                ['Available', formatUsd(Number(margin.availableBalance))],
              ]}
            />
            <DataTable
              caption={`Assets of ${id}`}
              columns={columns}
              rows={Object.entries(assets).map(([asset, of]) => ({ asset, ...of }))}
              keyOf={({ asset }) => asset}
              empty="The account is empty."
            />
          </div>
        )}
      </Answer>
    </Panel>
  );
}

type AssetRow = DataOf<'getPortfolioMarginBalance'>['assets'][string] & { readonly asset: string };

const columns: readonly Column<AssetRow>[] = [
  { title: 'Asset', cell: ({ asset }) => <strong>{asset}</strong> },
  { title: 'Wallet', isNumber: true, cell: (row) => formatQuantity(row.total_wallet_balance) },
  { title: 'Free', isNumber: true, cell: (row) => formatQuantity(row.cross_margin.free) },
  { title: 'Locked', isNumber: true, cell: (row) => formatQuantity(row.cross_margin.locked) },
  { title: 'Borrowed', isNumber: true, cell: (row) => formatQuantity(row.cross_margin.borrowed) },
  { title: 'Interest', isNumber: true, cell: (row) => formatQuantity(row.cross_margin.interest) },
  { title: 'USD-margined', isNumber: true, cell: (row) => formatQuantity(row.um_futures.wallet) },
  { title: 'Coin-margined', isNumber: true, cell: (row) => formatQuantity(row.cm_futures.wallet) },
];

function CollectButton({ id, barred }: AccountMarginProps) {
  const client = useClient();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => client.triggerAutoCollection({ exchange_account_id: id }),
    onSettled: () => queries.invalidateQueries({ queryKey: positionsKey }),
  });
  return (
    <ConfirmButton
      isSmall
      label="Collect…"
      title={`Collect what contracts of ${id} hold?`}
      action="Collect into cross margin"
      disabled={barred !== undefined}
      onConfirm={() => mutateAsync()}
    >
      Moves what is positive in the wallets of contracts to the cross-margin wallet. BNB of
      USD-margined contracts stays where it is.
    </ConfirmButton>
  );
}
