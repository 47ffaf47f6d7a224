import { expect, it } from 'vitest';
import { isSentAs } from './conditionals.ts';

const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
const row = {
  trigger: { price: '59000', rule: '<=', expiration: 2_568_853 },
  put: { type: 'limit', side: 'sell', price: '58900', amount: '0.0102' },
};
const sent = { side: 'sell', quantity: '0.01020', price: '58900.0', stopPrice: '59000' } as const;

it('a stop on spot whose id was lost is the one that was sent with these terms', () => {
  expect(isSentAs(row, { clientId, sent })).toBe(true);
  expect(isSentAs(row, { clientId, sent: { ...sent, price: undefined } })).toBe(true);
  expect(isSentAs(row, { clientId })).toBe(true);
});

it.each([
  { side: 'buy' },
  { quantity: '0.01' },
  { price: '58899' },
  { stopPrice: '59001' },
] as const)('and none that was sent with %j, though both wait for the same time', (changes) => {
  expect(isSentAs(row, { clientId, sent: { ...sent, ...changes } })).toBe(false);
});
