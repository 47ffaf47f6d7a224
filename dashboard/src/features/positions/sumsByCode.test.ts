import { expect, it } from 'vitest';
import { sumsByCode } from './sumsByCode.ts';

it('adds up each currency by itself', () => {
  const entries = [
    { code: 'USDT', amount: 2 },
    { code: 'BTC', amount: 0.5 },
    { code: 'USDT', amount: -3 },
  ];
  expect(sumsByCode(entries)).toEqual([
    { code: 'BTC', sum: 0.5, count: 1 },
    { code: 'USDT', sum: -1, count: 2 },
  ]);
});
