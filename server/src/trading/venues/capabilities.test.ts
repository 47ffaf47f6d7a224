import { describe, expect, it } from 'vitest';
import {
  type CapabilityRequest,
  cautionsFor,
  checkCapability,
  defineCapabilities,
} from './capabilities.ts';

const venue = defineCapabilities({
  venue: 'kraken',
  spot: { orderTypes: ['oco', 'limit'], timesInForce: ['IOC', 'GTC'], features: [] },
  perp: {
    orderTypes: ['market', 'limit'],
    timesInForce: ['IOC', 'GTC', 'FOK'],
    features: ['reduce_only', 'post_only'],
  },
  hosts: { production: { regions: { global: { rest: ['okx'] } }, books: 'own' } },
  notes: {},
  cautions: [
    { marketClass: 'perp', text: 'all of perp' },
    { marketClass: 'perp', orderTypes: ['limit'], text: 'limits of perp' },
  ],
});
const order = (given: Partial<CapabilityRequest>): CapabilityRequest => ({
  orderType: 'limit',
  marketType: 'swap',
  reduceOnly: false,
  postOnly: false,
  ...given,
});
const messageOf = (given: Partial<CapabilityRequest>) => {
  const check = checkCapability(venue, order(given));
  return check.ok ? undefined : check.message;
};

describe('what a venue takes', () => {
  it('is listed in alphabetical order', () => {
    expect(venue.spot).toMatchObject({
      orderTypes: ['limit', 'oco'],
      timesInForce: ['GTC', 'IOC'],
    });
    expect(venue.perp?.features).toEqual(['post_only', 'reduce_only']);
  });

  it.each([
    order({}),
    order({ marketType: 'future', timeInForce: 'GTC' }),
    order({ timeInForce: 'POST_ONLY' }),
    order({ timeInForce: 'GTC', postOnly: true, reduceOnly: true }),
    order({ orderType: 'market', timeInForce: 'FOK' }),
  ])('is taken: %j', (request) => {
    expect(checkCapability(venue, request)).toEqual({ ok: true });
  });

  it('is refused with the order it would be', () => {
    expect(checkCapability(venue, order({ orderType: 'oco' }))).toEqual({
      ok: false,
      message: 'Error - kraken does not support oco orders on swap markets.',
      data: { exchange: 'kraken', order_type: 'oco', market_type: 'swap' },
    });
  });

  it('is refused for the first reason in the documented order', () => {
    const everything = { reduceOnly: true, postOnly: true, marketType: 'spot' } as const;
    const orders = 'limit orders on spot markets.';
    const bad = { ...everything, orderType: 'market', timeInForce: 'DAY' };
    const says = (given: Partial<CapabilityRequest>) =>
      messageOf(given)?.replace('Error - kraken does not support ', '');
    expect(says(bad)).toBe('market orders on spot markets.');
    expect(says({ ...bad, orderType: 'limit' })).toBe(`time_in_force DAY for ${orders}`);
    expect(says(everything)).toBe(`reduce_only for ${orders}`);
    expect(says({ ...everything, reduceOnly: false })).toBe(`post_only for ${orders}`);
    const taking = { orderType: 'market', postOnly: true, timeInForce: 'IOC' };
    expect(says(taking)).toContain('which always take liquidity');
    expect(says({ ...taking, orderType: 'limit' })).toContain('together with time_in_force IOC');
  });

  it('begins with having such markets at all', () => {
    const check = checkCapability({ ...venue, spot: undefined }, order({ marketType: 'spot' }));
    expect(check).toMatchObject({
      ok: false,
      message: 'Error - kraken does not support spot trading, so no limit orders on spot markets.',
    });
  });
});

it('cautions by market and type', () => {
  expect(cautionsFor(venue, order({}))).toEqual(['all of perp', 'limits of perp']);
  expect(cautionsFor(venue, order({ orderType: 'market' }))).toEqual(['all of perp']);
  expect(cautionsFor(venue, order({ marketType: 'spot' }))).toEqual([]);
});
