import { orderbookVenues } from '@windlass/contract';
import { memo, useEffect, useState } from 'react';
import { useApi } from '../../shared/api.tsx';
import { TimeChart, type TimeSeries } from '../../shared/charts/TimeChart.tsx';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { venueName } from '../../shared/venues.ts';

/** Shows the mid price of every venue since the page was opened. */
export const PricePanel = memo(function PricePanel({ symbol }: { symbol: string }) {
  const series = useMidSeries(symbol);
  return (
    <Panel title="Mid price by venue">
      {series.length === 0 ? (
        <div className="market-wait">
          <Empty>The mid prices of the last 15 minutes, one a second from now on.</Empty>
        </div>
      ) : (
        <TimeChart
          label={`Mid price of ${symbol} by venue, the last 15 minutes at most`}
          series={series}
          height={290}
          hasNewest={false}
        />
      )}
    </Panel>
  );
});

/**
 * Six seconds: a few pixels' worth of points, which come once a second. To redraw all lines for
 * each point would show no more, and is the page's most expensive work.
 */
const showMs = 6_000;

/** Samples while the panel is shown. The history itself outlives the component. */
function useMidSeries(symbol: string): readonly TimeSeries[] {
  const { books } = useApi();
  const [series, setSeries] = useState<readonly TimeSeries[]>([]);
  useEffect(() => {
    const feed = books.of(symbol);
    const history = books.historyOf(symbol);
    const read = () => toSeries(history.read());
    const show = () => setSeries(read());
    show();
    let shownAtMs = Number.NEGATIVE_INFINITY;
    return feed.subscribe(() => {
      const now = feed.read();
      history.sample(now);
      // The first picture is drawn at once: nobody knows what an empty panel is for.
      if (now.atMs - shownAtMs < showMs || history.read().size === 0) return;
      shownAtMs = now.atMs;
      show();
    });
  }, [books, symbol]);
  return series;
}

function toSeries(history: ReadonlyMap<string, TimeSeries['points']>): readonly TimeSeries[] {
  return orderbookVenues.flatMap((venue) => {
    const points = history.get(venue);
    return points ? [{ name: venueName(venue), color: `--venue-${venue}`, points }] : [];
  });
}
