import { expect, test } from 'vitest';
import type { AlgorithmStatus } from '../types.ts';
import { isEnded, type LifecycleEvent, nextStatus } from './lifecycle.ts';

const statuses = ['RUNNING', 'PAUSED', 'CANCELLING', 'COMPLETED', 'CANCELLED', 'FAILED'] as const;
const events = [
  'pause',
  'resume',
  'cancel',
  'completed',
  'withdrawn',
  'failed',
  'settled',
] as const;

type Row = Partial<Record<AlgorithmStatus, AlgorithmStatus>>;

/** The whole table, written a second time. Everything that is not here must be refused. */
const expected: Readonly<Record<LifecycleEvent, Row>> = {
  pause: { RUNNING: 'PAUSED', PAUSED: 'PAUSED' },
  resume: { PAUSED: 'RUNNING', RUNNING: 'RUNNING' },
  cancel: { RUNNING: 'CANCELLING', PAUSED: 'CANCELLING', CANCELLING: 'CANCELLING' },
  completed: { RUNNING: 'COMPLETED' },
  withdrawn: { RUNNING: 'CANCELLED' },
  failed: { RUNNING: 'FAILED' },
  settled: { CANCELLING: 'CANCELLED' },
};

test.each(statuses.flatMap((from) => events.map((event) => [from, event] as const)))(
  'an algorithm that is %s meets %s as the table says',
  (from, event) => {
    expect(nextStatus(from, event)).toBe(expected[event][from]);
  },
);

test('what has ended stays as it is', () => {
  expect(statuses.filter(isEnded)).toEqual(['COMPLETED', 'CANCELLED', 'FAILED']);
});
