import { describe, expect, test } from 'vitest';
import {
  createMarket,
  eventsOf,
  type Market,
  reasonsOf,
  spotRules,
  swapRules,
  usdt,
} from '../test/support/fixtures.ts';
import type { BookLevel } from './commands.ts';
import type { EngineEvent } from './events.ts';
import type { InstrumentRules, MarginMode, Side } from './rules.ts';

/** 1 percent up to 5000, then 2 percent: of 10,000 it is 200 less 5000 × 1 percent, 150. */
const tiers = [
  { notionalMax: '5000', ratePpm: 10_000, leverageMax: 50 },
  { ratePpm: 20_000, leverageMax: 20 },
];
const linear: InstrumentRules = {
  ...swapRules,
  makerFeePpm: 0,
  takerFeePpm: 0,
  maintenanceTiers: tiers,
  liquidationFeePpm: 5_000,
};
const { symbol } = linear;
/** 100 USD a contract, settled in X. */
const inverse = { ...linear, isInverse: true, settle: 'X', contractSize: '100' };

interface Start {
  readonly rules?: readonly InstrumentRules[];
  readonly leverage?: number;
  readonly mode?: MarginMode;
  /** Balance of the account, which is otherwise 10,000 USDT and 100 X. */
  readonly usdt?: string;
  readonly x?: string;
}

/** Starts an account at the mark 100, at which it can buy and sell. */
function start({ rules = [linear], leverage = 20, mode = 'cross', ...has }: Start = {}): Market {
  const market = createMarket('feed', rules);
  const deposit = { type: 'deposit', accountId: 'a' } as const;
  market.apply({ ...deposit, asset: 'USDT', amount: usdt(has.usdt ?? '10000') - usdt('10000') });
  market.apply({ ...deposit, asset: 'X', amount: usdt(has.x ?? '100') - usdt('100') });
  for (const each of rules) {
    if (each.kind === 'spot') continue;
    const own = { accountId: 'a', symbol: each.symbol };
    market.apply({ ...own, type: 'setMarginMode', marginMode: mode });
    market.apply({ ...own, type: 'setLeverage', leverage });
    mark(market, 100, each.symbol);
  }
  return market;
}

function mark(market: Market, ticks: number, of = symbol): readonly EngineEvent[] {
  return market.apply({ type: 'mark', symbol: of, ticks });
}

/** Takes the position at 100. */
function take(market: Market, side: Side, { lots, of = symbol }: { lots: number; of?: string }) {
  const levels: BookLevel[] = [[100, lots]];
  market.book(side === 'buy' ? [] : levels, side === 'buy' ? levels : [], of);
  market.submit({ symbol: of, side, price: '100', quantity: `${lots}` });
}

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
