import { queryOptions } from '@tanstack/react-query';
import { after } from '../shared/clock.ts';

/**
 * Longest time until an upgrade is noticed in an open tab. A returning stream also triggers a look.
 */
const periodMs = 60_000;
/** A service that takes longer is asked again later. */
const deadlineMs = 10_000;

/** Returns the script that an index starts. Its name has a digest of everything that it loads. */
export function scriptOf(index: string): string | undefined {
  return /<script[^>]*\ssrc="([^"]+)"/.exec(index)?.[1];
}

/** Returns the service's index of now. The caller's signal or the deadline ends the wait. */
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

/** Tells whether the service has another build of this page than the open one. */
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
