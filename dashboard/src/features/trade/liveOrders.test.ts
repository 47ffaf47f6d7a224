import type { OrderEvent } from '@windlass/client';
import { describe, expect, test } from 'vitest';
import {
  applyOrderEvent,
  endedOrdersOf,
  type LiveOrders,
  noLiveOrders,
  type Order,
  openOrdersOf,
} from './liveOrders.ts';

const order = (name: string, change: Partial<Order> = {}): Order => ({
  order_id: `x-${name}`,
  client_order_id: name,
  symbol: 'BTC/USDT',
  market_type: 'spot',
  status: 'open',
  type: 'limit',
  side: 'buy',
  price: 100,
  stop_price: null,
  amount: 1,
  filled: 0,
  remaining: 1,
  average: null,
  cost: 0,
  reason: null,
  fee: { cost: 0, currency: null },
  timestamp: 0,
  datetime: '',
  last_traded_timestamp: null,
  ...change,
});
const update = (name: string, change: Partial<Order> = {}): OrderEvent => ({
  type: 'update',
  order: { ...order(name, change), exchange_account_id: 'a', sequence: 1 },
});
const fill = (trade_id: string): OrderEvent => ({
  type: 'fill',
  fill: {
    exchange_account_id: 'a',
    sequence: 1,
    order_id: 'x',
    client_order_id: null,
    trade_id,
    symbol: 'BTC/USDT',
    market_type: 'spot',
    side: 'buy',
    price: 1,
    amount: 1,
    cost: 1,
    fee: 0,
    fee_currency: 'USDT',
    liquidity: 'taker',
    timestamp: 0,
    datetime: '',
  },
});
const hear = (...events: OrderEvent[]): LiveOrders => events.reduce(applyOrderEvent, noLiveOrders);
const names = (orders: readonly Order[]) => orders.map((each) => each.client_order_id);
const subscribed = (isContinued: boolean): OrderEvent => ({ type: 'subscribed', isContinued });

describe('open orders', () => {
  test('are those that were read, as they were heard last, newest first', () => {
    const read = [order('a', { timestamp: 1 }), order('b', { timestamp: 2 })];
    const heard = hear(update('a', { timestamp: 1, filled: 0.4 }), update('c', { timestamp: 3 }));
    const open = openOrdersOf(read, heard);
    expect(names(open)).toEqual(['c', 'b', 'a']);
    expect(open.at(-1)?.filled).toBe(0.4);
  });

  test('lose what has ended, even when an older answer still has it', () => {
    expect(openOrdersOf([order('a')], hear(update('a', { status: 'canceled' })))).toEqual([]);
  });

  test('name an order once, before and after the exchange gave it an id', () => {
    const heard = hear(update('a', { order_id: 'ours', status: 'pending' }), update('a'));
    expect(openOrdersOf([order('a')], heard)).toHaveLength(1);
  });

  test('keep what is pending or unknown', () => {
    const heard = hear(update('a', { status: 'pending' }), update('b', { status: 'unknown' }));
    expect(names(openOrdersOf([], heard))).toEqual(['a', 'b']);
  });
});

describe('after a lost connection', () => {
  test('open orders that were heard count for nothing, unless nothing was missed', () => {
    const before = hear(update('a'), update('b', { status: 'closed' }));
    const missed = applyOrderEvent(before, subscribed(false));
    expect(openOrdersOf([], missed)).toEqual([]);
    expect(names(endedOrdersOf(missed))).toEqual(['b']);
    expect(names(openOrdersOf([], applyOrderEvent(before, subscribed(true))))).toEqual(['a']);
  });

  test('the stream is lost until it is subscribed again', () => {
    const lost = hear(subscribed(false), { type: 'state', state: 'disconnected' });
    expect(lost.stream).toBe('lost');
    expect(applyOrderEvent(lost, { type: 'state', state: 'connected' }).stream).toBe('lost');
    expect(applyOrderEvent(lost, subscribed(true)).stream).toBe('up');
  });
});

describe('what has been heard', () => {
  test('has the newest fill and the newest ended order first', () => {
    const heard = hear(fill('1'), fill('2'), update('a', { status: 'closed' }));
    expect(heard.fills.map(({ trade_id }) => trade_id)).toEqual(['2', '1']);
    const later = applyOrderEvent(heard, update('b', { status: 'rejected' }));
    expect(names(endedOrdersOf(later))).toEqual(['b', 'a']);
    expect(later.version).toBe(4);
  });

  test('stays bounded, and never drops a live order for it', () => {
    const many = Array.from({ length: 400 }, (_, index) => `n${index}`);
    const heard = hear(
      update('live'),
      ...many.flatMap((name) => [update(name, { status: 'closed' }), fill(name)]),
    );
    expect(endedOrdersOf(heard)).toHaveLength(200);
    expect(heard.fills).toHaveLength(200);
    expect(names(openOrdersOf([], heard))).toEqual(['live']);
  });
});
