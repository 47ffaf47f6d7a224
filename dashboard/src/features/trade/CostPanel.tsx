import { formatBps, formatPrice, formatShare, formatUsd } from '../../shared/format.ts';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Empty, ErrorNote, Note, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { PreviewPart } from './PreviewPart.tsx';
import type { Analysis } from './queries.ts';
import { ScenarioPart } from './ScenarioPart.tsx';
import type { OrderTerms } from './ticket.ts';
import type { Pricing } from './usePricing.ts';

interface CostPanelProps {
  readonly terms: OrderTerms | undefined;
  readonly pricing: Pricing;
}

/** Shows what the order in the ticket would cost, before it is sent. */
export function CostPanel({ terms, pricing }: CostPanelProps) {
  const { analysis, preview, refusal, error, isBehind } = pricing;
  const isPriced = analysis?.cost !== undefined;
  return (
    <Panel
      title="Order preview"
      stale={isBehind && (analysis !== undefined || preview !== undefined)}
      aside={analysis && isPriced && <ConfidenceTag summary={analysis.summary} />}
    >
      {terms === undefined ? (
        <Empty>Fill in the ticket to see what the order would cost and come to.</Empty>
      ) : (
        <div className="stack">
          {error !== null && <ErrorNote error={error} what="Cost unavailable" />}
          {refusal !== undefined && <Empty>The order would be refused; the ticket says why.</Empty>}
          {analysis && <CostPart analysis={analysis} />}
          {preview?.kind === 'taken' && <PreviewPart terms={terms} answer={preview} />}
          {analysis?.scenarios && <ScenarioPart analysis={analysis} side={terms.side} />}
          {!analysis && !preview && error === null && <Empty>Estimating…</Empty>}
        </div>
      )}
    </Panel>
  );
}

function ConfidenceTag({ summary }: Pick<Analysis, 'summary'>) {
  const { confidence_label: label, confidence_score: score } = summary;
  const mood = label === 'High' ? 'good' : label === 'Medium' ? 'warn' : 'bad';
  return (
    <Tag mood={mood}>
      {label} confidence, {formatShare(score)}
    </Tag>
  );
}

function CostPart({ analysis }: { analysis: Analysis }) {
  const { cost, summary } = analysis;
  if (!cost) return null;
  // A resting order costs only its fee. Its distance from the mid price is no cost, because it may
  // not fill.
  const rests = cost.fee_type === 'maker';
  const total = [
    `Total${rests ? ', if it fills' : ''}`,
    `${formatBps(rests ? cost.fee_bps : cost.total_cost_bps)}`,
  ] as const;
  const distance = cost.estimated_execution_price / cost.mid_price - 1;
  const usd = rests ? cost.fee_usd : cost.total_cost_usd;
  const warnings = summary.warnings.filter(({ severity }) => severity !== 'info');
  return (
    <>
      <Figures
        of={[
          total,
          ['In dollars', formatUsd(usd)],
          ['Expected price', formatPrice(cost.estimated_execution_price)],
          ['From the mid', rests ? formatShare(distance, 2) : formatBps(cost.vs_mid_bps)],
        ]}
      />
      {!rests && <CostBars analysis={analysis} />}
      <p className="small muted">
        {[summary.time_to_fill_estimate && `Fills in ${summary.time_to_fill_estimate}`]
          .concat(summary.order_size_context)
          .filter(Boolean)
          .join('; ')}
        . {summary.confidence_factors.join(' ')}
      </p>
      {warnings.map(({ code, severity, message }) => (
        <Note key={code} mood={severity === 'critical' ? 'bad' : 'warn'}>
          {message}
        </Note>
      ))}
    </>
  );
}

/** Shows the parts of the total, all on the same scale. */
function CostBars({ analysis: { summary } }: { analysis: Analysis }) {
  const parts = summary.cost_breakdown;
  const largest = Math.max(...parts.map(({ bps }) => Math.abs(bps)), Number.EPSILON);
  return (
    <dl className="trade-parts">
      {parts.map(({ label, bps, usd }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="trade-scale" aria-hidden="true">
            <span
              className={bps < 0 ? 'gain' : undefined}
              style={{ transform: `scaleX(${Math.abs(bps) / largest})` }}
            />
          </dd>
          <dd className="number">{formatBps(bps)}</dd>
          <dd className="number muted">{formatUsd(usd)}</dd>
        </div>
      ))}
    </dl>
  );
}
