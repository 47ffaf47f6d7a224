import { describe, expect, test } from 'vitest';
import { eventsOf, reasonsOf, usdt } from '../test/support/fixtures.ts';
import { linear, mark, start, symbol, take } from '../test/support/marginMarket.ts';

describe('isolated positions', () => {
  test('lose their margin and no more', () => {
    const market = start({ mode: 'isolated', leverage: 10 });
    take(market, 'buy', { lots: 50 });
    // 500 + 50 (p − 100) ≤ 0.5 p where 49.5 p ≤ 4500: p is at most 90.9.
    expect(market.engine.risk('a', symbol)).toMatchObject({
      collateral: usdt('500'),
      equity: usdt('500'),
      maintenance: usdt('50'),
      liquidationTicks: 90,
    });
    expect(eventsOf(mark(market, 91), 'liquidated')).toEqual([]);
    expect(market.engine.risk('a', symbol)).toMatchObject({
      unrealised: usdt('-450'),
      equity: usdt('50'),
      maintenance: usdt('45.5'),
    });
    // Its own margin bears its loss: the wallet may use all the rest.
    expect(market.engine.transferable('a', 'USDT')).toBe(usdt('9500'));
    // 1000 lost of 500: 500 are covered.
    expect(eventsOf(mark(market, 80), 'liquidated')).toMatchObject([
      { fee: 0n, realised: usdt('-500'), covered: usdt('500') },
    ]);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('9500'), reserved: 0n });
  });

  test('are gone where they have exactly what they must keep', () => {
    const rules = { ...linear, maintenanceTiers: [{ ratePpm: 0 }] };
    const market = start({ rules: [rules], mode: 'isolated', leverage: 10 });
    take(market, 'buy', { lots: 50 });
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(90);
    expect(eventsOf(mark(market, 90), 'liquidated')).toMatchObject([
      { fee: 0n, realised: usdt('-500'), covered: 0n },
    ]);
  });

  test('pay the fee of their own margin only', () => {
    const market = start({ mode: 'isolated', leverage: 11 });
    take(market, 'sell', { lots: 44 });
    // 400 of margin; 400 − 44 (p − 100) ≤ 0.44 p where 44.44 p ≥ 4800: p is at least 108.01.
    expect(market.engine.risk('a', symbol)?.liquidationTicks).toBe(109);
    // 396 lost. The fee would be 4796 × 0.5 % = 23.98 and only 4 are left.
    expect(eventsOf(mark(market, 109), 'liquidated')).toMatchObject([
      { side: 'buy', fee: usdt('4'), realised: usdt('-396'), covered: 0n },
    ]);
    expect(market.wallet('a', 'USDT').total).toBe(usdt('9600'));
  });

  test('lowering the leverage adds margin, raising it gives back what is not needed', () => {
    const market = start({ mode: 'isolated', leverage: 10, usdt: '1500' });
    const setLeverage = (leverage: number) =>
      reasonsOf(market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage }));
    const margin = () => market.engine.risk('a', symbol)?.initialMargin;
    take(market, 'buy', { lots: 50 });
    expect(setLeverage(5)).toEqual([]);
    expect(margin()).toBe(usdt('1000'));
    expect(setLeverage(3)).toEqual(['refused setLeverage INSUFFICIENT_BALANCE']);
    expect(margin()).toBe(usdt('1000'));
    mark(market, 95);
    // 5000 / 20 − 250 = 0 is not above 47.5; 5000 / 16 − 250 = 62.5 is.
    expect(setLeverage(20)).toEqual(['refused setLeverage BAD_LEVERAGE']);
    expect(margin()).toBe(usdt('1000'));
    expect(setLeverage(16)).toEqual([]);
    expect(margin()).toBe(usdt('312.5'));
  });

  test('a position may not have more leverage than its size allows', () => {
    const market = start({ leverage: 50 });
    const setLeverage = (leverage: number) =>
      reasonsOf(market.apply({ type: 'setLeverage', accountId: 'a', symbol, leverage }));
    expect(setLeverage(51)).toEqual(['refused setLeverage BAD_LEVERAGE']);
    take(market, 'buy', { lots: 50 });
    expect(setLeverage(50)).toEqual([]);
    // 5050 is beyond the first tier.
    mark(market, 101);
    expect(setLeverage(21)).toEqual(['refused setLeverage BAD_LEVERAGE']);
    expect(setLeverage(20)).toEqual([]);
  });

  test('turning one round needs the margin it gives back less its loss', () => {
    const turn = (has: string) => {
      const market = start({ mode: 'isolated', leverage: 10, usdt: has });
      take(market, 'buy', { lots: 50 });
      mark(market, 92);
      market.book([[92, 100]], [], symbol);
      market.submit({ orderId: 'turn', symbol, side: 'sell', type: 'market', quantity: '100' });
      return market;
    };
    // 500 given back less 400 lost leave 100 of the 460 that 50 lots at 92 need.
    expect(turn('859').state('turn')).toBe('rejected 0/100');
    const market = turn('860');
    expect(market.state('turn')).toBe('closed 100/100');
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('460'), reserved: usdt('460') });
  });

  test('a loss elsewhere takes the margins of cross positions before theirs', () => {
    const other = { ...linear, symbol: 'Y/USDT:USDT', base: 'Y', maintenanceTiers: [] };
    const market = start({ rules: [other, linear], usdt: '1000', leverage: 10 });
    const own = { accountId: 'a', symbol } as const;
    market.apply({ ...own, type: 'setMarginMode', marginMode: 'isolated' });
    take(market, 'buy', { lots: 40 });
    take(market, 'buy', { lots: 50, of: other.symbol });
    market.book([[85, 40]], [], other.symbol);
    market.submit({ symbol: other.symbol, side: 'sell', type: 'market', quantity: '40' });
    // 600 lost leave 400 for the isolated 400, and nothing for the 100 of the other.
    const margins = market.engine.positions('a').map((each) => [each.symbol, each.margin]);
    expect(new Map(margins as [string, bigint][])).toEqual(
      new Map([
        [symbol, usdt('400')],
        [other.symbol, 0n],
      ]),
    );
  });
});
