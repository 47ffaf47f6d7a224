import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../shared/api.tsx';
import { formatBps, formatExact, formatPrice, formatWord, shortId } from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Figures, ProgressBar } from '../../shared/ui/Figures.tsx';
import { Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { isRunning, type Plan, planQuery } from './queries.ts';
import { ShareBar } from './ShareBar.tsx';

interface PlanPanelProps {
  readonly planId: string;
  readonly onClose: () => void;
}

/** Shows a sent route: its progress, and the result of each part. */
export function PlanPanel({ planId, onClose }: PlanPanelProps) {
  const plan = useQuery(planQuery(useClient(), planId));
  return (
    <Panel
      title={`Sent route ${shortId(planId)}`}
      aside={
        <>
          {plan.data && <PlanTag status={plan.data.status} />}
          <button type="button" className="button small" onClick={onClose}>
            Close
          </button>
        </>
      }
    >
      <Answer of={plan} what="The route">
        {(data) => <PlanBody plan={data} />}
      </Answer>
    </Panel>
  );
}

const moods = {
  pending: 'info',
  executing: 'info',
  completed: 'good',
  partial: 'warn',
  failed: 'bad',
} as const;

function PlanTag({ status }: Pick<Plan, 'status'>) {
  return <Tag mood={moods[status]}>{formatWord(status)}</Tag>;
}

function PlanBody({ plan }: { plan: Plan }) {
  const { side, symbol, executed_quantity: done, total_quantity: total } = plan;
  const of = `${formatExact(done)} of ${formatExact(total)} ${symbol}`;
  const pct = total > 0 ? (done / total) * 100 : 0;
  return (
    <div className="stack">
      <div className="row spread">
        <span>
          <strong className={side}>{side === 'buy' ? 'Bought' : 'Sold'}</strong> {of}
        </span>
        {isRunning(plan) && <span className="muted">waiting for outcomes…</span>}
      </div>
      <ProgressBar pct={pct} label="Filled of the route" />
      <Figures
        of={[
          ['Average price', formatPrice(plan.actual_vwap)],
          ['Expected price', formatPrice(plan.estimated_vwap)],
          ['Cost', formatBps(plan.actual_cost_bps)],
          ['Expected cost', formatBps(plan.estimated_cost_bps)],
        ]}
      />
      {plan.reason !== null && <Note mood="warn">{plan.reason}</Note>}
      <PlanSlices plan={plan} />
    </div>
  );
}

type Slice = Plan['slices'][number];

const sliceMoods = {
  pending: 'info',
  submitted: 'info',
  filled: 'good',
  partial: 'warn',
  failed: 'bad',
  skipped: undefined,
} as const;

const columns: readonly Column<Slice>[] = [
  {
    title: 'Account',
    cell: ({ venue, exchange_account_id: id, round }) => (
      <>
        <VenueTag venue={venue} />{' '}
        <span className="small muted">{round > 1 ? `${id}, round ${round}` : id}</span>
      </>
    ),
  },
  {
    title: 'Filled',
    cell: ({ venue, filled_quantity: filled, quantity }) => (
      <ShareBar
        venue={venue}
        share={quantity > 0 ? filled / quantity : 0}
        text={`${formatExact(filled)} of ${formatExact(quantity)}`}
      />
    ),
  },
  { title: 'Average', isNumber: true, cell: (slice) => formatPrice(slice.avg_fill_price) },
  { title: 'Expected', isNumber: true, cell: (slice) => formatPrice(slice.estimated_price) },
  {
    title: 'Status',
    cell: ({ status }) => {
      const mood = sliceMoods[status];
      return <Tag {...(mood && { mood })}>{formatWord(status)}</Tag>;
    },
  },
];

function PlanSlices({ plan }: { plan: Plan }) {
  const told = plan.slices.filter(({ reason }) => reason !== null);
  return (
    <div className="trade-edge">
      <DataTable
        caption="Parts of the sent route"
        columns={columns}
        rows={plan.slices}
        keyOf={(slice) => String(slice.number)}
        empty="Nothing was sent of it."
      />
      {told.length > 0 && (
        <ul className="trade-reasons small muted">
          {told.map(({ number, exchange_account_id: id, reason }) => (
            <li key={number}>
              <strong>{id}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
