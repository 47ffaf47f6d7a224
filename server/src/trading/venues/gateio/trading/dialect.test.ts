import { describe, expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import type { MarketType } from '../../../model/order.ts';
import { gateioDialect } from './dialect.ts';

const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
const text = 't-01imir9guifq7pk2os5kv4umjb';
const spot = symbolOf('BTC/USDT');
const swap = symbolOf('BTC/USDT:USDT');
const future = symbolOf('BTC/USDT:USDT-261225');
const noFutures = { label: 'USER_NOT_FOUND', message: 'please transfer funds first' };

const spotOrder = {
  id: '700604309511',
  text,
  create_time_ms: '1729180336718',
  status: 'open',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'sell',
  amount: '0.01',
  price: '69662.3',
  time_in_force: 'gtc',
  left: '0.004',
  filled_total: '417.9',
  fee: '0.8',
  fee_currency: 'USDT',
  finish_as: 'open',
  avg_deal_price: '69650',
};
const swapOrder = {
  id: 58_828_270,
  contract: 'BTC_USDT',
  create_time: 1_729_180_336.5,
  size: 102,
  left: 102,
  status: 'open',
  text: 'web',
  price: '60000',
  tif: 'gtc',
  fill_price: '0',
};
const swapTrigger = {
  id: 7,
  status: 'open',
  create_time: 1_729_180_336,
  trade_id: 0,
  trigger: { price_type: 0, price: '59000.5', rule: 1, expiration: 0 },
  initial: { contract: 'BTC_USDT', size: 102, price: '0', tif: 'ioc', text },
};
/** The second request, for the trades of the order. */
const spotTrades =
  'GET /spot/my_trades?account=spot&currency_pair=BTC_USDT&from=1729180326&limit=1000' +
  '&order_id=700604309511';
const spotTrigger = {
  id: 1_283_293,
  market: 'BTC_USDT',
  ctime: 1_729_180_336,
  fired_order_id: 0,
  status: 'open',
  trigger: { price: '59000', rule: '<=', expiration: 2_568_853 },
  put: { type: 'limit', side: 'sell', price: '58900', amount: '0.01', time_in_force: 'gtc' },
};

describe('open orders are', () => {
  async function listed(marketType: MarketType, symbol: typeof spot | undefined) {
    const { run, requests } = gateClient(({ line }) => {
      if (line.startsWith('GET /spot/open_orders')) {
        return [{ currency_pair: 'BTC_USDT', total: 1, orders: [spotOrder] }];
      }
      if (line.startsWith('GET /spot/orders')) return [spotOrder];
      if (line.startsWith('GET /spot/price_orders')) return [spotTrigger];
      if (line.includes('/usdt/price_orders')) return [swapTrigger];
      if (line.includes('/btc/')) return noFutures;
      return [swapOrder];
    });
    const states = await run((call) => gateioDialect.openOrders(call, marketType, symbol));
    return { states, lines: requests.map(({ line }) => line) };
  }

  it('on spot those of all pairs and those that sleep', async () => {
    const { states, lines } = await listed('spot', undefined);
    expect(lines).toEqual([
      'GET /spot/open_orders?account=spot&limit=100',
      spotTrades,
      'GET /spot/price_orders?limit=100&status=open',
    ]);
    expect(states).toMatchObject([
      { clientId, symbol: spot, filled: '0.006', cost: '417.9', fees: { USDT: '0.8' } },
      { clientId: undefined, venueOrderId: '1283293', symbol: spot, type: 'stop_loss_limit' },
    ]);
  });

  it('on spot those of one pair', async () => {
    expect((await listed('spot', spot)).lines).toEqual([
      'GET /spot/orders?account=spot&currency_pair=BTC_USDT&limit=100&status=open',
      spotTrades,
      'GET /spot/price_orders?limit=100&market=BTC_USDT&status=open',
    ]);
  });

  it('on contracts in base units', async () => {
    const { states, lines } = await listed('swap', undefined);
    expect(lines).toEqual([
      'GET /futures/usdt/orders?limit=100&status=open',
      'GET /futures/btc/orders?limit=100&status=open',
      'GET /futures/usdt/price_orders?limit=100&status=open',
      'GET /futures/btc/price_orders?limit=100&status=open',
    ]);
    expect(states).toMatchObject([
      { clientId: undefined, symbol: swap, marketType: 'swap', quantity: '0.0102', side: 'buy' },
      { clientId, venueOrderId: '7', symbol: swap, type: 'stop_loss', stopPrice: 59_000.5 },
    ]);
    expect((await listed('future', future)).lines[0]).toBe(
      'GET /delivery/usdt/orders?contract=BTC_USDT_20261225&limit=100&status=open',
    );
  });

  it('read to the last page', async () => {
    const { run, requests } = gateClient(({ line }) => {
      if (!line.includes('/usdt/orders')) return [];
      return line.includes('offset=100')
        ? [swapOrder]
        : Array.from({ length: 100 }, () => swapOrder);
    });
    const states = await run((call) => gateioDialect.openOrders(call, 'swap', swap));
    expect([states.length, requests.length]).toEqual([101, 3]);
    const pairs = gateClient(({ line }) => {
      if (!line.includes('open_orders')) return [];
      const orders = line.includes('page=2') ? [spotOrder] : Array(100).fill(spotOrder);
      return [{ currency_pair: 'BTC_USDT', total: 101, orders }];
    });
    const all = await pairs.run((call) => gateioDialect.openOrders(call, 'spot', undefined));
    expect(all).toHaveLength(101);
  });

  it('from the oldest on', async () => {
    const older = { ...spotOrder, id: '6' };
    const { run } = gateClient(({ line }) =>
      line.startsWith('GET /spot/orders') ? [spotOrder, older] : [],
    );
    const states = await run((call) => gateioDialect.openOrders(call, 'spot', spot));
    expect(states.map(({ venueOrderId }) => venueOrderId)).toEqual(['6', spotOrder.id]);
  });

  it('none in a wallet that was never used', async () => {
    const { run } = gateClient(() => noFutures);
    expect(await run((call) => gateioDialect.openOrders(call, 'swap', undefined))).toEqual([]);
    expect(await run((call) => gateioDialect.balances(call, 'swap'))).toEqual({});
  });
});

describe('balances', () => {
  it('of spot are by asset', async () => {
    const { run, requests } = gateClient(() => [
      { currency: 'USDT', available: '1000.5', locked: '200.25', update_id: 1 },
      { currency: 'BTC', available: '0', locked: '0' },
    ]);
    expect(await run((call) => gateioDialect.balances(call, 'spot'))).toEqual({
      USDT: { free: '1000.5', used: '200.25', total: '1200.75' },
    });
    expect(requests).toEqual([{ line: 'GET /spot/accounts', body: undefined }]);
  });

  it.each([
    ['swap', 'GET /futures/usdt/accounts'],
    ['future', 'GET /delivery/usdt/accounts'],
  ] as const)('of %s are of its own wallet', async (marketType, line) => {
    const account = { currency: 'USDT', total: '50.5', available: '40.25', order_margin: '10.25' };
    const { run, requests } = gateClient(() => account);
    expect(await run((call) => gateioDialect.balances(call, marketType))).toEqual({
      USDT: { free: '40.25', used: '10.25', total: '50.5' },
    });
    expect(requests.map((request) => request.line)).toEqual([line]);
  });
});

describe('fills', () => {
  const atSeconds = nowMs / 1_000;
  const spotTrade = (id: number, atMs: number) => ({
    id: String(id),
    create_time_ms: `${atMs}.325000`,
    currency_pair: 'BTC_USDT',
    side: 'buy',
    role: 'maker',
    amount: '0.0250',
    price: '68020.5',
    order_id: '497245022561',
    text,
    fee: '0.000050',
    fee_currency: 'BTC',
    point_fee: '0.0',
    gt_fee: '0.0',
  });
  const swapTrade = (id: number, seconds: number) => ({
    trade_id: String(id),
    create_time: seconds,
    contract: 'BTC_USDT',
    order_id: '58828270',
    size: -60,
    price: '60001',
    role: 'taker',
    text: 'web',
    fee: '-0.18',
    point_fee: '0',
  });

  it('of spot, oldest first, from the time on', async () => {
    const sinceMs = nowMs - 5_000;
    const { run, requests } = gateClient(() => [
      spotTrade(3, nowMs - 1_000),
      spotTrade(2, nowMs - 2_000),
      spotTrade(1, nowMs - 5_500),
    ]);
    const query = { marketType: 'spot', symbol: spot, sinceMs, limit: 10 } as const;
    const fills = await run((call) => gateioDialect.fills(call, query));
    expect(fills.map(({ venueTradeId }) => venueTradeId)).toEqual(['2', '3']);
    expect(fills[0]).toEqual({
      venueTradeId: '2',
      venueOrderId: '497245022561',
      clientId,
      symbol: spot,
      marketType: 'spot',
      side: 'buy',
      price: 68_020.5,
      quantity: '0.025',
      fee: '0.00005',
      feeAsset: 'BTC',
      liquidity: 'maker',
      atMs: nowMs - 2_000,
      sequence: '2',
    });
    const range = `from=${atSeconds - 5}&limit=1000&to=${atSeconds}`;
    expect(requests.map(({ line }) => line)).toEqual([
      `GET /spot/my_trades?account=spot&currency_pair=BTC_USDT&${range}`,
    ]);
  });

  it('of one millisecond in the order of their ids', async () => {
    const { run } = gateClient(() => [10, 9, 11].map((id) => spotTrade(id, nowMs)));
    const query = { marketType: 'spot', symbol: spot, sinceMs: nowMs, limit: 10 } as const;
    const fills = await run((call) => gateioDialect.fills(call, query));
    expect(fills.map(({ venueTradeId }) => venueTradeId)).toEqual(['9', '10', '11']);
  });

  it('of an account that pays in the venue’s coin', async () => {
    const row = { ...spotTrade(1, nowMs), fee: '0', gt_fee: '0.004' };
    const { run } = gateClient(() => [row]);
    const query = { marketType: 'spot', symbol: spot, sinceMs: nowMs, limit: 10 } as const;
    const [fill] = await run((call) => gateioDialect.fills(call, query));
    expect(fill).toMatchObject({ fee: '0.004', feeAsset: 'GT' });
  });

  it('of contracts in base units, with a rebate below zero', async () => {
    const { run, requests } = gateClient(() => [swapTrade(21, atSeconds - 0.75)]);
    const query = { marketType: 'swap', symbol: swap, sinceMs: nowMs - 1_000, limit: 10 } as const;
    expect(await run((call) => gateioDialect.fills(call, query))).toEqual([
      {
        venueTradeId: '21',
        venueOrderId: '58828270',
        clientId: undefined,
        symbol: swap,
        marketType: 'swap',
        side: 'sell',
        price: 60_001,
        quantity: '0.006',
        fee: '-0.18',
        feeAsset: 'USDT',
        liquidity: 'taker',
        atMs: nowMs - 750,
        sequence: '21',
      },
    ]);
    expect(requests[0]?.line).toMatch(/^GET \/futures\/usdt\/my_trades_timerange\?contract=BTC_/);
  });

  it('of a window with more than an answer holds, from the part that has the oldest', async () => {
    // One trade in each second of the last 3,000.
    const all = Array.from({ length: 3_000 }, (_, index) => atSeconds - 1 - index);
    const { run, requests } = gateClient(({ line }) => {
      const asked = new URLSearchParams(line.split('?')[1]);
      const [from, to] = [Number(asked.get('from')), Number(asked.get('to'))];
      const some = all.filter((second) => second >= from && second < to);
      return some.slice(0, 1_000).map((second) => spotTrade(second, second * 1_000));
    });
    const sinceMs = nowMs - 3_000_000;
    const query = { marketType: 'spot', symbol: spot, sinceMs, limit: 5 } as const;
    const fills = await run((call) => gateioDialect.fills(call, query));
    expect(fills.map(({ atMs }) => atMs - sinceMs)).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(requests.length).toBeLessThan(4);
  });

  it.each([
    ['all', 5, [30, 30, 10]],
    ['enough', 3, [30, 30]],
  ])('in windows of thirty days until there are %s', async (_, limit, wanted) => {
    const day = 86_400;
    // One trade is at the end of the first window, and so in the second as well.
    const all = [45, 40, 20].map((days) => atSeconds - days * day);
    const { run, requests } = gateClient(({ line }) => {
      const asked = new URLSearchParams(line.split('?')[1]);
      const [from, to] = [Number(asked.get('from')), Number(asked.get('to'))];
      const some = all.filter((second) => second >= from && second <= to);
      return some.map((second) => spotTrade(second, second * 1_000));
    });
    const sinceMs = nowMs - 70 * day * 1_000;
    const query = { marketType: 'spot', symbol: spot, sinceMs, limit } as const;
    const fills = await run((call) => gateioDialect.fills(call, query));
    expect(fills.map(({ atMs }) => atMs / 1_000)).toEqual(all);
    const windows = requests.map(({ line }) => new URLSearchParams(line.split('?')[1]));
    const days = windows.map(
      (asked) => (Number(asked.get('to')) - Number(asked.get('from'))) / day,
    );
    expect(days).toEqual(wanted);
  });

  it('of what a conditional order set off, as those of that order', async () => {
    const row = { ...spotTrade(1, nowMs), text: 'ao-2081591195686928384' };
    const { run, links } = gateClient(() => [row]);
    const query = { marketType: 'spot', symbol: spot, sinceMs: nowMs, limit: 5 } as const;
    const venueOrderId = '2081591195686928384';
    const [first] = await run((call) => gateioDialect.fills(call, query));
    expect([first?.venueOrderId, first?.clientId]).toEqual([venueOrderId, undefined]);
    links.set(venueOrderId, { venueOrderId, clientId });
    const [second] = await run((call) => gateioDialect.fills(call, query));
    expect([second?.venueOrderId, second?.clientId]).toEqual([venueOrderId, clientId]);
  });

  it('of dated contracts back to the time, page by page', async () => {
    const { run, requests } = gateClient(({ line }) => {
      const isSecond = line.includes('offset=1000');
      const length = isSecond ? 3 : 1_000;
      const newest = isSecond ? atSeconds - 1_000 : atSeconds;
      return Array.from({ length }, (_, index) => {
        const { trade_id: id, ...row } = swapTrade(5_000 - index, newest - index);
        return { ...row, id, contract: 'BTC_USDT_20261225' };
      });
    });
    const sinceMs = nowMs - 1_001_000;
    const query = { marketType: 'future', symbol: future, sinceMs, limit: 5_000 } as const;
    const fills = await run((call) => gateioDialect.fills(call, query));
    expect([fills.length, fills[0]?.atMs]).toEqual([1_002, sinceMs]);
    expect(requests.map(({ line }) => line)).toEqual([
      'GET /delivery/usdt/my_trades?contract=BTC_USDT_20261225&limit=1000',
      'GET /delivery/usdt/my_trades?contract=BTC_USDT_20261225&limit=1000&offset=1000',
    ]);
  });
});
