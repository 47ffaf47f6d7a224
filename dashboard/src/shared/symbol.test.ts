import { expect, test } from 'vitest';
import { marketTypeOf, partsOf, symbolMeant } from './symbol.ts';

test('a symbol says what is traded, for what, and what a contract is settled in', () => {
  expect(partsOf('ETH/USDC')).toEqual({ base: 'ETH', quote: 'USDC', settle: undefined });
  expect(partsOf('BTC/USDT:USDT')).toEqual({ base: 'BTC', quote: 'USDT', settle: 'USDT' });
  expect(partsOf('BTC/USD:BTC-270326')).toEqual({ base: 'BTC', quote: 'USD', settle: 'BTC' });
});

test('a symbol says what kind of market it is', () => {
  const symbols = ['BTC/USDT', 'BTC/USDT:USDT', 'BTC/USDT:USDT-261225', 'BTC/USD:BTC-270326'];
  expect(symbols.map(marketTypeOf)).toEqual(['spot', 'swap', 'future', 'future']);
});

test('what is typed means the most traded symbol of that base, and nothing where there is none', () => {
  const known = ['BTC/USDT', 'SOLV/USDT', 'SOL/USDT', 'SOL/USDC', 'ETH/SOL', 'SOL/USDT:USDT'];
  const meant = (typed: string) => symbolMeant(typed, known);
  expect(meant(' sol ')).toBe('SOL/USDT');
  expect(meant('sol/usdc')).toBe('SOL/USDC');
  expect(meant('solv')).toBe('SOLV/USDT');
  expect(meant('btcusdt')).toBe('BTC/USDT');
  expect(meant('usdt:')).toBe('BTC/USDT');
  expect([meant(''), meant('xyz')]).toEqual([undefined, undefined]);
});
