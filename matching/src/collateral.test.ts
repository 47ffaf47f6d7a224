import { describe, expect, it } from 'vitest';
import {
  createMarket,
  eventsOf,
  type Market,
  reasonsOf,
  spotRules,
  swapRules,
  usdt,
} from '../test/support/fixtures.ts';
import { createEngine, restoreEngine } from './engine.ts';

const { symbol } = swapRules;
const rules = {
  ...swapRules,
  leverageMax: 20,
  makerFeePpm: 0,
  takerFeePpm: 0,
  liquidationFeePpm: 10_000,
  maintenanceTiers: [{ ratePpm: 50_000 }],
};
const spot = { ...spotRules, makerFeePpm: 0, takerFeePpm: 0 };
const rates = [
  { asset: 'USDT', ratePpm: 1_000_000 },
  { asset: 'X', ratePpm: 900_000 },
];

/** Account a has 100 X at 100 dollars, which count 9,000, and no USDT unless some is given. */
function backed(dollars = '0'): Market {
  const market = createMarket('feed', [spot, rules]);
  market.apply({ type: 'price', asset: 'USDT', price: usdt('1') });
  market.apply({ type: 'price', asset: 'X', price: usdt('100') });
  market.apply({ type: 'setCollateral', accountId: 'a', assets: rates });
  const amount = usdt(dollars) - usdt('10000');
  market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount });
  market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage: 10 });
  market.book([[99, 10_000]], [[100, 10_000]], symbol);
  market.apply({ type: 'mark', symbol, ticks: 100 });
  return market;
}

const sums = ({ engine }: Market) => engine.collateral('a');
const price = (market: Market, text: string) =>
  market.apply({ type: 'price', asset: 'X', price: usdt(text) });

describe('an account whose coins are collateral', () => {
  it('trades contracts on them without a dollar, to what they count', () => {
    const market = backed();
    expect(sums(market)).toMatchObject({ equity: usdt('9000'), available: usdt('9000') });
    expect(reasonsOf(market.submit({ symbol, price: '100', quantity: '901' }))).toEqual([
      'rejected o1 INSUFFICIENT_BALANCE',
    ]);
    market.submit({ symbol, price: '100', quantity: '900' });
    expect(market.state('o2')).toBe('closed 900/900');
    expect(market.wallet('a', 'USDT')).toEqual({ total: 0n, reserved: usdt('9000') });
    expect(sums(market)).toMatchObject({ available: 0n, maintenance: usdt('4500') });
    expect(market.engine.means('a', 'USDT')).toMatchObject({ own: 0n, contracts: 0n });
  });

  it('may owe dollars that the coins back, and pays them with the next', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '500' });
    market.apply({ type: 'mark', symbol, ticks: 98 });
    market.book([[98, 10_000]], [[99, 10_000]], symbol);
    market.submit({ symbol, side: 'sell', price: '98', quantity: '500' });
    expect(market.wallet('a', 'USDT')).toEqual({ total: -usdt('1000'), reserved: 0n });
    expect(sums(market)).toMatchObject({ equity: usdt('8000'), available: usdt('8000') });
    market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount: usdt('1500') });
    expect(market.wallet('a', 'USDT').total).toBe(usdt('500'));
  });

  it('lets go of coins as far as the rest carries what contracts hold', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '450' });
    // 4,500 are left, which 50 coins count.
    expect(market.engine.transferable('a', 'X')).toBe(usdt('50'));
    const transfer = { type: 'transfer', from: 'a', to: 'b', asset: 'X' } as const;
    expect(reasonsOf(market.apply({ ...transfer, amount: usdt('51') }))).toEqual([
      'refused transfer INSUFFICIENT_BALANCE',
    ]);
    expect(reasonsOf(market.apply({ ...transfer, amount: usdt('50') }))).toEqual([]);
    expect(market.engine.transferable('a', 'X')).toBe(0n);
  });

  it('lends nothing to spot orders, and sells coins for dollars that count in their place', () => {
    const market = backed('100');
    market.book([[99, 1_000]], [[100, 1_000]]);
    expect(reasonsOf(market.submit({ price: '100', quantity: '2' }))).toEqual([
      'rejected o1 INSUFFICIENT_BALANCE',
    ]);
    market.submit({ symbol, price: '100', quantity: '910' });
    expect(sums(market)?.available).toBe(0n);
    // 99 dollars for what counted 90, while a price of 89 would leave less.
    expect(reasonsOf(market.submit({ side: 'sell', price: '99' }))).toEqual([]);
    expect(sums(market)?.available).toBe(usdt('9'));
    const dear = { side: 'sell', type: 'stop_loss', stopPrice: '50' } as const;
    expect(reasonsOf(market.submit({ ...dear, quantity: '20' }))).toEqual([
      'rejected o4 INSUFFICIENT_BALANCE',
    ]);
  });

  it('counts a coin without a price as nothing', () => {
    const market = backed();
    const assets = [...rates, { asset: 'Y', ratePpm: 1_000_000 }];
    market.apply({ type: 'setCollateral', accountId: 'a', assets });
    market.apply({ type: 'deposit', accountId: 'a', asset: 'Y', amount: usdt('7') });
    expect(sums(market)?.equity).toBe(usdt('9000'));
    expect(market.engine.transferable('a', 'Y')).toBe(usdt('7'));
    market.apply({ type: 'price', asset: 'Y', price: usdt('3') });
    expect(sums(market)?.equity).toBe(usdt('9021'));
  });
});

describe('a liquidation of all that backs an account', () => {
  it('comes when the price of a coin falls, and pays what is owed with coins', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '800' });
    market.apply({ type: 'mark', symbol, ticks: 97 });
    // 2,400 lost, 3,880 to keep: the coins have to count 6,280.
    expect(eventsOf(price(market, '69.778'), 'liquidated')).toEqual([]);
    const events = price(market, '69.777');
    expect(eventsOf(events, 'liquidated')).toMatchObject([
      { symbol, side: 'sell', lots: 800, fee: usdt('776'), covered: 0n },
    ]);
    const [sold] = eventsOf(events, 'exchanged');
    expect(sold).toMatchObject({ paidAsset: 'X', asset: 'USDT', amount: usdt('3176') });
    expect(eventsOf(events, 'covered')).toEqual([]);
    const wallet = market.wallet('a', 'X');
    expect(wallet).toEqual({ total: usdt('100') - (sold?.paid ?? 0n), reserved: 0n });
    // At its price in full, rounded up by less than one unit.
    const worth = (sold?.paid ?? 0n) * usdt('69.777');
    expect(worth).toBeGreaterThanOrEqual(usdt('3176') * usdt('1'));
    expect(worth - usdt('69.777')).toBeLessThan(usdt('3176') * usdt('1'));
    expect(market.wallet('a', 'USDT')).toEqual({ total: 0n, reserved: 0n });
  });

  it('covers what even all coins do not pay', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '900' });
    const events = market.apply({ type: 'mark', symbol, ticks: 88 });
    expect(eventsOf(events, 'liquidated')).toMatchObject([{ fee: 0n, covered: 0n }]);
    expect(eventsOf(events, 'exchanged')).toMatchObject([
      { paid: usdt('100'), amount: usdt('10000') },
    ]);
    expect(eventsOf(events, 'covered')).toMatchObject([
      { accountId: 'a', asset: 'USDT', amount: usdt('800') },
    ]);
    expect(market.wallet('a', 'X').total).toBe(0n);
    expect(market.wallet('a', 'USDT').total).toBe(0n);
  });

  it('is told beforehand: the price of the contract alone moves', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '800' });
    const risk = market.engine.risk('a', symbol);
    // 9,000 − 800 × (100 − p) = 800 × p × 0.05 at 93.42.
    expect(risk).toMatchObject({ equity: usdt('9000'), liquidationTicks: 93 });
    expect(eventsOf(market.apply({ type: 'mark', symbol, ticks: 94 }), 'liquidated')).toEqual([]);
    expect(eventsOf(market.apply({ type: 'mark', symbol, ticks: 93 }), 'liquidated')).toHaveLength(
      1,
    );
  });

  it('takes coins for a debt that nothing but coins backs', () => {
    const market = backed();
    market.submit({ symbol, price: '100', quantity: '500' });
    market.book([[98, 10_000]], [[99, 10_000]], symbol);
    market.submit({ symbol, side: 'sell', price: '98', quantity: '500' });
    expect(eventsOf(price(market, '11.2'), 'exchanged')).toEqual([]);
    expect(eventsOf(price(market, '11.1'), 'exchanged')).toHaveLength(1);
    expect(market.wallet('a', 'USDT').total).toBe(0n);
  });
});

describe('the rates of an account', () => {
  it('are refused unless they are parts of a whole, each once', () => {
    const market = backed();
    const set = (...assets: { asset: string; ratePpm: number }[]) =>
      reasonsOf(market.apply({ type: 'setCollateral', accountId: 'a', assets }));
    const refused = ['refused setCollateral BAD_RATE'];
    expect(set({ asset: 'X', ratePpm: 1_000_001 })).toEqual(refused);
    expect(set({ asset: 'X', ratePpm: 0.5 })).toEqual(refused);
    expect(set({ asset: 'X', ratePpm: 1 }, { asset: 'X', ratePpm: 1 })).toEqual(refused);
    expect(reasonsOf(price(market, '0'))).toEqual(['refused price BAD_PRICE']);
  });

  it('are not taken away while they are in use', () => {
    const market = backed();
    const none = { type: 'setCollateral', accountId: 'a', assets: [] } as const;
    market.submit({ symbol, price: '90', quantity: '5' });
    expect(reasonsOf(market.apply(none))).toEqual(['refused setCollateral ORDERS_OPEN']);
    market.apply({ type: 'cancelAll', accountId: 'a' });
    market.submit({ symbol, price: '100', quantity: '5' });
    expect(reasonsOf(market.apply(none))).toEqual(['refused setCollateral POSITION_OPEN']);
    market.submit({ symbol, side: 'sell', price: '99', quantity: '5' });
    expect(reasonsOf(market.apply(none))).toEqual(['refused setCollateral BAD_COLLATERAL']);
    market.apply({ type: 'deposit', accountId: 'a', asset: 'USDT', amount: usdt('5') });
    expect(reasonsOf(market.apply(none))).toEqual([]);
    expect(sums(market)).toBeUndefined();
  });

  it('leave other accounts, and their dumps, as they are', () => {
    const plain = createEngine('feed');
    plain.apply({ type: 'openAccount', at: 1, accountId: 'a' });
    expect(plain.dump()).toContain('"version":5');
    expect(plain.dump()).not.toContain('collateral');
    const { engine } = backed();
    expect(engine.dump()).toContain('"version":6');
    expect(engine.collateral('b')).toBeUndefined();
    const restored = restoreEngine(engine.dump());
    expect(restored.collateral('a')).toEqual(engine.collateral('a'));
    expect(restored.dump()).toBe(engine.dump());
  });
});
