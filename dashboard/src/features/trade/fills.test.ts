import type { DataOf, OrderFillEvent } from '@windlass/client';
import { expect, test } from 'vitest';
import { allFills } from './fills.ts';

const common = {
  exchange_account_id: 'a',
  order_id: 'o',
  price: 100,
  amount: 2,
  cost: 200,
  fee: 0.1,
  fee_currency: 'USDT',
  datetime: '',
  side: 'buy' as const,
};
const read = (trade_id: string, timestamp: number): DataOf<'listPerpFills'>['fills'][number] => ({
  ...common,
  trade_id,
  timestamp,
  market: 'BTC/USDT:USDT',
  execution_date: '',
  mark_price: null,
  mark_age_ms: null,
  mark_missing: 'late',
});
const heard = (trade_id: string, timestamp: number, symbol: string): OrderFillEvent => ({
  ...common,
  trade_id,
  timestamp,
  symbol,
  sequence: 1,
  client_order_id: null,
  market_type: 'swap',
  liquidity: 'maker',
});

test('a fill that was heard and read is shown once, as it was heard, newest first', () => {
  const fills = allFills([heard('2', 20, 'BTC/USDT:USDT')], [read('1', 10), read('2', 20)]);
  expect(fills.map(({ tradeId, liquidity }) => [tradeId, liquidity])).toEqual([
    ['2', 'maker'],
    ['1', undefined],
  ]);
});

test('fills of two markets with one number are two', () => {
  const both = [heard('1', 10, 'BTC/USDT:USDT'), heard('1', 10, 'ETH/USDT')];
  expect(allFills(both, [])).toHaveLength(2);
});
