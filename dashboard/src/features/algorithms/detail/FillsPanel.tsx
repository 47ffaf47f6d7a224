import type { AlgorithmDetailsWire } from '@windlass/contract';
import { useMemo } from 'react';
import { TimeChart } from '../../../shared/charts/TimeChart.tsx';
import { formatQuantity } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { Empty } from '../../../shared/ui/Notes.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { isPair } from '../words.ts';
import { progressSeries } from './fills.ts';
import { planOf } from './plan.ts';

/** Formats a mark of the axis. The chart computes marks by adding, so a rest near 0 becomes 0. */
function axisText(quantity: number): string {
  return formatQuantity(Number(quantity.toFixed(8)) || 0);
}

interface FillsPanelProps {
  readonly details: AlgorithmDetailsWire;
  readonly nowMs: number;
}

/** Shows the filled quantity over time against the planned one. */
export function FillsPanel({ details, nowMs }: FillsPanelProps) {
  const series = useMemo(() => progressSeries(details, nowMs), [details, nowMs]);
  const { progress } = details;
  const { base } = partsOf(details.symbol);
  const hasPlan = planOf(details, nowMs) !== undefined;
  const legs = isPair(details.algorithm_type) ? 'Both legs' : 'Fills';
  const title = hasPlan ? 'Schedule and fills' : `${legs} over time`;
  const label = `${title} of ${details.symbol}, cumulative in ${base}`;
  return (
    <Panel title={`${title}, ${base}`}>
      {hasPlan || progress.filled_quantity > 0 ? (
        <TimeChart label={label} series={series} height={220} format={axisText} />
      ) : (
        <Empty>Nothing has filled yet. Fills are shown here as they come.</Empty>
      )}
    </Panel>
  );
}
