import {
  AreaSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  type IChartApi,
  LineSeries,
  LineType,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef } from 'react';
import { formatPrice } from '../format.ts';
import { readColor, useTheme } from '../theme.ts';

export interface TimePoint {
  /** Epoch ms. */
  readonly atMs: number;
  /** A gap in the line when null. */
  readonly value: number | null;
}

export interface TimeSeries {
  readonly name: string;
  /** A colour of the style sheet. */
  readonly color: `--${string}`;
  /** In the order of time. */
  readonly points: readonly TimePoint[];
  /** `points` are single things that happened: dots without a line. */
  readonly kind?: 'line' | 'step' | 'area' | 'points';
}

interface TimeChartProps {
  /** What the chart shows, as a sentence: it stands for the picture where none is seen. */
  readonly label: string;
  readonly series: readonly TimeSeries[];
  readonly height?: number;
  readonly format?: (value: number) => string;
}

/** Lines over time, with their legend. The library's own mark stays, as its licence asks. */
export function TimeChart({ label, series, height = 260, format = formatPrice }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi>(undefined);
  const theme = useTheme();

  useEffect(() => {
    if (!box.current) return;
    const made = createChart(box.current, { autoSize: true, ...lookOf(), ...fixedOptions });
    chart.current = made;
    // What was fitted into another width is cut off at the left.
    made.timeScale().subscribeSizeChange(() => made.timeScale().fitContent());
    return () => {
      chart.current = undefined;
      made.remove();
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what colours say
  useEffect(() => chart.current?.applyOptions(lookOf()), [theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => {
    const target = chart.current;
    if (!target) return;
    const drawn = series.map((each) => drawSeries(target, each, format));
    target.timeScale().fitContent();
    return () => {
      if (chart.current === target) for (const each of drawn) target.removeSeries(each);
    };
  }, [series, format, theme]);

  return (
    <figure aria-label={label}>
      <div ref={box} style={{ height }} />
      <figcaption className="row small muted">
        {series.map(({ name, color }) => (
          <span key={name} className="row">
            <span className="swatch" style={{ background: `var(${color})` }} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

const fixedOptions = {
  rightPriceScale: { borderVisible: false },
  timeScale: { borderVisible: false, timeVisible: true, secondsVisible: true },
  handleScroll: false,
  handleScale: false,
} as const;

function lookOf() {
  const line = { color: readColor('--line') };
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: readColor('--muted'),
      fontFamily: readColor('--sans'),
    },
    grid: { vertLines: line, horzLines: line },
  } as const;
}

function drawSeries(chart: IChartApi, series: TimeSeries, format: (value: number) => string) {
  const { kind = 'line' } = series;
  const color = readColor(series.color);
  const data = toData(series.points);
  const common = {
    priceFormat: { type: 'custom', formatter: format, minMove: 1e-8 },
    priceLineVisible: false,
    lastValueVisible: false,
    lineWidth: 2,
  } as const;
  if (kind === 'area') {
    const shade = { topColor: `${color}55`, bottomColor: `${color}08` };
    const drawn = chart.addSeries(AreaSeries, { ...common, ...shade, lineColor: color });
    drawn.setData(data);
    return drawn;
  }
  const isPoints = kind === 'points';
  const drawn = chart.addSeries(LineSeries, {
    ...{ ...common, color, lineVisible: !isPoints },
    lineType: kind === 'step' ? LineType.WithSteps : LineType.Simple,
  });
  drawn.setData(data);
  if (isPoints) {
    const markers = data.filter((point) => 'value' in point).map(({ time }) => time);
    createSeriesMarkers(
      drawn,
      markers.map((time) => ({ time, color, position: 'inBar', shape: 'circle', size: 0.6 })),
    );
  }
  return drawn;
}

/**
 * The library takes seconds (fractions too), local time as if it were UTC, and no time twice: of
 * two points at one time the later counts.
 */
function toData(points: readonly TimePoint[]) {
  const byTime = new Map<number, number | null>();
  for (const { atMs, value } of points) {
    const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
    byTime.set((atMs - offsetMs) / 1_000, value);
  }
  return [...byTime]
    .sort(([left], [right]) => left - right)
    .map(([seconds, value]) => {
      const time = seconds as UTCTimestamp;
      return value === null ? { time } : { time, value };
    });
}
