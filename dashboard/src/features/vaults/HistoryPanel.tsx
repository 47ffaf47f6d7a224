import { useQuery } from '@tanstack/react-query';
import type { BalanceChangeWire, HoldingWire, VaultWire } from '@windlass/contract';
import { useMemo, useState } from 'react';
import { useClient } from '../../shared/api.tsx';
import { TimeChart } from '../../shared/charts/TimeChart.tsx';
import { useNow } from '../../shared/clock.ts';
import { formatCount, formatDecimalText, formatFigure, formatTime } from '../../shared/format.ts';
import { useParam } from '../../shared/location.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { SelectField } from '../../shared/ui/Field.tsx';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Pager } from '../../shared/ui/Pager.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { digitsApart, exactDifference, toSteps } from './balances.ts';
import type { Network } from './networks.ts';
import { historyQuery, holdingsQuery } from './queries.ts';

const size = 100;

interface HistoryPanelProps {
  readonly vault: VaultWire;
  readonly network: Network;
}

/** Shows each balance change that a refresh found: of one token with its chart, or of all. */
export function HistoryPanel({ vault, network }: HistoryPanelProps) {
  const client = useClient();
  const holdings = useQuery(
    holdingsQuery(client, { id: vault.id, network, limit: 100, includeZeroBalances: true }),
  );
  const known = holdings.data?.rows ?? [];
  const [named, setToken] = useParam('token', '');
  const holding =
    named === 'all' ? undefined : (known.find(({ tokenId }) => tokenId === named) ?? known[0]);
  const chosen = holding?.tokenId ?? 'all';
  const choice = (
    <div className="vaults-history-token">
      <SelectField
        label="Token"
        value={chosen}
        onChange={setToken}
        options={[
          ...known.map(({ tokenId, tokenSymbol }) => [tokenId, tokenSymbol] as const),
          ['all', 'All tokens'],
        ]}
      />
    </div>
  );
  return (
    <Panel title="History" flush aside={known.length > 0 && choice}>
      {known.length === 0 ? (
        <Empty>Changes of balances are listed here once the balances were read.</Empty>
      ) : (
        <Changes key={`${network} ${chosen}`} vault={vault} network={network} holding={holding} />
      )}
    </Panel>
  );
}

interface ChangesProps extends HistoryPanelProps {
  /** The chosen token; undefined for all tokens. */
  readonly holding: HoldingWire | undefined;
}

function Changes({ vault, network, holding }: ChangesProps) {
  const [page, setPage] = useState(1);
  const history = useQuery(
    historyQuery(useClient(), {
      id: vault.id,
      network,
      page,
      limit: size,
      ...(holding && { tokenId: holding.tokenId }),
    }),
  );
  return (
    <Answer of={history} what="The history">
      {({ rows, pagination }) => (
        <>
          {holding && <HistoryChart rows={rows} holding={page === 1 ? holding : undefined} />}
          <div className="vaults-history-rows">
            <HistoryTable rows={rows} />
          </div>
          {pagination && (
            <Pager
              page={pagination.page}
              size={size}
              total={pagination.totalItems}
              what="changes"
              onPage={setPage}
            />
          )}
        </>
      )}
    </Answer>
  );
}

interface HistoryChartProps {
  readonly rows: readonly BalanceChangeWire[];
  readonly holding: HoldingWire | undefined;
}

function HistoryChart({ rows, holding }: HistoryChartProps) {
  const symbol = rows[0]?.tokenSymbol ?? holding?.tokenSymbol ?? '';
  const { series, format } = useMemo(() => {
    const points = toSteps(rows, holding);
    const digits = digitsApart(points);
    return {
      series: [{ name: `${symbol} held`, color: '--accent', kind: 'step', points }] as const,
      format: (balance: number) => formatFigure(balance, digits),
    };
  }, [rows, holding, symbol]);
  return (
    <div className="vaults-chart">
      <TimeChart
        label={`Balance of ${symbol} over time: ${formatCount(rows.length)} changes`}
        series={series}
        height={180}
        format={format}
      />
    </div>
  );
}

function HistoryTable({ rows }: { rows: readonly BalanceChangeWire[] }) {
  const nowMs = useNow(60_000);
  const columns: readonly Column<BalanceChangeWire>[] = [
    { title: 'Seen', cell: ({ timestamp }) => formatTime(timestamp, nowMs) },
    { title: 'Token', cell: ({ tokenSymbol }) => tokenSymbol },
    { title: 'Balance', isNumber: true, cell: ({ balance }) => formatDecimalText(balance) },
    { title: 'Change', isNumber: true, cell: (change) => <Change of={change} /> },
    { title: 'Ledger', isNumber: true, cell: ({ ledger }) => formatCount(ledger) },
  ];
  return (
    <DataTable
      caption="Changes of balances"
      columns={columns}
      rows={rows}
      keyOf={({ tokenId, network, timestamp }) => `${network} ${tokenId} ${timestamp}`}
      empty="No change of this balance was seen."
    />
  );
}

function Change({ of: { balance, previousBalance } }: { of: BalanceChangeWire }) {
  if (previousBalance === null) return <span className="muted">first read</span>;
  const difference = exactDifference(previousBalance, balance);
  const side = difference?.startsWith('-') ? 'sell' : 'buy';
  return <span className={side}>{formatDecimalText(difference)}</span>;
}
