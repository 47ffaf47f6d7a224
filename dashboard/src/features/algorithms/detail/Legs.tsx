import type { AlgorithmChildWire, AlgorithmDetailsWire, Side } from '@windlass/contract';
import { formatPct, formatPrice, formatQuantity, formatWord } from '../../../shared/format.ts';
import { partsOf } from '../../../shared/symbol.ts';
import { type Column, DataTable } from '../../../shared/ui/DataTable.tsx';
import { Figures } from '../../../shared/ui/Figures.tsx';
import { Panel } from '../../../shared/ui/Panel.tsx';
import { numberIn } from './attention.ts';
import { otherSymbol } from './cancelling.ts';
import { heldOf, legName, legSide } from './fills.ts';

interface LegRow {
  readonly leg: AlgorithmChildWire['leg'];
  readonly name: string;
  readonly symbol: string;
  readonly side: Side;
  readonly held: number;
  readonly average: number | undefined;
  readonly accounts: string;
}

/** Shows both legs of a pair side by side, and the unhedged quantity. */
export function Legs({ details }: { details: AlgorithmDetailsWire }) {
  const { state, params, symbol } = details;
  const { base } = partsOf(symbol);
  const inBase = (quantity: number | undefined) =>
    quantity === undefined ? formatQuantity(undefined) : `${formatQuantity(quantity)} ${base}`;
  const isSpread = details.algorithm_type === 'spread';
  const risk = numberIn(params, 'risk_quantity') ?? details.total_quantity / 10;
  return (
    <Panel title="Legs" flush={true}>
      <DataTable
        caption="Legs of the pair"
        columns={columns}
        rows={([0, 1] as const).map((leg) => rowOf(details, leg))}
        keyOf={({ name }) => name}
        empty=""
      />
      <div className="algorithms-legs">
        <Figures
          of={[
            ['Unhedged', inBase(numberIn(state, 'unhedged_quantity'))],
            ['Max unhedged', inBase(risk)],
            isSpread
              ? ['Spread', formatPct(numberIn(state, 'current_spread_pct'), 3)]
              : ['Funding, smoothed APR', formatPct(numberIn(state, 'smoothed_apr_pct'), 2)],
            isSpread
              ? ['Leading', state.is_spread_paused === true ? 'Held back' : 'Running']
              : ['Phase', formatWord(String(state.phase))],
          ]}
        />
      </div>
    </Panel>
  );
}

const columns: readonly Column<LegRow>[] = [
  { title: 'Leg', cell: ({ name }) => name },
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  { title: 'Holds', isNumber: true, cell: ({ held }) => formatQuantity(held) },
  { title: 'Opened at', isNumber: true, cell: ({ average }) => formatPrice(average) },
  { title: 'Accounts', cell: ({ accounts }) => accounts },
];

function rowOf(details: AlgorithmDetailsWire, leg: AlgorithmChildWire['leg']): LegRow {
  const side = legSide(details, leg);
  const opened = details.child_orders.filter(
    (child) => child.leg === leg && child.side === side && child.filled_quantity > 0,
  );
  const sum = (of: (child: AlgorithmChildWire) => number) =>
    opened.reduce((total, child) => total + of(child), 0);
  const quantity = sum((child) => child.filled_quantity);
  const cost = sum((child) => child.filled_quantity * (child.average_price ?? 0));
  return {
    leg,
    side,
    name: legName(details, leg),
    symbol: leg === 0 ? details.symbol : otherSymbol(details),
    held: heldOf(details, leg),
    average: quantity > 0 ? cost / quantity : undefined,
    accounts: accountsOf(details, leg),
  };
}

function accountsOf({ params, exchange_account_ids: all }: AlgorithmDetailsWire, leg: 0 | 1) {
  const names = ['anchor_exchange_account_ids', 'contra_exchange_account_ids'] as const;
  const single = ['spot_exchange_account_id', 'perp_exchange_account_id'] as const;
  const given = params[names[leg]] ?? params[single[leg]] ?? all;
  return Array.isArray(given) ? given.join(', ') : String(given);
}
