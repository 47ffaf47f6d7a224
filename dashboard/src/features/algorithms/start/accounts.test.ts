import { expect, it } from 'vitest';
import { reasonNotTradable, symbolNameFor } from './accounts.ts';

const account = {
  exchange_account_id: 'paper-okx',
  exchange: 'okx',
  portfolio_id: null,
  mode: 'paper' as const,
  environment: 'production' as const,
  region: 'global',
  halted: false,
};

it('says why an account cannot trade a symbol', () => {
  expect(reasonNotTradable(account, ['okx', 'kraken'])).toBeUndefined();
  expect(reasonNotTradable(account, ['kraken'])).toBe('does not list it');
  expect(reasonNotTradable({ ...account, halted: true }, ['okx'])).toBe('halted');
});

it('holds nothing against an account where it is not known who lists the symbol', () => {
  expect(reasonNotTradable(account, undefined)).toBeUndefined();
});

it('finds the symbol of a leg by the name of its accounts', () => {
  expect(symbolNameFor('contra_exchange_account_ids')).toBe('contra_symbol');
  expect(symbolNameFor('perp_exchange_account_id')).toBe('perp_symbol');
});
