import { describe, expect, test } from 'vitest';
import {
  createMarket,
  eventsOf,
  reasonsOf,
  spotRules,
  swapRules,
  usdt,
} from '../test/support/fixtures.ts';
import { inverse, linear, mark, start, symbol, take, tiers } from '../test/support/marginMarket.ts';
import type { Side } from './rules.ts';

describe('cross positions', () => {
  test('a long is kept until its equity is what it must keep', () => {
    const market = start({ usdt: '1000' });
    take(market, 'buy', { lots: 100 });
    // At 100: 10,000 × 2 % − 50 = 150 to keep, of 1000.
    expect(market.engine.risk('a', symbol)).toEqual({
      markTicks: 100,
      notional: usdt('10000'),
      unrealised: 0n,
      initialMargin: usdt('500'),
      maintenance: usdt('150'),
      collateral: usdt('500'),
      equity: usdt('1000'),
      // 1000 + 100 (p − 100) ≤ 2 p − 50 where 98 p ≤ 8950: p is at most 91.3.
      liquidationTicks: 91,
    });
    expect(eventsOf(mark(market, 92), 'liquidated')).toEqual([]);
    // 900 lost, and 9100 × 0.5 percent paid: 54.5 of the 1000 are left.
    expect(eventsOf(mark(market, 91), 'liquidated')).toMatchObject([
      {
        accountId: 'a',
        symbol,
        side: 'sell',
        ticks: 91,
        lots: 100,
        value: usdt('9100'),
        fee: usdt('45.5'),
        feeAsset: 'USDT',
        realised: usdt('-900'),
        covered: 0n,
      },
    ]);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('54.5'), reserved: 0n });
    expect(market.engine.risk('a', symbol)).toBeUndefined();
    expect(market.engine.fees().get('USDT')).toBe(usdt('45.5'));
  });

  test('a loss beyond the wallet is covered, and leaves it at nothing', () => {
    const market = start({ usdt: '1000' });
    take(market, 'buy', { lots: 100 });
    // 1500 lost of 1000: 500 are covered, and nothing is left for a fee.
    expect(eventsOf(mark(market, 85), 'liquidated')).toMatchObject([
      { fee: 0n, realised: usdt('-1000'), covered: usdt('500') },
    ]);
    expect(market.wallet('a', 'USDT')).toEqual({ total: 0n, reserved: 0n });
    expect(market.engine.positions('a')[0]).toMatchObject({ lots: 0, realised: usdt('-1000') });
    expect(market.engine.wallets('a')[0]?.earned.linear).toBe(usdt('-1000'));
  });

  test('a short is liquidated above', () => {
    const market = start({ usdt: '1000' });
    take(market, 'sell', { lots: 100 });
    // 1000 − 100 (p − 100) ≤ 2 p − 50 where 102 p ≥ 11,050: p is at least 108.3.
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(109);
    expect(eventsOf(mark(market, 108), 'liquidated')).toEqual([]);
    // 900 lost; the fee of 54.5 is taken of the 100 that are left.
    const [event] = eventsOf(mark(market, 109), 'liquidated');
    expect(event).toMatchObject({ side: 'buy', fee: usdt('54.5'), realised: usdt('-900') });
  });

  test('one with less at stake than the wallet has no liquidation price', () => {
    const market = start();
    take(market, 'buy', { lots: 100 });
    // Even at 1 it has lost 9900 of 10,000 and must keep 1.
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBeUndefined();
    take(market, 'sell', { lots: 200 });
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(197);
  });

  test('the largest goes first, and profit of the others pays what it lost', () => {
    const other = { ...linear, symbol: 'Y/USDT:USDT', base: 'Y' };
    const market = start({ rules: [linear, other], usdt: '800' });
    take(market, 'buy', { lots: 100 });
    take(market, 'sell', { lots: 50, of: other.symbol });
    mark(market, 90, other.symbol);
    mark(market, 92);
    // 800 − 800 + 500 = 500 is more than 9200 × 2 % − 50 = 134 and 4500 × 1 % = 45 together.
    expect(market.engine.risk('a', symbol)).toMatchObject({ equity: usdt('500') });
    // 800 − 1200 + 500 = 100 is not more than 126 + 45. The long leaves −400: the short pays it.
    const events = eventsOf(mark(market, 88), 'liquidated');
    expect(events).toMatchObject([
      { symbol, fee: 0n, realised: usdt('-1200'), covered: 0n },
      // 500 − 400 = 100 are left, of which 4500 × 0.5 percent are paid.
      { symbol: other.symbol, fee: usdt('22.5'), realised: usdt('500'), covered: 0n },
    ]);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('77.5'), reserved: 0n });
  });

  test('what is enough for the rest keeps it', () => {
    const other = { ...linear, symbol: 'Y/USDT:USDT', base: 'Y' };
    const market = start({ rules: [linear, other], usdt: '1000' });
    take(market, 'buy', { lots: 100 });
    take(market, 'buy', { lots: 10, of: other.symbol });
    // 1000 − 900 = 100 is not more than 132 and 10. Of 54.5 that are left the rest must keep 10.
    expect(eventsOf(mark(market, 91), 'liquidated')).toMatchObject([{ symbol }]);
    expect(market.engine.risk('a', other.symbol)).toMatchObject({ equity: usdt('54.5') });
  });
});

describe('the leverage of a tier', () => {
  const limit = (side: Side, lots: number, reduceOnly = false) => ({
    symbol,
    side,
    price: side === 'buy' ? '90' : '110',
    quantity: `${lots}`,
    reduceOnly,
  });

  const refused = (id: string) => [`rejected ${id} ABOVE_POSITION_LIMIT`];

  test('bounds what a position may become, with all that is open', () => {
    const market = start({ leverage: 50 });
    // At the mark of 100 up to 50 lots are in the first tier, where 50 is allowed.
    expect(reasonsOf(market.submit(limit('buy', 30)))).toEqual([]);
    expect(reasonsOf(market.submit(limit('buy', 21)))).toEqual(refused('o2'));
    expect(reasonsOf(market.submit(limit('buy', 20)))).toEqual([]);
    // The other side is counted by itself.
    expect(reasonsOf(market.submit(limit('sell', 51)))).toEqual(refused('o4'));
    expect(reasonsOf(market.submit(limit('sell', 50)))).toEqual([]);
    market.apply({ type: 'cancelAll', accountId: 'a' });
    market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage: 20 });
    expect(reasonsOf(market.submit(limit('buy', 51)))).toEqual([]);
  });

  test('never keeps anybody from closing', () => {
    const market = start({ leverage: 50 });
    take(market, 'buy', { lots: 50 });
    // The position has grown out of its tier with the price.
    mark(market, 120);
    expect(reasonsOf(market.submit(limit('buy', 1)))).toEqual(refused('o2'));
    expect(reasonsOf(market.submit(limit('sell', 50)))).toEqual([]);
    expect(reasonsOf(market.submit({ ...limit('sell', 50), reduceOnly: true }))).toEqual([]);
  });
});

describe('inverse contracts', () => {
  test('are kept in the base', () => {
    const market = start({ rules: [inverse], x: '10' });
    take(market, 'buy', { lots: 50 });
    // 5000 USD were 50 X. To keep: 1 percent of 5000 USD, at 100, is 0.5 X.
    expect(market.engine.risk('a', symbol)).toMatchObject({
      notional: usdt('5000'),
      maintenance: usdt('0.5'),
      equity: usdt('10'),
      // 10 + 50 − 5000 / p ≤ 50 / p where 60 p ≤ 5050: p is at most 84.2.
      liquidationTicks: 84,
    });
    mark(market, 85);
    // 50 − 5000 / 80 = −12.5 of 10: 2.5 are covered.
    expect(eventsOf(mark(market, 80), 'liquidated')).toMatchObject([
      { value: usdt('62.5'), feeAsset: 'X', realised: usdt('-10'), covered: usdt('2.5') },
    ]);
    expect(market.wallet('a', 'X').total).toBe(0n);
    const x = market.engine.wallets('a').find(({ asset }) => asset === 'X');
    expect(x?.earned).toEqual({ linear: 0n, inverse: usdt('-10') });
  });

  test('a short of them is liquidated above', () => {
    const market = start({ rules: [inverse], x: '10' });
    take(market, 'sell', { lots: 50 });
    // 10 + 5000 / p − 50 ≤ 50 / p where 40 p ≥ 4950: p is at least 123.75.
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(124);
    expect(eventsOf(mark(market, 123), 'liquidated')).toEqual([]);
    // 5000 / 125 − 50 = −10: the fee of 0.2 finds nothing.
    expect(eventsOf(mark(market, 125), 'liquidated')).toMatchObject([
      { side: 'buy', value: usdt('40'), fee: 0n, realised: usdt('-10'), covered: 0n },
    ]);
  });
});

describe('a liquidation', () => {
  test('of cross positions ends all orders that hold the asset or are of its contracts', () => {
    const market = start({ rules: [linear, spotRules], usdt: '1000' });
    take(market, 'buy', { lots: 100 });
    market.submit({ orderId: 'spot', price: '1', quantity: '10' });
    market.submit({ orderId: 'other', side: 'sell', price: '900', quantity: '10' });
    const order = { symbol, side: 'sell', quantity: '5', price: '200' } as const;
    market.submit({ ...order, orderId: 'plain' });
    market.submit({ ...order, orderId: 'reduce', reduceOnly: true });
    expect(reasonsOf(mark(market, 91))).toEqual(
      ['spot', 'plain', 'reduce'].map((orderId) => `canceled ${orderId} LIQUIDATION`),
    );
    expect(market.state('other')).toBe('open 0/10');
    expect(market.wallet('a', 'USDT').reserved).toBe(0n);
  });

  test('of an isolated position ends the orders of its symbol', () => {
    const market = start({ rules: [linear, spotRules], mode: 'isolated', leverage: 10 });
    take(market, 'buy', { lots: 50 });
    market.submit({ orderId: 'spot', price: '1', quantity: '10' });
    market.submit({ orderId: 'more', symbol, price: '1', quantity: '10' });
    expect(reasonsOf(mark(market, 90))).toEqual(['canceled more LIQUIDATION']);
    expect(market.state('spot')).toBe('open 0/10');
  });

  test('follows whatever leaves too little: a transfer at once', () => {
    // At leverage 125 the margin of 80 is less than the 150 to keep.
    const rules = { ...linear, maintenanceTiers: tiers.map(({ leverageMax: _, ...tier }) => tier) };
    const market = start({ rules: [rules], leverage: 125 });
    take(market, 'buy', { lots: 100 });
    const transfer = { type: 'transfer', from: 'a', to: 'b', asset: 'USDT' } as const;
    expect(eventsOf(market.apply({ ...transfer, amount: usdt('9849') }), 'liquidated')).toEqual([]);
    expect(eventsOf(market.apply({ ...transfer, amount: usdt('1') }), 'liquidated')).toMatchObject([
      { realised: 0n, fee: usdt('50'), covered: 0n },
    ]);
  });

  test('follows new rules at once', () => {
    const market = start({ usdt: '1000' });
    take(market, 'buy', { lots: 100 });
    const define = (ratePpm: number) =>
      market.apply({ type: 'define', rules: { ...linear, maintenanceTiers: [{ ratePpm }] } });
    expect(eventsOf(define(99_999), 'liquidated')).toEqual([]);
    expect(eventsOf(define(100_000), 'liquidated')).toMatchObject([{ lots: 100, fee: usdt('50') }]);
  });

  test('never befalls a position without tiers, whose loss counts all the same', () => {
    const other = { ...swapRules, symbol: 'Y/USDT:USDT', base: 'Y', takerFeePpm: 0 };
    const market = start({ rules: [linear, other], usdt: '1000', leverage: 10 });
    take(market, 'buy', { lots: 50, of: other.symbol });
    take(market, 'buy', { lots: 10 });
    expect(eventsOf(mark(market, 81, other.symbol), 'liquidated')).toEqual([]);
    expect(market.engine.risk('a', other.symbol)).toMatchObject({
      equity: usdt('50'),
      maintenance: 0n,
      liquidationTicks: undefined,
    });
    // 1000 − 50 × 20 leaves nothing for the 10 that the other must keep.
    expect(eventsOf(mark(market, 80, other.symbol), 'liquidated')).toMatchObject([{ symbol }]);
    expect(market.engine.risk('a', other.symbol)).toMatchObject({ unrealised: usdt('-1000') });
  });

  test('is only reported where the orders of the engine meet each other', () => {
    const maintenanceTiers = tiers.map(({ leverageMax: _, ...tier }) => tier);
    const market = createMarket('closed', [{ ...linear, leverageDefault: 50, maintenanceTiers }]);
    market.submit({ accountId: 'b', symbol, side: 'sell', price: '100', quantity: '1000' });
    market.submit({ accountId: 'a', symbol, price: '100', quantity: '1000' });
    mark(market, 100);
    // 10,000 + 1000 (p − 100) ≤ 20 p − 50 where 980 p ≤ 89,950: p is at most 91.8.
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(91);
    expect(eventsOf(mark(market, 80), 'liquidated')).toEqual([]);
    expect(market.engine.risk('a', symbol)).toMatchObject({
      equity: usdt('-10000'),
      liquidationTicks: 80,
    });
  });
});
