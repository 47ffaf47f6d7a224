import { useQueries } from '@tanstack/react-query';
import type { RiskSummaryWire, TradedAccountWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { formatCount, formatFigure, formatShare, formatUsd } from '../../shared/format.ts';
import { hashOf } from '../../shared/location.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ProgressBar } from '../../shared/ui/Figures.tsx';
import { MoneyTag } from '../../shared/ui/MoneyTag.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { balanceQuery } from './queries.ts';
import { Signed } from './Signed.tsx';

export interface AccountRisk {
  readonly account: TradedAccountWire;
  readonly risk: RiskSummaryWire | undefined;
  readonly isOld: boolean;
}

interface Row extends AccountRisk {
  readonly margin: MarginUse | undefined;
}

interface MarginUse {
  readonly asset: string;
  readonly used: number;
  readonly total: number;
}

/** Shows the service's assessment of each account's risk, and the used share of its wallet. */
export function AccountsPanel({ of }: { of: readonly AccountRisk[] }) {
  const client = useClient();
  const balances = useQueries({
    queries: of.map(({ account: { exchange_account_id } }) =>
      balanceQuery(client, { exchange_account_id, market_type: 'swap' }),
    ),
  });
  const rows = of.map((entry, at) => ({ ...entry, margin: marginUseOf(balances[at]?.data) }));
  return (
    <Panel title="Risk by account" flush>
      <DataTable
        caption="Risk by account"
        columns={columns}
        rows={rows}
        keyOf={({ account }) => account.exchange_account_id}
        empty="Accounts that this key reaches are listed here; an admin adds them."
      />
    </Panel>
  );
}

const columns: readonly Column<Row>[] = [
  { title: 'Account', cell: AccountName },
  { title: 'Positions', isNumber: true, cell: ({ risk }) => formatCount(risk?.position_count) },
  { title: 'Notional', isNumber: true, cell: ({ risk }) => formatUsd(risk?.total_notional) },
  {
    title: 'Unrealised PnL',
    isNumber: true,
    cell: ({ risk }) => (
      <Signed value={risk?.total_unrealized_pnl} text={formatUsd(risk?.total_unrealized_pnl)} />
    ),
  },
  { title: 'Leverage', isNumber: true, cell: ({ risk }) => timesOf(risk?.avg_leverage) },
  { title: 'Margin in use', cell: MarginCell },
  { title: 'Lowest health', isNumber: true, cell: HealthCell },
];

function timesOf(leverage: number | null | undefined): string {
  return typeof leverage === 'number' ? `${formatFigure(leverage, 1)}×` : '–';
}

function AccountName({ account, isOld }: Row) {
  const { exchange_account_id: id, exchange, halted } = account;
  return (
    <div className="row">
      <VenueTag venue={exchange} />
      <a href={hashOf('positions', { account: id })}>{id}</a>
      <MoneyTag account={account} />
      {halted && <Tag mood="warn">Halted</Tag>}
      {isOld && <Tag mood="warn">Last known</Tag>}
    </div>
  );
}

function HealthCell({ risk }: Row) {
  const atRisk = risk?.positions_at_risk ?? 0;
  const text = formatFigure(risk?.lowest_margin_health, 0);
  return atRisk > 0 ? <Tag mood="bad">{`${text}: ${formatCount(atRisk)} at risk`}</Tag> : text;
}

function MarginCell({ account, margin }: Row) {
  if (!margin) return <span className="muted">–</span>;
  const share = margin.used / margin.total;
  return (
    <div className="positions-margin">
      <ProgressBar pct={share * 100} label={`Margin in use on ${account.exchange_account_id}`} />
      <span className="small muted">
        {formatShare(share, 1)} of {formatFigure(margin.total, 0)} {margin.asset}
      </span>
    </div>
  );
}

interface Balance {
  readonly used: Readonly<Record<string, number>>;
  readonly total: Readonly<Record<string, number>>;
}

/** Returns the use of the asset with the largest used share; undefined for an empty wallet. */
function marginUseOf(balance: Balance | undefined): MarginUse | undefined {
  if (!balance) return undefined;
  return Object.entries(balance.total)
    .filter(([, total]) => total > 0)
    .map(([asset, total]) => ({ asset, total, used: balance.used[asset] ?? 0 }))
    .sort((left, right) => right.used / right.total - left.used / left.total)[0];
}
