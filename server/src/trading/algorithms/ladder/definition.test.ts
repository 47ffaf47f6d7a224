import { describe, expect, it } from 'vitest';
import {
  checkLadder,
  ends,
  type LadderRow,
  placed,
  usualLadder,
  waits,
} from '../../../../test/support/algorithms/levels/ladderRows.ts';
import {
  accountId,
  type TestAccount,
  testChild,
  testView,
} from '../../../../test/support/algorithms/levels/view.ts';
import type { AlgorithmEvent, ChildView } from '../algorithm.ts';
import { ladder } from './definition.ts';
import type { LadderLevel } from './plan.ts';

const levelAt = (number: number, price: number, id = 'a'): LadderLevel => ({
  number,
  accountId: accountId(id),
  target: price,
  price,
  quantity: 0.5,
});
const standing = {
  generation: 1,
  isClearing: false,
  initialMid: 100,
  placedMid: 100,
  placedAtMs: 0,
  levels: [levelAt(1, 100), levelAt(2, 99)],
};

const resting = (number: number, child: Partial<ChildView> = {}) =>
  testChild({
    number,
    group: 100 + number,
    purpose: 'level',
    timeInForce: 'GTC',
    quantity: 0.5,
    price: 101 - number,
    ...child,
  });
const over = (number: number, child: Partial<ChildView> = {}) =>
  resting(number, { isOver: true, ...child });
const refused = (number: number, placedAtMs = 0) =>
  over(number, { refusedCode: 'EXCHANGE_ERROR', placedAtMs });
/** Returns a book with that mid. */
const midAt = (mid: number): readonly TestAccount[] => [{ takeable: [[mid + 0.01, 1]] }];

const children: AlgorithmEvent = { kind: 'children' };
const woke: AlgorithmEvent = { kind: 'woke' };
const book: AlgorithmEvent = { kind: 'book' };
const resumed: AlgorithmEvent = { kind: 'resumed' };

describe('a ladder that stands', () => {
  const both = [resting(1), resting(2)];
  const rows: readonly LadderRow[] = [
    {
      name: 'does nothing of its own',
      state: standing,
      event: woke,
      scene: { children: both },
      actions: [],
    },
    {
      name: 'is left alone by what remains of a level while another is live',
      state: standing,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [],
    },
    {
      name: 'ends once everything is filled',
      state: standing,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), over(2, { filled: 0.5 })] },
      actions: [ends('COMPLETED')],
    },
    {
      name: 'ends once so much is filled',
      state: standing,
      event: children,
      params: { cancelOnFillPct: 50 },
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [ends('COMPLETED', '0.5 of 1 is filled, 50 % or more.')],
      watchesBooks: true,
    },
    {
      name: 'does not end while less is filled',
      state: standing,
      event: children,
      params: { cancelOnFillPct: 50.1 },
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [],
      watchesBooks: true,
    },
    ...[99.5, 100.5].map((mid) => ({
      name: `is cancelled when the mid has moved to ${mid}`,
      state: standing,
      event: book,
      params: { cancelOnPriceMoveBps: 50 },
      scene: { accounts: midAt(mid), children: both },
      actions: [ends('CANCELLED', `The mid moved from 100 to ${mid}, 50 bps or more.`)],
      watchesBooks: true,
    })),
    {
      name: 'is not cancelled by a smaller move',
      state: standing,
      event: book,
      params: { cancelOnPriceMoveBps: 50 },
      scene: { accounts: midAt(100.49), children: both },
      actions: [],
      watchesBooks: true,
    },
    {
      name: 'is cancelled before it is placed anew',
      state: standing,
      event: book,
      params: { repriceOnMoveBps: 50 },
      scene: { nowMs: 1_000, accounts: midAt(101), children: both },
      actions: [
        { kind: 'cancel', number: 1 },
        { kind: 'cancel', number: 2 },
        waits('Waiting for the cancelled levels to be over'),
      ],
      watchesBooks: true,
    },
    {
      name: 'is not placed anew a moment after it was placed',
      state: standing,
      event: book,
      params: { repriceOnMoveBps: 50 },
      scene: { nowMs: 999, accounts: midAt(101), children: both },
      actions: [],
      wakeAtMs: 1_000,
      watchesBooks: true,
    },
    {
      name: 'is not placed anew while one level may still fill',
      state: { ...standing, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50 },
      scene: {
        nowMs: 1_500,
        accounts: midAt(101),
        children: [over(1, { isCancelling: true }), resting(2, { isCancelling: true })],
      },
      actions: [waits('Waiting for the cancelled levels to be over')],
      watchesBooks: true,
    },
    {
      name: 'is placed anew with what remains then',
      state: { ...standing, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50 },
      scene: {
        nowMs: 1_500,
        accounts: midAt(101),
        children: [over(1, { isCancelling: true, filled: 0.2 }), over(2, { isCancelling: true })],
      },
      actions: [placed(101, 0.4, 101), placed(102, 0.4, 99.99)],
      wakeAtMs: 6_500,
      watchesBooks: true,
    },
    {
      name: 'keeps the distance of asked prices from the mid when it is placed anew',
      state: { ...standing, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50, startPrice: 99, endPrice: 98 },
      scene: { nowMs: 1_500, accounts: midAt(102) },
      actions: [placed(101, 0.5, 100.98), placed(102, 0.5, 99.96)],
      wakeAtMs: 6_500,
      watchesBooks: true,
    },
    {
      name: 'is placed again after a pause with what remains of each level',
      state: standing,
      event: resumed,
      scene: { nowMs: 900, children: [over(1, { filled: 0.2, isCancelling: true }), over(2)] },
      actions: [placed(1, 0.3, 100), placed(2, 0.5, 99)],
      wakeAtMs: 5_900,
    },
    {
      name: 'waits for a level of unknown outcome after a pause',
      state: standing,
      event: resumed,
      scene: { children: [resting(1, { isCancelling: true }), over(2, { isCancelling: true })] },
      actions: [placed(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'goes on after a restart as state and orders say',
      state: standing,
      event: { kind: 'recovered' },
      scene: { children: [resting(1), over(2, { isCancelling: true })] },
      actions: [placed(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
  ];
  it.each(rows)('$name', checkLadder);
});

describe('a level that is refused', () => {
  const six = (number: number) => Array.from({ length: 6 }, () => refused(number));
  const rows: readonly LadderRow[] = [
    {
      name: 'is not tried again at once',
      state: standing,
      event: children,
      scene: { nowMs: 4_999, children: [refused(1), resting(2)] },
      actions: [waits('Level 1 was refused (EXCHANGE_ERROR). It is tried again.')],
      wakeAtMs: 5_000,
    },
    {
      name: 'is tried again after 5 s',
      state: standing,
      event: woke,
      scene: { nowMs: 5_000, children: [refused(1), resting(2)] },
      actions: [placed(1, 0.5, 100)],
      wakeAtMs: 10_000,
    },
    {
      name: 'waits longer the second time',
      state: standing,
      event: woke,
      scene: { nowMs: 14_000, children: [refused(1), refused(1, 5_000), resting(2)] },
      actions: [waits('Level 1 was refused')],
      wakeAtMs: 15_000,
    },
    {
      name: 'waits a minute at most',
      state: standing,
      event: woke,
      scene: { nowMs: 10_000, children: [...six(1).slice(1), resting(2)] },
      actions: [waits('Level 1 was refused')],
      wakeAtMs: 60_000,
    },
    {
      name: 'is given up after five more times',
      state: standing,
      event: children,
      scene: { nowMs: 1e9, children: [...six(1), resting(2)] },
      actions: [],
    },
    {
      name: 'fails the ladder when nothing is left of it',
      state: standing,
      event: children,
      scene: { children: [...six(1), ...six(2)] },
      actions: [ends('FAILED', 'Level 1 was refused (EXCHANGE_ERROR). Level 2')],
    },
    {
      name: 'leaves a ladder short when others filled',
      state: standing,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), ...six(2)] },
      actions: [ends('COMPLETED', '0.5 of 1 is filled. Level 2 was refused (EXCHANGE_ERROR).')],
    },
    {
      name: 'goes to the next account when its own gets no orders',
      state: standing,
      event: woke,
      scene: {
        nowMs: 5_000,
        children: [refused(1), resting(2)],
        accounts: [{ id: 'a', barred: 'It is out of balance.' }, { id: 'b' }],
      },
      actions: [{ ...placed(1, 0.5, 100), accountId: accountId('b') }],
      wakeAtMs: 10_000,
    },
    {
      name: 'waits for the book of its own account',
      state: standing,
      event: woke,
      scene: {
        nowMs: 5_000,
        children: [refused(1), resting(2)],
        accounts: [{ id: 'a', takeable: 'none' }, { id: 'b' }],
      },
      actions: [waits('The account a has no usable book.')],
      wakeAtMs: 10_000,
      watchesBooks: true,
    },
    {
      name: 'is said to wait once',
      state: {
        ...standing,
        waitingFor: 'Level 1 was refused (EXCHANGE_ERROR). It is tried again.',
      },
      event: children,
      scene: { nowMs: 10, children: [refused(1), resting(2)] },
      actions: [],
      wakeAtMs: 5_000,
    },
  ];
  it.each(rows)('$name', checkLadder);
});

describe('what a ladder reports', () => {
  const statusOf = (...orders: readonly ChildView[]) => {
    const view = testView({ children: orders });
    const { levels } = ladder.report(standing, usualLadder, view) as {
      levels: { status: string }[];
    };
    return levels.map(({ status }) => status)[0];
  };

  it('has the levels with their status', () => {
    const view = testView({ children: [over(1, { filled: 0.5 }), resting(2)] });
    expect(ladder.report(standing, usualLadder, view)).toEqual({
      levels: [
        { level_number: 1, price: 100, quantity: 0.5, status: 'filled' },
        { level_number: 2, price: 99, quantity: 0.5, status: 'active' },
      ],
      total_filled: 0.5,
      active_orders: 1,
      initial_mid_price: 100,
    });
  });

  it.each([
    { orders: [], status: 'pending' },
    { orders: [resting(1)], status: 'active' },
    { orders: [resting(1, { filled: 0.1 })], status: 'partially_filled' },
    { orders: [over(1, { filled: 0.5 })], status: 'filled' },
    { orders: [over(1, { filled: 0.1, isCancelling: true })], status: 'cancelled' },
    { orders: [refused(1)], status: 'pending' },
    { orders: Array.from({ length: 6 }, () => refused(1)), status: 'failed' },
  ])('tells a level $status', ({ orders, status }) => {
    expect(statusOf(...orders)).toBe(status);
  });
});
