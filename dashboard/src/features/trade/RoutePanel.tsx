import {
  formatBps,
  formatExact,
  formatPrice,
  formatShare,
  formatUsd,
} from '../../shared/format.ts';
import { partsOf } from '../../shared/symbol.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Empty, ErrorNote, Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { costOf, type RouteEstimate, type Savings, savingsOf } from './routeReasons.ts';
import { ShareBar } from './ShareBar.tsx';
import { VerdictPart } from './VerdictPart.tsx';

interface RoutePanelProps {
  readonly estimate: RouteEstimate | undefined;
  readonly error: unknown;
  /** True when a route is requested at all. */
  readonly isAsked: boolean;
  readonly isBehind: boolean;
}

/** Shows how the order would be split now, what that costs, and why. */
export function RoutePanel({ estimate, error, isAsked, isBehind }: RoutePanelProps) {
  return (
    <Panel title="The route" stale={isAsked && isBehind && estimate !== undefined}>
      <div className="stack">
        {error !== null && <ErrorNote error={error} what="Route unavailable" />}
        {isAsked && estimate && <Estimate estimate={estimate} />}
        {isAsked && !estimate && error === null && <Empty>Estimating…</Empty>}
        {!isAsked && (
          <Empty>
            Enter a quantity and choose accounts to see how the order would be split over them, at
            what cost, and why.
          </Empty>
        )}
      </div>
    </Panel>
  );
}

function Estimate({ estimate }: { estimate: RouteEstimate }) {
  const cost = costOf(estimate);
  const { quote, base } = partsOf(estimate.symbol);
  const { slices, unallocated_quantity: left, total_quantity: total } = estimate;
  return (
    <>
      {!estimate.routable && (
        <Note mood="bad">
          <strong>Not all of it can be placed: </strong>
          {formatExact(left)} of {formatExact(total)} {base} does not fit the limits.
        </Note>
      )}
      <Figures
        of={[
          ['Cost', formatBps(estimate.estimated_cost_bps)],
          ['Slippage', formatBps(cost?.slippageBps)],
          ['Fees', formatBps(cost?.feeBps)],
          [`Average price (${quote})`, formatPrice(estimate.estimated_vwap)],
        ]}
      />
      <SavingsNote savings={savingsOf(estimate)} quote={quote} />
      <Slices slices={slices} total={total} />
      {cost && cost.mistrustBps !== undefined && (
        <p className="small muted">
          Book-confidence penalty {formatBps(cost.mistrustBps)}; affects the choice only. No split
          of these books could be better by more than {formatBps(estimate.optimality_gap_bps)}.
        </p>
      )}
      <VerdictPart estimate={estimate} />
    </>
  );
}

function SavingsNote({ savings, quote }: { savings: Savings; quote: string }) {
  switch (savings.kind) {
    case 'unknown':
      return null;
    case 'noneAlone':
      return <Note mood="good">No account alone could take all of it within the limits.</Note>;
    case 'alone':
      return <Note>All on {savings.account}: splitting costs more.</Note>;
    case 'saves': {
      const { bps, account, quote: money } = savings;
      const size = `${formatBps(Math.abs(bps))} (${amount(Math.abs(money), quote)})`;
      if (bps >= 0) {
        return (
          <Note mood="good">
            <strong>Saves {size}</strong> vs {account}, cheapest single account.
          </Note>
        );
      }
      return (
        <Note>
          Costs {size} more than {account} alone, whose book has lower confidence.
        </Note>
      );
    }
  }
}

/** Formats an amount. Dollars and coins worth a dollar are written as dollars. */
function amount(value: number, quote: string): string {
  return quote.startsWith('USD') ? formatUsd(value) : `${formatPrice(value)} ${quote}`;
}

type Slice = RouteEstimate['slices'][number];

function Slices({ slices, total }: { slices: readonly Slice[]; total: number }) {
  const columns: readonly Column<Slice>[] = [
    {
      title: 'Account',
      cell: ({ venue, exchange_account_id: id }) => (
        <>
          <VenueTag venue={venue} /> <span className="small muted">{id}</span>
        </>
      ),
    },
    {
      title: 'Share',
      cell: ({ venue, quantity }) => (
        <ShareBar share={quantity / total} venue={venue} text={formatShare(quantity / total)} />
      ),
    },
    { title: 'Quantity', isNumber: true, cell: ({ quantity }) => formatExact(quantity) },
    { title: 'Mean', isNumber: true, cell: ({ estimated_price: price }) => formatPrice(price) },
    { title: 'Limit', isNumber: true, cell: ({ limit_price: price }) => formatPrice(price) },
    { title: 'Slippage', isNumber: true, cell: (slice) => formatBps(slice.slippage_bps) },
    { title: 'Fee', isNumber: true, cell: (slice) => formatBps(slice.fee_bps) },
  ];
  return (
    <div className="trade-edge">
      <DataTable
        caption="How the order would be split"
        columns={columns}
        rows={slices}
        keyOf={(slice) => slice.exchange_account_id}
        empty="No account could take any of it; below is why."
      />
    </div>
  );
}
