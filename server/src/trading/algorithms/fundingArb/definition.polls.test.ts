import { describe, it } from 'vitest';
import {
  atApr,
  type CarryRow,
  carryFacts,
  carryState,
  checkRow,
  testNowMs as now,
  polls,
  waits,
} from '../../../../test/support/algorithms/carry/rows.ts';
import { fundingArbStart } from './state.ts';

const answer = (changes: object, reason?: string) =>
  ({ kind: 'polled', facts: carryFacts(changes), reason }) as const;
const asked = (atMs: number, sinceMs?: number) => ({
  poll: { ...fundingArbStart.poll, dueAtMs: now + 60_000, asked: { atMs, sinceMs, isLast: false } },
});

describe('polling', () => {
  const rows: readonly CarryRow[] = [
    {
      name: 'asks at the start, and waits for the answer',
      state: fundingArbStart,
      event: { kind: 'started' },
      actions: [polls(), waits('The funding rate is not known.')],
      next: { phase: 'waiting' },
      wakeAtMs: now + 30_000,
    },
    {
      name: 'asks nothing while a question is in flight',
      state: carryState({ ...asked(now - 29_000), ...atApr(1) }),
      actions: [waits('below 30 %')],
      wakeAtMs: now + 1_000,
    },
    {
      name: 'asks again when the answer is lost',
      state: carryState({ ...asked(now - 30_000), ...atApr(1) }),
      actions: [polls(), waits('below 30 %')],
    },
    {
      name: 'asks at the next time that is due',
      state: carryState({ ...atApr(1), poll: { ...fundingArbStart.poll, dueAtMs: now } }),
      actions: [polls(), waits('below 30 %')],
      next: { poll: { dueAtMs: now + 60_000 } },
    },
    {
      name: 'asks again after a restart, which took the question in flight with it',
      state: carryState({ ...asked(now - 5_000), ...atApr(1) }),
      event: { kind: 'recovered' },
      actions: [polls(), waits('below 30 %')],
    },
    {
      name: 'asks once however often the restart is told',
      state: carryState({ ...asked(now), ...atApr(1) }),
      event: { kind: 'recovered' },
      actions: [waits('below 30 %')],
    },
    {
      name: 'asks after a pause',
      state: carryState(atApr(1)),
      event: { kind: 'resumed' },
      actions: [polls(), waits('below 30 %')],
    },
    {
      name: 'smooths what it is told',
      state: carryState({ ...atApr(1), ...asked(now) }),
      event: answer({ atMs: now + 8 * 3_600_000, predictedAprPct: 10 }),
      actions: [waits('of 6.7 % a year is below 30 %')],
      next: { smoothed: { value: 1 + 9 * (1 - Math.exp(-1)) }, poll: { asked: undefined } },
    },
    {
      name: 'learns nothing from an answer that is told twice',
      state: carryState(atApr(1)),
      event: answer({ predictedAprPct: 90 }),
      actions: [waits('of 1.0 % a year')],
      next: { ...atApr(1) },
    },
    {
      name: 'says why there is no answer',
      state: carryState({ facts: undefined, ...asked(now) }),
      event: { kind: 'polled', facts: undefined, reason: 'The venue is down.' },
      actions: [waits('The funding rate is not known. The venue is down.')],
    },
    {
      name: 'counts what was collected since the entry',
      state: carryState({ ...atApr(1), ...asked(now, 500) }),
      event: answer({ collected: 7 }),
      actions: [waits('of 1.0 % a year')],
      next: { collected: 7 },
    },
    {
      name: 'does not count what was collected before it',
      state: carryState({ ...atApr(1), ...asked(now) }),
      event: answer({ collected: 7 }),
      actions: [waits('of 1.0 % a year')],
      next: { collected: 0 },
    },
  ];
  it.each(rows)('$name', checkRow);
});
