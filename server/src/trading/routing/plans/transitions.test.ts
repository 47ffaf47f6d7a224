import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  estimateOf,
  sliceOf,
  threeAccounts,
  usualRequest,
} from '../../../../test/support/routing/plans/fixture.ts';
import { newPlan } from './planning.ts';
import {
  beginPlan,
  closeSlice,
  dropSlice,
  endPlan,
  growSlice,
  isPlanOver,
  isSliceOver,
  nextPlanStatus,
  nextSliceStatus,
  type PlanEvent,
  planTransitions,
  refuseSlice,
  type Share,
  type SliceEvent,
  sliceTransitions,
  type Transition,
  takeSlice,
  withSlice,
} from './transitions.ts';
import type { Plan, PlanSlice, PlanStatus, SliceStatus } from './types.ts';

const shares: readonly Share[] = ['all', 'some', 'none'];
const planStatuses: readonly PlanStatus[] = [
  'pending',
  'executing',
  'completed',
  'partial',
  'failed',
];
const planEvents: readonly PlanEvent[] = ['began', 'ended'];
const sliceStatuses: readonly SliceStatus[] = [
  'pending',
  'submitted',
  'filled',
  'partial',
  'failed',
  'skipped',
];
const sliceEvents: readonly SliceEvent[] = ['taken', 'refused', 'unsent', 'over', 'grew'];

/** Every state and event, with the next state by how much has filled; there are no others. */
const plansBecome: Readonly<Record<string, string>> = {
  'pending began': 'executing executing executing',
  'pending ended': '- - failed',
  'executing ended': 'completed partial failed',
};
const slicesBecome: Readonly<Record<string, string>> = {
  'pending taken': 'submitted submitted submitted',
  'pending refused': 'skipped skipped skipped',
  'pending unsent': 'failed failed failed',
  'submitted over': 'filled partial failed',
  'partial grew': 'filled partial -',
  'failed grew': 'filled partial -',
};

describe('the states of a plan', () => {
  const pairs = planStatuses.flatMap((from) => planEvents.map((event) => [from, event] as const));

  it.each(pairs)('%s, %s', (from, event) => {
    const become = shares.map((share) => nextPlanStatus(from, event, share) ?? '-').join(' ');
    expect(become).toBe(plansBecome[`${from} ${event}`] ?? '- - -');
  });

  it('are final when it is completed, partial or failed', () => {
    const over = planStatuses.filter((status) => isPlanOver({ status }));
    expect(over).toEqual(['completed', 'partial', 'failed']);
  });
});

describe('the states of a slice', () => {
  const pairs = sliceStatuses.flatMap((from) => sliceEvents.map((event) => [from, event] as const));

  it.each(pairs)('%s, %s', (from, event) => {
    const become = shares.map((share) => nextSliceStatus(from, event, share) ?? '-').join(' ');
    expect(become).toBe(slicesBecome[`${from} ${event}`] ?? '- - -');
  });

  it('are final when it is filled, partial, failed or skipped', () => {
    const over = sliceStatuses.filter((status) => isSliceOver({ status }));
    expect(over).toEqual(['filled', 'partial', 'failed', 'skipped']);
  });
});

const twoSlices = ['0.6', '0.399'].flatMap((quantity, index) => {
  const account = threeAccounts[index];
  return account ? [sliceOf(account, quantity)] : [];
});
const names = {
  id: 'p',
  clientPlanId: undefined,
  requestHash: 'h',
  actorId: 'k',
  owner: 'main',
  atMs: 5,
};
const pending = newPlan(usualRequest, estimateOf(usualRequest, twoSlices), names);

describe('a plan that is moved', () => {
  const filledTo = (first: string, second: string): Plan =>
    [first, second].reduce(
      (plan, filled, index) =>
        withSlice(plan, index + 1, (slice) =>
          closeSlice(takeSlice(slice, `o-${index}`), {
            filled,
            avgFillPrice: 100,
            paidFeeBps: 1,
            reason: undefined,
          }),
        ),
      beginPlan(pending, 7),
    );

  it.each([
    ['completed', '0.6', '0.399'],
    ['partial', '0.6', '0.398'],
    ['partial', '0', '0.399'],
    ['failed', '0', '0'],
  ])(
    'is %s with %s and %s of 0.6 and 0.399 filled, where 0.001 is dust',
    (status, first, second) => {
      const ended = endPlan(filledTo(first, second), 9, () => 'why');
      expect(ended.status).toBe(status);
      expect(ended.reason).toBe(status === 'completed' ? undefined : 'why');
      expect([ended.executedAtMs, ended.completedAtMs]).toEqual([7, 9]);
    },
  );

  it('does not end while a slice has not', () => {
    expect(() => endPlan(beginPlan(pending, 7), 9, () => 'why')).toThrow('has ended');
  });

  it('does not end twice, nor begin again', () => {
    const ended = endPlan(filledTo('0.6', '0'), 9, () => 'why');
    expect(() => endPlan(ended, 10, () => 'why')).toThrow('Must hold');
    expect(() => beginPlan(ended, 10)).toThrow('Must hold');
  });

  it('has nothing to begin without a slice', () => {
    expect(() => beginPlan({ ...pending, slices: [] }, 7)).toThrow('something to send');
  });

  it('is the same plan when its slice stays as it is', () => {
    expect(withSlice(pending, 1, (slice) => slice)).toBe(pending);
  });
});

describe('a slice that has ended', () => {
  const [slice] = pending.slices;
  const fill = { filled: '0.6', avgFillPrice: 1, paidFeeBps: 1, reason: undefined };
  const moves: readonly (readonly [string, (slice: PlanSlice) => PlanSlice])[] = [
    ['taken', (each) => takeSlice(each, 'o')],
    ['refused', (each) => refuseSlice(each, 'why')],
    ['unsent', (each) => dropSlice(each, 'why')],
    ['over', (each) => closeSlice(each, fill)],
  ];

  it.each(moves)('cannot be %s any more', (_event, move) => {
    if (!slice) throw new Error('no slice');
    for (const status of ['filled', 'partial', 'failed', 'skipped'] as const) {
      expect(() => move({ ...slice, status })).toThrow('Must hold');
    }
  });
});

describe('a slice whose exchange tells of more', () => {
  const [first] = pending.slices;
  const of = (status: SliceStatus, filled: string): PlanSlice => {
    if (!first) throw new Error('no slice');
    return { ...first, status, filled };
  };
  const fill = (filled: string) => ({ filled, avgFillPrice: 1, paidFeeBps: 1, reason: undefined });

  it('is what it has filled by then', () => {
    expect(growSlice(of('failed', '0'), fill('0.1')).status).toBe('partial');
    expect(growSlice(of('partial', '0.1'), fill('0.2')).status).toBe('partial');
    expect(growSlice(of('partial', '0.1'), fill('0.6')).status).toBe('filled');
  });

  it('never has less, nor more than all of it', () => {
    expect(() => growSlice(of('partial', '0.2'), fill('0.2'))).toThrow('filled more than 0.2');
    expect(() => growSlice(of('partial', '0.2'), fill('0.1'))).toThrow('filled more than 0.2');
    expect(() => growSlice(of('filled', '0.6'), fill('0.7'))).toThrow('Must hold');
    expect(() => growSlice(of('skipped', '0'), fill('0.1'))).toThrow('Must hold');
  });
});

describe('docs/routing-plans.md', () => {
  const tableOf = <Event, Status>(transitions: readonly Transition<Event, Status>[]) => [
    '| event | from | filled | to |',
    '|---|---|---|---|',
    ...transitions.map(
      ({ event, from, condition, to }) => `| ${event} | ${from} | ${condition} | ${to} |`,
    ),
    '',
  ];

  it.each([
    ['plan', planTransitions],
    ['slice', sliceTransitions],
  ] as const)('has the table of the code for a %s', async (what, transitions) => {
    const path = new URL('../../../../../docs/routing-plans.md', import.meta.url);
    const lines = (await readFile(path, 'utf8')).split('\n');
    const at = lines.indexOf(`<!-- ${what} transitions -->`) + 1;
    const expected = tableOf<PlanEvent | SliceEvent, PlanStatus | SliceStatus>(transitions);
    expect(lines.slice(at, at + expected.length)).toEqual(expected);
  });
});
