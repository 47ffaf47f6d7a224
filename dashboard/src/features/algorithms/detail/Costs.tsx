import type { AlgorithmDetailsWire } from '@windlass/contract';
import { formatBps, formatPrice, formatQuantity } from '../../../shared/format.ts';
import { Pairs } from '../../../shared/ui/Figures.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';

/** Shows its costs against the market. Costs are positive, gains negative. */
export function Costs({ details: { tca, progress } }: { details: AlgorithmDetailsWire }) {
  const fees = progress.fees.map(({ asset, amount }) => `${formatQuantity(amount)} ${asset}`);
  return (
    <Panel title="Costs">
      <Pairs
        of={[
          ['Average price', formatPrice(tca.vwap)],
          ['Arrival price', formatPrice(tca.arrival_price)],
          ['Slippage against arrival', formatBps(tca.slippage_bps)],
          ['Time-weighted mid', formatPrice(tca.interval_twap)],
          ['Slippage against that mid', formatBps(tca.twap_slippage_bps)],
          ['Fees', formatBps(tca.fees_bps)],
          ['Fees as paid', fees.length === 0 ? 'none' : fees.join(', ')],
          ['Slippage and fees', <strong key="cost">{formatBps(tca.cost_bps)}</strong>],
        ]}
      />
      <p className="small muted">Above 0 is a cost, below it a gain.</p>
    </Panel>
  );
}
