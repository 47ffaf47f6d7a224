import type { TcaReportWire } from '@windlass/contract';
import { bpsText, countText, dayText, percentText, plainText, usdText } from './figures.ts';
import { type Html, html } from './html.ts';

interface Table {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of a row is its header. */
  readonly rows: readonly (readonly string[])[];
}

/** Renders a table that scrolls by itself where the page is too narrow for it. */
function table({ caption, head, rows }: Table): Html {
  const heads = head.map((name) => html`<th scope="col">${name}</th>`);
  const lines = rows.map(([first = '', ...cells]) => {
    const rest = cells.map((cell) => html`<td>${cell}</td>`);
    return html`<tr><th scope="row">${first}</th>${rest}</tr>
`;
  });
  return html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${lines}</tbody></table></div>`;
}

type Part = Omit<TcaReportWire['by_symbol'][number], 'symbol'>;

const partHead = ['fills', 'turnover USD', 'maker %', 'fees USD', 'fees bps'] as const;
const marketHead = ['slippage USD', 'slippage bps', 'markout bps'] as const;

/** Rows of the same figures, each under its own name; for spot only fees are known. */
function parts(name: string, rows: readonly (Part & { name: string })[], isSpot: boolean): Table {
  return {
    caption: `By ${name}`,
    head: [name, ...partHead, ...(isSpot ? [] : marketHead)],
    rows: rows.map((row) => [
      row.name,
      countText(row.fills_count),
      plainText(row.turnover_usd),
      plainText(row.maker_pct),
      plainText(row.fees_usd),
      plainText(row.fees_bps),
      ...(isSpot ? [] : marketCells(row)),
    ]),
  };
}

function marketCells(row: Part): readonly string[] {
  return [row.slippage_usd, row.slippage_bps, row.markout_bps].map(plainText);
}

export function breakdowns(report: TcaReportWire): readonly Html[] {
  const isSpot = report.market_type === 'spot';
  const symbols = report.by_symbol.map((row) => ({ ...row, name: row.symbol }));
  const algorithms = report.by_algorithm.map((row) => ({ ...row, name: row.algorithm }));
  const days = report.by_day.map((row) => ({ ...row, name: dayText(row.date) }));
  return [
    table(parts('symbol', symbols, isSpot)),
    table(parts('algorithm', algorithms, isSpot)),
    table(parts('day', days, isSpot)),
  ];
}

type Shortfall = NonNullable<TcaReportWire['implementation_shortfall']>;

export function shortfallTable({ orders }: Shortfall): Html {
  return table({
    caption: 'Algorithm orders; USD, positive is a cost',
    head: [
      'order',
      'type',
      'symbol',
      'side',
      'ordered',
      'delay',
      'spread',
      'impact',
      'timing',
      'fees',
      'opportunity',
      'total',
      'total bps',
    ],
    rows: orders.map((order) => [
      order.order_id,
      order.algorithm_type,
      order.symbol,
      order.side,
      ...[order.ordered_usd, order.delay_usd, order.spread_usd, order.impact_usd].map(plainText),
      ...[order.timing_usd, order.fees_usd, order.opportunity_usd].map(plainText),
      ...[order.total_usd, order.total_bps].map(plainText),
    ]),
  });
}

/** Figures that have no plot. */
export function detailTable(report: TcaReportWire): Html {
  const { slippage, markout, adverse_selection: adverse, capture, fees } = report;
  const rows: (readonly string[])[] = [
    ['Maker share of fills', percentText(capture.maker_pct)],
    ['Maker fills, of turnover', percentText(capture.by_notional.maker_pct)],
    ['Fees against the tier', `${bpsText(fees.effective_bps)} effective`],
    ['Tier, maker', bpsText(fees.tier_maker_bps)],
    ['Tier, taker', bpsText(fees.tier_taker_bps)],
    ['Rebate gap', bpsText(report.rebate_gap_bps)],
    ['Maker net edge', bpsText(report.maker_net_edge_bps)],
  ];
  if (slippage && markout && adverse) {
    const { buy, sell } = slippage.by_side;
    rows.push(
      ['Slippage, median', bpsText(slippage.median_bps)],
      ['Slippage, 95th percentile', bpsText(slippage.p95_bps)],
      ['Slippage, buys', `${bpsText(buy.avg_bps)}, ${usdText(buy.cost_usd)}`],
      ['Slippage, sells', `${bpsText(sell.avg_bps)}, ${usdText(sell.cost_usd)}`],
      [`Markout of maker fills, ${markout.horizon_seconds} s`, bpsText(adverse.maker_markout_bps)],
      [`Markout of taker fills, ${markout.horizon_seconds} s`, bpsText(adverse.taker_markout_bps)],
      ['Adverse fills', percentText(adverse.toxic_fill_pct)],
    );
  }
  return table({ caption: 'In detail', head: ['figure', 'value'], rows });
}
