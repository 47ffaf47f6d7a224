import { orderTypes } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { type Capabilities, fitTicket, mayPostOnly, offeredOf } from './offered.ts';
import { emptyTicket } from './ticket.ts';

const okx: Capabilities = {
  exchange: 'okx',
  supports_spot: true,
  supports_perp: true,
  spot: {
    order_types: ['limit', 'market', 'oco', 'stop_loss'],
    time_in_force: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only'],
  },
  perp: {
    order_types: ['limit', 'market', 'trailing_stop'],
    time_in_force: ['GTC', 'IOC'],
    features: ['hedge_mode', 'reduce_only'],
  },
  notes: {},
  environments: [],
};
const spot = offeredOf(okx, 'BTC/USDT');
const perp = offeredOf(okx, 'BTC/USDT:USDT');

describe('what is offered', () => {
  test('is that of the market of the symbol, in the order of the documents', () => {
    expect(spot).toEqual({
      types: ['market', 'limit', 'stop_loss', 'oco'],
      timesInForce: ['GTC', 'IOC', 'FOK'],
      hasPostOnly: true,
      hasReduceOnly: false,
    });
    expect(perp).toMatchObject({ hasPostOnly: false, hasReduceOnly: true });
    expect(perp.timesInForce).toEqual(['GTC', 'IOC']);
  });

  test('is nothing where the exchange has no such market', () => {
    const none = { order_types: [], time_in_force: [], features: [] };
    expect(offeredOf({ ...okx, spot: none }, 'BTC/USDT').types).toEqual([]);
  });
});

describe('a ticket that is fitted', () => {
  test('has no type, time or flag that the exchange does not take', () => {
    const wished = { ...emptyTicket, type: 'oco', timeInForce: 'FOK', postOnly: true } as const;
    expect(fitTicket(wished, perp)).toMatchObject({
      type: 'market',
      timeInForce: 'GTC',
      postOnly: false,
    });
    expect(fitTicket({ ...emptyTicket, reduceOnly: true }, spot).reduceOnly).toBe(false);
    expect(fitTicket({ ...emptyTicket, reduceOnly: true }, perp).reduceOnly).toBe(true);
  });

  test('rests at its price or takes at once, never both', () => {
    const resting = { ...emptyTicket, postOnly: true };
    expect(fitTicket(resting, spot).postOnly).toBe(true);
    expect(fitTicket({ ...resting, timeInForce: 'IOC' }, spot).postOnly).toBe(false);
    for (const type of orderTypes) {
      const isLimit = ['limit', 'stop_loss_limit', 'take_profit_limit'].includes(type);
      expect([type, mayPostOnly({ ...resting, type }, spot)]).toEqual([type, isLimit]);
    }
  });

  test('keeps what may stay', () => {
    const ticket = { ...emptyTicket, timeInForce: 'IOC', quantity: '2' } as const;
    expect(fitTicket(ticket, spot)).toEqual(ticket);
  });
});
