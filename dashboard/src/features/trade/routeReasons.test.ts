import { describe, expect, test } from 'vitest';
import { costOf, type RouteEstimate, savingsOf, verdictsOf } from './routeReasons.ts';

const slice = (id: string, quantity: number, slippage_bps: number) => ({
  venue: id,
  exchange_account_id: id,
  quantity,
  estimated_price: 100,
  limit_price: 101,
  room_bps: 1,
  cost_bps: slippage_bps + 10,
  slippage_bps,
  fee_bps: 10,
  fee_source: 'config' as const,
  confidence: 1,
  score: slippage_bps + 10,
});
const candidate = (id: string, standalone_cost_bps: number | null, used: boolean) => ({
  venue: id,
  exchange_account_id: id,
  used,
  quantity: used ? 1 : 0,
  standalone_cost_bps,
  standalone_quantity: standalone_cost_bps === null ? 1 : 4,
  fee_bps: 10,
  confidence: 1,
  staleness_ms: 5,
  score: standalone_cost_bps,
});
const exclusion = (id: string, message: string) => ({
  venue: id,
  exchange_account_id: id,
  reason: 'NOT_CHOSEN' as const,
  message,
});
const estimate = (change: Partial<RouteEstimate> = {}): RouteEstimate => ({
  symbol: 'BTC/USDT',
  side: 'buy',
  total_quantity: 4,
  estimated_vwap: 100,
  estimated_cost_bps: 12,
  routable: true,
  allocated_quantity: 4,
  unallocated_quantity: 0,
  mid_price: 1_000,
  objective_bps: 12.5,
  optimality_gap_bps: 0,
  slices: [slice('a', 3, 1), slice('b', 1, 5)],
  candidates: [candidate('c', 40, false), candidate('b', 20, true), candidate('a', 15, true)],
  excluded: [exclusion('c', 'dear'), exclusion('d', 'no book')],
  ...change,
});

describe('the cost of a route', () => {
  test('is made of slippage and fees, weighted by quantity, and mistrust beside it', () => {
    expect(costOf(estimate())).toEqual({ slippageBps: 2, feeBps: 10, mistrustBps: 0.5 });
  });

  test('is unknown when nothing is placed', () => {
    expect(costOf(estimate({ allocated_quantity: 0, slices: [] }))).toBeUndefined();
  });
});

describe('the savings', () => {
  test('are against the account that would be cheapest alone, in bps and money', () => {
    const saved = { kind: 'saves', account: 'a', bps: 3, quote: 1.2 };
    expect(savingsOf(estimate())).toEqual({ ...saved, quote: expect.closeTo(1.2) });
  });

  test('count no account that could not take all of it', () => {
    const candidates = [candidate('a', null, true), candidate('b', 20, true)];
    expect(savingsOf(estimate({ candidates }))).toMatchObject({ account: 'b', bps: 8 });
    expect(savingsOf(estimate({ candidates: [candidate('a', null, true)] }))).toEqual({
      kind: 'noneAlone',
    });
  });

  test('are none when the split is that account, and unknown when all cannot be placed', () => {
    expect(savingsOf(estimate({ slices: [slice('a', 4, 1)] }))).toEqual({
      kind: 'alone',
      account: 'a',
    });
    expect(savingsOf(estimate({ routable: false }))).toEqual({ kind: 'unknown' });
    expect(savingsOf(estimate({ candidates: [] }))).toEqual({ kind: 'unknown' });
  });
});

test('every account has its verdict: the used by score, the left out with their reason', () => {
  const verdicts = verdictsOf(estimate());
  expect(verdicts.map(({ account, reason }) => [account, reason])).toEqual([
    ['a', undefined],
    ['b', undefined],
    ['c', 'dear'],
    ['d', 'no book'],
  ]);
  expect(verdicts.map(({ isUsed }) => isUsed)).toEqual([true, true, false, false]);
});
