import type { TradedAccountWire } from '@windlass/contract';
import { useParam } from '../../shared/location.ts';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Segments } from '../../shared/ui/Segments.tsx';
import { FillsTable } from './FillsTable.tsx';
import { LedgerTable } from './LedgerTable.tsx';
import { type Owner, reportOwnerOf } from './owner.ts';
import { Performance } from './Performance.tsx';
import type { RecordQuestion } from './queries.ts';
import { RebatesTable } from './RebatesTable.tsx';
import { TwapTable } from './TwapTable.tsx';

const views = [
  ['performance', 'Performance'],
  ['fills', 'Fills'],
  ['funding', 'Funding'],
  ['realised', 'Realised PnL'],
  ['rebates', 'Rebates'],
  ['twaps', 'Exchange TWAPs'],
] as const;
type View = (typeof views)[number][0];

const ranges = [
  ['1', '24 h'],
  ['7', '7 d'],
  ['30', '30 d'],
  ['90', '90 d'],
  ['all', 'All'],
] as const;

interface HistoryPanelProps {
  readonly owner: Owner;
  readonly accounts: readonly TradedAccountWire[];
}

/** Shows trades, gains and payments over time. */
export function HistoryPanel({ owner, accounts }: HistoryPanelProps) {
  const [shown, show] = useParam('show', 'performance');
  const [asked, setRange] = useParam('days', '30');
  const range = ranges.find(([name]) => name === asked)?.[0] ?? '30';
  const view = views.find(([name]) => name === shown)?.[0] ?? 'performance';
  return (
    <Panel
      title="History"
      flush
      aside={
        <>
          <Segments label="History of" value={view} onChange={show} options={views} />
          {view !== 'twaps' && (
            <Segments label="Time" value={range} onChange={setRange} options={ranges} />
          )}
        </>
      }
    >
      <Shown
        view={view}
        owner={owner}
        accounts={accounts}
        days={range === 'all' ? undefined : Number(range)}
      />
    </Panel>
  );
}

interface ShownProps extends HistoryPanelProps {
  readonly view: View;
  readonly days: number | undefined;
}

function Shown({ view, owner, accounts, days }: ShownProps) {
  if (view === 'funding' || view === 'realised') {
    return <LedgerTable key={view} kind={view} accounts={accounts} days={days} />;
  }
  const reportOwner = reportOwnerOf(owner);
  if (!reportOwner) {
    return <Empty>Choose one account or one portfolio at the top to see this.</Empty>;
  }
  return <Report view={view} asked={{ owner: reportOwner, days }} />;
}

interface ReportProps {
  readonly view: Exclude<View, 'funding' | 'realised'>;
  readonly asked: RecordQuestion;
}

function Report({ view, asked }: ReportProps) {
  switch (view) {
    case 'performance':
      return <Performance asked={asked} />;
    case 'fills':
      return <FillsTable asked={asked} />;
    case 'rebates':
      return <RebatesTable asked={asked} />;
    case 'twaps':
      return <TwapTable asked={asked} />;
  }
}
