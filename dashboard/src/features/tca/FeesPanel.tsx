import type { TcaReportWire } from '@windlass/contract';
import { formatBps, formatPct, formatUsd } from '../../shared/format.ts';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { ofCount } from './counts.ts';

/** Shows the exchange's fees, split by maker and taker. */
export function FeesPanel({ report }: { report: TcaReportWire }) {
  const { fees, capture, fills_count } = report;
  return (
    <Panel
      title="Fees, maker and taker"
      aside={<span className="small muted">{ofCount(fills_count, 'fill')}</span>}
    >
      <div className="stack">
        <MakerBar label="By fills" maker={capture.maker_pct} taker={capture.taker_pct} />
        <MakerBar
          label="By turnover"
          maker={capture.by_notional.maker_pct}
          taker={capture.by_notional.taker_pct}
        />
        <Pairs
          of={[
            ['Fees less rebates', formatUsd(fees.total_usd)],
            ['Paid', formatBps(fees.effective_bps)],
            ["The tier's maker fee", formatBps(fees.tier_maker_bps)],
            ["The tier's taker fee", formatBps(fees.tier_taker_bps)],
          ]}
        />
        {fees.estimated && (
          <Note mood="warn">
            Fees are estimated: the exchange omits those of single fills, or the worth of one is not
            known.
          </Note>
        )}
      </div>
    </Panel>
  );
}

interface MakerBarProps {
  readonly label: string;
  readonly maker: number | null;
  readonly taker: number | null;
}

function MakerBar({ label, maker, taker }: MakerBarProps) {
  return (
    <div>
      <div className="row spread small">
        <span>{label}</span>
        <span>
          {formatPct(maker)} maker, {formatPct(taker)} taker
        </span>
      </div>
      <div className="bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${(maker ?? 0) / 100})` }} />
      </div>
    </div>
  );
}
