import { wait } from '../serving/processes.ts';
import type { Service } from './service.ts';

/** Requests at a steady rate. */
export interface Load {
  readonly perSecond: number;
  /** The path of the request of that number. */
  readonly pathOf: (number: number) => string;
  /** Whether requests are still to be sent. */
  readonly goesOn: (sent: number) => boolean;
}

/**
 * Sends requests when they are due, whether or not earlier ones were answered, and returns how long
 * each took from the time it was due: one that had to wait counts its wait.
 */
export async function openLoop(service: Service, load: Load): Promise<number[]> {
  const { perSecond, pathOf, goesOn } = load;
  const tookMs: number[] = [];
  const answers: Promise<void>[] = [];
  const startMs = performance.now();
  for (let sent = 0; goesOn(sent); sent += 1) {
    const dueMs = startMs + (sent * 1_000) / perSecond;
    const leftMs = dueMs - performance.now();
    if (leftMs > 0) await wait(leftMs);
    // The timer's own lateness is the client's, so time counts from when it could have been sent.
    const fromMs = leftMs > 0 ? performance.now() : dueMs;
    const answer = service.get(pathOf(sent)).then(() => {
      tookMs.push(performance.now() - fromMs);
    });
    answer.catch(() => undefined);
    answers.push(answer);
  }
  await Promise.all(answers);
  return tookMs;
}
