import { expect, it } from 'vitest';
import { namedEntries } from './named.ts';

it('writes what an algorithm says of itself with its units, and unknown as unknown', () => {
  const state = {
    current_interval: 3,
    max_unhedged_seconds: 90,
    held_hours: 1.25,
    current_spread_pct: 0.1,
    entry_basis_bps: null,
    is_spread_paused: false,
    price_spacing_bps: 10,
    use_sor: true,
    exit_reason: 'max_hold',
    accounts: ['a', 'b'],
    entry_apr_threshold: 30,
    levels: [{ price: 1 }],
  };
  expect(Object.fromEntries(namedEntries(state))).toEqual({
    'Current interval': '3',
    'Max unhedged': '1 min 30 s',
    Held: '1.25 h',
    'Current spread': '0.1 %',
    'Entry basis': '–',
    'Is spread paused': 'No',
    'Price spacing': '10.00 bps',
    'Use SOR': 'Yes',
    'Exit reason': 'max hold',
    Accounts: 'a, b',
    'Entry APR threshold': '30',
  });
});
