import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGrid } from './grid.ts';

test('steps are written exactly, as whole-number arithmetic has them', () => {
  const grids = fc.constantFrom('0.00000001', '0.00001', '0.01', '0.05', '0.1', '0.5', '1', '10');
  fc.assert(
    fc.property(grids, fc.integer({ min: 0, max: 1_000_000_000 }), (step, steps) => {
      const [whole = '', fraction = ''] = step.split('.');
      const digits = (BigInt(`${whole}${fraction}`) * BigInt(steps)).toString();
      const padded = digits.padStart(fraction.length + 1, '0');
      const cut = padded.length - fraction.length;
      const expected = fraction === '' ? padded : `${padded.slice(0, cut)}.${padded.slice(cut)}`;
      expect(createGrid(step).text(steps)).toBe(expected);
    }),
  );
});
