import { streamedDepth } from '../../shared/books/bookFeed.ts';
import { formatPrice } from '../../shared/format.ts';
import { useParam } from '../../shared/location.ts';
import { Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { Ladder } from './Ladder.tsx';
import { LadderTable } from './LadderTable.tsx';
import { whyNotFresh } from './selection.ts';
import { digitsOf } from './steps.ts';
import { VenueToggles } from './VenueToggles.tsx';
import type { MarketView } from './view.ts';

/** Shows the merged book of the selected venues, with its switches. */
export function LadderPanel({ view }: { view: MarketView }) {
  const { symbol, books, off, selection, steps } = view;
  const [stepText, setStep] = useParam('step', '');
  const step = steps.find((each) => String(each) === stepText);
  const why = whyNotFresh(books, selection);
  return (
    <Panel
      title="Merged book"
      flush
      aside={<StepField steps={steps} step={step} onChange={setStep} />}
    >
      <VenueToggles view={view} />
      {why !== undefined && <Note mood="warn">{why}</Note>}
      <div className={why === undefined ? undefined : 'stale'}>
        <Ladder key={`${symbol} ${step}`} symbol={symbol} off={off} step={step} />
      </div>
      <LadderTable symbol={symbol} off={off} step={step} />
      <p className="small muted market-remark">
        Venues that are stale or without a book are left out. Each venue streams its best{' '}
        {streamedDepth} levels: ≥ marks sums behind the last of one.
      </p>
    </Panel>
  );
}

interface StepFieldProps {
  readonly steps: readonly number[];
  readonly step: number | undefined;
  readonly onChange: (step: string) => void;
}

function StepField({ steps, step, onChange }: StepFieldProps) {
  return (
    <label className="row small muted market-step">
      Group by
      <select value={step ?? ''} onChange={(event) => onChange(event.target.value)}>
        <option value="">tick</option>
        {steps.map((each) => (
          <option key={each} value={each}>
            {formatPrice(each, digitsOf(each))}
          </option>
        ))}
      </select>
    </label>
  );
}
