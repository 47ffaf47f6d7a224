import { missingMarksText, type TcaReportWire } from '@windlass/contract';
import { withHeader } from '../table.ts';
import { alignRows, type Paint, printable } from '../text.ts';
import { countOf, formatCount } from '../vaults/format.ts';
import { renderBars } from './bars.ts';

/** A report covers one market type. Who traded the other finds the option for it here. */
const noFills = {
  spot: 'no spot fills in this window; perpetuals and futures: --market-type swap',
  swap: 'no fills of perpetuals and futures in this window; spot: --market-type spot',
};

/** Returns a report for people: totals, by day, by symbol, and by algorithm. */
export function renderCosts(report: TcaReportWire, paint: Paint, columns: number): string {
  const headline = alignRows(summaryRows(report).map((row) => row.map(printable)));
  if (report.fills_count === 0) return `${headline}\n${noFills[report.market_type]}\n`;
  const parts = [
    headline,
    daysSection(report, paint, columns),
    curveSection(report, paint, columns),
    shortfallSection(report, paint, columns),
    partsSection('symbol', namedSymbols(report), paint),
    partsSection('algorithm', namedAlgorithms(report), paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Returns names and figures. Unknown figures are marked as such. */
function summaryRows(report: TcaReportWire): readonly (readonly [string, string])[] {
  const { window, slippage, markout, fees, cost_drag: drag, capture } = report;
  const { start, end } = window;
  return [
    ['account', report.exchange_account_id],
    ['window', `${new Date(start).toISOString()} to ${new Date(end).toISOString()}`],
    ['market', report.symbol ?? `all ${report.market_type}`],
    ['fills', formatCount(report.fills_count)],
    ['turnover', usd(report.turnover_usd)],
    ['fees', `${usd(fees.total_usd)} (${bps(fees.effective_bps)})${estimated(report)}`],
    ['fee tier', `${bps(fees.tier_maker_bps)} maker, ${bps(fees.tier_taker_bps)} taker`],
    ...(slippage ? slippageRows(slippage) : []),
    ...(slippage ? markRows(report) : []),
    ...(markout ? markoutRows(report, markout) : []),
    ['maker fills', `${percent(capture.maker_pct)}, of turnover ${ofTurnover(report)}`],
    ['cost drag', `${bps(drag.bps_of_turnover)}, ${percent(drag.pct_of_nav)} of equity`],
    ['rebate gap', bps(report.rebate_gap_bps)],
    ['maker net edge', bps(report.maker_net_edge_bps)],
    ...unvaluedRow(report),
  ];
}

type Rows = readonly (readonly [string, string])[];

function slippageRows(slippage: NonNullable<TcaReportWire['slippage']>): Rows {
  const { avg_bps: average, median_bps: median, p95_bps: p95, cost_usd: cost } = slippage;
  const marked = countOf(slippage.fills_count, 'marked fill');
  return [
    ['slippage', `${usd(cost)} (${bps(average)}), ${marked}`],
    ['median, p95', `${bps(median)}, ${bps(p95)}`],
  ];
}

/** Returns the rows about marks: slippage is only as good as the marks that measure it. */
function markRows({ prices }: TcaReportWire): Rows {
  const { live, missing, age_ms: age, missing_by: missingBy } = prices;
  const old = age.median === null ? '' : `, ${ms(age.median)} older (p95 ${ms(age.p95)})`;
  const marks: Rows = [['marks', `${countOf(live, 'fill')} by the last before each${old}`]];
  if (missing === 0) return marks;
  return [...marks, ['without a mark', `${formatCount(missing)}: ${missingMarksText(missingBy)}`]];
}

function ms(value: number | null): string {
  return value === null ? '-' : `${formatCount(Math.round(value))} ms`;
}

function markoutRows(
  { adverse_selection: adverse }: TcaReportWire,
  markout: NonNullable<TcaReportWire['markout']>,
): Rows {
  const sides =
    adverse === null
      ? ''
      : `; makers ${bps(adverse.maker_markout_bps)}, takers ${bps(adverse.taker_markout_bps)}`;
  return [
    [`markout ${markout.horizon_seconds} s`, `${bps(markout.avg_bps)}${sides}`],
    ...(adverse === null ? [] : [['toxic fills', percent(adverse.toxic_fill_pct)] as const]),
  ];
}

function estimated({ fees }: TcaReportWire): string {
  return fees.estimated ? ', estimated' : '';
}

function ofTurnover({ capture }: TcaReportWire): string {
  return percent(capture.by_notional.maker_pct);
}

function unvaluedRow({ unvalued_fills: fills }: TcaReportWire): Rows {
  return fills === 0 ? [] : [['not valued', `${countOf(fills, 'fill')}, in no sum`]];
}

/** Newest days shown: as many as fit on a screen. */
const daysShown = 31;

function daysSection(report: TcaReportWire, paint: Paint, columns: number): string {
  const days = report.by_day.slice(-daysShown);
  const bars = days.map((day) => ({
    name: new Date(day.date).toISOString().slice(0, 'YYYY-MM-DD'.length),
    value: day.slippage_usd + day.fees_usd,
    text: plain(day.slippage_usd + day.fees_usd),
  }));
  const left = report.by_day.length - days.length;
  const more = left === 0 ? '' : `${countOf(left, 'earlier day')} in --json\n`;
  return `${paint.bold('COST BY DAY, USD')}\n${renderBars(bars, columns)}${more}`;
}

function curveSection({ markout }: TcaReportWire, paint: Paint, columns: number): string {
  const bars = (markout?.curve ?? []).flatMap(({ seconds, bps: value }) =>
    value === null ? [] : [{ name: `${seconds} s`, value, text: plain(value) }],
  );
  if (bars.length === 0) return '';
  return `${paint.bold('MARKOUT, BPS')}\n${renderBars(bars, columns)}`;
}

function shortfallSection(report: TcaReportWire, paint: Paint, columns: number): string {
  const { implementation_shortfall: shortfall } = report;
  if (!shortfall) return '';
  const figures = [
    ['delay', shortfall.delay_usd],
    ['spread', shortfall.spread_usd],
    ['impact', shortfall.impact_usd],
    ['timing', shortfall.timing_usd],
    ['fees', shortfall.fees_usd],
    ['opportunity', shortfall.opportunity_usd],
    ['total', shortfall.total_usd],
  ] as const;
  const bars = figures.map(([name, value]) => ({ name, value, text: plain(value) }));
  const title = `SHORTFALL OF ${countOf(shortfall.orders_count, 'ORDER')}, USD`;
  const said = `${bps(shortfall.total_bps)} of ${usd(shortfall.ordered_usd)} ordered`;
  return `${paint.bold(title)}\n${renderBars(bars, columns)}${said}\n`;
}

type Part = Omit<TcaReportWire['by_symbol'][number], 'symbol'>;
type NamedPart = Part & { readonly name: string };

function namedSymbols({ by_symbol: parts }: TcaReportWire): readonly NamedPart[] {
  return parts.map((part) => ({ ...part, name: part.symbol }));
}

function namedAlgorithms({ by_algorithm: parts }: TcaReportWire): readonly NamedPart[] {
  return parts.map((part) => ({ ...part, name: part.algorithm }));
}

function partsSection(name: string, parts: readonly NamedPart[], paint: Paint): string {
  const header = ['FILLS', 'TURNOVER', 'SLIPPAGE', 'BPS', 'FEES', 'BPS', 'MARKOUT', 'MAKER %'];
  const rows = parts.map((part) => [
    part.name,
    formatCount(part.fills_count),
    plain(part.turnover_usd),
    plain(part.slippage_bps === null ? null : part.slippage_usd),
    ...[part.slippage_bps, part.fees_usd, part.fees_bps, part.markout_bps].map(plain),
    plain(part.maker_pct),
  ]);
  return withHeader([name.toUpperCase(), ...header], rows, paint);
}

const unknown = '-';

function plain(value: number | null): string {
  if (value === null) return unknown;
  const text = value.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return /^-[0.,]*$/.test(text) ? text.slice(1) : text;
}

function bps(value: number | null): string {
  return value === null ? unknown : `${plain(value)} bps`;
}

/** Returns a percentage. A small share of a large account must not become 0. */
function percent(value: number | null): string {
  const isSmall = value !== null && value !== 0 && Math.abs(value) < 0.1;
  const text = isSmall ? value.toFixed(4) : plain(value);
  return value === null ? text : `${text} %`;
}

function usd(value: number): string {
  return `${plain(value)} USD`;
}
