import { describe, expect, test } from 'vitest';
import { createMarket, eventsOf, fillsOf, reasonsOf, usdt } from '../test/support/fixtures.ts';
import { restoreEngine } from './engine.ts';

describe('the closed book', () => {
  test('matches by price, then time, at the resting price', () => {
    const market = createMarket('closed');
    market.submit({ orderId: 'late', accountId: 'b', side: 'sell', price: '101', quantity: '2' });
    market.submit({ orderId: 'best', accountId: 'c', side: 'sell', price: '100', quantity: '1' });
    market.submit({ orderId: 'last', accountId: 'c', side: 'sell', price: '101', quantity: '2' });
    const events = market.submit({ orderId: 'o', price: '105', quantity: '4' });
    expect(fillsOf(events)).toEqual([
      'best 1@100 maker',
      'o 1@100 taker',
      'late 2@101 maker',
      'o 2@101 taker',
      'last 1@101 maker',
      'o 1@101 taker',
    ]);
    expect(eventsOf(events, 'trade').map(({ tradeId, lots }) => [tradeId, lots])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ]);
    expect(market.wallet('a', 'USDT').total).toBe(usdt('9596.194'));
    expect(market.wallet('b', 'USDT').total).toBe(usdt('10201.798'));
  });

  test('tells depth as deltas that follow a snapshot', () => {
    const market = createMarket('closed');
    market.submit({ accountId: 'b', side: 'sell', price: '101', quantity: '2' });
    market.submit({ accountId: 'b', price: '99', quantity: '3' });
    const depth = { sequence: 2, bids: [[99, 3]], asks: [[101, 2]] };
    expect(market.engine.depth('X/USDT', 10)).toEqual(depth);
    const events = market.submit({ price: '101', quantity: '5' });
    expect(eventsOf(events, 'depth')).toMatchObject([
      { sequence: 3, bids: [[101, 3]], asks: [[101, 0]] },
    ]);
  });

  test('cancels the newest order that would meet its own account', () => {
    const market = createMarket('closed');
    market.submit({ orderId: 'other', accountId: 'b', side: 'sell', price: '100' });
    market.submit({ orderId: 'own', side: 'sell', price: '100' });
    const events = market.submit({ orderId: 'o', price: '100', quantity: '3' });
    expect(reasonsOf(events)).toEqual(['canceled o SELF_TRADE']);
    expect([market.state('o'), market.state('own')]).toEqual(['canceled 1/3', 'open 0/1']);
    expect(reasonsOf(market.submit({ orderId: 'm', type: 'market' }))).toEqual([
      'canceled m SELF_TRADE',
    ]);
    const fok = market.submit({ orderId: 'f', price: '100', timeInForce: 'FOK' });
    expect(reasonsOf(fok)).toEqual(['rejected f CANNOT_FILL_ALL']);
  });

  test('IOC, FOK and POST_ONLY', () => {
    const market = createMarket('closed');
    market.submit({ accountId: 'b', side: 'sell', price: '100', quantity: '2' });
    const order = { price: '100', quantity: '3' };
    expect(reasonsOf(market.submit({ ...order, orderId: 'f', timeInForce: 'FOK' }))).toEqual([
      'rejected f CANNOT_FILL_ALL',
    ]);
    expect(reasonsOf(market.submit({ ...order, orderId: 'p', timeInForce: 'POST_ONLY' }))).toEqual([
      'rejected p WOULD_TAKE',
    ]);
    market.submit({ ...order, orderId: 'i', timeInForce: 'IOC' });
    expect(market.state('i')).toBe('expired 2/3');
    expect(market.engine.depth('X/USDT', 1)).toMatchObject({ bids: [], asks: [] });
  });

  test('a trade sets off stops, whose trades set off more', () => {
    const market = createMarket('closed');
    for (const [index, price] of ['100', '98', '96'].entries()) {
      market.submit({ orderId: `bid${index}`, accountId: 'b', price });
    }
    const stop = { accountId: 'c', side: 'sell', type: 'stop_loss' } as const;
    market.submit({ ...stop, orderId: 'first', stopPrice: '100' });
    market.submit({ ...stop, orderId: 'second', stopPrice: '98' });
    market.submit({ ...stop, orderId: 'third', stopPrice: '95' });
    const events = market.submit({ side: 'sell', type: 'market' });
    expect(eventsOf(events, 'triggered').map(({ order }) => order.orderId)).toEqual([
      'first',
      'second',
    ]);
    expect(market.state('second')).toBe('closed 1/1');
    expect(market.state('third')).toBe('open 0/1');
  });

  test('an order that triggers queues behind those that rested before, also after a restore', () => {
    const market = createMarket('closed');
    const sell = { accountId: 'b', side: 'sell', price: '105' } as const;
    market.submit({ ...sell, orderId: 'stop', type: 'stop_loss_limit', stopPrice: '99' });
    market.submit({ ...sell, orderId: 'early' });
    market.submit({ accountId: 'c', price: '99' });
    market.submit({ side: 'sell', price: '99' });
    const buy = { orderId: 'o', accountId: 'c', symbol: 'X/USDT', side: 'buy' } as const;
    const order = { ...buy, type: 'limit', quantity: '1', price: '105' } as const;
    const restored = restoreEngine(market.engine.dump());
    for (const engine of [market.engine, restored]) {
      const events = engine.apply({ type: 'submit', at: 99, order });
      expect(fillsOf(events)).toEqual(['early 1@105 maker', 'o 1@105 taker']);
    }
  });

  test('takes no feed', () => {
    const market = createMarket('closed');
    expect(reasonsOf(market.book([], []))).toEqual(['refused book WRONG_DRIVER']);
  });
});
