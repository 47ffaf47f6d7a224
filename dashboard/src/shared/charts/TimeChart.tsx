import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '../format.ts';
import { useTheme } from '../theme.ts';
import { ErrorNote } from '../ui/Notes.tsx';
import type { TimeSeries } from './line.ts';
import type { Pointed, TimeLines } from './timeLines.ts';

export type { TimeSeries } from './line.ts';
export type { TimePoint } from './timeData.ts';

interface TimeChartProps {
  /** Description of the chart, as a sentence, for people who cannot see it. */
  readonly label: string;
  /** Added points are drawn without redrawing the others: keep the objects before them. */
  readonly series: readonly TimeSeries[];
  readonly height?: number;
  readonly format?: (value: number) => string;
  /** False when newer values stand beside the chart: its legend would contradict them. */
  readonly hasNewest?: boolean;
}

/** Shows lines over time, with a legend of the newest values, or of those under the pointer. */
export function TimeChart(props: TimeChartProps) {
  const { label, series, height = 260, format = formatPrice, hasNewest = true } = props;
  const box = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<TimeLines>();
  const [pointed, setPointed] = useState<Pointed>();
  const [failure, setFailure] = useState<unknown>();
  const theme = useTheme();

  useEffect(() => {
    let isWanted = true;
    let made: TimeLines | undefined;
    // The library is the largest part of the page, and the first view does not need it.
    void import('./timeLines.ts').then(({ createTimeLines }) => {
      if (!isWanted || !box.current) return;
      made = createTimeLines(box.current, setPointed);
      setLines(made);
    }, setFailure);
    return () => {
      isWanted = false;
      made?.close();
      setLines(undefined);
    };
  }, []);
  useEffect(() => lines?.show({ series, format, theme }), [lines, series, format, theme]);

  return (
    <figure aria-label={label}>
      {failure !== undefined && <ErrorNote error={failure} what="The chart cannot be loaded" />}
      <div ref={box} style={{ height }} />
      <Legend series={series} pointed={pointed} format={format} hasNewest={hasNewest} />
    </figure>
  );
}

type LegendProps = Required<Pick<TimeChartProps, 'series' | 'format' | 'hasNewest'>> & {
  readonly pointed: Pointed;
};

function Legend({ series, pointed, format, hasNewest }: LegendProps) {
  return (
    <figcaption className="row small muted" style={{ gap: '2px 14px' }}>
      {series.map(({ name, color, points }, index) => {
        const newest = hasNewest ? points.at(-1)?.value : undefined;
        const value = pointed ? pointed[index] : newest;
        return (
          <span key={name} className="row" style={{ gap: 6 }}>
            <span className="swatch" style={{ background: `var(${color})` }} />
            {name}
            {value !== undefined && value !== null && <span>{format(value)}</span>}
          </span>
        );
      })}
      <a
        className="muted"
        style={{ marginLeft: 'auto' }}
        href="https://www.tradingview.com/"
        target="_blank"
        rel="noreferrer"
      >
        Chart: TradingView
      </a>
    </figcaption>
  );
}
