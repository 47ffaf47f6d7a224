import { ColorType, createChart, type IChartApi } from 'lightweight-charts';
import { readColor, type Theme } from '../theme.ts';
import { createLine, type Line, type TimeSeries } from './line.ts';
import { gridOf } from './timeData.ts';

interface Picture {
  readonly series: readonly TimeSeries[];
  readonly format: (value: number) => string;
  readonly theme: Theme;
}

/** The values under the pointer, by series; undefined where it points at none. */
export type Pointed = readonly (number | undefined)[] | undefined;

/** The drawing of a TimeChart, on the library; loaded with the first chart that is shown. */
export interface TimeLines {
  show(picture: Picture): void;
  close(): void;
}

/** Carries the places of the time axis where times are uneven, and is not seen. */
const placesOnly: TimeSeries = { name: '', color: '--line', points: [] };

export function createTimeLines(box: HTMLElement, onPoint: (pointed: Pointed) => void): TimeLines {
  const chart = createChart(box, { autoSize: true, ...fixedOptions });
  let theme: Theme | undefined;
  let format: Picture['format'] = String;
  let lines: readonly Line[] = [];
  let places: Line | undefined;
  const fit = createFit(chart);

  const clear = () => {
    for (const line of places ? [...lines, places] : lines) line.remove();
    places = undefined;
    lines = [];
  };
  const dress = (wanted: Theme) => {
    if (wanted === theme) return;
    theme = wanted;
    chart.applyOptions(lookOf());
    clear();
  };
  chart.subscribeCrosshairMove(({ time, seriesData }) =>
    onPoint(time === undefined ? undefined : lines.map((line) => line.valueIn(seriesData))),
  );

  return {
    show(picture) {
      format = picture.format;
      dress(picture.theme);
      const { series } = picture;
      if (series.length !== lines.length || !lines.every((line, at) => line.isOf(series[at]))) {
        clear();
        lines = series.map((each) => createLine(chart, each, (value) => format(value)));
      }
      const grid = gridOf(series.map(({ points }) => points));
      if (grid.places.length > 0) {
        places ??= createLine(chart, placesOnly, String);
        places.show(
          grid.places.map((atMs) => ({ atMs, value: null })),
          grid,
        );
      } else {
        places?.remove();
        places = undefined;
      }
      const added = lines.map((line, at) => line.show(series[at]?.points ?? [], grid));
      const counts = series.map(({ points }) => points.length);
      fit(added, grid.places.length > 0 ? undefined : Math.max(0, ...counts));
    },
    close: () => chart.remove(),
  };
}

/** Room for a minute of points that come by the second. */
const roomAhead = 60;

/**
 * Keeps all points in sight. A chart that grows has room to its right: to fit it anew costs as much
 * as to draw it, and lines that are squeezed with every point are hard to follow.
 * `count` is undefined while the places of the axis are others than the points.
 */
function createFit(chart: IChartApi) {
  let isLive = false;
  let room = 0;
  let apply = () => chart.timeScale().fitContent();
  // What was fitted into another width is cut off.
  chart.timeScale().subscribeSizeChange(() => apply());
  return (added: readonly (number | undefined)[], count: number | undefined) => {
    const isKept = !added.includes(undefined);
    const wasLive = isLive;
    isLive ||= isKept && added.some((each) => each !== undefined && each > 0);
    // What was fitted while it stood still has no room yet.
    if (isKept && wasLive === isLive && count !== undefined && count <= room) return;
    room = (count ?? 0) + roomAhead;
    const range = { from: -0.5, to: room - 0.5 };
    apply =
      isLive && count !== undefined
        ? () => chart.timeScale().setVisibleLogicalRange(range)
        : () => chart.timeScale().fitContent();
    apply();
  };
}

const fixedOptions = {
  rightPriceScale: { borderVisible: false },
  timeScale: { borderVisible: false, timeVisible: true, secondsVisible: true },
  handleScroll: false,
  handleScale: false,
} as const;

function lookOf(): Parameters<IChartApi['applyOptions']>[0] {
  const line = { color: readColor('--line') };
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: readColor('--muted'),
      fontFamily: readColor('--sans'),
      // The link that the licence asks for stands in the legend, where a key reaches it.
      attributionLogo: false,
    },
    grid: { vertLines: line, horzLines: line },
  };
}
