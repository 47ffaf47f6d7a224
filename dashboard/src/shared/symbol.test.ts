import { expect, test } from 'vitest';
import { marketTypeOf, partsOf } from './symbol.ts';

test('a symbol says what is traded, for what, and what a contract is settled in', () => {
  expect(partsOf('ETH/USDC')).toEqual({ base: 'ETH', quote: 'USDC', settle: undefined });
  expect(partsOf('BTC/USDT:USDT')).toEqual({ base: 'BTC', quote: 'USDT', settle: 'USDT' });
  expect(partsOf('BTC/USD:BTC-270326')).toEqual({ base: 'BTC', quote: 'USD', settle: 'BTC' });
});

test('a symbol says what kind of market it is', () => {
  const symbols = ['BTC/USDT', 'BTC/USDT:USDT', 'BTC/USDT:USDT-261225', 'BTC/USD:BTC-270326'];
  expect(symbols.map(marketTypeOf)).toEqual(['spot', 'swap', 'future', 'future']);
});
