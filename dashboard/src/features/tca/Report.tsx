import { missingMarksText, type TcaReportWire } from '@windlass/contract';
import { formatBps, formatCount, formatPct, formatUsd } from '../../shared/format.ts';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { ofCount } from './counts.ts';
import { FeesPanel } from './FeesPanel.tsx';
import { MarkoutPanel } from './MarkoutPanel.tsx';
import { PartsPanels } from './PartsPanels.tsx';
import { ShortfallPanel } from './ShortfallPanel.tsx';
import { SlippagePanel } from './SlippagePanel.tsx';

/** Shows a report of at least one fill. */
export function Report({ report }: { report: TcaReportWire }) {
  const { slippage, markout, adverse_selection, implementation_shortfall: shortfall } = report;
  return (
    <>
      <Headline report={report} />
      {shortfall && <ShortfallPanel shortfall={shortfall} />}
      <div className="tca-columns">
        {slippage && <SlippagePanel slippage={slippage} />}
        {markout && <MarkoutPanel markout={markout} adverse={adverse_selection} report={report} />}
        <FeesPanel report={report} />
      </div>
      <PartsPanels report={report} />
    </>
  );
}

function Headline({ report }: { report: TcaReportWire }) {
  const { slippage, cost_drag, fees, implementation_shortfall: shortfall } = report;
  const fills = ofCount(report.fills_count - report.unvalued_fills, 'fill');
  return (
    <Panel title="Summary">
      <div className="stack">
        <Figures
          of={[
            ['Fills', formatCount(report.fills_count)],
            ['Turnover', formatUsd(report.turnover_usd)],
            figure('All costs', formatBps(cost_drag.bps_of_turnover), fills),
            figure('Fees', formatBps(fees.effective_bps), fills),
            figure(
              'Slippage',
              formatBps(slippage?.avg_bps),
              slippage ? ofCount(slippage.fills_count, 'fill') : 'none on spot',
            ),
            figure(
              'Implementation shortfall',
              formatBps(shortfall?.total_bps),
              ofCount(shortfall?.orders_count ?? 0, 'algorithm order'),
            ),
            figure('Share of equity', formatPct(cost_drag.pct_of_nav, 4), 'all costs'),
          ]}
        />
        <Cautions report={report} />
      </div>
    </Panel>
  );
}

function figure(name: string, value: string, below: string) {
  return [
    name,
    <>
      {value}
      <div className="small muted tca-count">{below}</div>
    </>,
  ] as const;
}

/** With fewer fills an average is mostly chance: the usual bound for the law of large numbers. */
const fewFills = 30;

/** Shows what people must know before they trust the report. */
function Cautions({ report }: { report: TcaReportWire }) {
  const { fills_count, unvalued_fills, prices, market_type } = report;
  const count = ofCount(fills_count, 'fill');
  return (
    <>
      <p className="small muted">
        Above zero is a cost, below zero was earned; bps are of turnover. Markout is the other way
        round: positive when the price moved your way after the fill.
        {market_type === 'spot' && ' Spot has no mark price: no slippage and no markout.'}
      </p>
      {prices.age_ms.p95 !== null && market_type === 'swap' && (
        <p className="small muted">
          {`Marks are the last before each fill: ${formatCount(prices.age_ms.median)} ms older ` +
            `at the median, ${formatCount(prices.age_ms.p95)} ms at p95.`}
        </p>
      )}
      {fills_count < fewFills && (
        <Note mood="warn">
          {count}: too few fills to judge. The figures say what happened, not how well.
        </Note>
      )}
      {unvalued_fills > 0 && (
        <Note mood="warn">
          No USD value for {formatCount(unvalued_fills)} fills: they are counted, but in no sum.
        </Note>
      )}
      {prices.missing > 0 && market_type === 'swap' && (
        <Note mood="warn">
          {formatCount(prices.missing)} fills have no mark price and are in no slippage:{' '}
          {missingMarksText(prices.missing_by)}.
        </Note>
      )}
    </>
  );
}
