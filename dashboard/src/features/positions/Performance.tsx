import { useQuery } from '@tanstack/react-query';
import type { PerpsSummaryWire } from '@windlass/contract';
import { useClient } from '../../shared/api.tsx';
import { now } from '../../shared/clock.ts';
import { formatCount, formatFigure, formatShare, formatUsd } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { perpsSummaryQuery, type RecordQuestion } from './queries.ts';
import { Signed } from './Signed.tsx';

/** Shows the gains of perpetuals: realised profits, funding and fees, in total and by symbol. */
export function Performance({ asked }: { asked: RecordQuestion }) {
  const summary = useQuery(perpsSummaryQuery(useClient(), asked, now));
  return (
    <Answer of={summary} what="Performance">
      {(found) => (
        <div className="stack">
          <Totals summary={found} />
          <BySymbol summary={found} />
        </div>
      )}
    </Answer>
  );
}

interface OfSummary {
  readonly summary: PerpsSummaryWire;
}

function Totals({ summary }: OfSummary) {
  const { pnl, funding } = summary;
  const write = writerOf(pnl.summary.currency);
  const symbols = Object.values(summary.by_symbol);
  const fees = symbols.reduce((total, { total_fees }) => total + total_fees, 0);
  const net = pnl.summary.total_pnl + funding.summary.total_funding - fees;
  return (
    <div className="positions-figures">
      <Figures
        of={[
          ['Net return', <Signed key="net" value={net} text={write(net)} />],
          [
            'Realised PnL',
            <Signed key="pnl" value={pnl.summary.total_pnl} text={write(pnl.summary.total_pnl)} />,
          ],
          [
            'Funding',
            <Signed
              key="funding"
              value={funding.summary.total_funding}
              text={write(funding.summary.total_funding)}
            />,
          ],
          ['Fees paid', write(fees)],
          ['Bookings', formatCount(pnl.summary.count + funding.summary.count)],
        ]}
      />
      <p className="small muted">
        Realised PnL and funding as the exchange booked them, less fees of fills; in{' '}
        {pnl.summary.currency}. What is open counts only once it is closed.
      </p>
    </div>
  );
}

type SymbolRow = PerpsSummaryWire['by_symbol'][string] & { readonly symbol: string };

function BySymbol({ summary }: OfSummary) {
  const { currency } = summary.pnl.summary;
  const write = writerOf(currency);
  const rows = Object.entries(summary.by_symbol).map(([symbol, of]) => ({ symbol, ...of }));
  return (
    <DataTable
      caption={`Performance by symbol, ${currency}`}
      columns={columnsIn(write)}
      rows={rows}
      keyOf={({ symbol }) => symbol}
      empty="No fills, profits or funding of perpetuals in this time."
    />
  );
}

type Write = (amount: number | null) => string;

function columnsIn(write: Write): readonly Column<SymbolRow>[] {
  const signed = (amount: number | null) => <Signed value={amount} text={write(amount)} />;
  return [
    { title: 'Symbol', cell: ({ symbol }) => <strong>{symbol}</strong> },
    { title: 'Net return', isNumber: true, cell: (row) => signed(row.net_return) },
    { title: 'Realised PnL', isNumber: true, cell: (row) => signed(row.total_pnl) },
    { title: 'Funding', isNumber: true, cell: (row) => signed(row.total_funding) },
    { title: 'Fees', isNumber: true, cell: (row) => write(row.total_fees) },
    { title: 'Closing trades', isNumber: true, cell: (row) => formatCount(row.trade_count) },
    { title: 'Won', isNumber: true, cell: wonOf },
    { title: 'Average', isNumber: true, cell: (row) => signed(row.avg_trade_pnl) },
    { title: 'Best', isNumber: true, cell: (row) => write(row.max_win) },
    { title: 'Worst', isNumber: true, cell: (row) => write(row.max_loss && -row.max_loss) },
  ];
}

/** Returns a share with its number of trades, without which it would mean nothing. */
function wonOf({ win_rate, win_count, loss_count }: SymbolRow): string {
  return `${formatShare(win_rate)} of ${formatCount(win_count + loss_count)}`;
}

function writerOf(currency: string): Write {
  const isDollar = ['USD', 'USDT', 'USDC'].includes(currency);
  return (amount) => (isDollar ? formatUsd(amount) : `${formatFigure(amount, 6)} ${currency}`);
}
