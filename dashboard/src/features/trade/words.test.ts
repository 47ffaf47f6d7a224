import { orderTypes } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { describeOrder, describeTerms, explainType } from './words.ts';

const order = {
  side: 'sell',
  quantity: 0.512345678,
  symbol: 'BTC/USDT',
  price: 83_000.5,
  stopPrice: 80_000,
  trailingDelta: 1.5,
} as const;

describe('an order in words', () => {
  test.each([
    ['market', 'at market'],
    ['limit', 'at 83,000.5'],
    ['stop_loss', 'at market once 80,000 is reached'],
    ['stop_loss_limit', 'at 83,000.5 once 80,000 is reached'],
    ['take_profit', 'at market once 80,000 is reached'],
    ['take_profit_limit', 'at 83,000.5 once 80,000 is reached'],
    ['trailing_stop', 'at market, trailing by 1.5 %'],
    ['oco', 'at 83,000.5, or at market once 80,000 is reached'],
  ] as const)('of %s names every number it is sent with, unrounded', (type, how) => {
    expect(describeOrder({ ...order, type })).toBe(`Sell 0.512345678 BTC/USDT ${how}`);
  });

  test('names the account it goes to', () => {
    const terms = { symbol: 'BTC/USDT', side: 'buy', order_type: 'limit', quantity: 0.5 } as const;
    expect(describeTerms({ ...terms, price: 83_000, exchange_account_id: 'paper-binance' })).toBe(
      'Buy 0.5 BTC/USDT at 83,000 on paper-binance',
    );
  });

  test('that trails from an unknown distance says no number', () => {
    const { trailingDelta: _, ...rest } = order;
    expect(describeOrder({ ...rest, type: 'trailing_stop' })).toMatch(/trailing$/);
  });
});

describe('a type of order in words', () => {
  test('says which way the price has to move for either side', () => {
    expect(explainType('stop_loss', 'sell')).toContain('falls');
    expect(explainType('stop_loss', 'buy')).toContain('rises');
    expect(explainType('take_profit', 'sell')).toContain('rises');
    expect(explainType('take_profit_limit', 'buy')).toContain('falls');
  });

  test('is another one for each', () => {
    expect(new Set(orderTypes.map((type) => explainType(type, 'buy'))).size).toBe(
      orderTypes.length,
    );
  });
});
