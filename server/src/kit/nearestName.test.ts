import { expect, it } from 'vitest';
import { nearestName } from './nearestName.ts';

const names = ['WINDLASS_FEED', 'WINDLASS_SEED', 'WINDLASS_LEDGER'];

it.each([
  ['WINDLASS_FED', 'WINDLASS_FEED'],
  ['WINDLASS_FEEED', 'WINDLASS_FEED'],
  ['WINDLASS_LEGDER', 'WINDLASS_LEDGER'],
  ['WINDLASS_COLOUR', undefined],
])('takes %s for %s', (given, meant) => {
  expect(nearestName(given, names)).toBe(meant);
});

it('means nothing where there is no name', () => {
  expect(nearestName('WINDLASS_FEED', [])).toBeUndefined();
});
