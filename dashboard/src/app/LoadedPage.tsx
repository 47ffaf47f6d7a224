import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Empty, ErrorNote } from '../shared/ui/Notes.tsx';
import { buildQuery } from './build.ts';
import type { PageEntry } from './pages.tsx';

/** Tries for half a minute in total: about as long as a service takes to restart. */
const triesMax = 5;
const waitMs = 1_000;
const waitMsMax = 15_000;

/**
 * Shows a page, whose code is fetched when it is first opened. A failed fetch is repeated a few
 * times by itself and then by a button, so that neither an outage nor an upgrade that removed the
 * file leaves a page dead.
 */
export function LoadedPage({ entry }: { entry: PageEntry }) {
  const queries = useQueryClient();
  const { data, error, failureReason, isFetching, refetch } = useQuery({
    queryKey: ['page', entry.name],
    queryFn: entry.load,
    retry: triesMax,
    retryDelay: (tries) => Math.min(waitMsMax, waitMs * 2 ** tries),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const failure = error ?? failureReason;
  const isFailed = failure !== null;
  useEffect(() => {
    // The file may be gone because another build is served.
    if (isFailed) void queries.invalidateQueries(buildQuery());
  }, [isFailed, queries]);
  if (data) return <data.Page />;
  if (!isFailed) return <Empty>Loading…</Empty>;
  return (
    <div className="stack">
      <ErrorNote error={failure} what={`The page ${entry.title} could not be loaded`} />
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Trying again…' : 'Try again'}
        </button>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload
        </button>
      </div>
    </div>
  );
}
