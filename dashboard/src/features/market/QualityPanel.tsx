import { useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useClient } from '../../shared/api.tsx';
import { BookText } from '../../shared/books/BookText.tsx';
import type { BooksNow } from '../../shared/books/bookFeed.ts';
import { useBooksWhen } from '../../shared/books/hooks.ts';
import {
  formatBps,
  formatCount,
  formatDuration,
  formatFigure,
  formatPrice,
  formatQuantity,
  formatShare,
  formatWord,
  unknownText,
} from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { ErrorNote, Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { type QualityRow, qualityRows, type Use } from './quality.ts';
import { qualityQuery } from './queries.ts';
import type { Side } from './steps.ts';
import { wordsOf } from './view.ts';

/** Ages and measured figures are read, not watched. Words and quotes are drawn at once. */
const figuresMs = 2_000;

/** Shows the quality of every venue's book, selected or not. */
export const QualityPanel = memo(function QualityPanel({ symbol }: { symbol: string }) {
  const books = useBooksWhen(
    symbol,
    (now) => `${Math.floor(now.atMs / figuresMs)} ${wordsOf(now, none)}`,
  );
  const { data, dataUpdatedAt, error } = useQuery(qualityQuery(useClient(), symbol));
  const measured = { records: data?.venues ?? [], atMs: dataUpdatedAt };
  return (
    <Panel title="Quality by venue" flush stale={!books.isConnected && books.venues.size > 0}>
      {error && <ErrorNote error={error} what="Quality cannot be read" />}
      <DataTable
        caption={`Quality of the books of ${symbol}`}
        columns={useMemo(() => columnsOf(symbol), [symbol])}
        rows={qualityRows(books, measured)}
        keyOf={({ venue }) => venue}
        empty="No venue has a book of this symbol."
      />
      <p className="small muted market-remark">
        Usable: confidence 0.4 or more and the last update under 2 s ago. Trade only above 0.7.
        Depth is of both sides, imbalance within 50 bps, gaps of the last five minutes.
      </p>
    </Panel>
  );
});

/** Empty: no venue is switched off in this table. */
const none: ReadonlySet<string> = new Set();

const useWords = {
  trade: ['good', 'Trade'],
  look: ['warn', 'Usable, do not trade'],
  none: ['bad', 'Not usable'],
} as const satisfies Record<Use, readonly ['good' | 'warn' | 'bad', string]>;

function UseTag({ use }: { use: Use }) {
  const [mood, word] = useWords[use];
  return <Tag mood={mood}>{word}</Tag>;
}

interface BestPriceProps {
  readonly symbol: string;
  readonly venue: string;
  readonly side: Side;
}

/**
 * Shows a best price. It is redrawn with the ladder, while the rest of the table stays as it is.
 */
function BestPrice({ symbol, venue, side }: BestPriceProps) {
  const textOf = (books: BooksNow) => formatPrice(books.venues.get(venue)?.book[side][0]?.[0]);
  return <BookText symbol={symbol} of={textOf} className="market-best" />;
}

function number(title: string, cell: (row: QualityRow) => string): Column<QualityRow> {
  return { title, cell, isNumber: true };
}

const columnsOf = (symbol: string): readonly Column<QualityRow>[] => [
  { title: 'Venue', cell: ({ venue }) => <VenueTag venue={venue} /> },
  { title: 'Quality', cell: ({ quality }) => (quality ? formatWord(quality) : 'No book') },
  { title: 'Use', cell: ({ use }) => <UseTag use={use} /> },
  {
    title: 'Bid',
    isNumber: true,
    cell: ({ venue }) => <BestPrice symbol={symbol} venue={venue} side="bids" />,
  },
  {
    title: 'Ask',
    isNumber: true,
    cell: ({ venue }) => <BestPrice symbol={symbol} venue={venue} side="asks" />,
  },
  number('Spread', ({ record }) => formatBps(record?.spread_bps)),
  number('Staleness', ({ ageMs }) => formatDuration(ageMs)),
  number('Confidence', ({ confidence }) => formatFigure(confidence)),
  number('Depth 10 bps', ({ record }) => formatQuantity(record?.depth_at_10bps)),
  number('Depth 50 bps', ({ record }) => formatQuantity(record?.depth_at_50bps)),
  number('Imbalance', ({ record }) => imbalanceText(record?.bid_ask_imbalance)),
  number('Updates/s', ({ record }) => formatFigure(record?.update_rate_per_sec, 1)),
  number('Gaps', ({ record }) => formatCount(record?.sequence_gaps)),
];

/** Formats the imbalance, (bids − asks) / (bids + asks), with the side that has more. */
function imbalanceText(imbalance: number | undefined): string {
  if (imbalance === undefined) return unknownText;
  if (imbalance === 0) return 'even';
  return `${formatShare(Math.abs(imbalance))} ${imbalance > 0 ? 'bids' : 'asks'}`;
}
