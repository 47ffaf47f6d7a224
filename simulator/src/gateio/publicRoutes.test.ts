import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/gateio.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.simulator.close());

async function get(target: string) {
  const { status, json } = await bench.raw(`GET ${target}`);
  expect(status).toBe(200);
  return json;
}

it('tells the time', async () => {
  expect(await get('/spot/time')).toEqual({ server_time: startedAt });
});

it('lists pairs with their steps as counts of decimals', async () => {
  const pair = {
    id: 'BTC_USDT',
    base: 'BTC',
    base_name: 'BTC',
    quote: 'USDT',
    quote_name: 'USDT',
    fee: '0.2',
    min_base_amount: '0.001',
    min_quote_amount: '3',
    max_quote_amount: '5000000',
    amount_precision: 4,
    precision: 1,
    trade_status: 'tradable',
    sell_start: 0,
    buy_start: 0,
    type: 'normal',
  };
  expect(await get('/spot/currency_pairs')).toEqual([pair]);
  expect(await get('/spot/currency_pairs/BTC_USDT')).toEqual(pair);
  expect(await get('/margin/currency_pairs')).toEqual([]);
});

it('lists the currencies that trade, none of which comes in or goes out', async () => {
  const closed = { deposit_disabled: true, withdraw_disabled: true, chains: [] };
  expect(await get('/spot/currencies')).toMatchObject([
    { currency: 'BTC', name: 'BTC', delisted: false, trade_disabled: false, ...closed },
    { currency: 'USDT', ...closed },
  ]);
  expect(await get('/options/underlyings')).toEqual([]);
});

it('lists contracts by what they settle in', async () => {
  expect(await get('/futures/usdt/contracts')).toMatchObject([
    {
      name: 'BTC_USDT',
      type: 'direct',
      quanto_multiplier: '0.0001',
      order_size_min: 1,
      order_price_round: '0.1',
      mark_price: '100.5',
      last_price: '100.5',
      maker_fee_rate: '0.0002',
      taker_fee_rate: '0.0005',
      enable_decimal: false,
      in_delisting: false,
      status: 'trading',
      maintenance_rate: '0.005',
    },
  ]);
  expect(await get('/futures/btc/contracts')).toMatchObject([
    { name: 'BTC_USD', type: 'inverse', quanto_multiplier: '0' },
  ]);
  const [dated] = await get('/delivery/usdt/contracts');
  const expiry = Date.UTC(2027, 2, 26, 8) / 1_000;
  expect(dated).toMatchObject({ name: 'BTC_USDT_20270326', expire_time: expiry });
  expect(await get('/delivery/usdt/contracts/BTC_USDT_20270326')).toEqual(dated);
});

it('publishes the funding of perpetuals, and the next where there is one', async () => {
  const market = 'BTC/USDT:USDT';
  const path = '/futures/usdt/contracts/BTC_USDT';
  const hour = 3_600;
  const terms = await get(path);
  expect(terms).toMatchObject({ funding_rate: '0.0001', funding_interval: 8 * hour });
  expect(terms.funding_next_apply).toBe(
    (Math.floor(startedAt / 1_000 / (8 * hour)) + 1) * 8 * hour,
  );
  expect(terms).not.toHaveProperty('funding_rate_indicative');
  const changed = { rate: '-0.0002', nextRate: '0.00005', intervalHours: 4 };
  bench.simulator.publishFunding('gateio', market, changed);
  const rates = { funding_rate: '-0.0002', funding_rate_indicative: '0.00005' };
  expect(await get(path)).toMatchObject({ ...rates, funding_interval: 4 * hour });
  expect(await get('/futures/usdt/tickers?contract=BTC_USDT')).toMatchObject([rates]);
  const [dated] = await get('/delivery/usdt/contracts');
  expect(dated).not.toHaveProperty('funding_rate');
});

it('shows books, on contracts in contracts', async () => {
  expect(await get('/spot/order_book?currency_pair=BTC_USDT&with_id=true')).toEqual({
    id: expect.any(Number),
    current: startedAt,
    update: startedAt,
    asks: [['101', '4']],
    bids: [['100', '4']],
  });
  expect(await get('/futures/usdt/order_book?contract=BTC_USDT')).toEqual({
    current: startedAt / 1_000,
    update: startedAt / 1_000,
    asks: [{ p: '101', s: 40_000 }],
    bids: [{ p: '100', s: 40_000 }],
  });
});

it('shows tickers', async () => {
  const seen = { last: '100.5', lowest_ask: '101', highest_bid: '100' };
  const spot = [{ currency_pair: 'BTC_USDT', ...seen, base_volume: '0', quote_volume: '0' }];
  expect(await get('/spot/tickers')).toMatchObject(spot);
  expect(await get('/spot/tickers?currency_pair=BTC_USDT')).toMatchObject(spot);
  const contract = [{ contract: 'BTC_USDT', ...seen, mark_price: '100.5', volume_24h_base: '0' }];
  expect(await get('/futures/usdt/tickers')).toMatchObject(contract);
  expect(await get('/delivery/usdt/tickers?contract=BTC_USDT_20270326')).toHaveLength(1);
});

it.each([
  ['/spot/order_book?currency_pair=ETH_USDT', 'INVALID_CURRENCY_PAIR'],
  ['/spot/order_book', 'MISSING_REQUIRED_PARAM'],
  ['/spot/order_book?currency_pair=BTC_USDT&limit=0', 'INVALID_PARAM_VALUE'],
  ['/futures/usdt/order_book?contract=ETH_USDT', 'CONTRACT_NOT_FOUND'],
  ['/futures/usdt/order_book?contract=BTC_USDT&limit=301', 'INVALID_PARAM_VALUE'],
  ['/futures/usdt/contracts/BTC_USDT_20270326', 'CONTRACT_NOT_FOUND'],
])('refuses %s: %s', async (target, label) => {
  const { status, json } = await bench.raw(`GET ${target}`);
  expect([status, json.label]).toEqual([400, label]);
});
