import { orderbookEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestRequest } from '../support/app/testApp.ts';

const { path: bookPath } = orderbookEndpoints.getBook;
const { path: qualityPath } = orderbookEndpoints.getBookQuality;
const { path: subscriptionsPath } = orderbookEndpoints.listBookSubscriptions;
const { path: statsPath } = orderbookEndpoints.getOrderbookStats;
const { path: subscribePath } = orderbookEndpoints.subscribeOrderbook;
const { path: unsubscribePath } = orderbookEndpoints.unsubscribeOrderbook;
const venues = ['binance', 'bybit', 'gateio', 'kraken'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const subscribe = (body: unknown) => test.call({ method: 'POST', url: subscribePath, body });
const unsubscribe = (body: unknown) => test.call({ method: 'POST', url: unsubscribePath, body });

interface Subscribed {
  readonly subscriptions: readonly { readonly venue: string; readonly symbol: string }[];
}

function namesOf({ subscriptions }: Subscribed): string[] {
  return subscriptions.map(({ venue, symbol }) => `${venue} ${symbol}`);
}

describe('subscribing, reading and unsubscribing', () => {
  it('subscribes four venues and serves their books, best first', async () => {
    const answer = await subscribe({ symbols: ['BTC/USDT'], venues });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      isError: false,
      message: 'Subscribed',
      statusCode: 200,
      data: {
        subscriptions: venues.map((venue) => ({ venue, symbol: 'BTC/USDT', status: 'pending' })),
        not_listed: [],
      },
    });
    await test.clock.advance(2000);

    for (const venue of venues) {
      const { json } = await test.call({ url: `${bookPath}?symbol=BTC/USDT&venue=${venue}` });
      const { data } = json;
      expect(data).toMatchObject({ venue, symbol: 'BTC/USDT', quality: 'GOOD' });
      expect(data.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/);
      expect([data.bids.length, data.asks.length]).toEqual([20, 20]);
      const prices = [...data.bids].reverse().concat(data.asks);
      const sorted = [...prices].sort((left, right) => left[0] - right[0]);
      expect(prices).toEqual(sorted);
      expect(data.mid_price).toBeCloseTo((data.bids[0][0] + data.asks[0][0]) / 2, 8);
      const spreadBps = ((data.asks[0][0] - data.bids[0][0]) / data.mid_price) * 10_000;
      expect(data.spread_bps).toBeCloseTo(spreadBps, 3);
      expect(data.confidence).toBeGreaterThan(0.7);
      expect(data.sequence).toBeGreaterThan(0);
    }
  });

  it.each([1, 100])('gives as many levels as depth %d asks for', async (depth) => {
    const { json } = await test.call({
      url: `${bookPath}?symbol=BTC/USDT&venue=binance&depth=${depth}`,
    });
    expect([json.data.bids.length, json.data.asks.length]).toEqual([depth, depth]);
  });

  it('merges the tops of the venues into the global book', async () => {
    const { json } = await test.call({ url: `${bookPath}?symbol=BTC%2FUSDT` });
    expect(Object.keys(json.data.venues)).toEqual(venues);
    const bids = Object.values<{ bid: number }>(json.data.venues).map(({ bid }) => bid);
    const asks = Object.values<{ ask: number }>(json.data.venues).map(({ ask }) => ask);
    expect(json.data.best_bid.price).toBe(Math.max(...bids));
    expect(json.data.best_ask.price).toBe(Math.min(...asks));
    expect(json.data.best_bid.quantity).toBeGreaterThan(0);
    expect(venues).toContain(json.data.best_ask.venue);
  });

  it('filters the global book by venues, and knows gate as gateio', async () => {
    const { json } = await test.call({ url: `${bookPath}?symbol=BTC/USDT&venues=kraken,%20gate` });
    expect(Object.keys(json.data.venues)).toEqual(['gateio', 'kraken']);
  });

  it('measures the quality of each venue', async () => {
    const { json } = await test.call({ url: `${qualityPath}?symbol=BTC/USDT` });
    expect(json.data.symbol).toBe('BTC/USDT');
    expect(json.data.venues.map(({ venue }: { venue: string }) => venue)).toEqual(venues);
    for (const record of json.data.venues) {
      expect(record.depth_at_10bps).toBeGreaterThan(0);
      expect(record.depth_at_50bps).toBeGreaterThanOrEqual(record.depth_at_10bps);
      expect(record).toMatchObject({ quality: 'GOOD', sequence_gaps: 0 });
      expect(record).toMatchObject({ trusted: true, reason: null, since: null });
      expect(record.update_rate_per_sec).toBeGreaterThan(1);
    }
  });

  it('lists subscriptions with references, and counts them', async () => {
    await subscribe({ symbols: ['BTC/USDT'], venues: ['kraken'] });
    const { json } = await test.call({ url: subscriptionsPath });
    expect(json.data).toMatchObject({
      active_count: 4,
      warm_cache_count: 0,
      by_venue: { binance: 1, bybit: 1, gateio: 1, kraken: 1 },
    });
    expect(json.data.subscriptions.at(-1)).toMatchObject({
      venue: 'kraken',
      symbol: 'BTC/USDT',
      status: 'active',
      ref_count: 2,
      subscribed_at: expect.stringMatching(/Z$/),
      last_update: expect.stringMatching(/Z$/),
      trusted: true,
      since: null,
    });
    const stats = (await test.call({ url: statsPath })).json.data;
    expect(stats).toEqual({
      store: { book_count: 4, venues, symbols: ['BTC/USDT'], total_gaps: 0 },
      subscriptions: {
        active_count: 4,
        warm_cache_count: 0,
        total_count: 4,
        by_status: { active: 4 },
        by_venue: { binance: 1, bybit: 1, gateio: 1, kraken: 1 },
        collectors: venues,
      },
      initialized_venues: venues,
    });
  });

  it('takes one reference at a time and keeps what nobody wants warm for five minutes', async () => {
    const kraken = { symbols: ['BTC/USDT'], venues: ['kraken'] };
    expect((await unsubscribe(kraken)).json).toMatchObject({
      message: 'Unsubscribed from 1 subscription(s)',
      data: { subscriptions: [{ venue: 'kraken', status: 'active' }] },
    });
    expect((await unsubscribe({ symbols: ['BTC/USDT'], venues })).json).toMatchObject({
      message: 'Unsubscribed from 4 subscription(s)',
      data: { subscriptions: venues.map((venue) => ({ venue, status: 'warm_cache' })) },
    });
    expect((await unsubscribe(kraken)).json.message).toBe('Unsubscribed from 0 subscription(s)');
    expect((await test.call({ url: statsPath })).json.data.subscriptions).toMatchObject({
      active_count: 0,
      warm_cache_count: 4,
    });
    const warm = await test.call({ url: `${bookPath}?symbol=BTC/USDT&venue=kraken` });
    expect(warm.status).toBe(200);
    await test.clock.advance(300_000);
    const closed = await test.call({ url: `${bookPath}?symbol=BTC/USDT&venue=kraken` });
    expect(closed.status).toBe(404);
    expect(closed.json).toMatchObject({
      isError: true,
      message: 'No orderbook data available for BTC/USDT on kraken',
      statusCode: 404,
    });
    const stats = (await test.call({ url: statsPath })).json.data;
    expect(stats.subscriptions).toMatchObject({ total_count: 0, collectors: [] });
  });

  it('says when there is no data at all', async () => {
    const answer = await test.call({ url: `${bookPath}?symbol=SOL/USDT` });
    expect(answer.status).toBe(404);
    expect(answer.json.message).toBe('No orderbook data available for SOL/USDT');
    const quality = await test.call({ url: `${qualityPath}?symbol=SOL/USDT` });
    expect(quality.json.data).toEqual({ symbol: 'SOL/USDT', venues: [] });
  });
});

describe('bad input to the order book', () => {
  const unsupported = (venue: string) =>
    `Error - unsupported venue: ${venue}. Supported: binance, bybit, gateio, kraken`;
  const post = (body: unknown, url: string = subscribePath): TestRequest => ({
    method: 'POST',
    url,
    body,
  });
  const get = (query: string): TestRequest => ({ url: `${bookPath}?${query}` });
  const btc = 'symbol=BTC/USDT';
  const depthMessage = 'depth must be an integer between 1 and 100';

  it.each<[string, TestRequest, string]>([
    ['an unknown venue', get(`${btc}&venue=mtgox`), unsupported('mtgox')],
    ['a venue without offered books', get(`${btc}&venue=okx`), unsupported('okx')],
    ['an unknown venue in the filter', get(`${btc}&venues=kraken,mtgox`), unsupported('mtgox')],
    ['no symbol', get('venue=kraken'), 'symbol is required'],
    ['an empty symbol', get('symbol='), 'symbol is required'],
    ['a symbol of another shape', get('symbol=BTCUSDT'), 'Expected BASE/QUOTE'],
    ['depth 0', get(`${btc}&venue=kraken&depth=0`), depthMessage],
    ['depth 101', get(`${btc}&venue=kraken&depth=101`), depthMessage],
    ['depth 1.5', get(`${btc}&venue=kraken&depth=1.5`), depthMessage],
    ['depth ten', get(`${btc}&venue=kraken&depth=ten`), depthMessage],
    ['depth 1e1', get(`${btc}&venue=kraken&depth=1e1`), depthMessage],
    ['an empty depth', get(`${btc}&venue=kraken&depth=`), depthMessage],
    ['two depths', get(`${btc}&venue=kraken&depth=5&depth=6`), depthMessage],
    ['an empty depth', get(`${btc}&venue=kraken&depth=`), depthMessage],
    ['a NUL in the symbol', get('symbol=BTC%00/USDT'), 'Expected BASE/QUOTE'],
    ['a very long symbol', get(`symbol=${'B'.repeat(500)}`), 'at most 64 characters'],
    ['no body', post(undefined), 'symbols is required'],
    ['an array as body', post([]), 'the body must be a JSON object'],
    ['null as body', post('null'), 'symbols is required'],
    ['a text as body', post('"BTC"'), 'the body must be a JSON object'],
    ['symbols that are no array', post({ symbols: 'BTC/USDT', venues }), 'must be an array'],
    ['no symbols', post({ symbols: [], venues }), 'must name at least one'],
    ['a number as a symbol', post({ symbols: [1], venues }), 'must be a string'],
    ['no venues', post({ symbols: ['BTC/USDT'] }), 'venues is required'],
    [
      'an unknown venue to subscribe',
      post({ symbols: ['BTC/USDT'], venues: ['x'] }),
      unsupported('x'),
    ],
    [
      'a symbol nobody lists',
      post({ symbols: ['FOO/BAR'], venues }),
      'FOO/BAR is not listed on binance',
    ],
    ['too many symbols', post({ symbols: new Array(101).fill('BTC/USDT'), venues }), 'at most 100'],
    [
      'an unknown venue to unsubscribe',
      post({ symbols: ['BTC/USDT'], venues: ['x'] }, unsubscribePath),
      unsupported('x'),
    ],
    ['quality without a symbol', { url: qualityPath }, 'symbol is required'],
  ])('answers %s with a clear 400', async (_name, request, message) => {
    const answer = await test.call(request);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ isError: true, statusCode: 400 });
    expect(answer.json.message).toContain(message);
    expect(answer.json.data.error).toMatch(/^[A-Z_]+$/);
  });

  it('names every bad field at once and echoes what was given', async () => {
    const answer = await test.call(post({ symbols: 7 }));
    expect(answer.json.data.errors).toEqual([
      {
        field: 'symbols',
        message: 'symbols is required and must be an array of strings',
        value: 7,
      },
      {
        field: 'venues',
        message: 'venues is required and must be an array of strings',
        value: null,
      },
    ]);
  });

  it('takes the exchanges that list a symbol, and names those that do not', async () => {
    const euros = 'BTC/EUR';
    const asked = { symbols: ['BTC/USDT', euros], venues: ['binance', 'kraken'] };
    const answer = await subscribe(asked);
    expect([answer.status, answer.json.message]).toEqual([200, 'Subscribed']);
    expect(answer.json.data.not_listed).toEqual([{ venue: 'binance', symbol: euros }]);
    const expected = ['binance BTC/USDT', `kraken ${euros}`, 'kraken BTC/USDT'];
    expect(namesOf(answer.json.data).sort()).toEqual(expected);
    const { json } = await test.call({ url: subscriptionsPath });
    expect(namesOf(json.data).sort()).toEqual(expected);
    expect((await unsubscribe(asked)).status).toBe(200);
    expect((await test.call({ url: subscriptionsPath })).json.data.subscriptions).toEqual([]);
  });

  it('subscribes nothing when one of several symbols is bad', async () => {
    await subscribe({ symbols: ['ETH/USDT', 'FOO/BAR'], venues: ['binance'] });
    const { json } = await test.call({ url: subscriptionsPath });
    expect(json.data.subscriptions).toEqual([]);
  });
});
