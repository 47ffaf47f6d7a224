import { expect, test } from 'vitest';
import {
  testAccount,
  testBook,
  testChild,
  testView,
} from '../../../../test/support/algorithms/view.ts';
import type { AlgorithmEvent } from '../algorithm.ts';
import { noOffers } from '../shared/offering.ts';
import { type TimepaceState, timepace } from './definition.ts';
import type { TimepaceParams } from './params.ts';

/** One unit per minute, ten in total. */
const params: TimepaceParams = {
  quantityPerInterval: 1,
  intervalMs: 60_000,
  aggression: 'neutral',
  randomizeSize: false,
  randomizeSizePct: 10,
};
const woke: AlgorithmEvent = { kind: 'woke' };
const post = {
  kind: 'place',
  accountId: 'one',
  price: 100,
  timeInForce: 'POST_ONLY',
  purpose: 'slice',
};
const unstarted = timepace.initialState(params, testView()) as TimepaceState;

/**
 * Returns the state in the n-th interval, with none skipped before and its quantity posted once.
 */
function inInterval(interval: number, changes: Partial<TimepaceState> = {}): TimepaceState {
  return {
    interval,
    phase: 'posting',
    target: 1,
    offered: interval - 1,
    isPosted: true,
    postings: 1,
    completed: interval - 1,
    skipped: 0,
    refusalTold: 0,
    offers: noOffers,
    ...changes,
  };
}

interface Row {
  readonly name: string;
  readonly state: TimepaceState;
  readonly event?: AlgorithmEvent;
  readonly view: Parameters<typeof testView>[0];
  readonly params?: Partial<TimepaceParams>;
  /** All of them, in order. */
  readonly actions: readonly object[];
  readonly next?: Partial<TimepaceState>;
  readonly wakeAtMs?: number;
}

const unposted = { isPosted: false, postings: 0 };
const noBook = [testAccount({ book: undefined })];
const rows: readonly Row[] = [
  {
    name: 'posts at once and sleeps until the interval ends',
    state: unstarted,
    event: { kind: 'started' },
    view: {},
    actions: [{ ...post, quantity: 1, group: 1 }],
    next: { interval: 1, phase: 'posting', completed: 0, skipped: 0 },
    wakeAtMs: 60_000,
  },
  {
    name: 'leaves a posting alone all through its interval',
    state: inInterval(1),
    view: { nowMs: 59_999, children: [testChild({ filled: 0.5 })] },
    actions: [],
    wakeAtMs: 60_000,
  },
  {
    name: 'cancels what is unfilled when the interval ends, and posts nothing before it is over',
    state: inInterval(1),
    view: { nowMs: 60_000, children: [testChild({ filled: 0.5 })] },
    actions: [{ kind: 'cancel', number: 1 }],
    next: { interval: 2, phase: 'clearing', completed: 1 },
    wakeAtMs: 61_000,
  },
  {
    name: 'posts the same quantity next, not what was missed',
    state: inInterval(2, { phase: 'clearing', ...unposted }),
    event: { kind: 'children' },
    view: { nowMs: 60_050, children: [testChild({ isOver: true, filled: 0.5 })] },
    actions: [{ ...post, quantity: 1, group: 2 }],
    next: { completed: 1, skipped: 0 },
    wakeAtMs: 120_000,
  },
  {
    name: 'does not post again what filled within its interval',
    state: inInterval(1),
    event: { kind: 'children' },
    view: { nowMs: 9_000, children: [testChild({ isOver: true, filled: 1 })] },
    actions: [],
  },
  {
    name: 'waits for an order of the interval before whose outcome is not known',
    state: inInterval(2, { phase: 'clearing', ...unposted }),
    view: { nowMs: 70_000, children: [testChild({ isCancelling: true })] },
    actions: [
      { kind: 'wait', reason: 'The outcome of order 1 is not known yet: it may still fill.' },
    ],
    wakeAtMs: 71_000,
  },
  {
    name: 'skips the interval while the market is beyond the limit price',
    state: unstarted,
    view: { limitPrice: 99.9 },
    actions: [
      {
        kind: 'note',
        text: 'Interval 1 is skipped: The market is beyond the limit price 99.9.',
      },
      { kind: 'wait', reason: 'The market is beyond the limit price 99.9.' },
    ],
    next: { phase: 'skipped', skipped: 1, completed: 0 },
    wakeAtMs: 60_000,
  },
  {
    name: 'skips by the best ask when it would take',
    state: unstarted,
    view: { limitPrice: 100.1 },
    params: { aggression: 'aggressive' },
    actions: [
      {
        kind: 'note',
        text: 'Interval 1 is skipped: The market is beyond the limit price 100.1.',
      },
      { kind: 'wait', reason: 'The market is beyond the limit price 100.1.' },
    ],
    next: { skipped: 1 },
  },
  {
    name: 'posts within the limit price while the ask is beyond it',
    state: unstarted,
    view: { limitPrice: 100.1 },
    actions: [{ ...post, quantity: 1, group: 1 }],
  },
  {
    name: 'stays out of a skipped interval when the market comes back',
    state: inInterval(1, {
      phase: 'skipped',
      skipped: 1,
      ...unposted,
      waiting: 'The market is beyond the limit price 99.9.',
    }),
    event: { kind: 'book' },
    view: { nowMs: 30_000 },
    actions: [],
    wakeAtMs: 60_000,
  },
  {
    name: 'trades the interval after a skipped one, which it counts once',
    state: inInterval(1, { phase: 'skipped', skipped: 1, ...unposted }),
    view: { nowMs: 60_000 },
    actions: [{ ...post, quantity: 1, group: 2 }],
    next: { interval: 2, skipped: 1, completed: 0 },
  },
  {
    name: 'waits for a usable book within the interval',
    state: unstarted,
    view: { accounts: noBook },
    actions: [{ kind: 'wait', reason: 'No account can trade now. one: no usable book.' }],
    next: { skipped: 0 },
    wakeAtMs: 1_000,
  },
  {
    name: 'skips an interval whose book comes back beyond the limit price',
    state: inInterval(1, unposted),
    event: { kind: 'book' },
    view: { nowMs: 20_000, limitPrice: 99.9 },
    actions: [
      {
        kind: 'note',
        text: 'Interval 1 is skipped: The market is beyond the limit price 99.9.',
      },
      { kind: 'wait', reason: 'The market is beyond the limit price 99.9.' },
    ],
    next: { phase: 'skipped', skipped: 1 },
  },
  {
    name: 'counts an interval as skipped that ended without a usable book',
    state: inInterval(1, {
      ...unposted,
      waiting: 'No account can trade now. one: no usable book.',
    }),
    view: { nowMs: 60_000, accounts: noBook },
    actions: [{ kind: 'note', text: '1 interval was skipped: nothing could be posted in time.' }],
    next: { interval: 2, skipped: 1, completed: 0 },
  },
  {
    name: 'skips an interval whose quantity is below the minimum',
    state: unstarted,
    view: {},
    params: { quantityPerInterval: 0.05 },
    actions: [
      {
        kind: 'note',
        text: 'Interval 1 is skipped: 0.05 is below the minimum of every account.',
      },
      { kind: 'wait', reason: '0.05 is below the minimum of every account.' },
    ],
    next: { skipped: 1 },
  },
  {
    name: 'posts anew what would have taken',
    state: inInterval(1, { postings: 2 }),
    event: { kind: 'children' },
    view: { children: [testChild({ isOver: true, refusedCode: 'POST_ONLY_WOULD_TAKE' })] },
    actions: [{ ...post, quantity: 1, group: 1 }],
  },
  {
    name: 'posts three times in an interval at most',
    state: inInterval(1, { postings: 3 }),
    event: { kind: 'children' },
    view: { children: [testChild({ isOver: true, refusedCode: 'POST_ONLY_WOULD_TAKE' })] },
    actions: [],
  },
  {
    name: 'posts no more in an interval when refused for another reason',
    state: inInterval(1),
    event: { kind: 'children' },
    view: { children: [testChild({ isOver: true, refusedCode: 'INSUFFICIENT_BALANCE' })] },
    actions: [
      { kind: 'note', text: 'Interval 1: an order was refused; what it did not fill is lost.' },
    ],
    next: { refusalTold: 1 },
  },
  {
    name: 'posts again after a resume what the pause cancelled',
    state: inInterval(1, { postings: 3 }),
    event: { kind: 'resumed' },
    view: { nowMs: 10_000, children: [testChild({ isOver: true, filled: 0.3 })] },
    actions: [{ ...post, quantity: 0.7, group: 1 }],
  },
  {
    name: 'posts no more than what remains',
    state: inInterval(3),
    view: { nowMs: 180_000, filledBefore: 9.4 },
    actions: [{ ...post, quantity: 0.6, group: 4 }],
  },
  {
    name: 'asks the router how several accounts share it',
    state: unstarted,
    view: { accounts: [testAccount(), testAccount({ id: 'two', book: testBook(99.7, 100.3) })] },
    actions: [{ kind: 'route', ref: '1.slice.1', quantity: 1 }],
  },
  {
    name: 'ends when only dust is left, the interval that filled it counted',
    state: inInterval(4),
    view: { nowMs: 200_000, filledBefore: 9.95 },
    actions: [{ kind: 'end', status: 'COMPLETED' }],
    next: { completed: 4 },
  },
  {
    name: 'does not end on dust while something is live',
    state: inInterval(4),
    view: { nowMs: 200_000, filledBefore: 9.95, children: [testChild({ group: 4 })] },
    actions: [],
  },
];

test.each(rows)('$name', (row) => {
  const own = { ...params, ...row.params };
  const step = timepace.step(row.state, row.event ?? woke, {
    params: own,
    view: testView(row.view),
  });
  expect(step.actions).toEqual(row.actions);
  expect(step.state).toMatchObject({ ...row.next });
  if (row.wakeAtMs !== undefined) expect(step.wakeAtMs).toBe(row.wakeAtMs);
});

test('tells skipped and unfilled quantities as lost, a late fill taken off', () => {
  const state = inInterval(4, { skipped: 1, completed: 2 });
  const reportOf = (late: number) => {
    const children = [
      testChild({ group: 1, isOver: true, filled: 0.4 + late }),
      testChild({ number: 2, group: 3, isOver: true, filled: 1 }),
      testChild({ number: 3, group: 4, filled: 0.2 }),
    ];
    return timepace.report(state, params, testView({ children }));
  };
  expect(reportOf(0)).toEqual({
    current_interval: 4,
    intervals_completed: 2,
    intervals_skipped: 1,
    quantity_per_interval_actual: 1,
    lost_quantity: 1.6,
  });
  expect(reportOf(0.1)).toMatchObject({ lost_quantity: 1.5 });
});

test('plans as many intervals as the quantity needs', () => {
  const planned = (quantity: number, quantityPerInterval: number) =>
    timepace.plannedMs({ ...params, quantityPerInterval }, testView({ quantity }));
  expect(planned(10, 1)).toBe(600_000);
  expect(planned(10, 3)).toBe(240_000);
  expect(planned(0.3, 0.1)).toBe(180_000);
});
