import { formatCount, formatFigure, formatPct, formatUsd } from '../../shared/format.ts';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Note } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { netUsdOf, unpricedOf } from './exposure.ts';
import type { PositionRow } from './PositionsTable.tsx';
import { fundingUsd, totalsOf } from './risk.ts';
import { Signed } from './Signed.tsx';
import type { ExposuresNow } from './useExposures.ts';

interface SummaryProps {
  readonly rows: readonly PositionRow[];
  readonly exposures: ExposuresNow;
  readonly atRisk: number | undefined;
  readonly isOld: boolean;
}

/** Shows the totals of all positions. */
export function Summary({ rows, exposures, atRisk, isOld }: SummaryProps) {
  const totals = totalsOf(rows.map(({ position }) => position));
  const { nearest } = totals;
  const unpriced = unpricedOf(exposures.accounts);
  const funding = nextFunding(rows);
  return (
    <Panel title="Risk" stale={isOld}>
      <div className="stack">
        <Figures
          of={[
            ['Positions', formatCount(totals.count)],
            [
              'Net exposure',
              <>
                {formatUsd(exposures.isWhole ? netUsdOf(exposures.accounts) : null)}
                <div className="small muted">spot and perpetuals</div>
              </>,
            ],
            [
              'Gross exposure',
              <>
                {formatUsd(totals.grossUsd)}
                <div className="small muted">perpetuals</div>
              </>,
            ],
            [
              'Unrealised PnL',
              <Signed
                key="gain"
                value={totals.unrealisedUsd}
                text={formatUsd(totals.unrealisedUsd)}
              />,
            ],
            ['Next funding', <Signed key="funding" value={funding} text={formatUsd(funding)} />],
            [
              'Nearest liquidation',
              <>
                {formatPct(nearest?.liquidation_distance_pct)}
                {nearest && <div className="small muted">{nearest.symbol}</div>}
              </>,
            ],
            ['Lowest margin health', formatFigure(totals.lowestHealth, 0)],
            ['At risk', formatCount(atRisk)],
          ]}
        />
        {unpriced.length > 0 && (
          <Note mood="warn">No USD price for {unpriced.join(', ')}: not in the net exposure.</Note>
        )}
        {totals.unvalued > 0 && (
          <Note mood="warn">
            {formatCount(totals.unvalued)} of {formatCount(totals.count)} positions have no value in
            USD and are not in the sums.
          </Note>
        )}
      </div>
    </Panel>
  );
}

/** Returns the sum of the next payments; null while one of the rates is unknown. */
function nextFunding(rows: readonly PositionRow[]): number | null {
  let total = 0;
  for (const { position, funding } of rows) {
    const amount = funding ? fundingUsd(position, funding.funding_rate) : null;
    if (amount === null) return null;
    total += amount;
  }
  return total;
}
