import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/binance.ts';
import { send } from '../../test/support/fixtures.ts';

const hosts = { spot: 'api', usdm: 'fapi', coinm: 'dapi' } as const;
const roots = { spot: '/api/v3', usdm: '/fapi/v1', coinm: '/dapi/v1' } as const;
const symbols = { spot: 'BTCUSDT', usdm: 'BTCUSDT', coinm: 'BTCUSD_PERP' } as const;
const wallets = ['spot', 'usdm', 'coinm'] as const;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const get = async (api: (typeof wallets)[number], path: string) => {
  const { status, json } = await bench.raw(hosts[api], 'GET', {
    target: `${roots[api]}${path}`,
  });
  expect(status).toBe(200);
  return json;
};

it.each(wallets)('%s tells its time, its book and its prices to anybody', async (api) => {
  const symbol = symbols[api];
  expect(await get(api, '/ping')).toEqual({});
  expect(await get(api, '/time')).toEqual({ serverTime: startedAt });
  const quantity = { spot: '4.00000000', usdm: '4.000', coinm: '40' }[api];
  const [bid, ask] = api === 'spot' ? ['100.00000000', '101.00000000'] : ['100.0', '101.0'];
  expect(await get(api, `/depth?symbol=${symbol}&limit=5`)).toMatchObject({
    lastUpdateId: expect.any(Number),
    bids: [[bid, quantity]],
    asks: [[ask, quantity]],
  });
  const best = await get(api, `/ticker/bookTicker?symbol=${symbol}`);
  expect([best].flat()).toMatchObject([{ symbol, bidPrice: bid, askPrice: ask }]);
  const day = await get(api, `/ticker/24hr?symbol=${symbol}`);
  const lastPrice = api === 'spot' ? '100.50000000' : '100.5';
  expect([day].flat()).toMatchObject([{ symbol, closeTime: startedAt, lastPrice }]);
  expect(await get(api, '/ticker/price')).toHaveLength(api === 'usdm' ? 2 : 1);
});

it('spot lists its markets with the filters that it enforces', async () => {
  const { symbols: listed } = await get('spot', '/exchangeInfo');
  expect(listed).toMatchObject([
    {
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      quoteAsset: 'USDT',
      baseAssetPrecision: 8,
      quotePrecision: 8,
      isSpotTradingAllowed: true,
      orderTypes: [
        'LIMIT',
        'LIMIT_MAKER',
        'MARKET',
        'STOP_LOSS',
        'STOP_LOSS_LIMIT',
        'TAKE_PROFIT',
        'TAKE_PROFIT_LIMIT',
      ],
      filters: [
        { filterType: 'PRICE_FILTER', tickSize: '0.01000000' },
        { filterType: 'LOT_SIZE', minQty: '0.00010000', stepSize: '0.00010000' },
        { filterType: 'NOTIONAL', minNotional: '5.00000000', applyMinToMarket: true },
        { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      ],
    },
  ]);
});

it('futures list their contracts', async () => {
  const { symbols: linear } = await get('usdm', '/exchangeInfo');
  expect(linear).toMatchObject([
    {
      symbol: 'BTCUSDT',
      pair: 'BTCUSDT',
      contractType: 'PERPETUAL',
      status: 'TRADING',
      marginAsset: 'USDT',
      pricePrecision: 1,
      quantityPrecision: 3,
      deliveryDate: 4_133_404_800_000,
    },
    {
      symbol: 'BTCUSDT_270326',
      contractType: 'CURRENT_QUARTER',
      deliveryDate: 1_806_048_000_000,
    },
  ]);
  expect(linear[0].filters).toContainEqual({ filterType: 'MIN_NOTIONAL', notional: '50' });
  const { symbols: inverse } = await get('coinm', '/exchangeInfo');
  expect(inverse).toMatchObject([
    {
      symbol: 'BTCUSD_PERP',
      pair: 'BTCUSD',
      contractStatus: 'TRADING',
      contractSize: 100,
      marginAsset: 'BTC',
      quantityPrecision: 0,
    },
  ]);
});

it('futures tell their mark', async () => {
  const row = { markPrice: '100.50000000', nextFundingTime: expect.any(Number), time: startedAt };
  expect(await get('usdm', '/premiumIndex?symbol=BTCUSDT')).toMatchObject(row);
  expect(await get('coinm', '/premiumIndex')).toMatchObject([{ ...row, pair: 'BTCUSD' }]);
});

it('says what it does not know, and which host nobody answers for', async () => {
  const { status, json } = await bench.raw('api', 'GET', { target: '/sapi/v1/odd' });
  expect([status, json.msg]).toEqual([404, 'The simulator does not know GET /sapi/v1/odd']);
  const other = await send(bench.url, { method: 'GET', host: 'api.other.com', target: '/' });
  expect([other.status, other.text]).toEqual([
    421,
    expect.stringMatching(/^No simulated exchange answers for the host 'api.other.com': name /),
  ]);
});
