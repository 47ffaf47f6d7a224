import { expect, it } from 'vitest';
import { labelOf, plainName } from './names.ts';

it.each([
  ['duration_seconds', 'Duration, seconds'],
  ['use_sor', 'Use SOR'],
  ['entry_apr_threshold', 'Entry APR threshold'],
  ['pause_offset_pct', 'Pause offset, %'],
  ['spot_exchange_account_id', 'Spot account'],
])('calls %s "%s"', (name, label) => {
  expect(labelOf(name)).toBe(label);
  expect(label.startsWith(plainName(name))).toBe(true);
});
