import { wait } from '../serving/processes.ts';
import type { Service } from './service.ts';

/** Requests at a steady rate. */
export interface Load {
  readonly perSecond: number;
  /** Returns the path of the request with that number. */
  readonly pathOf: (number: number) => string;
  /** Returns whether to send more requests. */
  readonly goesOn: (sent: number) => boolean;
}

/**
 * Sends requests when they are due, whether or not earlier ones were answered. Returns how long
 * each took from its due time, so that a late request counts its wait.
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
    // A late timer is the client's fault, so time counts from when the request could have been
    // sent.
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
