import { expect, test } from 'vitest';
import { inInterval, twapParams as params } from '../../../../test/support/algorithms/twapRows.ts';
import { testAccount, testBook, testView } from '../../../../test/support/algorithms/view.ts';
import { twap } from './definition.ts';
import { twapStart } from './state.ts';

const woke = { kind: 'woke' } as const;
const post = { kind: 'place', accountId: 'one', timeInForce: 'POST_ONLY', purpose: 'slice' };
const half = 30_000;
const two = [testAccount(), testAccount({ id: 'two', book: testBook(99.7, 100.3) })];

const awaiting = inInterval(1, {
  postings: 0,
  offers: {
    asked: 1,
    askAgainAtMs: 0,
    awaited: {
      ref: '1.slice.1',
      wanted: { purpose: 'slice', group: 1, quantity: 1, aggression: 'passive' },
    },
  },
});

test('posts what the router shares out at the price of each account', () => {
  const slices = two.map(({ id }, index) => ({
    accountId: id,
    quantity: index === 0 ? 0.6 : 0.4,
    limitPrice: 100.2,
  }));
  const event = { kind: 'routed', ref: '1.slice.1', slices, reason: undefined } as const;
  const { actions } = twap.step(awaiting, event, { params, view: testView({ accounts: two }) });
  expect(actions).toEqual([
    { ...post, price: 99.8, quantity: 0.6, group: 1 },
    { ...post, accountId: 'two', price: 99.7, quantity: 0.4, group: 1 },
  ]);
});

test('asks again a second after the router gave nothing', () => {
  const event = { kind: 'routed', ref: '1.slice.1', slices: [], reason: 'No depth.' } as const;
  const given = twap.step(awaiting, event, {
    params,
    view: testView({ accounts: two, nowMs: 100 }),
  });
  expect(given.actions).toEqual([{ kind: 'wait', reason: 'No depth.' }]);
  expect(given.wakeAtMs).toBe(1_100);
  const early = twap.step(given.state, woke, {
    params,
    view: testView({ accounts: two, nowMs: 1_099 }),
  });
  expect(early.actions).toEqual([]);
  const later = twap.step(early.state, woke, {
    params,
    view: testView({ accounts: two, nowMs: 1_100 }),
  });
  expect(later.actions).toMatchObject([{ kind: 'route', ref: '1.slice.2' }]);
});

test('takes neither beyond what the router meant to nor beyond 20 bps', () => {
  const wanted = { purpose: 'take', group: 1, quantity: 1 } as const;
  const offers = { asked: 1, askAgainAtMs: 0, awaited: { ref: '1.take.1', wanted } };
  const state = inInterval(1, { phase: 'taking', offers });
  const thin = testBook(99.8, 100.2, { size: 0.1 });
  const accounts = ['one', 'two'].map((id) => testAccount({ id, book: thin }));
  const slices = accounts.map(({ id }, index) => ({
    accountId: id,
    quantity: 0.5,
    limitPrice: index === 0 ? 100.3 : 100.6,
  }));
  const event = { kind: 'routed', ref: '1.take.1', slices, reason: undefined } as const;
  const { actions } = twap.step(state, event, {
    params,
    view: testView({ accounts, nowMs: half }),
  });
  expect(actions).toMatchObject([
    { accountId: 'one', price: 100.3, timeInForce: 'IOC' },
    { accountId: 'two', price: 100.4, timeInForce: 'IOC' },
  ]);
});

test('places no more than was asked for when the router shares out more', () => {
  const slices = two.map(({ id }) => ({ accountId: id, quantity: 0.8, limitPrice: 100.3 }));
  const event = { kind: 'routed', ref: '1.slice.1', slices, reason: undefined } as const;
  const { actions } = twap.step(awaiting, event, { params, view: testView({ accounts: two }) });
  expect(actions).toMatchObject([
    { accountId: 'one', quantity: 0.8 },
    { accountId: 'two', quantity: 0.2 },
  ]);
});

test.each(['resumed', 'recovered'] as const)('asks for an awaited route again when %s', (kind) => {
  const { actions } = twap.step(awaiting, { kind }, { params, view: testView({ accounts: two }) });
  expect(actions).toMatchObject([{ kind: 'route', ref: '1.slice.2' }]);
});

test('ignores the answer to a route that is awaited no more', () => {
  const event = { kind: 'routed', ref: '0.slice.9', slices: [], reason: undefined } as const;
  const { actions } = twap.step(awaiting, event, { params, view: testView({ accounts: two }) });
  expect(actions).toEqual([]);
});

const book = testBook(99.8, 100.2);
const wide = book.spreadBps - 1;
test.each([
  { name: 'wide and on schedule', filledBefore: 3, usual: wide, price: 99.8 },
  { name: 'as usual and on schedule', filledBefore: 3, usual: book.spreadBps, price: 100 },
  { name: 'wide and a little behind', filledBefore: 2.5, usual: wide, price: 100 },
  { name: 'unknown and on schedule', filledBefore: 3, usual: undefined, price: 100 },
  { name: 'wide and far behind', filledBefore: 1.5, usual: wide, price: 100.2 },
])('posts at $price by itself when the spread is $name', ({ filledBefore, usual, price }) => {
  const auto = { ...params, aggression: 'auto', catchUpEnabled: false } as const;
  const facts = { nowMs: 180_000, filledBefore, ...(usual && { usualSpreadBps: usual }) };
  const { actions } = twap.step(inInterval(3), woke, { params: auto, view: testView(facts) });
  expect(actions).toMatchObject([{ kind: 'place', price, quantity: 1 }]);
});

test('reports itself as the document says, and plans its duration', () => {
  const view = testView({ filledBefore: 1.5 });
  expect(twap.report(inInterval(3), params, view)).toMatchObject({
    current_interval: 3,
    total_intervals: 10,
    base_quantity_per_interval: 1,
    scheduled_quantity: 3,
    behind_quantity: 0.5,
    phase: 'posting',
  });
  expect(twap.report(twapStart, params, view)).toMatchObject({ current_interval: 0 });
  expect(twap.plannedMs(params, view)).toBe(600_000);
});
