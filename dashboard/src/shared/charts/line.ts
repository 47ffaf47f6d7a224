import {
  AreaSeries,
  createSeriesMarkers,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineType,
  type MouseEventParams,
  type UTCTimestamp,
} from 'lightweight-charts';
import { readColor } from '../theme.ts';
import { addedTo, onGrid, type TimeGrid, type TimePoint } from './timeData.ts';

export interface TimeSeries {
  readonly name: string;
  /** A colour of the style sheet. */
  readonly color: `--${string}`;
  /** In order of time. */
  readonly points: readonly TimePoint[];
  /** `points` draws separate dots without a line. */
  readonly kind?: 'line' | 'step' | 'area' | 'points';
}

/** One series in the chart. */
export interface Line {
  isOf(series: TimeSeries | undefined): boolean;
  /**
   * Returns how many points were added to the earlier ones; undefined when all were drawn again.
   */
  show(points: readonly TimePoint[], grid: TimeGrid): number | undefined;
  valueIn(data: MouseEventParams['seriesData']): number | undefined;
  remove(): void;
}

type Api = ISeriesApi<'Line'> | ISeriesApi<'Area'>;
type Format = (value: number) => string;

export function createLine(chart: IChartApi, series: TimeSeries, format: Format): Line {
  const { name, color, kind } = series;
  const api = addSeries(chart, series, format);
  const showDots = kind === 'points' ? createDots(api, readColor(color)) : undefined;
  let shown: readonly TimePoint[] = [];
  let isOnGrid = false;

  return {
    isOf: (other) => other?.name === name && other.color === color && other.kind === kind,
    show(points, grid) {
      const wasOnGrid = isOnGrid;
      isOnGrid = grid.places.length > 0;
      const added = isOnGrid || wasOnGrid || showDots ? undefined : addedTo(shown, points);
      shown = points;
      if (added) {
        for (const point of added) api.update(toDatum(point));
        return added.length;
      }
      const data = onGrid(points, grid).map(toDatum);
      api.setData(data);
      showDots?.(data);
      return undefined;
    },
    valueIn(data) {
      const datum = data.get(api);
      return datum && 'value' in datum ? datum.value : undefined;
    },
    remove: () => chart.removeSeries(api),
  };
}

function addSeries(chart: IChartApi, { kind, color: name }: TimeSeries, format: Format): Api {
  const color = readColor(name);
  const common = {
    priceFormat: { type: 'custom', formatter: format, minMove: 1e-8 },
    priceLineVisible: false,
    lastValueVisible: false,
    lineWidth: 2,
  } as const;
  if (kind === 'area') {
    const shade = { topColor: `${color}55`, bottomColor: `${color}08` };
    return chart.addSeries(AreaSeries, { ...common, ...shade, lineColor: color });
  }
  return chart.addSeries(LineSeries, {
    ...common,
    color,
    lineVisible: kind !== 'points',
    lineType: kind === 'step' ? LineType.WithSteps : LineType.Simple,
  });
}

type Datum = ReturnType<typeof toDatum>;

function createDots(api: Api, color: string): (data: readonly Datum[]) => void {
  const markers = createSeriesMarkers(api);
  return (data) => {
    const places = data.filter((datum) => 'value' in datum);
    const look = { color, position: 'inBar', shape: 'circle', size: 0.6 } as const;
    markers.setMarkers(places.map(({ time }) => ({ time, ...look })));
  };
}

/** Converts a point. The library takes seconds, fractions too, and writes local time as UTC. */
function toDatum({ atMs, value }: TimePoint) {
  const offsetMs = new Date(atMs).getTimezoneOffset() * 60_000;
  const time = ((atMs - offsetMs) / 1_000) as UTCTimestamp;
  return value === null ? { time } : { time, value };
}
