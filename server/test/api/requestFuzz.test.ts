import { expect, it } from 'vitest';
import { runFuzz } from '../support/requestFuzz/run.ts';

/** `npm run prove:fuzz` sends as many as requested. */
const count = 2_000;

it('no request is answered with a fault of ours, and each is answered', async () => {
  const { requests, answers, wrong } = await runFuzz({ seed: 'tests', count });
  expect(wrong).toEqual([]);
  expect(requests).toBe(count);
  // Not all of them are refused by validation.
  for (const answer of ['200', '201', '400 VALIDATION_FAILED', '404 ORDER_NOT_FOUND']) {
    expect(answers[answer]).toBeGreaterThan(0);
  }
}, 120_000);
