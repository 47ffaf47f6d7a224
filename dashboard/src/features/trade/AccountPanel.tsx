import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import {
  formatCount,
  formatExact,
  formatPct,
  formatQuantity,
  formatUsd,
} from '../../shared/format.ts';
import { marketTypeOf, partsOf } from '../../shared/symbol.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Pairs, ProgressBar } from '../../shared/ui/Figures.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { type BalanceRow, balanceRows } from './balanceRows.ts';
import { balanceQuery, dailyLimitQuery, leverageQuery, type MarketType } from './queries.ts';

interface AccountPanelProps {
  readonly accountId: string;
  readonly symbol: string;
  /** Wallet to show; undefined until it is known. */
  readonly market: MarketType | undefined;
}

/** Shows what the account has, and what is left of its daily limit. */
export function AccountPanel({ accountId, symbol, market }: AccountPanelProps) {
  const client = useClient();
  const balance = useQuery({
    ...balanceQuery(client, accountId, market ?? 'spot'),
    enabled: market !== undefined,
  });
  const limit = useQuery(dailyLimitQuery(client, accountId));
  return (
    <Panel title={`Account ${accountId}`}>
      <div className="stack">
        <Answer of={limit} what="The daily limit">
          {({ limit_usd, used_usd, remaining_usd, pct_used, order_count }) => (
            <div className="trade-limit">
              <div className="row spread">
                <span className="muted">Left of the daily limit</span>
                <strong>{formatUsd(remaining_usd)}</strong>
              </div>
              <ProgressBar pct={pct_used} label="Daily limit used" />
              <p className="small muted">
                {formatUsd(used_usd)} of {formatUsd(limit_usd)} used ({formatPct(pct_used)}),{' '}
                {formatCount(order_count)} {order_count === 1 ? 'order' : 'orders'} today (UTC)
              </p>
            </div>
          )}
        </Answer>
        {market === 'swap' && marketTypeOf(symbol) === 'swap' && (
          <Leverage accountId={accountId} symbol={symbol} />
        )}
        <Answer of={balance} what="The balance">
          {({ free, used, total }) => (
            <Balances symbol={symbol} rows={balanceRows({ free, used, total }, symbol)} />
          )}
        </Answer>
      </div>
    </Panel>
  );
}

function Leverage({ accountId, symbol }: Omit<AccountPanelProps, 'market'>) {
  const answer = useQuery(leverageQuery(useClient(), accountId, symbol));
  const { base, settle } = partsOf(symbol);
  return (
    <Answer of={answer} what="The leverage">
      {({ leverage, margin_mode, position_side, position_size, unrealized_pnl }) => (
        <Pairs
          of={[
            ['Leverage', leverage === null ? '–' : `${formatExact(leverage)}×, ${margin_mode}`],
            [
              'Position',
              position_side === null
                ? 'none'
                : `${position_side} ${formatQuantity(position_size)} ${base}`,
            ],
            ...(position_side === null
              ? []
              : ([['Unrealised', `${formatQuantity(unrealized_pnl)} ${settle}`]] as const)),
          ]}
        />
      )}
    </Answer>
  );
}

const balanceColumns: readonly Column<BalanceRow>[] = [
  { title: 'Asset', cell: ({ asset }) => asset },
  { title: 'Free', isNumber: true, cell: ({ free }) => formatQuantity(free) },
  { title: 'In orders', isNumber: true, cell: ({ used }) => formatQuantity(used) },
];

function Balances({ symbol, rows }: { symbol: string; rows: readonly BalanceRow[] }) {
  return (
    <div className="trade-edge">
      <DataTable
        caption={`Balances for ${symbol}`}
        columns={balanceColumns}
        rows={rows}
        keyOf={({ asset }) => asset}
        empty="The account holds nothing."
      />
    </div>
  );
}
