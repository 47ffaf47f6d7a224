import { describe, expect, it } from 'vitest';
import { preparedLimit } from '../../../test/support/execution/orders.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { type ForeseenOrder, type Funds, foresee, type Known } from './foresight.ts';

const swap = 'BTC/USDT:USDT' as InstrumentSymbol;
const limit: ForeseenOrder = preparedLimit;
const rich: Funds = {
  free: () => '1000',
  closable: '0',
  leverage: 10,
  feeRate: 0.001,
  stopsHold: true,
};
const top = { bid: 100, ask: 101 };
const known: Known = { top, isWholeBook: true, trigger: { low: 100.5, high: 100.5 }, means: rich };
const nothing: Known = { top: undefined, isWholeBook: true, trigger: undefined, means: undefined };

const codeOf = (order: Partial<ForeseenOrder>, of: Partial<Known> = {}) =>
  foresee({ ...limit, ...order }, { ...known, ...of })?.code;
const having = (free: string, means: Partial<Funds> = {}): Partial<Known> => ({
  means: { ...rich, ...means, free: () => free },
});

describe('a stop', () => {
  const cases = [
    // An order that waits for a rise is passed at its price and above.
    ['stop_loss', 'buy', '100.5', '100.51'],
    ['take_profit', 'sell', '100.5', '100.51'],
    ['oco', 'buy', '100.5', '100.51'],
    ['stop_loss', 'sell', '100.5', '100.49'],
    ['take_profit', 'buy', '100.5', '100.49'],
    ['stop_loss_limit', 'sell', '101', '99'],
    ['take_profit_limit', 'sell', '99', '101'],
    ['oco', 'sell', '101', '99'],
  ] as const;
  it.each(cases)('%s %s is passed at %s, and waits at %s', (type, side, passed, waits) => {
    const stop = { type, side, price: side === 'buy' ? '90' : '110' };
    expect(codeOf({ ...stop, stopPrice: passed })).toBe('ORDER_WOULD_TRIGGER');
    expect(codeOf({ ...stop, stopPrice: waits })).toBeUndefined();
    expect(codeOf({ ...stop, stopPrice: passed }, { trigger: undefined })).toBeUndefined();
  });

  it('is passed where no price that triggers may look at says otherwise', () => {
    const trigger = { low: 100, high: 101 };
    const stop = { type: 'stop_loss', side: 'sell', price: undefined } as const;
    expect(codeOf({ ...stop, stopPrice: '100.9' }, { trigger })).toBeUndefined();
    expect(codeOf({ ...stop, stopPrice: '101' }, { trigger })).toBe('ORDER_WOULD_TRIGGER');
    const rising = { type: 'stop_loss', side: 'buy', price: undefined } as const;
    expect(codeOf({ ...rising, stopPrice: '100.1' }, { trigger })).toBeUndefined();
    expect(codeOf({ ...rising, stopPrice: '100' }, { trigger })).toBe('ORDER_WOULD_TRIGGER');
  });
});

describe('post-only', () => {
  it.each([
    ['buy', '101', '100.99'],
    ['sell', '100', '100.01'],
  ] as const)('%s crosses at %s and rests at %s', (side, crossing, resting) => {
    const order = { side, timeInForce: 'POST_ONLY' } as const;
    expect(codeOf({ ...order, price: crossing })).toBe('POST_ONLY_WOULD_TAKE');
    expect(codeOf({ ...order, price: resting })).toBeUndefined();
    expect(codeOf({ ...order, price: crossing }, { top: undefined })).toBeUndefined();
    expect(codeOf({ side, price: crossing })).toBeUndefined();
  });
});

describe('a market order', () => {
  it.each([
    ['buy', { bid: 100, ask: undefined }, { bid: undefined, ask: 101 }],
    ['sell', { bid: undefined, ask: 101 }, { bid: 100, ask: undefined }],
  ] as const)('to %s meets nothing at %j, and something at %j', (side, empty, there) => {
    const order = { type: 'market', side, price: undefined } as const;
    expect(codeOf(order, { top: empty })).toBe('INVALID_ORDER');
    expect(codeOf(order, { top: there })).toBeUndefined();
    // Other books may contain more orders than are known here.
    expect(codeOf(order, { top: empty, isWholeBook: false })).toBeUndefined();
    expect(codeOf({ side, price: '100.5' }, { top: empty })).toBeUndefined();
  });
});

describe('reduce-only', () => {
  const closing = { symbol: swap, marketType: 'swap', reduceOnly: true } as const;
  it('needs a position, and no money', () => {
    expect(codeOf(closing)).toBe('NOTHING_TO_REDUCE');
    expect(codeOf(closing, having('0', { closable: '0.001' }))).toBeUndefined();
    expect(codeOf(closing, having('0', { closable: undefined }))).toBeUndefined();
  });
});

describe('the free balance', () => {
  it.each([
    // A resting order also holds its fee.
    ['95.095', '95.0949', {}],
    ['101', '100.99', { type: 'market', price: undefined }],
    // Filled at the ask at once, whatever its limit price.
    ['101', '100.99', { price: '103' }],
    ['1', '0.9999', { side: 'sell', price: '106' }],
    ['110', '109.99', { type: 'stop_loss', price: undefined, stopPrice: '110' }],
    ['90', '89.99', { type: 'take_profit_limit', price: '95', stopPrice: '90' }],
  ] as const)('of %s covers what %s does not: %j', (enough, short, order) => {
    expect(codeOf(order, having(enough))).toBeUndefined();
    expect(codeOf(order, having(short))).toBe('INSUFFICIENT_BALANCE');
  });

  it('is the margin of what opens a position', () => {
    const order = { symbol: swap, marketType: 'swap' } as const;
    expect(codeOf(order, having('9.595'))).toBeUndefined();
    expect(codeOf(order, having('9.594'))).toBe('INSUFFICIENT_MARGIN');
    expect(codeOf(order, having('0', { closable: '1' }))).toBeUndefined();
    expect(codeOf(order, having('4.7', { closable: '0.5' }))).toBe('INSUFFICIENT_MARGIN');
    expect(codeOf(order, having('4.8', { closable: '0.5' }))).toBeUndefined();
    expect(codeOf(order, having('0', { leverage: undefined }))).toBeUndefined();
  });

  it('says nothing of an order that turns a position at once: closing gives margin back', () => {
    const order = { symbol: swap, marketType: 'swap', type: 'market', price: undefined } as const;
    expect(codeOf(order, having('0'))).toBe('INSUFFICIENT_MARGIN');
    expect(codeOf(order, having('0', { closable: '0.5' }))).toBeUndefined();
  });

  it('says nothing of stops where the exchange holds nothing for them', () => {
    const stop = { type: 'stop_loss', price: undefined, stopPrice: '110' } as const;
    expect(codeOf(stop, having('0', { stopsHold: false }))).toBeUndefined();
    expect(codeOf({}, having('0', { stopsHold: false }))).toBe('INSUFFICIENT_BALANCE');
  });
});

it('refuses nothing where nothing is known', () => {
  for (const side of ['buy', 'sell'] as const) {
    for (const type of ['market', 'limit', 'stop_loss', 'trailing_stop', 'oco'] as const) {
      for (const reduceOnly of [true, false]) {
        const order = { ...limit, side, type, reduceOnly, stopPrice: '100' };
        expect(foresee(order, nothing)).toBeUndefined();
        expect(foresee({ ...order, timeInForce: 'POST_ONLY' }, nothing)).toBeUndefined();
      }
    }
  }
});
