import { queryOptions } from '@tanstack/react-query';
import { after } from '../shared/clock.ts';

/** An upgrade behind an open tab is noticed within that time, and whenever a stream is back. */
const periodMs = 60_000;
/** A service that takes longer is asked again later. */
const deadlineMs = 10_000;

/** The script that an index begins with; its name carries a digest of all that it loads. */
export function scriptOf(index: string): string | undefined {
  return /<script[^>]*\ssrc="([^"]+)"/.exec(index)?.[1];
}

/** The index as the service has it now; the caller's signal or the deadline ends the wait. */
async function fetchIndex(signal: AbortSignal): Promise<string> {
  const late = new AbortController();
  const stop = after(deadlineMs, () => late.abort());
  try {
    const answer = await fetch('/', {
      cache: 'no-cache',
      signal: AbortSignal.any([signal, late.signal]),
    });
    if (!answer.ok) throw new Error(`The page was answered with ${answer.status}.`);
    return await answer.text();
  } finally {
    stop();
  }
}

/** Tells if the service has another build of this page than the one that is open. */
export const buildQuery = () =>
  queryOptions({
    queryKey: ['build'],
    queryFn: async ({ signal }) => {
      const served = scriptOf(await fetchIndex(signal));
      const open = scriptOf(document.documentElement.outerHTML);
      return { isNew: served !== undefined && served !== open };
    },
    staleTime: periodMs,
    refetchInterval: periodMs,
  });
