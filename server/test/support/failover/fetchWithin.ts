import { createSystemClock } from '../../../src/kit/clock.ts';

const clock = createSystemClock();

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Value of the `Retry-After` header. */
  readonly retryAfter: string | null;
}

/**
 * Returns an answer, read to its end; undefined when none came within the time, or the connection
 * broke.
 */
export async function fetchWithin(
  url: string,
  limitMs: number,
  init: RequestInit = {},
): Promise<Answered | undefined> {
  const ends = new AbortController();
  const cancel = clock.schedule(limitMs, () => ends.abort());
  const signal = init.signal ? AbortSignal.any([ends.signal, init.signal]) : ends.signal;
  try {
    const answer = await fetch(url, { ...init, signal });
    const retryAfter = answer.headers.get('retry-after');
    return { status: answer.status, text: await answer.text(), retryAfter };
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
