import { expect, test } from 'vitest';
import { createMarket, type Market, reasonsOf, swapRules, usdt } from '../test/support/fixtures.ts';
import { restoreEngine } from './engine.ts';
import type { InstrumentRules } from './rules.ts';

const { symbol } = swapRules;
const finer = { ...swapRules, tickSize: '0.5', lotSize: '0.1', minQuantity: '0.1' };

const define = (market: Market, rules: InstrumentRules) =>
  reasonsOf(market.apply({ type: 'define', rules }));

/** Opens a position, a partly filled resting order, a stop and a trailing stop. */
function open(rules: InstrumentRules, [ticks, lots]: readonly [number, number]): Market {
  const market = createMarket('feed', [rules]);
  const book = (bid: number, ask: number, size = 5) =>
    market.book([[bid * ticks, size * lots]], [[ask * ticks, size * lots]], symbol);
  book(99, 100);
  market.submit({ orderId: 'in', symbol, type: 'market', quantity: '3' });
  market.submit({ orderId: 'rest', symbol, price: '98', quantity: '4' });
  market.submit({ orderId: 'out', symbol, side: 'sell', price: '105', quantity: '2' });
  market.submit({ orderId: 'ended', symbol, price: '90', quantity: '2' });
  market.apply({ type: 'cancel', accountId: 'a', orderId: 'ended' });
  const stop = { symbol, side: 'sell', type: 'stop_loss', stopPrice: '80' } as const;
  market.submit({ orderId: 'stop', ...stop, quantity: '1' });
  market.apply({ type: 'trade', symbol, ticks: 100 * ticks, lots, takerSide: 'buy' });
  const trail = { symbol, side: 'sell', type: 'trailing_stop' } as const;
  market.submit({ orderId: 'trail', ...trail, trailingPpm: 100_000, quantity: '1' });
  book(97, 98, 1);
  return market;
}

/** Returns everything that has a worth, and each order as the market sees it. */
function standing({ engine }: Market) {
  const orders = ['in', 'rest', 'out', 'ended', 'stop', 'trail'].map((id) => engine.order(id));
  return {
    wallets: engine.wallets('a'),
    positions: engine.positions('a'),
    risk: engine.risk('a', symbol),
    orders: orders.map((order) => order && { ...order, updatedAt: 0, createdAt: 0 }),
  };
}

test('what is open is counted in finer steps, and is what it would have been in them', () => {
  const market = open(swapRules, [1, 1]);
  const before = standing(market);
  expect(before.positions).toMatchObject([{ lots: 4 }]);
  expect(define(market, finer)).toEqual([]);
  const direct = standing(open(finer, [2, 10]));
  const after = standing(market);
  expect(after.orders).toEqual(direct.orders);
  expect(after.positions.map(({ lots, cost, margin }) => [lots, cost, margin])).toEqual(
    direct.positions.map(({ lots, cost, margin }) => [lots, cost, margin]),
  );
  expect(after.wallets).toEqual(before.wallets);
  expect(after.risk?.notional).toBe(before.risk?.notional);
});

test('the position can be closed at a price that only the new steps have', () => {
  const market = open(swapRules, [1, 1]);
  const sell = {
    symbol,
    side: 'sell',
    quantity: '0.5',
    price: '96.5',
    timeInForce: 'IOC',
  } as const;
  expect(reasonsOf(market.submit({ orderId: 'early', ...sell }))).toEqual([
    'rejected early OFF_GRID',
  ]);
  define(market, finer);
  expect(reasonsOf(market.submit({ orderId: 'sold', ...sell }))).toEqual([]);
  expect(market.state('sold')).toBe('closed 5/5');
  expect(market.engine.positions('a')).toMatchObject([{ lots: 35 }]);
});

test('orders keep their place, and go off and fill where they did', () => {
  const market = open(swapRules, [1, 1]);
  define(market, finer);
  market.book([[159, 50]], [[160, 50]], symbol);
  market.apply({ type: 'trade', symbol, ticks: 159, lots: 10, takerSide: 'sell' });
  expect(market.state('rest')).toBe('closed 40/40');
  expect(market.engine.order('stop')).toMatchObject({ isTriggered: true });
  expect(market.engine.order('trail')).toMatchObject({ isTriggered: true });
  expect(market.wallet('a', 'USDT').total).toBeLessThan(usdt('10000'));
});

test('the record of every order is another, and a dump goes on in the new steps', () => {
  const market = open(swapRules, [1, 1]);
  market.engine.takeChanged();
  define(market, finer);
  expect(market.engine.takeChanged().sort()).toEqual([
    'ended',
    'in',
    'out',
    'rest',
    'stop',
    'trail',
  ]);
  const restored = restoreEngine(market.engine.dump());
  expect(standing({ ...market, engine: restored })).toEqual(standing(market));
});

test.each([
  ['coarser', { tickSize: '2' }],
  ['no whole number of which makes an old one', { tickSize: '0.3' }],
  ['of another size', { contractSize: '10', tickSize: '0.5' }],
])('steps that are %s wait until nothing is open', (_which, rules) => {
  const market = open(swapRules, [1, 1]);
  expect(define(market, { ...swapRules, ...rules })).toEqual(['refused define GRID_CHANGED']);
  expect(standing(market)).toEqual(standing(open(swapRules, [1, 1])));
});
