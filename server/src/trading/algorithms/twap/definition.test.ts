import { expect, test } from 'vitest';
import { inInterval, twapParams as params } from '../../../../test/support/algorithms/twapRows.ts';
import {
  testAccount,
  testBook,
  testChild,
  testView,
} from '../../../../test/support/algorithms/view.ts';
import type { AlgorithmEvent } from '../algorithm.ts';
import { twap } from './definition.ts';
import type { TwapParams } from './params.ts';
import { type TwapState, twapStart } from './state.ts';

const woke: AlgorithmEvent = { kind: 'woke' };
const accountId = 'one';
const post = { kind: 'place', accountId, price: 100, timeInForce: 'POST_ONLY', purpose: 'slice' };
const take = { kind: 'place', accountId, price: 100.2, timeInForce: 'IOC', purpose: 'take' };
const catchUp = { ...take, purpose: 'catch_up' };

interface Row {
  readonly name: string;
  readonly state: TwapState;
  readonly event?: AlgorithmEvent;
  readonly view: Parameters<typeof testView>[0];
  readonly params?: Partial<TwapParams>;
  /** All of them, in order. */
  readonly actions: readonly object[];
  readonly phase?: TwapState['phase'];
  readonly wakeAtMs?: number;
}

const noBook = [testAccount({ book: undefined })];
const two = [testAccount(), testAccount({ id: 'two', book: testBook(99.7, 100.3) })];
const half = 30_000;

const rows: readonly Row[] = [
  {
    name: 'posts the first slice at once and sleeps until half of the interval',
    state: twapStart,
    event: { kind: 'started' },
    view: {},
    actions: [{ ...post, quantity: 1, group: 1 }],
    phase: 'posting',
    wakeAtMs: half,
  },
  {
    name: 'leaves a resting slice alone before half of the interval',
    state: inInterval(1),
    view: { nowMs: 29_999, children: [testChild()] },
    actions: [],
    wakeAtMs: half,
  },
  {
    name: 'cancels the slice at half and takes nothing before it is over',
    state: inInterval(1),
    view: { nowMs: half, children: [testChild()] },
    actions: [{ kind: 'cancel', number: 1 }],
    phase: 'taking',
    wakeAtMs: half + 1_000,
  },
  {
    name: 'waits for a cancel whose outcome is not known, and does not place around it',
    state: inInterval(1, { phase: 'taking' }),
    view: { nowMs: half + 1_000, children: [testChild({ isCancelling: true })] },
    actions: [
      { kind: 'wait', reason: 'The outcome of order 1 is not known yet: it may still fill.' },
    ],
    phase: 'taking',
    wakeAtMs: half + 2_000,
  },
  {
    name: 'takes what a cancelled slice left, its late fill counted',
    state: inInterval(1, { phase: 'taking' }),
    event: { kind: 'children' },
    view: { nowMs: half + 50, children: [testChild({ isOver: true, filled: 0.4 })] },
    actions: [{ ...take, quantity: 0.6, group: 1 }],
    phase: 'taken',
    wakeAtMs: 60_000,
  },
  {
    name: 'takes nothing of a slice that filled',
    state: inInterval(1),
    view: { nowMs: half, children: [testChild({ isOver: true, filled: 1 })] },
    actions: [],
    phase: 'taken',
    wakeAtMs: 60_000,
  },
  {
    name: 'does not take twice',
    state: inInterval(1, { phase: 'taken' }),
    view: {
      nowMs: 40_000,
      children: [
        testChild({ isOver: true }),
        testChild({ number: 2, purpose: 'take', timeInForce: 'IOC', isOver: true, filled: 0.2 }),
      ],
    },
    actions: [],
    wakeAtMs: 60_000,
  },
  {
    name: 'cancels what is live of the interval before, and posts nothing meanwhile',
    state: inInterval(1, { phase: 'taken' }),
    view: { nowMs: 60_000, children: [testChild()] },
    actions: [{ kind: 'cancel', number: 1 }],
    phase: 'clearing',
    wakeAtMs: 61_000,
  },
  {
    name: 'catches up beside the slice when it is behind',
    state: inInterval(3, { phase: 'taken' }),
    view: { nowMs: 180_000, filledBefore: 1.5 },
    actions: [
      { ...catchUp, quantity: 1.5, group: 4 },
      { ...post, quantity: 1, group: 4 },
    ],
    phase: 'posting',
  },
  {
    name: 'catches up at most max_catch_up_pct of an interval',
    state: inInterval(5, { phase: 'taken' }),
    view: { nowMs: 300_000 },
    params: { maxCatchUpPct: 150 },
    actions: [
      { ...catchUp, quantity: 1.5, group: 6 },
      { ...post, quantity: 1, group: 6 },
    ],
  },
  {
    name: 'does not make up a shortfall without catch-up',
    state: inInterval(5, { phase: 'taken' }),
    view: { nowMs: 300_000 },
    params: { catchUpEnabled: false },
    actions: [{ ...post, quantity: 1, group: 6 }],
  },
  {
    name: 'targets everything in the last interval, without catch-up too',
    state: inInterval(9, { phase: 'taken' }),
    view: { nowMs: 540_000, filledBefore: 4.2 },
    params: { catchUpEnabled: false },
    actions: [{ ...post, quantity: 5.8, group: 10 }],
  },
  {
    name: 'sleeps until three quarters of the last interval',
    state: inInterval(10, { phase: 'taken', slice: 4, drawn: 4, scheduled: 10 }),
    view: { nowMs: 575_000, filledBefore: 6.5 },
    actions: [],
    phase: 'catching_up',
    wakeAtMs: 585_000,
  },
  {
    name: 'catches up at three quarters of the last interval',
    state: inInterval(10, { phase: 'taken', slice: 4, drawn: 4, scheduled: 10 }),
    view: { nowMs: 585_000, filledBefore: 6.5 },
    actions: [{ ...catchUp, quantity: 2, group: 10 }],
    phase: 'catching_up',
    wakeAtMs: 586_875,
  },
  {
    name: 'waits for the next of eight times to catch up again',
    state: inInterval(10, { phase: 'catching_up', lastCatchUps: 1 }),
    event: { kind: 'children' },
    view: { nowMs: 585_100, filledBefore: 6.5 },
    actions: [],
    wakeAtMs: 586_875,
  },
  {
    name: 'catches up again with what the one before left',
    state: inInterval(10, { phase: 'catching_up', lastCatchUps: 1 }),
    view: { nowMs: 586_875, filledBefore: 9.5 },
    actions: [{ ...catchUp, quantity: 0.5, group: 10 }],
    wakeAtMs: 588_750,
  },
  {
    name: 'catches up no more after eight times',
    state: inInterval(10, { phase: 'catching_up', lastCatchUps: 8 }),
    view: { nowMs: 599_000, filledBefore: 9.5 },
    actions: [],
    wakeAtMs: 600_000,
  },
  {
    name: 'catches up the last interval only when it may',
    state: inInterval(10, { phase: 'taken' }),
    view: { nowMs: 585_000, filledBefore: 6.5 },
    params: { catchUpEnabled: false },
    actions: [],
    phase: 'taken',
    wakeAtMs: 600_000,
  },
  {
    name: 'does not catch up at three quarters of any other',
    state: inInterval(9, { phase: 'taken' }),
    view: { nowMs: 525_000, filledBefore: 6.5 },
    actions: [],
    phase: 'taken',
  },
  {
    name: 'carries a slice too small to trade, and says so',
    state: twapStart,
    view: { quantity: 0.5 },
    actions: [
      { kind: 'note', text: 'A slice too small to trade is carried to the next interval.' },
    ],
    phase: 'posting',
  },
  {
    name: 'carries on when it is still too small, and does not say so again',
    state: inInterval(1, {
      phase: 'taken',
      scheduled: 0.04,
      drawn: 0.04,
      untraded: 0.04,
      isSmallTold: true,
    }),
    view: { nowMs: 60_000, quantity: 0.4 },
    actions: [],
    phase: 'posting',
  },
  {
    name: 'posts what is carried once it is enough',
    state: inInterval(3, { phase: 'taken', scheduled: 0.15, drawn: 0.05, untraded: 0.15 }),
    view: { nowMs: 180_000, quantity: 0.5 },
    actions: [{ ...post, quantity: 0.2, group: 4 }],
  },
  {
    name: 'takes along what would be too small for an order of its own, once it has enough',
    state: inInterval(3, { phase: 'taken', scheduled: 0.35, drawn: 0.05, untraded: 0.1 }),
    view: { nowMs: 180_000, quantity: 0.5, filledBefore: 0.26 },
    actions: [{ ...post, quantity: 0.24, group: 4 }],
  },
  {
    name: 'leaves resting what could not be ordered again',
    state: inInterval(4, { slice: 0.5, scheduled: 10, isWhole: true }),
    view: {
      nowMs: 210_000,
      filledBefore: 9.5,
      children: [testChild({ group: 4, quantity: 0.5, filled: 0.45 })],
    },
    actions: [],
    phase: 'taking',
    wakeAtMs: 240_000,
  },
  {
    name: 'waits for a usable book, and looks at every change',
    state: twapStart,
    view: { accounts: noBook },
    actions: [{ kind: 'wait', reason: 'No account can trade now. one: no usable book.' }],
    phase: 'posting',
    wakeAtMs: 1_000,
  },
  {
    name: 'does not tell the same reason again',
    state: inInterval(1, {
      postings: 0,
      waiting: 'No account can trade now. one: no usable book.',
    }),
    event: { kind: 'book' },
    view: { nowMs: 500, accounts: noBook },
    actions: [],
    wakeAtMs: 1_500,
  },
  {
    name: 'places nothing at a barred account',
    state: twapStart,
    view: { accounts: [testAccount({ barred: 'It refused too often.' })] },
    actions: [{ kind: 'wait', reason: 'No account can trade now. one: It refused too often.' }],
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
    wakeAtMs: half,
  },
  {
    name: 'leaves a slice refused for another reason to the IOC at half',
    state: inInterval(1),
    event: { kind: 'children' },
    view: { children: [testChild({ isOver: true, refusedCode: 'INSUFFICIENT_BALANCE' })] },
    actions: [
      {
        kind: 'note',
        text: 'Interval 1: an order was refused; its rest is taken at half of the time.',
      },
    ],
    wakeAtMs: half,
  },
  {
    name: 'posts again after a resume what the pause cancelled',
    state: inInterval(1, { postings: 3 }),
    event: { kind: 'resumed' },
    view: { nowMs: 10_000, children: [testChild({ isOver: true, filled: 0.3 })] },
    actions: [{ ...post, quantity: 0.7, group: 1 }],
  },
  {
    name: 'takes nothing while the market is beyond the limit price',
    state: inInterval(1, { phase: 'taking' }),
    view: { nowMs: half, limitPrice: 100.1 },
    actions: [{ kind: 'wait', reason: 'The market is beyond the limit price 100.1.' }],
    phase: 'taking',
  },
  {
    name: 'asks the router how several accounts share a slice',
    state: twapStart,
    view: { accounts: two },
    actions: [{ kind: 'route', ref: '1.slice.1', quantity: 1 }],
    wakeAtMs: half,
  },
  {
    name: 'gives the router for an IOC the furthest price that may be paid',
    state: inInterval(1, { phase: 'taking' }),
    view: { nowMs: half, accounts: two, limitPrice: 100.4 },
    actions: [
      {
        kind: 'route',
        ref: '1.take.1',
        quantity: 1,
        worstPrice: 100.4,
      },
    ],
  },
  {
    name: 'ends at once when only dust is left and nothing is live',
    state: inInterval(4),
    view: { nowMs: 200_000, filledBefore: 9.95 },
    actions: [{ kind: 'end', status: 'COMPLETED' }],
  },
  {
    name: 'does not end on dust while something is live',
    state: inInterval(4),
    view: { nowMs: 200_000, filledBefore: 9.95, children: [testChild({ group: 4 })] },
    actions: [],
  },
  {
    name: 'cancels what is live when the time is over, and ends after it',
    state: inInterval(10, { phase: 'catching_up', lastCatchUps: 8 }),
    view: { nowMs: 600_000, filledBefore: 9, children: [testChild({ group: 10 })] },
    actions: [{ kind: 'cancel', number: 1 }],
    wakeAtMs: 601_000,
  },
  {
    name: 'reports a shortfall as it is',
    state: inInterval(10, { phase: 'catching_up', lastCatchUps: 8 }),
    view: { nowMs: 600_000, filledBefore: 9.4 },
    actions: [
      {
        kind: 'end',
        status: 'COMPLETED',
        reason: 'The time is over: 94 % of the quantity was filled.',
      },
    ],
  },
];

test.each(rows)('$name', (row) => {
  const own = { ...params, ...row.params };
  const step = twap.step(row.state, row.event ?? woke, { params: own, view: testView(row.view) });
  expect(step.actions).toEqual(row.actions);
  expect(step.state).toMatchObject(row.phase ? { phase: row.phase } : {});
  if (row.wakeAtMs !== undefined) expect(step.wakeAtMs).toBe(row.wakeAtMs);
});
