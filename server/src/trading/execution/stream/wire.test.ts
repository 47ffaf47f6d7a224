import { describe, expect, it } from 'vitest';
import { newFill, startMs } from '../../../../test/support/orders/fixture.ts';
import { newOrder } from '../../../../test/support/orders/stream.ts';
import {
  parseSubscribeOrders,
  parseUnsubscribeOrders,
  toOrderFill,
  toOrderUpdate,
} from './wire.ts';

describe('order events on the wire', () => {
  it('shows an order as its REST record does, with account and number', () => {
    const order = newOrder('mine', {
      status: 'closed',
      quantity: '0.3',
      filled: '0.1',
      average: 9.5,
      cost: '0.95',
      fee: '0.001',
      feeAsset: 'USDT',
      reason: 'expired',
      lastTradeAtMs: startMs + 5,
    });
    expect(toOrderUpdate(order, 7)).toEqual({
      exchange_account_id: 'desk',
      sequence: 7,
      order_id: 'v-mine',
      client_order_id: 'mine',
      symbol: 'BTC/USDT',
      market_type: 'spot',
      status: 'closed',
      type: 'limit',
      side: 'buy',
      price: 10,
      stop_price: null,
      amount: 0.3,
      filled: 0.1,
      remaining: 0.2,
      average: 9.5,
      cost: 0.95,
      fee: { cost: 0.001, currency: 'USDT' },
      reason: 'expired',
      timestamp: startMs,
      datetime: '2023-11-14T22:13:20.000Z',
      last_traded_timestamp: startMs + 5,
    });
  });

  it('names an order by our id until the venue has given one, and says null for what is not known', () => {
    const order = newOrder('mine', { venueOrderId: undefined, price: undefined });
    expect(toOrderUpdate(order, 1)).toMatchObject({
      order_id: order.id,
      price: null,
      average: null,
      reason: null,
      last_traded_timestamp: null,
      fee: { cost: 0, currency: null },
    });
  });

  it('shows a fill with its exact cost', () => {
    const fill = newFill('t-1', { price: 1.1, quantity: '1.1' });
    expect(toOrderFill(fill, { sequence: 8, clientOrderId: 'mine' })).toEqual({
      exchange_account_id: 'desk',
      sequence: 8,
      order_id: 'v-1',
      client_order_id: 'mine',
      trade_id: 't-1',
      symbol: 'BTC/USDT',
      market_type: 'spot',
      side: 'buy',
      price: 1.1,
      amount: 1.1,
      cost: 1.21,
      fee: -0.0001,
      fee_currency: 'USDT',
      liquidity: 'maker',
      timestamp: startMs + 5,
      datetime: '2023-11-14T22:13:20.005Z',
    });
    const foreign = toOrderFill(fill, { sequence: 8, clientOrderId: undefined });
    expect(foreign.client_order_id).toBeNull();
  });
});

const notObject =
  'Expected an object such as {"key": "ak_…", "exchange_account_id": "paper-binance"}, received';
const key = 'ak_secret-text-nobody-may-see';
const account = { exchange_account_id: 'desk' };

describe('requests for orders', () => {
  it.each<[payload: unknown, message: string]>([
    [undefined, 'key is required'],
    [null, 'key is required'],
    [{}, 'key is required'],
    [account, 'key is required'],
    [{ ...account, key: '' }, 'key is required'],
    [{ ...account, key: 7 }, 'key must be a string'],
    [{ ...account, key: null }, 'key must be a string'],
    [{ ...account, key: [key] }, 'key must be a string'],
    [{ ...account, key: key.repeat(10) }, 'key is too long'],
    [{ key }, 'exchange_account_id is required'],
    [{ key, exchange_account_id: '' }, 'exchange_account_id is required'],
    [{ key, exchange_account_id: 7 }, 'exchange_account_id must be a string'],
    [
      { key, exchange_account_id: key.repeat(3) },
      'exchange_account_id must be at most 64 characters',
    ],
    [[{ key, ...account }], `${notObject} an array`],
    [key, `${notObject} text`],
    [7, `${notObject} a number`],
    [() => undefined, `${notObject} a function`],
  ])('refuses %j in clear words, without the key', (payload, message) => {
    expect(parseSubscribeOrders(payload)).toEqual({ refused: message });
  });

  it('keeps the key as a secret', () => {
    const request = parseSubscribeOrders({ key, ...account });
    expect(JSON.stringify(request)).toBe('{"key":"[secret]","name":"desk"}');
    expect('key' in request && request.key.reveal()).toBe(key);
  });

  it('needs only the account to unsubscribe', () => {
    expect(parseUnsubscribeOrders(account)).toEqual({ name: 'desk' });
    expect(parseUnsubscribeOrders({})).toEqual({ refused: 'exchange_account_id is required' });
    expect(parseUnsubscribeOrders([account])).toEqual({ refused: `${notObject} an array` });
  });
});
