import { describe, expect, test } from 'vitest';
import { describeOutcome, fromOrder, type OrderOutcome } from './orderOutcome.ts';
import type { OrderTerms } from './ticket.ts';

const terms: OrderTerms = {
  exchange_account_id: 'paper-okx',
  symbol: 'BTC/USDT',
  side: 'buy',
  order_type: 'limit',
  quantity: 0.5,
  price: 83_000,
};
const outcome = (change: Partial<OrderOutcome>): OrderOutcome => ({
  orderId: 'x',
  status: 'open',
  quantity: 0.5,
  filled: 0,
  averagePrice: null,
  fee: 0,
  feeCurrency: null,
  reason: null,
  ...change,
});
const filled = { averagePrice: 83_000, fee: 4.15, feeCurrency: 'USDT' };
const told = (change: Partial<OrderOutcome>) => describeOutcome(terms, outcome(change));

describe('what came of an order', () => {
  test('is its fill with price and fee when all of it filled', () => {
    expect(told({ status: 'closed', filled: 0.5, ...filled })).toEqual({
      mood: 'good',
      text: 'Bought 0.5 BTC/USDT at 83,000.00 on average, fee 4.15 USDT.',
    });
  });

  test('is that it waits when it is open, with what has filled', () => {
    expect(told({}).text).toBe('The order is open.');
    expect(told({ filled: 0.2, ...filled }).text).toMatch(/^Bought 0\.2 .* The rest waits\.$/);
  });

  test('is a warning when it ended short of its quantity, with the reason', () => {
    expect(told({ status: 'expired', filled: 0.2, reason: 'No more at this price.' })).toEqual({
      mood: 'warn',
      text: 'The order ended with 0.2 of 0.5 filled. No more at this price.',
    });
    expect(told({ status: 'rejected' }).mood).toBe('bad');
  });
});

test('an order nobody knows the fate of has no outcome yet', () => {
  const order = {
    order_id: 'x',
    client_order_id: 'c',
    symbol: 'BTC/USDT',
    market_type: 'spot' as const,
    type: 'limit' as const,
    side: 'buy' as const,
    price: 1,
    stop_price: null,
    amount: 0.5,
    filled: 0,
    remaining: 0.5,
    average: null,
    cost: 0,
    fee: { cost: 0, currency: null },
    reason: null,
    timestamp: 0,
    datetime: '',
    last_traded_timestamp: null,
  };
  expect(fromOrder({ ...order, status: 'unknown' })).toBeUndefined();
  expect(fromOrder({ ...order, status: 'pending' })).toBeUndefined();
  expect(fromOrder({ ...order, status: 'open' })).toEqual(outcome({}));
});
