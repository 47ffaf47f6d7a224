import { expect, test } from 'vitest';
import { expectedPrice } from './expectedPrice.ts';
import { emptyTicket } from './ticket.ts';

const quote = (price: number) => ({ price, quantity: 1, venue: 'okx' });
const quotes = { bid: quote(99), ask: quote(101), isOwn: true, isFresh: true };
const ticket = { ...emptyTicket, price: '90', stopPrice: '110' };

test.each([
  ['limit', 90],
  ['stop_loss', 110],
  ['stop_loss_limit', 90],
  ['oco', 90],
  ['market', 101],
  ['trailing_stop', 101],
] as const)(
  'an order of %s is expected to trade at its own price, else at the market',
  (type, price) => {
    expect(expectedPrice({ ...ticket, type }, quotes)).toBe(price);
  },
);

test('a price that is none yet is the market of the side', () => {
  expect(expectedPrice({ ...ticket, price: '-', side: 'sell' }, quotes)).toBe(99);
  expect(expectedPrice({ ...ticket, price: '0' }, quotes)).toBe(101);
});
