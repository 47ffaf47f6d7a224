import { missingMarksText, type TcaReportWire } from '@windlass/contract';
import type { SlippageBin } from '../../slippageBins.ts';
import { bpsText, countOf, countText, percentText, timeText, usdText } from './figures.ts';
import { type Html, html, nothing } from './html.ts';
import { costByDay, markoutCurve, type Step, slippageHistogram, waterfall } from './plots.ts';
import { styles } from './styles.ts';
import { breakdowns, detailTable, shortfallTable } from './tables.ts';

interface Beside {
  readonly slippageBins: readonly SlippageBin[];
  readonly madeAtMs: number;
}

/**
 * Renders the report as a page for people. It is self-contained, loads nothing, prints, and follows
 * the light or dark scheme of the reader.
 */
export function renderReport(report: TcaReportWire, { slippageBins, madeAtMs }: Beside): string {
  const title = `Transaction costs of ${report.exchange_account_id}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${styles}</style>
</head>
<body>
<main>
${header(title, report)}
${headline(report)}
${report.fills_count === 0 ? empty : body(report, slippageBins)}
<footer>${notes(report)} Made ${timeText(madeAtMs)} by Windlass.</footer>
</main>
</body>
</html>
`.text;
}

function header(title: string, { window, market_type: type, symbol }: TcaReportWire): Html {
  const market = symbol ?? (type === 'spot' ? 'all spot markets' : 'all perpetuals and futures');
  const times = `${timeText(window.start)} to ${timeText(window.end)}`;
  return html`<header>
<h1>${title}</h1>
<p class="quiet">${market} · ${times}</p>
</header>`;
}

const empty = html`<section><h2>No fills</h2>
<p>Nothing was traded in this window.</p></section>`;

function headline(report: TcaReportWire): Html {
  const { slippage, markout, fees, cost_drag: drag, capture } = report;
  const { implementation_shortfall: shortfall } = report;
  const fills = countOf(report.fills_count, 'fill');
  const ofNav = `${percentText(drag.pct_of_nav)} of equity`;
  const figures = [
    figure('Turnover', usdText(report.turnover_usd), fills),
    figure('Cost', bpsText(drag.bps_of_turnover), ofNav),
    figure('Fees', bpsText(fees.effective_bps), usdText(fees.total_usd)),
    slippage && figure('Slippage', bpsText(slippage.avg_bps), usdText(slippage.cost_usd)),
    markout && markoutFigure(markout),
    figure('Maker', percentText(capture.maker_pct), 'of the fills'),
    shortfall && figure('Shortfall', bpsText(shortfall.total_bps), usdText(shortfall.total_usd)),
  ];
  return html`<dl class="figures">
${figures.filter((each) => each !== null)}</dl>`;
}

type Markout = NonNullable<TcaReportWire['markout']>;

function markoutFigure({ horizon_seconds: seconds, avg_bps: average }: Markout): Html {
  return figure(`Markout ${seconds} s`, bpsText(average), 'positive is favourable');
}

function figure(name: string, value: string, beside: string): Html {
  return html`<div><dt>${name}</dt><dd>${value}<small>${beside}</small></dd></div>
`;
}

function body(report: TcaReportWire, bins: readonly SlippageBin[]): Html {
  const { implementation_shortfall: shortfall } = report;
  const tables = [
    detailTable(report),
    ...breakdowns(report),
    ...(shortfall ? [shortfallTable(shortfall)] : []),
  ];
  return html`<div class="plots">
${plots(report, bins)}${shortfall ? shortfallPlot(shortfall) : nothing}
</div>
${tables.map(
  (each) => html`<section>${each}</section>
`,
)}`;
}

function plots(report: TcaReportWire, bins: readonly SlippageBin[]): readonly Html[] {
  const { markout, slippage } = report;
  const hasSlippage = slippage !== null;
  const named = legend(hasSlippage ? ['slippage', 'fees'] : ['fees']);
  const byDay = section(
    'Cost by day',
    'USD; below zero: price improvement or rebates',
    html`${named}${costByDay(report.by_day, hasSlippage)}`,
  );
  if (!markout || !slippage) return [byDay];
  const isMarked = markout.curve.some(({ bps }) => bps !== null);
  const curve = isMarked ? markoutCurve(markout.curve) : unknownPlot;
  const histogram = bins.length > 0 ? slippageHistogram(bins) : unknownPlot;
  return [
    byDay,
    section('Markout', 'bps after the fill; positive: the price moved your way', curve),
    section('Slippage by fill', 'fills by bps against the mark price; right is a cost', histogram),
  ];
}

const unknownPlot = html`<p>No mark price is known for any of these fills.</p>`;

const classes = { slippage: 'first', fees: 'second' } as const;

function legend(names: readonly (keyof typeof classes)[]): Html {
  const entries = names.map(
    (name) => html`<span><svg viewBox="0 0 10 10" aria-hidden="true">
<rect class="${classes[name]}" width="10" height="10"/></svg>${name}</span>`,
  );
  return html`<p class="legend">${entries}</p>`;
}

function section(title: string, said: string, content: Html): Html {
  return html`<section><h2>${title}</h2><p class="quiet">${said}</p>
${content}</section>
`;
}

type Shortfall = NonNullable<TcaReportWire['implementation_shortfall']>;

function shortfallPlot(shortfall: Shortfall): Html {
  const steps: readonly Step[] = [
    { name: 'delay', usd: shortfall.delay_usd },
    { name: 'spread', usd: shortfall.spread_usd },
    { name: 'impact', usd: shortfall.impact_usd },
    { name: 'timing', usd: shortfall.timing_usd },
    { name: 'fees', usd: shortfall.fees_usd },
    { name: 'missed', usd: shortfall.opportunity_usd },
  ];
  const { orders_count: orders, ordered_usd: ordered } = shortfall;
  const said =
    `USD against the arrival price, over ${countOf(orders, 'algorithm order')} worth ` +
    `${usdText(ordered)}; missed is what never filled`;
  return section('Implementation shortfall', said, waterfall(steps, shortfall.total_usd));
}

/** Returns the notes about what the figures leave out. */
function notes({ prices, unvalued_fills: unvalued, fees, market_type: type }: TcaReportWire): Html {
  const said = [
    type === 'spot'
      ? 'On spot markets only fees are reported.'
      : `Mark prices: ${countOf(prices.live, 'fill')} as last seen before them, ` +
        `${countText(prices.candles)} from candles, ${countText(prices.missing)} without` +
        `${prices.missing > 0 ? `: ${missingMarksText(prices.missing_by)}` : ''}.`,
    ...(unvalued > 0 ? [`Not known in USD and in no sum: ${countOf(unvalued, 'fill')}.`] : []),
    ...(fees.estimated ? ['Fees are estimated: the exchange omits those of single fills.'] : []),
    'Positive costs are paid, negative ones were earned. – is not known.',
  ];
  return html`${said.join(' ')}`;
}
