import { ColorType, createChart, type IChartApi } from 'lightweight-charts';
import { readColor, type Theme } from '../theme.ts';
import { createLine, type Line, type TimeSeries } from './line.ts';
import { gridOf } from './timeData.ts';

interface Picture {
  readonly series: readonly TimeSeries[];
  readonly format: (value: number) => string;
  readonly theme: Theme;
}

/** The values under the pointer, by series; undefined when it points at none. */
export type Pointed = readonly (number | undefined)[] | undefined;

/** The drawing code of a TimeChart on top of the library. It is loaded with the first chart. */
export interface TimeLines {
  show(picture: Picture): void;
  close(): void;
}

/** Holds the places of the time axis when times are uneven. It is not visible. */
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

/** Space for a minute of points that come once a second. */
const roomAhead = 60;

/**
 * Keeps all points visible. A growing chart has space on its right: to fit it again costs as much
 * as to draw it, and lines that shrink with every point are hard to follow. `count` is undefined
 * while the places of the axis differ from the points.
 */
function createFit(chart: IChartApi) {
  let isLive = false;
  let room = 0;
  let apply = () => chart.timeScale().fitContent();
  // A range that was fitted to another width would be cut off.
  chart.timeScale().subscribeSizeChange(() => apply());
  return (added: readonly (number | undefined)[], count: number | undefined) => {
    const isKept = !added.includes(undefined);
    const wasLive = isLive;
    isLive ||= isKept && added.some((each) => each !== undefined && each > 0);
    // A range that was fitted before the chart grew has no space yet.
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
      // The link that the licence requires is in the legend, where the keyboard reaches it.
      attributionLogo: false,
    },
    grid: { vertLines: line, horzLines: line },
  };
}
