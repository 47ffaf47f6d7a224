import { expect, it } from 'vitest';
import { moneyOf, moneyWord } from './money.ts';

const live = { mode: 'live', environment: 'production', region: 'global' } as const;

it('only a live account in production trades with real money', () => {
  expect(moneyOf(live)).toBe('real');
  expect(moneyOf({ ...live, environment: 'testnet' })).toBe('testnet');
  expect(moneyOf({ ...live, environment: 'demo' })).toBe('demo');
  expect(moneyOf({ ...live, mode: 'paper' })).toBe('paper');
});

it('the word of an account names a region that is not the usual one', () => {
  expect(moneyWord(live)).toBe('live');
  expect(moneyWord({ ...live, environment: 'demo', region: 'eea' })).toBe('demo, EEA');
});
