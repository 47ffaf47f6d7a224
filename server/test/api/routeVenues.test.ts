import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoutingApp, type RoutingApp } from '../support/routing/app.ts';
import type { Answered } from '../support/routing/plans/audit.ts';

let test: RoutingApp;
beforeAll(async () => {
  test = await createRoutingApp();
});
afterAll(() => test.stop());

const venueNames = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'];
const order = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 2,
  exchange_account_ids: venueNames.map((venue) => `paper-${venue}`),
};

describe('listRouteVenues', () => {
  const venuesOf = (data: Answered) => data.venues.map((each: Answered) => each.venue);

  it('tells of the exchanges that list the symbol, in the order of the document', async () => {
    const { status, json } = await test.send('listRouteVenues', { symbol: 'ETH/USDT' });
    expect([status, json.message]).toEqual([200, 'Venue status']);
    expect(json.data.symbol).toBe('ETH/USDT');
    expect(venuesOf(json.data)).toEqual(['binance', 'bybit', 'gateio', 'kraken', 'okx']);
    for (const venue of json.data.venues) {
      expect(Object.keys(venue).sort()).toEqual([
        'available',
        'confidence',
        'exchange_account_id',
        'fee_bps',
        'fee_source',
        'quality',
        'spread_bps',
        'staleness_ms',
        'venue',
      ]);
      expect(venue).toMatchObject({ available: true, quality: 'GOOD' });
    }
  });

  it('tells of the one exchange that lists a contract, and of none where nobody does', async () => {
    const one = await test.data('listRouteVenues', { symbol: 'BTC/USDC:USDC' });
    expect(one.venues).toMatchObject([{ venue: 'hyperliquid', available: true }]);
    const none = await test.data('listRouteVenues', { symbol: 'NONE/USDT' });
    expect(none.venues).toEqual([]);
  });

  it('tells the fees of the accounts that a key reaches, as estimates do', async () => {
    const { candidates } = await test.data('estimateRoute', order);
    const { venues } = await test.data('listRouteVenues', { symbol: order.symbol });
    const feesOf = (rows: readonly Answered[]) =>
      rows.map(({ venue, fee_bps }) => [venue, fee_bps]);
    expect(feesOf(venues)).toEqual(feesOf(candidates));
    const { status } = await test.account({
      exchange: 'kraken',
      exchange_account_id: 'cheap-kraken',
      mode: 'paper',
      fee_overrides: { maker_bps: 1, taker_bps: 2.5 },
    });
    expect(status).toBe(201);
    const cheaper = await test.data('listRouteVenues', { symbol: order.symbol, venues: 'kraken' });
    expect(cheaper.venues).toMatchObject([
      { fee_bps: 2.5, fee_source: 'db_account_override', exchange_account_id: 'cheap-kraken' },
    ]);
  });

  it('tells the schedule to a key that reaches no account there', async () => {
    const body = {
      name: 'one',
      roles: ['trader'],
      paths: ['/**'],
      exchange_account_ids: ['paper-okx'],
    };
    const { json } = await test.ask({ method: 'POST', url: '/admin/keys', body });
    const answer = await test.send('listRouteVenues', { symbol: 'ETH/USDT' }, json.data.key);
    const rows = answer.json.data.venues.map((each: Answered) => [
      each.venue,
      each.fee_source,
      each.exchange_account_id,
    ]);
    expect(rows).toEqual([
      ...['binance', 'bybit', 'gateio', 'kraken'].map((venue) => [venue, 'config', null]),
      ['okx', 'exchange_api', 'paper-okx'],
    ]);
    const fees = answer.json.data.venues.slice(0, 4).map((each: Answered) => each.fee_bps);
    expect(fees).toEqual([4, 6, 4, 5]);
  });

  it('tells of those that are named, by their aliases too, and why one is not available', async () => {
    const named = { symbol: 'ETH/USDT', venues: ' okx ,gate,hyperliquid,' };
    const { venues } = await test.data('listRouteVenues', named);
    expect(venues).toMatchObject([
      { venue: 'gateio', available: true },
      { venue: 'okx', available: true },
      { venue: 'hyperliquid', available: false },
    ]);
    expect(venues[2]).toEqual({
      venue: 'hyperliquid',
      available: false,
      reason: 'hyperliquid lists no spot market ETH/USDT.',
    });
    const none = await test.data('listRouteVenues', { symbol: 'ETH/USDT', venues: ' , ' });
    expect(none.venues).toHaveLength(5);
  });
});
