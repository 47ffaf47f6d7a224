import { orderBody, orderTypes } from '@windlass/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyTicket, pricesOf, readTicket, type Ticket } from './ticket.ts';

const place = { accountId: 'paper-okx', symbol: 'BTC/USDT' };
const filled: Ticket = {
  ...emptyTicket,
  quantity: '0.5',
  price: '83,000',
  stopPrice: '80000.5',
  trailingDelta: '1.5',
};
const numbersOf = (ticket: Ticket) => {
  const reading = readTicket(ticket, place);
  if (reading.kind !== 'whole') return reading;
  const { price, stop_price, trailing_delta } = reading.terms;
  return { price, stop_price, trailing_delta };
};

describe('a filled ticket', () => {
  test('is the order it says', () => {
    const reading = readTicket({ ...filled, postOnly: true }, place);
    expect(reading).toEqual({
      kind: 'whole',
      terms: {
        exchange_account_id: 'paper-okx',
        symbol: 'BTC/USDT',
        market_type: 'spot',
        side: 'buy',
        order_type: 'limit',
        quantity: 0.5,
        price: 83_000,
        time_in_force: 'GTC',
        post_only: true,
        reduce_only: false,
      },
    });
  });

  test.each([
    ['market', {}],
    ['limit', { price: 83_000 }],
    ['stop_loss', { stop_price: 80_000.5 }],
    ['stop_loss_limit', { price: 83_000, stop_price: 80_000.5 }],
    ['take_profit', { stop_price: 80_000.5 }],
    ['take_profit_limit', { price: 83_000, stop_price: 80_000.5 }],
    ['trailing_stop', { trailing_delta: 1.5 }],
    ['oco', { price: 83_000, stop_price: 80_000.5 }],
  ] as const)(
    'of %s has the prices of its type and leaves out what is left in others',
    (type, prices) => {
      expect(numbersOf({ ...filled, type })).toEqual(prices);
    },
  );

  test('of any type and any positive numbers is an order the service takes', () => {
    const positive = fc.double({ min: 1e-8, max: 1e9, noNaN: true }).map(String);
    const tickets = fc.record({
      side: fc.constantFrom('buy' as const, 'sell' as const),
      type: fc.constantFrom(...orderTypes),
      quantity: positive,
      price: positive,
      stopPrice: positive,
      trailingDelta: fc.double({ min: 0.001, max: 99.9, noNaN: true }).map(String),
      timeInForce: fc.constantFrom('GTC' as const, 'IOC' as const, 'FOK' as const),
      postOnly: fc.boolean(),
      reduceOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(tickets, (ticket) => {
        const reading = readTicket(ticket, place);
        expect(reading.kind).toBe('whole');
        if (reading.kind === 'whole')
          expect(orderBody.safeParse(reading.terms).error).toBeUndefined();
      }),
    );
  });
});

describe('an unfinished ticket', () => {
  test('says what is missing, and calls nothing of it wrong', () => {
    expect(readTicket({ ...emptyTicket, type: 'oco' }, place)).toEqual({
      kind: 'unfinished',
      missing: ['a quantity', 'a price', 'a stop price'],
      wrong: {},
    });
  });

  test.each([
    ['quantity', { quantity: '-1' }, 'Quantity must be above 0.'],
    ['quantity', { quantity: '1/2' }, 'Quantity must be a number, such as 0.5.'],
    ['price', { price: '0' }, 'Price must be above 0.'],
    ['trailing_delta', { trailingDelta: '100' }, 'Trailing distance must be below 100 percent.'],
  ] as const)('says what is wrong with %s', (field, change, sentence) => {
    const type = field === 'trailing_delta' ? 'trailing_stop' : 'limit';
    const reading = readTicket({ ...filled, type, ...change }, place);
    expect(reading).toMatchObject({ kind: 'unfinished', wrong: { [field]: sentence } });
  });
});

test('every type of order has its prices', () => {
  expect(Object.fromEntries(orderTypes.map((type) => [type, pricesOf(type).length]))).toEqual({
    market: 0,
    limit: 1,
    stop_loss: 1,
    stop_loss_limit: 2,
    take_profit: 1,
    take_profit_limit: 2,
    trailing_stop: 1,
    oco: 2,
  });
});
