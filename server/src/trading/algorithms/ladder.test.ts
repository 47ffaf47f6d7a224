import { describe, expect, it } from 'vitest';
import {
  accountId,
  type DeskAccount,
  type DeskScene,
  deskChild,
  deskView,
} from '../../../test/support/levelDesk.ts';
import type { AlgorithmEvent, ChildView } from './algorithm.ts';
import { ladder } from './ladder.ts';
import type { LadderLevel } from './ladderPlan.ts';
import type { LadderParams } from './params.ts';

const usual: LadderParams = { numLevels: 2, priceSpacingBps: 100, sizeDistribution: 'equal' };
const fresh = { generation: 0, isClearing: true, levels: [], placedAtMs: 0 };
const levelAt = (number: number, price: number, id = 'a'): LadderLevel => ({
  ...{ number, accountId: accountId(id), target: price, price, quantity: 0.5 },
});
const placed = {
  ...{ generation: 1, isClearing: false, initialMid: 100, placedMid: 100, placedAtMs: 0 },
  levels: [levelAt(1, 100), levelAt(2, 99)],
};

const place = (level: number, quantity: number, price: number, id = 'a') => ({
  ...{ kind: 'place', accountId: accountId(id), quantity, price },
  ...{ timeInForce: 'GTC', purpose: 'level', group: 100 + level },
});
const resting = (number: number, child: Partial<ChildView> = {}) =>
  deskChild({
    ...{ number, group: 100 + number, purpose: 'level', timeInForce: 'GTC' },
    ...{ quantity: 0.5, price: 101 - number },
    ...child,
  });
const over = (number: number, child: Partial<ChildView> = {}) =>
  resting(number, { isOver: true, ...child });
const refused = (number: number, placedAtMs = 0) =>
  over(number, { refusedCode: 'EXCHANGE_ERROR', placedAtMs });
const wait = (reason: string) => ({ kind: 'wait', reason: expect.stringContaining(reason) });
const end = (status: string, reason?: string) => ({
  ...{ kind: 'end', status },
  reason: reason === undefined ? undefined : expect.stringContaining(reason),
});
/** A book whose mid is so. */
const midAt = (mid: number): readonly DeskAccount[] => [{ takeable: [[mid + 0.01, 1]] }];

const started: AlgorithmEvent = { kind: 'started' };
const children: AlgorithmEvent = { kind: 'children' };
const woke: AlgorithmEvent = { kind: 'woke' };
const book: AlgorithmEvent = { kind: 'book' };
const resumed: AlgorithmEvent = { kind: 'resumed' };

interface Row {
  readonly name: string;
  readonly state?: object;
  readonly event: AlgorithmEvent;
  readonly params?: Partial<LadderParams>;
  readonly scene?: DeskScene;
  readonly actions: readonly unknown[];
  readonly wakeAtMs?: number | undefined;
  readonly watchesBooks?: boolean;
}

function check({ state = fresh, event, params, scene, actions, wakeAtMs, ...row }: Row): void {
  const step = ladder.step(state, event, {
    params: { ...usual, ...params },
    view: deskView(scene),
  });
  expect(step.actions).toEqual(actions);
  expect(step.wakeAtMs).toBe(wakeAtMs);
  expect(step.watchesBooks).toBe(row.watchesBooks ?? false);
}

describe('a ladder is placed', () => {
  const rows: readonly Row[] = [
    {
      name: 'from the mid on, lower for a buy',
      event: started,
      actions: [place(1, 0.5, 100), place(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'higher for a sell',
      event: started,
      scene: { terms: { side: 'sell' } },
      actions: [place(1, 0.5, 100), place(2, 0.5, 101)],
      wakeAtMs: 5_000,
    },
    {
      name: 'from a start to an end price in even steps',
      event: started,
      params: { numLevels: 3, startPrice: 99, endPrice: 96, priceSpacingBps: 1 },
      scene: { terms: { quantity: 3 } },
      actions: [place(1, 1, 99), place(2, 1, 97.5), place(3, 1, 96)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with linear sizes, more at better prices',
      event: started,
      params: { numLevels: 4, sizeDistribution: 'linear' },
      actions: [place(1, 0.1, 100), place(2, 0.2, 99), place(3, 0.3, 98), place(4, 0.4, 97)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with exponential sizes, much more at the best',
      event: started,
      params: { numLevels: 3, sizeDistribution: 'exponential' },
      scene: { terms: { quantity: 1.4 } },
      actions: [place(1, 0.2, 100), place(2, 0.4, 99), place(3, 0.8, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with equal sizes, the lots that do not divide to the first',
      event: started,
      params: { numLevels: 3 },
      actions: [place(1, 0.334, 100), place(2, 0.333, 99), place(3, 0.333, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'at the accounts in turn, leaving out those that get no orders',
      event: started,
      params: { numLevels: 3 },
      scene: {
        terms: { quantity: 3 },
        accounts: [{ id: 'a' }, { id: 'b', barred: 'It is halted.' }, { id: 'c' }],
      },
      actions: [place(1, 1, 100), place(2, 1, 99, 'c'), place(3, 1, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'on the ticks, away from the market',
      event: started,
      scene: { terms: { side: 'sell' }, accounts: [{ rules: { priceTick: 3 } }] },
      actions: [place(1, 0.5, 102), place(2, 0.5, 102)],
      wakeAtMs: 5_000,
    },
    {
      name: 'never beyond the limit price: levels there are one',
      event: started,
      params: { numLevels: 4 },
      scene: { terms: { limitPrice: 98.5 } },
      actions: [place(1, 0.5, 98.5), place(3, 0.25, 98), place(4, 0.25, 97)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with the size of too small a level at the next nearer one',
      event: started,
      params: { numLevels: 3, sizeDistribution: 'linear' },
      scene: { accounts: [{ rules: { quantityMin: 0.4 } }] },
      // 0.167 + 0.333 + 0.5.
      actions: [place(1, 0.5, 100), place(3, 0.5, 98)],
      wakeAtMs: 5_000,
    },
    {
      name: 'with what fits no common lot where it fits',
      event: started,
      scene: {
        terms: { quantity: 0.505 },
        accounts: [{ id: 'a', rules: { quantityStep: 0.01 } }, { id: 'b' }],
      },
      actions: [place(1, 0.25, 100), place(2, 0.255, 99, 'b')],
      wakeAtMs: 5_000,
    },
    {
      name: 'at the first level with what only together is enough',
      event: started,
      params: { numLevels: 1, startPrice: 99 },
      scene: {
        terms: { quantity: 0.105 },
        accounts: [{ id: 'a' }, { id: 'b', rules: { quantityStep: 0.01 } }],
      },
      actions: [place(1, 0.105, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'not without a usable book',
      event: started,
      scene: { accounts: [{ takeable: 'none' }] },
      actions: [wait('No account has a usable book of BTC/USDT.')],
      ...{ wakeAtMs: 5_000, watchesBooks: true },
    },
    {
      name: 'not with an end price on the wrong side of the mid',
      event: started,
      params: { endPrice: 101 },
      actions: [end('FAILED', 'end_price 101 is above the start 100.')],
    },
    {
      name: 'not when all of it is dust',
      event: started,
      scene: { terms: { quantity: 0.05 } },
      actions: [end('COMPLETED', 'less than any account could trade')],
    },
  ];
  it.each(rows)('$name', check);
});

describe('a ladder that stands', () => {
  const both = [resting(1), resting(2)];
  const rows: readonly Row[] = [
    {
      name: 'does nothing of its own',
      state: placed,
      event: woke,
      scene: { children: both },
      actions: [],
    },
    {
      name: 'is left alone by what remains of a level while another is live',
      state: placed,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [],
    },
    {
      name: 'ends once everything is filled',
      state: placed,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), over(2, { filled: 0.5 })] },
      actions: [end('COMPLETED')],
    },
    {
      name: 'ends once so much is filled',
      state: placed,
      event: children,
      params: { cancelOnFillPct: 50 },
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [end('COMPLETED', '0.5 of 1 is filled, 50 % or more.')],
      watchesBooks: true,
    },
    {
      name: 'does not end while less is filled',
      state: placed,
      event: children,
      params: { cancelOnFillPct: 50.1 },
      scene: { children: [over(1, { filled: 0.5 }), resting(2)] },
      actions: [],
      watchesBooks: true,
    },
    ...[99.5, 100.5].map((mid) => ({
      name: `is cancelled when the mid has moved to ${mid}`,
      state: placed,
      event: book,
      params: { cancelOnPriceMoveBps: 50 },
      scene: { accounts: midAt(mid), children: both },
      actions: [end('CANCELLED', `The mid moved from 100 to ${mid}, 50 bps or more.`)],
      watchesBooks: true,
    })),
    {
      name: 'is not cancelled by a smaller move',
      state: placed,
      event: book,
      params: { cancelOnPriceMoveBps: 50 },
      scene: { accounts: midAt(100.49), children: both },
      actions: [],
      watchesBooks: true,
    },
    {
      name: 'is cancelled before it is placed anew',
      state: placed,
      event: book,
      params: { repriceOnMoveBps: 50 },
      scene: { nowMs: 1_000, accounts: midAt(101), children: both },
      actions: [
        { kind: 'cancel', number: 1 },
        { kind: 'cancel', number: 2 },
        wait('Waiting for the cancelled levels to be over'),
      ],
      watchesBooks: true,
    },
    {
      name: 'is not placed anew a moment after it was placed',
      state: placed,
      event: book,
      params: { repriceOnMoveBps: 50 },
      scene: { nowMs: 999, accounts: midAt(101), children: both },
      actions: [],
      ...{ wakeAtMs: 1_000, watchesBooks: true },
    },
    {
      name: 'is not placed anew while one level may still fill',
      state: { ...placed, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50 },
      scene: {
        ...{ nowMs: 1_500, accounts: midAt(101) },
        children: [over(1, { isCancelling: true }), resting(2, { isCancelling: true })],
      },
      actions: [wait('Waiting for the cancelled levels to be over')],
      watchesBooks: true,
    },
    {
      name: 'is placed anew with what remains then',
      state: { ...placed, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50 },
      scene: {
        ...{ nowMs: 1_500, accounts: midAt(101) },
        children: [over(1, { isCancelling: true, filled: 0.2 }), over(2, { isCancelling: true })],
      },
      actions: [place(101, 0.4, 101), place(102, 0.4, 99.99)],
      ...{ wakeAtMs: 6_500, watchesBooks: true },
    },
    {
      name: 'keeps the distance of asked prices from the mid when it is placed anew',
      state: { ...placed, isClearing: true },
      event: children,
      params: { repriceOnMoveBps: 50, startPrice: 99, endPrice: 98 },
      scene: { nowMs: 1_500, accounts: midAt(102) },
      actions: [place(101, 0.5, 100.98), place(102, 0.5, 99.96)],
      ...{ wakeAtMs: 6_500, watchesBooks: true },
    },
    {
      name: 'is placed again after a pause with what remains of each level',
      state: placed,
      event: resumed,
      scene: { nowMs: 900, children: [over(1, { filled: 0.2, isCancelling: true }), over(2)] },
      actions: [place(1, 0.3, 100), place(2, 0.5, 99)],
      wakeAtMs: 5_900,
    },
    {
      name: 'waits for a level of unknown outcome after a pause',
      state: placed,
      event: resumed,
      scene: { children: [resting(1, { isCancelling: true }), over(2, { isCancelling: true })] },
      actions: [place(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
    {
      name: 'goes on after a restart as state and orders say',
      state: placed,
      event: { kind: 'recovered' },
      scene: { children: [resting(1), over(2, { isCancelling: true })] },
      actions: [place(2, 0.5, 99)],
      wakeAtMs: 5_000,
    },
  ];
  it.each(rows)('$name', check);
});

describe('a level that is refused', () => {
  const six = (number: number) => Array.from({ length: 6 }, () => refused(number));
  const rows: readonly Row[] = [
    {
      name: 'is not tried again at once',
      state: placed,
      event: children,
      scene: { nowMs: 4_999, children: [refused(1), resting(2)] },
      actions: [wait('Level 1 was refused (EXCHANGE_ERROR). It is tried again.')],
      wakeAtMs: 5_000,
    },
    {
      name: 'is tried again after 5 s',
      state: placed,
      event: woke,
      scene: { nowMs: 5_000, children: [refused(1), resting(2)] },
      actions: [place(1, 0.5, 100)],
      wakeAtMs: 10_000,
    },
    {
      name: 'waits longer the second time',
      state: placed,
      event: woke,
      scene: { nowMs: 14_000, children: [refused(1), refused(1, 5_000), resting(2)] },
      actions: [wait('Level 1 was refused')],
      wakeAtMs: 15_000,
    },
    {
      name: 'waits a minute at most',
      state: placed,
      event: woke,
      scene: { nowMs: 10_000, children: [...six(1).slice(1), resting(2)] },
      actions: [wait('Level 1 was refused')],
      wakeAtMs: 60_000,
    },
    {
      name: 'is given up after five more times',
      state: placed,
      event: children,
      scene: { nowMs: 1e9, children: [...six(1), resting(2)] },
      actions: [],
    },
    {
      name: 'fails the ladder when nothing is left of it',
      state: placed,
      event: children,
      scene: { children: [...six(1), ...six(2)] },
      actions: [end('FAILED', 'Level 1 was refused (EXCHANGE_ERROR). Level 2')],
    },
    {
      name: 'leaves a ladder short when others filled',
      state: placed,
      event: children,
      scene: { children: [over(1, { filled: 0.5 }), ...six(2)] },
      actions: [end('COMPLETED', '0.5 of 1 is filled. Level 2 was refused (EXCHANGE_ERROR).')],
    },
    {
      name: 'goes to the next account when its own gets no orders',
      state: placed,
      event: woke,
      scene: {
        ...{ nowMs: 5_000, children: [refused(1), resting(2)] },
        accounts: [{ id: 'a', barred: 'It is out of balance.' }, { id: 'b' }],
      },
      actions: [place(1, 0.5, 100, 'b')],
      wakeAtMs: 10_000,
    },
    {
      name: 'waits for the book of its own account',
      state: placed,
      event: woke,
      scene: {
        ...{ nowMs: 5_000, children: [refused(1), resting(2)] },
        accounts: [{ id: 'a', takeable: 'none' }, { id: 'b' }],
      },
      actions: [wait('The account a has no usable book.')],
      ...{ wakeAtMs: 10_000, watchesBooks: true },
    },
    {
      name: 'is said to wait once',
      state: { ...placed, waitingFor: 'Level 1 was refused (EXCHANGE_ERROR). It is tried again.' },
      event: children,
      scene: { nowMs: 10, children: [refused(1), resting(2)] },
      actions: [],
      wakeAtMs: 5_000,
    },
  ];
  it.each(rows)('$name', check);
});

describe('what a ladder reports', () => {
  const statusOf = (...orders: readonly ChildView[]) => {
    const view = deskView({ children: orders });
    const { levels } = ladder.report(placed, usual, view) as { levels: { status: string }[] };
    return levels.map(({ status }) => status)[0];
  };

  it('has the levels with their status', () => {
    const view = deskView({ children: [over(1, { filled: 0.5 }), resting(2)] });
    expect(ladder.report(placed, usual, view)).toEqual({
      levels: [
        { level_number: 1, price: 100, quantity: 0.5, status: 'filled' },
        { level_number: 2, price: 99, quantity: 0.5, status: 'active' },
      ],
      ...{ total_filled: 0.5, active_orders: 1, initial_mid_price: 100 },
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
