import { expect, test } from 'vitest';
import type { Analysis } from './queries.ts';
import { failureOf } from './usePricing.ts';

const check = (message: string, passed: boolean) => ({ name: 'balance' as const, passed, message });
const analysis = (can_execute: boolean, headline_recommendation: string | null): Analysis => ({
  request_id: 'r',
  timestamp: 0,
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1,
  can_execute,
  validation: { passed: can_execute, checks: [check('Too dear.', false), check('Fine.', true)] },
  summary: {
    headline_cost_bps: null,
    headline_cost_usd: null,
    headline_recommendation,
    primary_venue: null,
    primary_venue_pct: null,
    time_to_fill_estimate: null,
    order_size_context: null,
    cost_breakdown: [],
    warnings: [],
    confidence_score: 0,
    confidence_label: 'Low',
    confidence_factors: [],
  },
});

test('an order that cannot be sent says which checks failed, and what to do', () => {
  expect(failureOf(analysis(false, 'Make it smaller.'))).toBe('Too dear. Make it smaller.');
  expect(failureOf(analysis(false, null))).toBe('Too dear.');
});

test('an order that can be sent, or was not looked at, has no failure', () => {
  expect(failureOf(analysis(true, 'Wait.'))).toBeUndefined();
  expect(failureOf(undefined)).toBeUndefined();
});
