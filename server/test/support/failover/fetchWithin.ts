import { createSystemClock } from '../../../src/kit/clock.ts';

const clock = createSystemClock();

/** An answer, read to its end; undefined when none came within the time, or the line broke. */
export async function fetchWithin(
  url: string,
  limitMs: number,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly text: string } | undefined> {
  const ends = new AbortController();
  const cancel = clock.schedule(limitMs, () => ends.abort());
  const signal = init.signal ? AbortSignal.any([ends.signal, init.signal]) : ends.signal;
  try {
    const answer = await fetch(url, { ...init, signal });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return undefined;
  } finally {
    cancel();
  }
}
