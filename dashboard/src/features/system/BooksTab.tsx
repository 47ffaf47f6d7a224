import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '@windlass/client';
import { useClient } from '../../shared/api.tsx';
import { useNow } from '../../shared/clock.ts';
import {
  formatAgo,
  formatCount,
  formatDateTime,
  formatFigure,
  formatShare,
  formatWord,
} from '../../shared/format.ts';
import { Answer } from '../../shared/ui/Answer.tsx';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Figures } from '../../shared/ui/Figures.tsx';
import { Tag } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { VenueTag } from '../../shared/ui/VenueTag.tsx';
import { venueName } from '../../shared/venues.ts';
import {
  type BookRow,
  type FeedRow,
  type Subscription,
  toBookRows,
  toFeedRows,
} from './bookRows.ts';
import { bookStatsQuery, qualityQuery, subscriptionsQuery } from './queries.ts';
import { SubscribeForm } from './SubscribeForm.tsx';

/** Symbols whose quality is requested, one request each. */
const symbolsMax = 12;

/** Shows the kept books, their number of users, and their quality. */
export function BooksTab() {
  const client = useClient();
  const subscriptions = useQuery(subscriptionsQuery(client));
  const stats = useQuery(bookStatsQuery(client));
  const all = subscriptions.data?.subscriptions ?? [];
  const symbols = [...new Set(all.map(({ symbol }) => symbol))].slice(0, symbolsMax);
  const qualities = useQueries({
    queries: symbols.map((symbol) => qualityQuery(client, symbol)),
  });
  const rows = toBookRows(
    all,
    qualities.map(({ data }) => data),
  );
  return (
    <div className="stack">
      <div className="columns">
        <Panel title="Order books">
          <Answer of={stats} what="Counts of books">
            {(counts) => <Counts of={counts} />}
          </Answer>
        </Panel>
        <Panel title="Subscribe books">
          <SubscribeForm />
        </Panel>
      </div>
      <Panel title="Subscriptions" flush>
        <Answer of={subscriptions} what="Subscriptions">
          {() => <SubscriptionTable rows={rows} />}
        </Answer>
      </Panel>
      <Panel title="Feeds" flush>
        <Answer of={stats} what="Feeds">
          {(counts) => (
            <DataTable
              caption="Feeds by venue"
              columns={feedColumns}
              rows={toFeedRows(rows, counts)}
              keyOf={({ venue }) => venue}
              empty="No venue is in service."
            />
          )}
        </Answer>
      </Panel>
    </div>
  );
}

function Counts({ of: { store, subscriptions } }: { of: DataOf<'getOrderbookStats'> }) {
  return (
    <Figures
      of={[
        ['Books', formatCount(store.book_count)],
        ['Symbols', formatCount(store.symbols.length)],
        ['Active', formatCount(subscriptions.active_count)],
        ['Warm cache', formatCount(subscriptions.warm_cache_count)],
        ['Open feeds', formatCount(subscriptions.collectors.length)],
        ['Gaps since start', formatCount(store.total_gaps)],
      ]}
    />
  );
}

const statusMoods = {
  active: 'good',
  pending: 'info',
  error: 'bad',
  warm_cache: undefined,
} as const;
const qualityMoods = {
  GOOD: 'good',
  DEGRADED: 'warn',
  STALE: 'warn',
  UNAVAILABLE: 'bad',
} as const;

function StatusTag({ of: { status } }: { of: Subscription }) {
  return <Tag mood={statusMoods[status]}>{formatWord(status)}</Tag>;
}

function SubscriptionTable({ rows }: { rows: readonly BookRow[] }) {
  const nowMs = useNow();
  const columns: readonly Column<BookRow>[] = [
    { title: 'Symbol', cell: ({ subscription: { symbol } }) => <strong>{symbol}</strong> },
    { title: 'Venue', cell: ({ subscription: { venue } }) => <VenueTag venue={venue} /> },
    { title: 'Status', cell: ({ subscription }) => <StatusTag of={subscription} /> },
    {
      title: 'Quality',
      cell: ({ quality }) =>
        quality ? (
          <Tag mood={qualityMoods[quality.quality]}>{formatWord(quality.quality)}</Tag>
        ) : (
          '–'
        ),
    },
    {
      title: 'Confidence',
      isNumber: true,
      cell: ({ quality }) => formatShare(quality?.confidence),
    },
    {
      title: 'Updates/s',
      isNumber: true,
      cell: ({ quality }) => formatFigure(quality?.update_rate_per_sec, 1),
    },
    { title: 'Gaps 5 min', isNumber: true, cell: (row) => formatCount(row.quality?.sequence_gaps) },
    { title: 'References', isNumber: true, cell: (row) => formatCount(row.subscription.ref_count) },
    { title: 'Last update', cell: ({ subscription }) => lastOf(subscription, nowMs) },
    {
      title: 'Since',
      cell: ({ subscription: { subscribed_at } }) => formatDateTime(subscribed_at),
    },
    { title: '', cell: ({ subscription }) => <Unsubscribe of={subscription} /> },
  ];
  return (
    <DataTable
      caption="Subscriptions"
      columns={columns}
      rows={rows}
      keyOf={({ subscription: { venue, symbol } }) => `${venue} ${symbol}`}
      empty="No book is kept. Subscribing opens one, and so does whoever looks at a market."
    />
  );
}

function lastOf({ last_update, reason }: Subscription, nowMs: number) {
  return (
    <>
      {formatAgo(last_update, nowMs)}
      {reason !== undefined && <div className="small bad system-reason">{reason}</div>}
    </>
  );
}

function Unsubscribe({ of: { venue, symbol, ref_count } }: { of: Subscription }) {
  const client = useClient();
  const queries = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: () => client.unsubscribeOrderbook({ symbols: [symbol], venues: [venue] }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['system'] }),
  });
  const name = `${symbol} on ${venueName(venue)}`;
  if (ref_count === 0) return <span className="small muted">none</span>;
  return (
    <ConfirmButton
      isSmall
      label="Unsubscribe…"
      accessibleLabel={`Unsubscribe ${name}`}
      title={`Unsubscribe ${name}`}
      action="Release"
      onConfirm={() => mutateAsync()}
    >
      <p>
        {ref_count === 1
          ? 'This is the last reference: the book stays warm for five minutes and then goes, ' +
            'unless somebody asks for it.'
          : `One of ${formatCount(ref_count)} references goes; the book stays for the others.`}
      </p>
    </ConfirmButton>
  );
}

const feedColumns: readonly Column<FeedRow>[] = [
  { title: 'Venue', cell: ({ venue }) => <VenueTag venue={venue} /> },
  {
    title: 'Feed',
    cell: ({ isOpen, isInitialised }) => {
      if (isOpen) return <Tag mood="good">Open</Tag>;
      return <Tag>{isInitialised ? 'Closed: no book wanted' : 'Not in service'}</Tag>;
    },
  },
  { title: 'Books', isNumber: true, cell: ({ books }) => formatCount(books) },
  {
    title: 'Failing',
    isNumber: true,
    cell: ({ failing }) => (failing > 0 ? <Tag mood="bad">{formatCount(failing)}</Tag> : '0'),
  },
  { title: 'Gaps in 5 min', isNumber: true, cell: ({ gaps }) => formatCount(gaps) },
];
