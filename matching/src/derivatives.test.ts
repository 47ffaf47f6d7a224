import { describe, expect, test } from 'vitest';
import {
  createMarket,
  eventsOf,
  type Market,
  reasonsOf,
  swapRules,
  usdt,
} from '../test/support/fixtures.ts';
import type { InstrumentRules } from './rules.ts';

const symbol = swapRules.symbol;
const freeRules = { ...swapRules, makerFeePpm: 0, takerFeePpm: 0 };

function feed(rules: InstrumentRules = freeRules): Market {
  const market = createMarket('feed', [rules]);
  quote(market, 100);
  return market;
}

function quote(market: Market, price: number): void {
  market.book([[price, 1000]], [[price + 1, 1000]], symbol);
}

function trade(market: Market, side: 'buy' | 'sell', quantity: number) {
  return market.submit({ symbol, side, type: 'market', quantity: `${quantity}` });
}

function reduce(market: Market, side: 'buy' | 'sell', quantity: number) {
  const order = { symbol, side, type: 'market', quantity: `${quantity}` } as const;
  return market.submit({ ...order, reduceOnly: true });
}

function position(market: Market) {
  return market.engine.positions('a')[0];
}

describe('positions', () => {
  test('grow, shrink and turn with exact cost and profit', () => {
    const market = feed();
    trade(market, 'buy', 10);
    expect(position(market)).toMatchObject({ lots: 10, cost: usdt('1010'), margin: usdt('1010') });
    quote(market, 110);
    trade(market, 'sell', 4);
    expect(position(market)).toMatchObject({ lots: 6, cost: usdt('606'), realised: usdt('36') });
    trade(market, 'sell', 16);
    expect(position(market)).toMatchObject({ lots: -10, cost: usdt('-1100') });
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('10090'), reserved: usdt('1100') });
    quote(market, 98);
    trade(market, 'buy', 10);
    expect(position(market)).toMatchObject({
      lots: 0,
      cost: 0n,
      margin: 0n,
      realised: usdt('200'),
    });
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('10200'), reserved: 0n });
  });

  test('of an inverse contract earn in the base', () => {
    const rules = { ...freeRules, isInverse: true, settle: 'X', contractSize: '100' };
    const market = feed(rules);
    market.book([[100, 9]], [[125, 9]], symbol);
    market.submit({ symbol, type: 'limit', price: '125', quantity: '5' });
    expect(position(market)).toMatchObject({ lots: 5, cost: usdt('-4'), margin: usdt('4') });
    market.book([[200, 9]], [[250, 9]], symbol);
    trade(market, 'sell', 5);
    // 500 quote were worth 4 X and are now worth 2.5: a long earns the difference.
    expect(market.wallet('a', 'X')).toEqual({ total: usdt('101.5'), reserved: 0n });
  });

  test('leverage divides what they hold, and lowering it must be covered', () => {
    const market = feed();
    const setLeverage = (leverage: number) =>
      reasonsOf(market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage }));
    expect(setLeverage(10)).toEqual([]);
    trade(market, 'buy', 500);
    market.submit({ symbol, price: '90', quantity: '100' });
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('5950'));
    expect(setLeverage(1)).toEqual(['refused setLeverage INSUFFICIENT_BALANCE']);
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('5950'));
    expect(setLeverage(20)).toEqual([]);
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('2975'));
    expect(setLeverage(126)).toEqual(['refused setLeverage BAD_LEVERAGE']);
    expect(setLeverage(1.5)).toEqual(['refused setLeverage BAD_LEVERAGE']);
  });

  test('refusing a leverage leaves a margin that had given way, and the orders, as they were', () => {
    const market = feed();
    const setLeverage = (leverage: number) =>
      reasonsOf(market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage }));
    setLeverage(20);
    trade(market, 'buy', 1000);
    quote(market, 90);
    trade(market, 'sell', 890);
    // 1310 come in, and the 110 lots have lost 1210 at the mark of 90: 100 may be used.
    market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount: usdt('1310') });
    market.submit({ orderId: 'resting', symbol, price: '50', quantity: '20' });
    const before = { wallet: market.wallet('a', 'USDT'), position: position(market) };
    expect(before).toMatchObject({ wallet: { reserved: usdt('260') } });
    expect(setLeverage(1)).toEqual(['refused setLeverage INSUFFICIENT_BALANCE']);
    expect(market.state('resting')).toBe('open 0/20');
    expect({ wallet: market.wallet('a', 'USDT'), position: position(market) }).toEqual(before);
  });

  test('hold no more lots than are counted exactly, open orders and all', () => {
    const lotSize = '0.00000001';
    const market = feed({ ...freeRules, lotSize, minQuantity: lotSize });
    const amount = usdt('1000000000000000');
    market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount });
    const half = '45035996.27370496';
    market.book([[1, 1]], [[2, Number.MAX_SAFE_INTEGER]], symbol);
    market.submit({ orderId: 'first', symbol, type: 'market', quantity: half });
    const more = { symbol, price: '1', quantity: '45035996.27370495' };
    market.submit({ ...more, orderId: 'most' });
    expect(market.state('most')).toBe(`open 0/${2 ** 52 - 1}`);
    const beyond = market.submit({ ...more, orderId: 'beyond', quantity: lotSize });
    expect(reasonsOf(beyond)).toEqual(['rejected beyond ABOVE_MAXIMUM']);
    market.apply({ type: 'cancel', accountId: 'a', orderId: 'most' });
    const tooMany = { ...more, quantity: '45035996.27370496' };
    expect(reasonsOf(market.submit({ ...tooMany, orderId: 'more' }))).toEqual([
      'rejected more ABOVE_MAXIMUM',
    ]);
    market.submit({ ...more, orderId: 'again' });
    market.book([], [[1, 10]], symbol);
    expect(market.state('again')).toBe(`open 10/${2 ** 52 - 1}`);
    market.apply({ type: 'cancel', accountId: 'a', orderId: 'again' });
    market.submit({ ...more, orderId: 'rest', quantity: '45035996.27370485' });
    expect(market.state('rest')).toBe(`open 0/${2 ** 52 - 11}`);
    market.submit({
      orderId: 'close',
      symbol,
      side: 'sell',
      quantity: half,
      reduceOnly: true,
      price: '3',
    });
    expect(market.state('close')).toBe(`open 0/${2 ** 52}`);
  });

  test('a plain order that only closes holds no margin', () => {
    const market = feed();
    trade(market, 'buy', 99);
    market.submit({ orderId: 'close', symbol, side: 'sell', price: '120', quantity: '99' });
    expect(market.state('close')).toBe('open 0/99');
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('9999'));
    // With the position closed otherwise, the order would open one: it needs margin now.
    expect(reasonsOf(trade(market, 'sell', 99))).toEqual(['canceled close INSUFFICIENT_BALANCE']);
  });

  test('what an older order is to close, a newer one opens and is refused without the means', () => {
    const market = feed();
    trade(market, 'buy', 99);
    const close = { symbol, side: 'sell', price: '120', quantity: '60' } as const;
    market.submit({ ...close, orderId: 'older' });
    expect(reasonsOf(market.submit({ ...close, orderId: 'newer' }))).toEqual([
      'rejected newer INSUFFICIENT_BALANCE',
    ]);
    market.apply({ type: 'cancel', accountId: 'a', orderId: 'older' });
    market.submit({ ...close, orderId: 'again' });
    expect(market.state('again')).toBe('open 0/60');
  });

  test('turning a position round needs only what is beyond the margin it gives back', () => {
    const market = feed();
    trade(market, 'buy', 99);
    expect(reasonsOf(trade(market, 'sell', 200))).toEqual(['rejected o2 INSUFFICIENT_BALANCE']);
    trade(market, 'sell', 198);
    expect(position(market)).toMatchObject({ lots: -99, cost: usdt('-9900') });
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('9901'), reserved: usdt('9900') });
  });

  test('a loss the margin does not cover cancels the newest orders, then margins give way', () => {
    const market = feed();
    market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage: 20 });
    trade(market, 'buy', 1000);
    market.submit({ orderId: 'old', symbol, price: '50', quantity: '100' });
    market.submit({ orderId: 'new', symbol, price: '50', quantity: '1000' });
    quote(market, 91);
    const events = trade(market, 'sell', 900);
    expect(reasonsOf(events)).toEqual(['canceled new INSUFFICIENT_BALANCE']);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('1000'), reserved: usdt('755') });
    quote(market, 86);
    trade(market, 'sell', 60);
    // Another loss of 900 leaves 100: the old order goes as well, and the margin takes the rest.
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('100'), reserved: usdt('100') });
    expect(position(market)).toMatchObject({ lots: 40, margin: usdt('100') });
  });
});

describe('reduce-only', () => {
  test('is cut to the position, and rejected without one', () => {
    const market = feed();
    expect(reasonsOf(reduce(market, 'sell', 5))).toEqual(['rejected o1 REDUCE_ONLY_NOTHING']);
    trade(market, 'buy', 5);
    expect(reasonsOf(reduce(market, 'buy', 5))).toEqual(['rejected o3 REDUCE_ONLY_NOTHING']);
    reduce(market, 'sell', 8);
    expect(position(market)?.lots).toBe(0);
  });

  test('is cut again when the position shrinks, and cancelled when it is gone', () => {
    const market = feed();
    trade(market, 'buy', 10);
    const order = { symbol, side: 'sell', quantity: '10', reduceOnly: true } as const;
    market.submit({ ...order, orderId: 'tp', price: '120' });
    market.submit({ ...order, orderId: 'sl', type: 'stop_loss', stopPrice: '80' });
    expect(market.wallet('a', 'USDT').reserved).toBe(usdt('1010'));
    const events = trade(market, 'sell', 6);
    expect(eventsOf(events, 'amended').map(({ order: { orderId } }) => orderId)).toEqual([
      'tp',
      'sl',
    ]);
    expect([market.state('tp'), market.state('sl')]).toEqual(['open 0/4', 'open 0/4']);
    market.book([[121, 3]], [[122, 5]], symbol);
    expect([market.state('tp'), market.state('sl')]).toEqual(['open 3/4', 'open 0/1']);
    market.apply({ type: 'last', symbol, ticks: 70 });
    // The bid that was left did not change: it has been given out.
    expect(market.state('sl')).toBe('expired 0/1');
    trade(market, 'buy', 3);
    market.book([[121, 300]], [[122, 5]], symbol);
    expect(market.state('tp')).toBe('closed 4/4');
  });

  test('in a closed book a fill-or-kill counts what reduce-only makers can really give', () => {
    const market = createMarket('closed', [freeRules]);
    market.submit({ accountId: 'b', symbol, side: 'sell', price: '100', quantity: '5' });
    market.submit({ accountId: 'a', symbol, price: '100', quantity: '5' });
    const order = {
      accountId: 'a',
      symbol,
      side: 'sell',
      reduceOnly: true,
      quantity: '5',
    } as const;
    market.submit({ ...order, orderId: 'one', price: '110' });
    market.submit({ ...order, orderId: 'two', price: '111' });
    const taker = { accountId: 'c', symbol, price: '120', timeInForce: 'FOK' } as const;
    expect(reasonsOf(market.submit({ ...taker, orderId: 'f', quantity: '6' }))).toEqual([
      'rejected f CANNOT_FILL_ALL',
    ]);
    market.submit({ ...taker, orderId: 'g', quantity: '5' });
    expect(market.state('g')).toBe('closed 5/5');
    expect(market.state('two')).toBe('canceled 0/5');
  });
});
