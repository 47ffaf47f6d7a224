import { useQueries } from '@tanstack/react-query';
import { type TradedAccountWire, venueFactsOf, type WalletFacts } from '@windlass/contract';
import { useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { formatQuantity } from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ErrorNote } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { balanceQuery } from './queries.ts';

/** Shows the wallets. An account's wallets are requested while it is open. */
export function BalancesPanel({ accounts }: { accounts: readonly TradedAccountWire[] }) {
  return (
    <Panel title="Balances" flush>
      {accounts.map((account) => (
        <Wallets
          key={account.exchange_account_id}
          account={account}
          isOpenFirst={accounts.length === 1}
        />
      ))}
    </Panel>
  );
}

interface WalletsProps {
  readonly account: TradedAccountWire;
  readonly isOpenFirst: boolean;
}

function Wallets({ account, isOpenFirst }: WalletsProps) {
  const [isOpen, setIsOpen] = useState(isOpenFirst);
  return (
    <details
      className="positions-wallets"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <VenueTag venue={account.exchange} />
        {account.exchange_account_id}
      </summary>
      {isOpen && <Assets account={account} />}
    </details>
  );
}

const anyWallet: readonly WalletFacts[] = [
  { market: 'spot', name: 'Spot' },
  { market: 'swap', name: 'Perpetuals' },
];

interface Row {
  readonly key: string;
  readonly asset: string;
  readonly wallet: string;
  readonly total: number;
  readonly free: number | undefined;
  readonly used: number | undefined;
}

const columns: readonly Column<Row>[] = [
  { title: 'Wallet', cell: ({ wallet }) => wallet },
  { title: 'Asset', cell: ({ asset }) => <strong>{asset}</strong> },
  { title: 'Total', isNumber: true, cell: ({ total }) => formatQuantity(total) },
  { title: 'In use', isNumber: true, cell: ({ used }) => formatQuantity(used) },
  { title: 'Free', isNumber: true, cell: ({ free }) => formatQuantity(free) },
];

function Assets({ account }: { account: TradedAccountWire }) {
  const client = useClient();
  const { exchange, exchange_account_id } = account;
  const { wallets = anyWallet, walletsNote } = venueFactsOf(exchange) ?? {};
  const answers = useQueries({
    queries: wallets.map(({ market }) =>
      balanceQuery(client, { exchange_account_id, market_type: market }),
    ),
  });
  const rows = wallets.flatMap(({ name }, at): Row[] => {
    const balance = answers[at]?.data;
    return Object.entries(balance?.total ?? {})
      .filter(([, total]) => total !== 0)
      .map(([asset, total]) => ({
        key: `${name} ${asset}`,
        asset,
        wallet: name,
        total,
        free: balance?.free[asset],
        used: balance?.used[asset],
      }));
  });
  const isPending = answers.some((answer) => answer.isPending);
  return (
    <>
      {answers.map(({ error }, at) =>
        error ? (
          <ErrorNote
            key={wallets[at]?.market}
            error={error}
            what={`${wallets[at]?.name} cannot be read`}
          />
        ) : null,
      )}
      {walletsNote !== undefined && <p className="small muted positions-pager">{walletsNote}</p>}
      <div className={answers.some(({ error, data }) => error && data) ? 'stale' : undefined}>
        <DataTable
          caption={`Balances of ${exchange_account_id}`}
          columns={columns}
          rows={rows}
          keyOf={({ key }) => key}
          empty={isPending ? 'Loading…' : 'The wallets are empty.'}
        />
      </div>
    </>
  );
}
