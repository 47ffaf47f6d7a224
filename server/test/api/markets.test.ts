import { marketEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';
import { databasePerTest } from '../support/databases/databases.ts';
import { createManualClock, type ManualClock } from '../support/manualClock.ts';
import { createMarketsApp } from '../support/markets/app.ts';
import {
  createMadePrices,
  createMadeSource,
  listed,
  refused,
  ticker,
} from '../support/markets/fixtures.ts';

const { path: symbolsPath } = marketEndpoints.listMarketSymbols;
const symbolPath = marketEndpoints.getMarketSymbol.path.replace('/:symbol', '');
const { path: exchangesPath } = marketEndpoints.listExchanges;
const { path: statsPath } = marketEndpoints.getMarketStats;
const { path: refreshPath } = marketEndpoints.refreshMarkets;
const venues = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'];

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

/** Moves the clock while the answer waits for lists or prices. */
const inTime = async <Value>(clock: ManualClock, asking: Promise<Value>): Promise<Value> => {
  let isOpen = true;
  const answered = asking.finally(() => {
    isOpen = false;
  });
  while (isOpen) await clock.advance(500);
  return answered;
};
const get = (path: string) => inTime(test.clock, test.call({ url: path }));
// biome-ignore lint/suspicious/noExplicitAny: rows as they came over the wire
const rowsOf = async (query: string): Promise<any[]> =>
  (await get(`${symbolsPath}?${query}`)).json.data.symbols;
const namesOf = async (query: string) => (await rowsOf(query)).map(({ symbol }) => symbol);

describe('listMarketSymbols', () => {
  it('lists spot symbols by volume in USD', async () => {
    const { status, json } = await get(symbolsPath);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      isError: false,
      message: 'Symbols retrieved successfully',
      statusCode: 200,
    });
    const { symbols, total, market_type } = json.data;
    // Eight assets against USDT, USDC, USD and EUR.
    expect([symbols.length, total, market_type]).toEqual([32, 32, 'spot']);
    expect(symbols[0]).toEqual({
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      price: symbols[0].price,
      change_24h_pct: symbols[0].change_24h_pct,
      volume_24h_usd: symbols[0].volume_24h_usd,
      volume_complete: true,
      exchanges: venues.slice(0, 5),
    });
    const volumes = symbols.map((row: { volume_24h_usd: number }) => row.volume_24h_usd);
    expect(volumes[0]).toBeGreaterThan(1e9);
    expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
  });

  it('lists perpetuals of all six exchanges', async () => {
    const rows = await rowsOf('market_type=perp');
    expect(
      rows
        .map(({ symbol }) => symbol)
        .sort()
        .slice(0, 3),
    ).toEqual(['ADA/USD:USD', 'ADA/USDC:USDC', 'ADA/USDT:USDT']);
    const listedOn = new Set(rows.flatMap(({ exchanges }) => exchanges));
    expect([...listedOn].sort()).toEqual([...venues].sort());
  });

  it.each([
    ['exchanges=kraken&quote=EUR&sort_by=symbol&limit=2', ['ADA/EUR', 'BTC/EUR'], 8],
    ['exchanges=gate&search=btc&sort_by=symbol', ['BTC/USDC', 'BTC/USDT'], 2],
    [
      'exchanges=%20okx%20,,hyperliquid&search=BTC/&market_type=perp&sort_by=symbol',
      ['BTC/USDC:USDC', 'BTC/USDT:USDT'],
      2,
    ],
    ['search=c%2Fusd&quote=usd&sort_by=symbol', ['BTC/USD', 'LTC/USD'], 2],
    ['exchanges=hyperliquid', [], 0],
    ['search=nothing', [], 0],
    ['quote=GBP', [], 0],
    ['exchanges=&search=&quote=&sort_by=symbol&limit=1', ['ADA/EUR'], 32],
  ])('filters by %s', async (query, names, total) => {
    const { json } = await get(`${symbolsPath}?${query}`);
    expect(json.data.symbols.map(({ symbol }: { symbol: string }) => symbol)).toEqual(names);
    expect(json.data.total).toBe(total);
  });

  it('knows the orders of the documents', async () => {
    const bySymbol = await namesOf('sort_by=symbol');
    expect(bySymbol).toEqual([...bySymbol].sort());
    const changes = (await rowsOf('sort_by=change')).map((row) => row.change_24h_pct ?? -1e9);
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
  });

  it.each([
    ['market_type=swap', "Error - market_type must be 'spot' or 'perp'."],
    ['limit=0', 'limit must be an integer between 1 and 500'],
    ['limit=501', 'limit must be an integer between 1 and 500'],
    ['limit=1.5', 'limit must be an integer between 1 and 500'],
    ['sort_by=price', 'sort_by must be volume, change or symbol'],
    [`search=${'x'.repeat(65)}`, 'search must be at most 64 characters'],
  ])('refuses %s', async (query, message) => {
    const { status, json } = await get(`${symbolsPath}?${query}`);
    expect([status, json.isError, json.data.error]).toEqual([400, true, 'VALIDATION_FAILED']);
    expect(json.message).toContain(message);
  });

  it.each(['limit=1', 'limit=500'])('accepts %s', async (query) => {
    expect((await get(`${symbolsPath}?${query}`)).status).toBe(200);
  });

  it('refuses an exchange it does not know', async () => {
    const { status, json } = await get(`${symbolsPath}?exchanges=kraken,mtgox`);
    expect(status).toBe(400);
    expect(json.message).toBe("Error - Exchange 'mtgox' not supported.");
    expect(json.data).toMatchObject({ error: 'UNSUPPORTED_EXCHANGE', exchange: 'mtgox' });
  });
});

describe('getMarketSymbol', () => {
  it.each(['BTC/USDT', 'BTC-USDT', 'BTC%2FUSDT', 'btc/usdt', 'btc-usdt', 'BTC%2fUSDT'])(
    'finds %s',
    async (text) => {
      const { status, json } = await get(`${symbolPath}/${text}`);
      expect(status).toBe(200);
      expect(json.message).toBe('Symbol retrieved successfully');
      const { price, change_24h_pct, volume_24h_usd } = json.data;
      expect(json.data).toEqual({
        symbol: 'BTC/USDT',
        base: 'BTC',
        quote: 'USDT',
        volume_complete: true,
        price,
        change_24h_pct,
        volume_24h_usd,
        by_exchange: Object.fromEntries(
          venues.map((venue) => [venue, { available: venue !== 'hyperliquid' }]),
        ),
      });
      expect(volume_24h_usd).toBeGreaterThan(1e9);
    },
  );

  it.each([
    ['BTC-USDT?market_type=perp', 'BTC/USDT:USDT'],
    ['BTC/USDC?market_type=perp', 'BTC/USDC:USDC'],
    ['BTC/USDT:USDT?market_type=perp', 'BTC/USDT:USDT'],
    ['BTC%2FUSDT%3AUSDT', 'BTC/USDT:USDT'],
    ['eth-usd:usd', 'ETH/USD:USD'],
  ])('finds the perpetual of %s', async (text, symbol) => {
    const { status, json } = await get(`${symbolPath}/${text}`);
    expect([status, json.data.symbol]).toEqual([200, symbol]);
  });

  it.each([
    ['FOO/BAR', 'FOO/BAR', 'spot'],
    ['BTC/USDT:USDT?market_type=spot', 'BTC/USDT:USDT', 'spot'],
    ['BTC-EUR?market_type=perp', 'BTC-EUR', 'perp'],
    ['BTC', 'BTC', 'spot'],
    ['a/b/c', 'a/b/c', 'spot'],
  ])('does not find %s', async (text, name, kind) => {
    const { status, json } = await get(`${symbolPath}/${text}`);
    expect(status).toBe(404);
    expect(json.message).toBe(`Error - Symbol '${name}' not found for market_type '${kind}'.`);
    expect(json.data).toEqual({ error: 'SYMBOL_NOT_FOUND', symbol: name, market_type: kind });
  });

  it('refuses a kind it does not know, and a text too long for a symbol', async () => {
    const { status, json } = await get(`${symbolPath}/BTC/USDT?market_type=future`);
    expect(status).toBe(400);
    expect(json.message).toContain("Error - market_type must be 'spot' or 'perp'.");
    expect((await get(`${symbolPath}/${'A'.repeat(65)}`)).status).toBe(400);
  });

  it('answers another method with 405, whatever the symbol', async () => {
    for (const text of ['BTC/USDT', 'BTC-USDT', 'BTC%2FUSDT']) {
      const answer = await inTime(
        test.clock,
        test.call({ method: 'DELETE', url: `${symbolPath}/${text}` }),
      );
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
    }
  });

  it('is documented with its parameter', async () => {
    const { json } = await get('/openapi.json');
    const operation = json.paths[`${symbolPath}/{symbol}`].get;
    expect(operation.operationId).toBe('getMarketSymbol');
    expect(operation.parameters).toContainEqual(
      expect.objectContaining({ name: 'symbol', in: 'path', required: true }),
    );
    expect(Object.keys(json.paths).filter((path) => path.includes('*'))).toEqual([]);
  });
});

it('listExchanges names the six', async () => {
  const { status, json } = await get(exchangesPath);
  expect([status, json.message]).toEqual([200, 'Exchanges retrieved successfully']);
  expect(json.data.exchanges).toEqual([
    { id: 'binance', name: 'Binance', spot: true, perp: true },
    { id: 'bybit', name: 'Bybit', spot: true, perp: true },
    { id: 'gateio', name: 'Gate.io', spot: true, perp: true },
    { id: 'kraken', name: 'Kraken', spot: true, perp: true },
    { id: 'okx', name: 'OKX', spot: true, perp: true },
    { id: 'hyperliquid', name: 'Hyperliquid', spot: false, perp: true },
  ]);
});

it('getMarketStats counts what is known', async () => {
  const { status, json } = await get(statsPath);
  expect([status, json.message]).toEqual([200, 'Market statistics retrieved successfully']);
  expect(json.data).toEqual({
    spot_symbols: 32,
    perp_symbols: 24,
    exchanges_loaded: 6,
    markets_by_exchange: {
      binance: 24,
      bybit: 24,
      gateio: 24,
      kraken: 40,
      okx: 24,
      hyperliquid: 8,
    },
  });
});

describe('refreshMarkets', () => {
  const refresh = (query = '') =>
    inTime(test.clock, test.call({ method: 'POST', url: `${refreshPath}${query}` }));

  it('loads the lists of all exchanges, or of one', async () => {
    const { status, json } = await refresh();
    expect([status, json.message]).toEqual([200, 'Markets refreshed successfully']);
    expect(json.data).toEqual({ refreshed: venues, failed: [] });
    expect((await refresh('?exchange=gate')).json.data.refreshed).toEqual(['gateio']);
  });

  it('refuses an exchange it does not know', async () => {
    const { status, json } = await refresh('?exchange=mtgox');
    expect([status, json.data.error]).toEqual([400, 'UNSUPPORTED_EXCHANGE']);
    expect(json.message).toBe("Error - Exchange 'mtgox' not supported.");
  });
});

describe('roles', () => {
  const keyOf = async (role: string): Promise<string> => {
    const body = { name: role, roles: [role], paths: ['/**'] };
    const { json } = await test.call({ method: 'POST', url: '/admin/keys', body });
    return json.data.key;
  };

  it.each(['trader', 'viewer'])('%s may read and not refresh', async (role) => {
    const key = await keyOf(role);
    for (const url of [symbolsPath, `${symbolPath}/BTC/USDT`, exchangesPath, statsPath]) {
      expect((await inTime(test.clock, test.call({ url, key }))).status).toBe(200);
    }
    expect((await test.call({ method: 'POST', url: refreshPath, key })).status).toBe(403);
  });

  it.each(['pms_user', 'analyst', 'vault_manager'])('%s may not read', async (role) => {
    const key = await keyOf(role);
    for (const url of [symbolsPath, `${symbolPath}/BTC/USDT`, exchangesPath, statsPath]) {
      const { status, json } = await test.call({ url, key });
      expect([status, json.message]).toEqual([403, 'Forbidden - Insufficient permissions.']);
    }
  });

  it('nobody may without a key', async () => {
    expect((await test.call({ url: `${symbolPath}/BTC/USDT`, key: null })).status).toBe(401);
  });
});

describe('exchanges that fail', () => {
  /** Lets time pass until the answer is there. */
  it('answers 503 while no list of any exchange is known, and empty statistics', async () => {
    const source = createMadeSource('kraken', [listed('BTC/USD')]);
    source.failure = refused();
    const clock = createManualClock();
    const app = await createMarketsApp([source], {}, clock);
    const { status, json } = await inTime(clock, app.call(symbolsPath));
    expect([status, json.data.error]).toEqual([503, 'MARKETS_UNAVAILABLE']);
    expect(json.message).toBe('No exchange could be asked for its markets yet.');
    expect((await inTime(clock, app.call(`${symbolPath}/BTC/USD`))).status).toBe(503);
    expect((await inTime(clock, app.call(statsPath))).json.data).toEqual({
      spot_symbols: 0,
      perp_symbols: 0,
      exchanges_loaded: 0,
      markets_by_exchange: {},
    });
    source.failure = undefined;
    await clock.advance(30_000);
    expect((await inTime(clock, app.call(symbolsPath))).json.data.total).toBe(1);
  });

  it('refreshes what it can, and says what failed', async () => {
    const clock = createManualClock();
    const broken = createMadeSource('kraken', [listed('BTC/USD')]);
    const app = await createMarketsApp(
      [createMadeSource('binance', [listed('BTC/USDT')]), broken],
      {},
      clock,
    );
    await app.call(symbolsPath);
    broken.failure = refused();
    const failed = [{ exchange: 'kraken', reason: 'the exchange is closed' }];
    expect(await inTime(clock, app.call(refreshPath, 'POST'))).toEqual({
      status: 200,
      json: {
        isError: false,
        message: 'Markets refreshed; some exchanges failed',
        statusCode: 200,
        data: { refreshed: ['binance'], failed },
      },
    });
    const alone = app.call(`${refreshPath}?exchange=kraken`, 'POST');
    const { status, json } = await inTime(clock, alone);
    expect([status, json.data]).toEqual([500, { error: 'EXCHANGE_ERROR', failed }]);
    expect((await app.call(`${symbolPath}/BTC/USD`)).status).toBe(200);
  });

  it('says null for what nobody knows, and converts the rest by the price of BTC', async () => {
    const clock = createManualClock();
    const prices = createMadePrices();
    prices.known.set('BTC/EUR', { price: 80_500, change24hPct: -1.25, atMs: clock.now() });
    const list = [listed('BTC/EUR'), listed('ETH/EUR'), listed('ETH/ZZZ')];
    const said = [ticker('BTC/EUR', 80_000, 4_000), ticker('ETH/ZZZ', 7, 70)];
    const sources = [createMadeSource('kraken', list, said)];
    const app = await createMarketsApp(sources, { prices, btcUsd: () => 100_000 }, clock);
    const { json } = await app.call(symbolsPath);
    const unknown = { price: null, change_24h_pct: null, volume_24h_usd: null };
    const rest = { volume_complete: false, exchanges: ['kraken'] };
    expect(json.data.symbols).toEqual([
      {
        symbol: 'BTC/EUR',
        base: 'BTC',
        quote: 'EUR',
        price: 80_500,
        change_24h_pct: -1.25,
        volume_24h_usd: 5_000,
        volume_complete: true,
        exchanges: ['kraken'],
      },
      { symbol: 'ETH/EUR', base: 'ETH', quote: 'EUR', ...unknown, ...rest },
      { symbol: 'ETH/ZZZ', base: 'ETH', quote: 'ZZZ', ...unknown, ...rest },
    ]);
  });
});

describe('after a restart', () => {
  const database = databasePerTest('sqlite');

  it('lists are served at once although the exchange fails', async () => {
    const first = await createMarketsApp([createMadeSource('kraken', [listed('BTC/USD')])], {
      store: await database.open(),
    });
    await first.call(symbolsPath);
    await first.markets.stop();
    const failing = createMadeSource('kraken', [listed('BTC/USD')]);
    failing.failure = refused();
    const second = await createMarketsApp([failing], { store: await database.open() });
    const { status, json } = await second.call(symbolsPath);
    expect([status, json.data.total, failing.calls.markets]).toEqual([200, 1, 1]);
    await second.markets.stop();
  });
});
