import { expect, test } from 'vitest';
import { balanceRows } from './balanceRows.ts';

const amounts = {
  free: { USDT: 5, SOL: 0, ETH: 2 },
  used: { USDT: 1, SOL: 0 },
  total: { USDT: 6, SOL: 0, ETH: 2 },
};

test('the assets of the symbol come first, and others only while there is something of them', () => {
  expect(balanceRows(amounts, 'BTC/USDT')).toEqual([
    { asset: 'USDT', free: 5, used: 1 },
    { asset: 'BTC', free: 0, used: 0 },
    { asset: 'ETH', free: 2, used: undefined },
  ]);
});

test('a contract is paid in what it is settled in', () => {
  expect(balanceRows(amounts, 'BTC/USDT:USDT')[0]?.asset).toBe('USDT');
  expect(balanceRows(amounts, 'BTC/USD:BTC')[0]?.asset).toBe('BTC');
});
