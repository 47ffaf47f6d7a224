import { describe, expect, it } from 'vitest';
import { venueIds } from '../model/venue.ts';
import { loadCollectors } from './marketData.ts';
import { capabilitiesOf, venueCapabilities } from './registry.ts';
import { addressIn } from './shared/placeHosts.ts';

const collectors = await loadCollectors();

const places = venueCapabilities.flatMap(({ venue, hosts }) =>
  Object.entries(hosts).flatMap(([environment, { regions }]) =>
    Object.entries(regions).map(
      ([region, place]) => [`${venue} ${environment} ${region}`, place] as const,
    ),
  ),
);

/** Hosts where orders use real money: those of a region too, and none is in a test environment. */
const real = [
  'api.binance.com',
  'fapi.binance.com',
  'dapi.binance.com',
  'papi.binance.com',
  'api.bybit.com',
  'api.gateio.ws',
  'api.hyperliquid.xyz',
  'api.kraken.com',
];

describe('the hosts of places', () => {
  it('are those of production, global unless a table leads elsewhere', () => {
    const untouched = places.filter(([, { addresses }]) => addresses === undefined);
    expect(untouched.map(([name]) => name)).toEqual(
      venueIds.map((venue) => `${venue} production global`),
    );
  });

  it.each(places.filter(([name]) => !name.includes('production')))(
    'of %s never take a request to production',
    (name, place) => {
      for (const host of real) {
        for (const path of ['', 'api/v3/order', 'sapi/v1/account', 'v5/order', 'exchange']) {
          const there = addressIn(place, `https://${host}/${path}`);
          expect(there && new URL(there).host, `${name} ${host}`).not.toBe(host);
        }
      }
      // At okx one host serves both: a header tells them apart there.
      const isApart = !place.rest.includes('www.okx.com') && !place.headers;
      expect(isApart || place.headers?.['x-simulated-trading'] === '1').toBe(true);
    },
  );

  it('have nothing in the place of what production alone has', () => {
    const demo = capabilitiesOf('binance' as never).hosts.demo?.regions.global;
    const at = (url: string) => demo && addressIn(demo, url);
    expect(at('https://api.binance.com/sapi/v1/account/apiRestrictions')).toBeUndefined();
    expect(at('https://papi.binance.com/papi/v1/um/order')).toBeUndefined();
    expect(at('https://api.binance.com/api/v3/order?a=1')).toBe(
      'https://demo-api.binance.com/api/v3/order?a=1',
    );
  });
});

describe('the hosts of streams', () => {
  it('of every place are known to replays, in the group of production', () => {
    const groups = collectors.flatMap(({ streamHosts }) => streamHosts);
    const groupOf = (url: string) => groups.find((group) => group.includes(new URL(url).hostname));
    const isPublic = (url: string) =>
      url.startsWith('wss:') && groupOf(url) && !/private/.test(url);
    const moved = places.flatMap(([, { addresses = {} }]) => Object.entries(addresses));
    const led = moved.filter(([from]) => isPublic(from));
    expect(led.length).toBeGreaterThan(10);
    for (const [from, to] of led) expect([to, groupOf(to)]).toEqual([to, groupOf(from)]);
  });
});
