import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf, parseHash } from './location.ts';

it('reads what it wrote, whatever stands in the parameters', () => {
  const params = fc.dictionary(
    fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
    fc.string({ minLength: 1 }),
  );
  fc.assert(
    fc.property(fc.constantFrom('market', 'trade', 'tca'), params, (page, given) => {
      const read = parseHash(hashOf(page, given));
      expect(read.page).toBe(page);
      expect(new Map(read.params)).toEqual(new Map(Object.entries(given)));
    }),
  );
});

it('leaves out parameters without a value', () => {
  expect(hashOf('trade', { symbol: 'BTC/USDT', account: undefined, side: '' })).toBe(
    '#/trade?symbol=BTC%2FUSDT',
  );
  expect(hashOf('market')).toBe('#/market');
});

it.each(['', '#', '#key=ak_1', '#content'])('takes %s for the start', (hash) => {
  expect(parseHash(hash)).toEqual({ page: '', params: new URLSearchParams() });
});
