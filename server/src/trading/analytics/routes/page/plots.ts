import type { TcaReportWire } from '@windlass/contract';
import type { SlippageBin } from '../../slippageBins.ts';
import { bpsText, countOf, dayText, tickText, usdText } from './figures.ts';
import { type Html, html } from './html.ts';
import { at, bar, figureAbove, labelBelow, plot, plotArea } from './plot.ts';
import { scaleOf } from './scale.ts';

const vertical = { from: plotArea.bottom, to: plotArea.top } as const;
const areaWidth = plotArea.right - plotArea.left;

type Day = TcaReportWire['by_day'][number];

/** Share of a day's width that its bars take. */
const barShare = 0.8;
/** With fewer days, bars are as wide as with this many. */
const daysMin = 7;

/** Draws the cost of each day: slippage beside fees, or fees alone. */
export function costByDay(days: readonly Day[], hasSlippage: boolean): Html {
  const values = days.flatMap((day) => [day.slippage_usd * Number(hasSlippage), day.fees_usd]);
  const scale = scaleOf({ values, ...vertical });
  const place = areaWidth / Math.max(daysMin, days.length);
  const width = (place * barShare) / (hasSlippage ? 2 : 1);
  const marks = days.flatMap((day, index) => {
    const x = plotArea.left + place * (index + (1 - barShare) / 2);
    const date = dayText(day.date);
    const slippage = bar({
      kind: 'first' as const,
      x,
      width,
      ends: [scale(0), scale(day.slippage_usd)],
      title: `${date}: slippage ${usdText(day.slippage_usd)}`,
    });
    const fees = bar({
      kind: 'second' as const,
      x: hasSlippage ? x + width : x,
      width,
      ends: [scale(0), scale(day.fees_usd)],
      title: `${date}: fees ${usdText(day.fees_usd)}`,
    });
    return hasSlippage ? [slippage, fees] : [fees];
  });
  const title = `Cost by day, USD, over ${countOf(days.length, 'day')}`;
  return plot({ title, scale, marks, labels: dayLabels(days, place) });
}

/** Labels every day while there is room, else the first and the last. */
function dayLabels(days: readonly Day[], place: number): readonly Html[] {
  const { left, right } = plotArea;
  if (days.length <= daysMin) {
    return days.map(({ date }, index) =>
      labelBelow({ x: left + place * (index + 1 / 2), text: dayText(date).slice('YYYY-'.length) }),
    );
  }
  const [first, last] = [days.at(0), days.at(-1)].map((day) => dayText(day?.date ?? 0));
  return [
    labelBelow({ x: left, text: first ?? '', anchor: 'start' }),
    labelBelow({ x: right, text: last ?? '', anchor: 'end' }),
  ];
}

type Curve = NonNullable<TcaReportWire['markout']>['curve'];

/** Draws the market's move after fills. The horizons are spaced evenly. */
export function markoutCurve(curve: Curve): Html {
  const known = curve.flatMap((point, index) =>
    point.bps === null ? [] : [{ ...point, bps: point.bps, index }],
  );
  const scale = scaleOf({ values: known.map(({ bps }) => bps), ...vertical });
  const place = areaWidth / Math.max(1, curve.length);
  const xOf = (index: number) => plotArea.left + place * (index + 1 / 2);
  const points = known.map(({ bps, index }) => `${at(xOf(index))},${at(scale(bps))}`);
  const line = html`<polyline class="curve" points="${points.join(' ')}"/>
`;
  const dots = known.map(({ bps, seconds, index }) => {
    const said = `after ${seconds} s: ${bpsText(bps)}`;
    return html`<circle class="first" cx="${at(xOf(index))}" cy="${at(scale(bps))}" r="4">
<title>${said}</title></circle>
`;
  });
  const labels = curve.map(({ seconds }, index) =>
    labelBelow({ x: xOf(index), text: `${seconds} s` }),
  );
  const title = `Markout in bps: ${curve.map(saidOf).join('; ')}`;
  return plot({ title, scale, marks: [line, ...dots], labels });
}

function saidOf({ seconds, bps }: Curve[number]): string {
  return `after ${seconds} s ${bps === null ? 'not known' : bpsText(bps)}`;
}

/** Draws the number of fills by slippage; costs and improvements differ in colour. */
export function slippageHistogram(bins: readonly SlippageBin[]): Html {
  const scale = scaleOf({ values: bins.map(({ fillsCount }) => fillsCount), ...vertical });
  const width = areaWidth / Math.max(1, bins.length);
  const marks = bins.map((bin, index) =>
    bar({
      kind: bin.fromBps === undefined || bin.fromBps < 0 ? 'good' : 'bad',
      x: plotArea.left + width * index + 1,
      width: width - 2,
      ends: [scale(0), scale(bin.fillsCount)],
      title: `${rangeOf(bin)}: ${countOf(bin.fillsCount, 'fill')}`,
    }),
  );
  const counts = bins.flatMap(({ fillsCount }, index) => {
    const x = plotArea.left + width * (index + 1 / 2);
    const ends = [scale(0), scale(fillsCount)] as const;
    return fillsCount === 0 ? [] : [figureAbove({ x, ends, text: tickText(fillsCount) })];
  });
  // A label at every edge would be too much to read; zero is among those that stay.
  const labels = bins.flatMap(({ fromBps }, index) =>
    fromBps === undefined || index % 2 === 0
      ? []
      : [labelBelow({ x: plotArea.left + width * index, text: String(fromBps) })],
  );
  return plot({ title: histogramTitle(bins), scale, marks, labels: [...counts, ...labels] });
}

function histogramTitle(bins: readonly SlippageBin[]): string {
  const said = bins
    .filter(({ fillsCount }) => fillsCount > 0)
    .map((bin) => `${rangeOf(bin)}: ${countOf(bin.fillsCount, 'fill')}`);
  return `Fills by slippage; ${said.join('; ')}`;
}

function rangeOf({ fromBps, toBps }: SlippageBin): string {
  if (fromBps === undefined) return `below ${toBps} bps`;
  return toBps === undefined ? `${fromBps} bps and more` : `${fromBps} to ${toBps} bps`;
}

export interface Step {
  readonly name: string;
  readonly usd: number;
}

/** Draws the sum of the parts from zero, each part where the one before it ended. */
export function waterfall(steps: readonly Step[], total: number): Html {
  let reached = 0;
  const parts = steps.map((step) => {
    const from = reached;
    reached += step.usd;
    return { ...step, from, to: reached };
  });
  const scale = scaleOf({ values: [...parts.map(({ to }) => to), total], ...vertical });
  const place = areaWidth / (parts.length + 1);
  const xOf = (index: number) => plotArea.left + place * index + place * ((1 - barShare) / 2);
  const width = place * barShare;
  const bars = parts.map(({ name, usd, from, to }, index) =>
    bar({
      kind: usd > 0 ? ('bad' as const) : ('good' as const),
      x: xOf(index),
      width,
      ends: [scale(from), scale(to)],
      title: `${name} ${usdText(usd)}`,
    }),
  );
  const links = parts.map(({ to }, index) => {
    const y = at(scale(to));
    const [x1, x2] = [at(xOf(index) + width), at(xOf(index + 1))];
    return html`<line class="link" x1="${x1}" x2="${x2}" y1="${y}" y2="${y}"/>
`;
  });
  const whole = bar({
    kind: 'whole' as const,
    x: xOf(parts.length),
    width,
    ends: [scale(0), scale(total)],
    title: `total ${usdText(total)}`,
  });
  const ends = [...parts, { usd: total, from: 0, to: total }];
  const figures = ends.map(({ usd, from, to }, index) =>
    figureAbove({ x: xOf(index) + width / 2, ends: [scale(from), scale(to)], text: tickText(usd) }),
  );
  const names = [...parts.map(({ name }) => name), 'total'].map((name, index) =>
    labelBelow({ x: xOf(index) + width / 2, text: name }),
  );
  const said = parts.map(({ name, usd }) => `${name} ${usdText(usd)}`).join(', ');
  const title = `Implementation shortfall: ${said}; total ${usdText(total)}`;
  const labels = [...figures, ...names];
  return plot({ title, scale, marks: [...bars, ...links, whole], labels });
}
