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
import type { EngineEvent } from './events.ts';

const rules = { ...swapRules, makerFeePpm: 0, takerFeePpm: 0, leverageDefault: 20 };
const { symbol } = rules;

/** Account a is long and b short, 100 lots at 100 each; the mark is 110. */
function both(more: object = {}): Market {
  const market = createMarket('closed', [{ ...rules, ...more }]);
  market.submit({ accountId: 'b', symbol, side: 'sell', price: '100', quantity: '100' });
  market.submit({ accountId: 'a', symbol, price: '100', quantity: '100' });
  market.apply({ type: 'mark', symbol, ticks: 110 });
  return market;
}

function fund(market: Market, rate: string, fundedAt: number): readonly EngineEvent[] {
  return market.apply({ type: 'funding', symbol, rate: usdt(rate), fundedAt });
}

function amounts(events: readonly EngineEvent[]): [string, bigint][] {
  return eventsOf(events, 'funding').map(({ accountId, amount }) => [accountId, amount]);
}

describe('funding', () => {
  test('above zero is paid by longs to shorts, below by shorts to longs', () => {
    const market = both();
    // 100 × 110 × 0.01 percent.
    const events = fund(market, '0.0001', 8);
    expect(eventsOf(events, 'funding')[0]).toEqual({
      type: 'funding',
      at: 14,
      accountId: 'a',
      symbol,
      asset: 'USDT',
      amount: usdt('-1.1'),
      rate: usdt('0.0001'),
      lots: 100,
      markTicks: 110,
      fundedAt: 8,
    });
    expect(amounts(events)).toEqual([
      ['a', usdt('-1.1')],
      ['b', usdt('1.1')],
    ]);
    expect(amounts(fund(market, '-0.0002', 16))).toEqual([
      ['a', usdt('2.2')],
      ['b', usdt('-2.2')],
    ]);
    expect(market.wallet('a', 'USDT').total).toBe(usdt('10001.1'));
    expect(market.engine.positions('a')[0]).toMatchObject({ funding: usdt('1.1'), updatedAt: 12 });
    expect(market.engine.wallets('b')[0]?.earned.linear).toBe(usdt('-1.1'));
  });

  test('is rounded up where it is paid and down where it is received', () => {
    const lotSize = '0.000000000000000001';
    const market = createMarket('closed', [{ ...rules, lotSize, minQuantity: lotSize }]);
    const quantity = '0.000000000000000003';
    market.submit({ accountId: 'b', symbol, side: 'sell', price: '1', quantity });
    market.submit({ accountId: 'a', symbol, price: '1', quantity });
    market.apply({ type: 'mark', symbol, ticks: 1 });
    // Half of 3 units of 10^-18.
    expect(amounts(fund(market, '0.5', 8))).toEqual([
      ['a', -2n],
      ['b', 1n],
    ]);
  });

  test('of a window is settled once, at a mark, of contracts', () => {
    const market = createMarket('feed');
    const at = (of: string, fundedAt: number) =>
      reasonsOf(market.apply({ type: 'funding', symbol: of, rate: 1n, fundedAt }));
    expect(at('Z', 1)).toEqual(['refused funding UNKNOWN_SYMBOL']);
    expect(at('X/USDT', 1)).toEqual(['refused funding NOT_SUPPORTED']);
    expect(at(symbol, 1)).toEqual(['refused funding NO_MARK']);
    market.book([[99, 1]], [[102, 1]], symbol);
    expect(at(symbol, 1)).toEqual([]);
    expect(at(symbol, 1)).toEqual(['refused funding ALREADY_FUNDED']);
    expect(at(symbol, 0)).toEqual(['refused funding ALREADY_FUNDED']);
    expect(at(symbol, 2)).toEqual([]);
  });

  test('that the wallet does not have lets margins give way', () => {
    const market = both();
    market.apply({ type: 'mark', symbol, ticks: 100 });
    const { accountId, asset, amount } = { accountId: 'a', asset: 'USDT', amount: usdt('-9400') };
    market.apply({ type: 'deposit', accountId, asset, amount });
    // 500 held and 100 free: 3 percent of 10,000 take 100 and 200 of the margin.
    fund(market, '0.03', 8);
    expect(market.wallet('a', 'USDT')).toEqual({ total: usdt('300'), reserved: usdt('300') });
    expect(market.engine.risk('a', symbol)?.initialMargin).toBe(usdt('300'));
  });
});

describe('a transfer', () => {
  const transfer = { type: 'transfer', from: 'a', to: 'c', asset: 'USDT' } as const;

  test('moves what is free, less what is lost and not taken yet; profit counts for nothing', () => {
    const market = both();
    // 10,000 less 500 of margin; 1000 of profit at 110.
    expect(market.engine.transferable('a', 'USDT')).toBe(usdt('9500'));
    expect(market.engine.transferable('b', 'USDT')).toBe(usdt('8500'));
    market.apply({ type: 'mark', symbol, ticks: 97 });
    expect(market.engine.transferable('a', 'USDT')).toBe(usdt('9200'));
    const beyond = market.apply({ ...transfer, amount: usdt('9200') + 1n });
    expect(reasonsOf(beyond)).toEqual(['refused transfer INSUFFICIENT_BALANCE']);
    const events = market.apply({ ...transfer, amount: usdt('9200') });
    expect(eventsOf(events, 'transferred')).toMatchObject([
      { from: 'a', to: 'c', asset: 'USDT', amount: usdt('9200') },
    ]);
    const wallets = eventsOf(events, 'wallet').map(({ accountId, total }) => [accountId, total]);
    expect(wallets).toEqual([
      ['a', usdt('800')],
      ['c', usdt('19200')],
    ]);
    expect(market.engine.transferable('a', 'USDT')).toBe(0n);
  });

  test('a deposit out and a new order find no more than that either', () => {
    const market = both();
    market.apply({ type: 'mark', symbol, ticks: 10 });
    // 9500 free, 9000 of it lost.
    const deposit = { type: 'deposit', accountId: 'a', asset: 'USDT' } as const;
    const out = market.apply({ ...deposit, amount: usdt('-500') - 1n });
    expect(reasonsOf(out)).toEqual(['refused deposit BAD_AMOUNT']);
    const order = { symbol, price: '50' } as const;
    const more = market.submit({ ...order, orderId: 'more', quantity: '201' });
    expect(reasonsOf(more)).toEqual(['rejected more INSUFFICIENT_BALANCE']);
    market.submit({ ...order, orderId: 'most', quantity: '200' });
    expect(market.state('most')).toBe('open 0/200');
    // An order that only closes needs nothing, and is accepted whatever is lost.
    market.apply({ type: 'mark', symbol, ticks: 1 });
    market.submit({ symbol, orderId: 'close', side: 'sell', price: '90', quantity: '100' });
    expect(market.state('close')).toBe('open 0/100');
  });

  test('needs two accounts and an amount', () => {
    const market = both();
    const reasons = (more: object) => reasonsOf(market.apply({ ...transfer, amount: 1n, ...more }));
    expect(reasons({ to: 'z' })).toEqual(['refused transfer UNKNOWN_ACCOUNT']);
    expect(reasons({ from: 'z' })).toEqual(['refused transfer UNKNOWN_ACCOUNT']);
    expect(reasons({ to: 'a' })).toEqual(['refused transfer BAD_AMOUNT']);
    expect(reasons({ amount: 0n })).toEqual(['refused transfer BAD_AMOUNT']);
    expect(reasons({ amount: -1n })).toEqual(['refused transfer BAD_AMOUNT']);
  });
});

describe('what was earned', () => {
  test('is collected where it is a profit, and stays where it is a loss', () => {
    const market = both();
    market.apply({ type: 'mark', symbol, ticks: 100 });
    fund(market, '0.001', 8);
    const deposit = { type: 'deposit', accountId: 'b', asset: 'USDT' } as const;
    market.apply({ ...deposit, amount: usdt('7'), part: 'inverse' });
    const collect = (accountId: string, asset?: string) =>
      market.apply({ type: 'collect', accountId, ...(asset !== undefined && { asset }) });
    expect(collect('b', 'X')).toEqual([]);
    expect(collect('b')).toMatchObject([
      { type: 'collected', accountId: 'b', asset: 'USDT', linear: usdt('10'), inverse: usdt('7') },
    ]);
    expect(collect('b', 'USDT')).toEqual([]);
    expect(market.wallet('b', 'USDT').total).toBe(usdt('10017'));
    expect(collect('a')).toEqual([]);
    expect(market.engine.wallets('a')[0]?.earned).toEqual({ linear: usdt('-10'), inverse: 0n });
    expect(reasonsOf(collect('z'))).toEqual(['refused collect UNKNOWN_ACCOUNT']);
  });

  test('is collected of the kinds of contracts that are asked for', () => {
    const market = createMarket('feed');
    const to = { accountId: 'a', asset: 'USDT' } as const;
    for (const part of ['linear', 'inverse'] as const) {
      market.apply({ type: 'deposit', ...to, amount: part === 'linear' ? 3n : 5n, part });
    }
    const collect = (...kinds: ('linear' | 'inverse')[]) =>
      market.apply({ type: 'collect', ...to, kinds });
    expect(collect()).toEqual([]);
    expect(collect('inverse')).toMatchObject([{ type: 'collected', linear: 0n, inverse: 5n }]);
    expect(market.engine.wallets('a')[0]?.earned).toEqual({ linear: 3n, inverse: 0n });
    expect(collect('linear')).toMatchObject([{ type: 'collected', linear: 3n, inverse: 0n }]);
  });

  test('counts fees with profit', () => {
    const market = both({ makerFeePpm: 1000, takerFeePpm: 2000 });
    // 10,000 at 0.2 percent as taker, and at 0.1 as maker.
    expect(market.engine.wallets('a')[0]?.earned.linear).toBe(usdt('-20'));
    expect(market.engine.wallets('b')[0]?.earned.linear).toBe(usdt('-10'));
  });
});

describe('a margin mode', () => {
  const set = (market: Market, more: object = {}) =>
    market.apply({
      type: 'setMarginMode' as const,
      accountId: 'a',
      symbol,
      marginMode: 'isolated' as const,
      ...more,
    });

  test('is chosen while nothing is open', () => {
    const market = createMarket('closed', [rules]);
    expect(set(market)).toMatchObject([
      {
        type: 'position',
        marginMode: 'isolated',
        updatedAt: market.engine.positions('a')[0]?.updatedAt,
      },
    ]);
    market.submit({ orderId: 'open', symbol, price: '100', quantity: '1' });
    const back = () => reasonsOf(set(market, { marginMode: 'cross' }));
    expect(back()).toEqual(['refused setMarginMode ORDERS_OPEN']);
    // The same again changes nothing, whatever is open.
    expect(set(market)).toEqual([]);
    market.submit({ accountId: 'b', symbol, side: 'sell', price: '100', quantity: '1' });
    expect(back()).toEqual(['refused setMarginMode POSITION_OPEN']);
    expect(set(market)).toEqual([]);
  });

  test('is one that the instrument has', () => {
    const market = createMarket('feed', [{ ...rules, marginModes: ['isolated'] }, spotRules]);
    expect(reasonsOf(set(market, { marginMode: 'cross' }))).toEqual([
      'refused setMarginMode NOT_SUPPORTED',
    ]);
    expect(set(market)).toEqual([]);
    expect(reasonsOf(set(market, { symbol: 'X/USDT' }))).toEqual([
      'refused setMarginMode NOT_SUPPORTED',
    ]);
    expect(reasonsOf(set(market, { symbol: 'Z' }))).toEqual([
      'refused setMarginMode UNKNOWN_SYMBOL',
    ]);
    expect(reasonsOf(set(market, { accountId: 'z' }))).toEqual([
      'refused setMarginMode UNKNOWN_ACCOUNT',
    ]);
  });
});

describe('the mark of a feed', () => {
  test('is the middle of the book, rounded down, until there is one by command', () => {
    const market = createMarket('feed');
    expect(market.engine.marks(symbol)).toBeUndefined();
    market.book([[99, 1]], [[102, 1]], symbol);
    expect(market.engine.marks(symbol)).toBe(100);
    // A book that lacks a side does not change the mark.
    market.book([[80, 1]], [], symbol);
    market.book([], [[120, 1]], symbol);
    expect(market.engine.marks(symbol)).toBe(100);
    market.apply({ type: 'mark', symbol, ticks: 90 });
    market.book([[99, 1]], [[102, 1]], symbol);
    expect(market.engine.marks(symbol)).toBe(90);
  });
});
