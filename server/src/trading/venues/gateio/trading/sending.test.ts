import { describe, expect, it } from 'vitest';
import {
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import type { MarketType, OrderType, Side, TimeInForce } from '../../../model/order.ts';
import { NoAnswerError, NotSentError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrder } from '../../venuePort.ts';
import { gateioDialect } from './dialect.ts';

const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
const text = 't-01imir9guifq7pk2os5kv4umjb';
const symbols: Readonly<Record<MarketType, string>> = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  future: 'BTC/USDT:USDT-261225',
};

function orderOf(marketType: MarketType, given: Partial<VenueOrder> = {}): VenueOrder {
  return {
    clientId,
    symbol: symbolOf(symbols[marketType]),
    marketType,
    side: 'buy',
    type: 'limit',
    quantity: '0.0102',
    price: '60000.1',
    stopPrice: undefined,
    trailingDelta: undefined,
    timeInForce: 'GTC',
    reduceOnly: false,
    ...given,
  };
}

const book = {
  asks: [
    ['61000', '0.01'],
    ['61010.4', '5'],
  ],
  bids: [],
};
const spotAnswer = {
  id: '95282841887',
  text,
  create_time: '1637383156',
  update_time: '1637383157',
  create_time_ms: 1637383156017,
  update_time_ms: 1637383157018,
  status: 'closed',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'buy',
  amount: '0.0102',
  price: '61316',
  time_in_force: 'ioc',
  iceberg: '0',
  left: '0',
  filled_amount: '0.0102',
  fill_price: '622.10416',
  filled_total: '622.10416',
  avg_deal_price: '60990.6',
  fee: '0.0000204',
  fee_currency: 'BTC',
  point_fee: '0',
  gt_fee: '0',
  gt_discount: false,
  rebated_fee: '0',
  rebated_fee_currency: 'USDT',
  finish_as: 'filled',
};

function answer({ line }: { readonly line: string }, shown: object = book): unknown {
  if (line.startsWith('GET /spot/order_book')) return shown;
  if (line === 'POST /spot/orders') return spotAnswer;
  if (line.endsWith('/price_orders')) return { id: 2_007_048 };
  return { id: 1, status: 'finished' };
}

async function sent(order: VenueOrder, shown?: object, trades: unknown = []) {
  const venue = gateClient((request) =>
    request.line.startsWith('GET /spot/my_trades') ? trades : answer(request, shown),
  );
  const state = await venue.run((call) => gateioDialect.submit(call, order));
  const isFill = ({ line }: { readonly line: string }) => line.startsWith('GET /spot/my_trades');
  const [fills, requests] = [
    venue.requests.filter(isFill),
    venue.requests.filter((each) => !isFill(each)),
  ];
  return { ...venue, requests, fills, state };
}

type SpotCase = [OrderType, Side, TimeInForce, object];
const put = { account: 'normal', amount: '0.0102' };
const expiration = 2_568_853;
const plainSpot = { currency_pair: 'BTC_USDT', account: 'spot', text, amount: '0.0102' };
const limited = { type: 'limit', price: '60000.1' };

describe('an order on spot is sent as', () => {
  it.each<SpotCase>([
    ['limit', 'buy', 'GTC', { ...limited, side: 'buy', time_in_force: 'gtc' }],
    ['limit', 'sell', 'IOC', { ...limited, side: 'sell', time_in_force: 'ioc' }],
    ['limit', 'sell', 'FOK', { ...limited, side: 'sell', time_in_force: 'fok' }],
    ['limit', 'buy', 'POST_ONLY', { ...limited, side: 'buy', time_in_force: 'poc' }],
    ['market', 'sell', 'GTC', { type: 'market', side: 'sell', time_in_force: 'ioc' }],
    ['market', 'sell', 'FOK', { type: 'market', side: 'sell', time_in_force: 'fok' }],
  ])('%s %s %s', async (type, side, timeInForce, fields) => {
    const price = type === 'limit' ? '60000.1' : undefined;
    // The venue has no reduce-only on spot.
    const order = orderOf('spot', { type, side, timeInForce, price, reduceOnly: true });
    const { requests } = await sent(order);
    const body = { ...plainSpot, ...fields };
    expect(requests).toEqual([{ line: 'POST /spot/orders', body }]);
  });

  it.each([
    ['GTC', 'ioc'],
    ['FOK', 'fok'],
  ] as const)('a purchase at market, %s, a limit above the book', async (timeInForce, tif) => {
    const order = orderOf('spot', { type: 'market', price: undefined, timeInForce });
    const { requests, state } = await sent(order);
    // 61010.4, the level that fills it, and half a percent: 61315.452.
    const limit = { type: 'limit', side: 'buy', price: '61315.5', time_in_force: tif };
    expect(requests).toEqual([
      { line: 'GET /spot/order_book?currency_pair=BTC_USDT&limit=100', body: undefined },
      { line: 'POST /spot/orders', body: { ...plainSpot, ...limit } },
    ]);
    expect(state).toMatchObject({ type: 'market', price: undefined, status: 'closed' });
  });

  it('a purchase at market, never beyond five percent of the best price', async () => {
    const { requests } = await sent(orderOf('spot', { type: 'market', quantity: '1' }), {
      asks: [
        ['61000', '0.01'],
        ['90000', '5'],
      ],
    });
    expect(requests[1]?.body).toMatchObject({ price: '64050', amount: '1' });
  });

  it.each<[OrderType, Side, string, object]>([
    ['stop_loss', 'sell', '<=', { type: 'market', price: '59000', time_in_force: 'ioc' }],
    ['stop_loss', 'buy', '>=', { type: 'limit', price: '61950', time_in_force: 'ioc' }],
    ['take_profit', 'sell', '>=', { type: 'market', price: '59000', time_in_force: 'ioc' }],
    ['take_profit', 'buy', '<=', { type: 'limit', price: '61950', time_in_force: 'ioc' }],
    ['stop_loss_limit', 'sell', '<=', { ...limited, time_in_force: 'gtc' }],
    ['stop_loss_limit', 'buy', '>=', { ...limited, time_in_force: 'gtc' }],
    ['take_profit_limit', 'sell', '>=', { ...limited, time_in_force: 'gtc' }],
    ['take_profit_limit', 'buy', '<=', { ...limited, time_in_force: 'gtc' }],
  ])('%s %s, waiting for %s', async (type, side, rule, fields) => {
    const price = type.endsWith('_limit') ? '60000.1' : undefined;
    const order = orderOf('spot', { type, side, price, stopPrice: '59000' });
    const { requests, state, links } = await sent(order);
    // Its trades will not bear our id.
    expect(links.get('2007048')).toEqual({ venueOrderId: '2007048', clientId });
    const trigger = { price: '59000', rule, expiration };
    const body = { trigger, put: { ...put, ...fields, side }, market: 'BTC_USDT' };
    expect(requests).toEqual([{ line: 'POST /spot/price_orders', body }]);
    expect(state).toMatchObject({ clientId, venueOrderId: '2007048', type, status: 'open' });
  });
});

describe('an order on contracts is sent as', () => {
  const folders = [
    ['swap', 'BTC_USDT', 'futures'],
    ['future', 'BTC_USDT_20261225', 'delivery'],
  ] as const;

  it.each(folders)('a plain one of %s, in contracts with the sign of its side', async (...kind) => {
    const [marketType, contract, folder] = kind;
    const cases: [OrderType, Side, TimeInForce, boolean, object][] = [
      ['limit', 'buy', 'GTC', false, { size: 102, price: '60000.1', tif: 'gtc' }],
      ['limit', 'sell', 'IOC', false, { size: -102, price: '60000.1', tif: 'ioc' }],
      ['limit', 'sell', 'FOK', false, { size: -102, price: '60000.1', tif: 'fok' }],
      ['limit', 'buy', 'POST_ONLY', false, { size: 102, price: '60000.1', tif: 'poc' }],
      ['market', 'buy', 'GTC', false, { size: 102, price: '0', tif: 'ioc' }],
      ['market', 'sell', 'FOK', true, { size: -102, price: '0', tif: 'fok', reduce_only: true }],
    ];
    for (const [type, side, timeInForce, reduceOnly, fields] of cases) {
      const order = orderOf(marketType, { type, side, timeInForce, reduceOnly });
      const { requests, state } = await sent(order);
      const body = { contract, text, ...fields };
      expect(requests).toEqual([{ line: `POST /${folder}/usdt/orders`, body }]);
      // Only an acknowledgement, whatever its content.
      expect(state).toBeUndefined();
    }
  });

  it.each(folders)('a conditional one of %s', async (marketType, contract, folder) => {
    const cases: [OrderType, Side, number, object][] = [
      ['stop_loss', 'sell', 2, { size: -102, price: '0', tif: 'ioc' }],
      ['stop_loss', 'buy', 1, { size: 102, price: '0', tif: 'ioc' }],
      ['take_profit', 'sell', 1, { size: -102, price: '0', tif: 'ioc' }],
      ['take_profit', 'buy', 2, { size: 102, price: '0', tif: 'ioc' }],
      ['stop_loss_limit', 'sell', 2, { size: -102, price: '60000.1', tif: 'gtc' }],
      ['stop_loss_limit', 'buy', 1, { size: 102, price: '60000.1', tif: 'gtc' }],
      ['take_profit_limit', 'sell', 1, { size: -102, price: '60000.1', tif: 'gtc' }],
      ['take_profit_limit', 'buy', 2, { size: 102, price: '60000.1', tif: 'gtc' }],
    ];
    for (const [type, side, rule, fields] of cases) {
      const price = type.endsWith('_limit') ? '60000.1' : undefined;
      const given = { type, side, price, stopPrice: '59000.5', reduceOnly: side === 'sell' };
      const { requests, state } = await sent(orderOf(marketType, given));
      const initial = { contract, text, ...fields, ...(side === 'sell' && { reduce_only: true }) };
      const body = { initial, trigger: { price_type: 0, price: '59000.5', rule } };
      expect(requests).toEqual([{ line: `POST /${folder}/usdt/price_orders`, body }]);
      expect(state).toMatchObject({ venueOrderId: '2007048', type, side, status: 'open' });
      expect(state).toMatchObject({ stopPrice: 59_000.5, quantity: '0.0102', createdAtMs: nowMs });
    }
  });

  it('and without a tag of a broker', async () => {
    const { raw } = await sent(orderOf('swap'));
    expect(Object.keys(raw[0]?.headers ?? {}).sort()).toEqual([
      'Content-Type',
      'KEY',
      'SIGN',
      'Timestamp',
      'user-agent',
      'x-gate-exptime',
    ]);
  });

  it.each(['limit', 'stop_loss'] as const)(
    '%s that is dropped after five seconds',
    async (type) => {
      const { raw } = await sent(orderOf('swap', { type, stopPrice: '1' }));
      expect(raw[0]?.headers['x-gate-exptime']).toBe(String(nowMs + 5_000));
    },
  );
});

describe('what the venue cannot do is refused before anything is sent:', () => {
  it.each<[string, VenueOrder, RegExp]>([
    ['part of a contract', orderOf('swap', { quantity: '0.01025' }), /whole contracts of 0.0001/],
    ['less than one', orderOf('swap', { quantity: '0.00005' }), /whole contracts/],
    [
      'an inverse',
      { ...orderOf('swap'), symbol: symbolOf('BTC/USD:BTC') },
      /not counted in its base/,
    ],
    ['oco', orderOf('spot', { type: 'oco', stopPrice: '1' }), /no oco/],
    ['a trailing stop', orderOf('swap', { type: 'trailing_stop' }), /no trailing_stop/],
    ...(['FOK', 'POST_ONLY'] as const).flatMap((timeInForce) =>
      (['spot', 'swap'] as const).map((marketType): [string, VenueOrder, RegExp] => [
        `a trigger with ${timeInForce} on ${marketType}`,
        orderOf(marketType, { type: 'stop_loss_limit', stopPrice: '1', timeInForce }),
        /only GTC and IOC/,
      ]),
    ),
  ])('%s', async (_, order, message) => {
    const { run, requests } = gateClient(answer);
    const submitted = run((call) => gateioDialect.submit(call, order));
    await expect(submitted).rejects.toMatchObject({ name: 'DialectRefusal' });
    await expect(submitted).rejects.toThrow(message);
    expect(requests).toEqual([]);
  });

  it.each([
    ['a silent book', () => new NoAnswerError('cut'), NotSentError],
    ['an empty book', () => ({ asks: [], bids: [] }), /Nobody sells/],
    ['a busy venue', () => ({ label: 'TOO_FAST', message: 'slow' }), /TOO_FAST/],
  ])('a purchase at market of %s', async (_, said, wanted) => {
    const { run, requests } = gateClient(said);
    const order = orderOf('spot', { type: 'market', price: undefined });
    await expect(run((call) => gateioDialect.submit(call, order))).rejects.toThrow(wanted);
    expect(requests.map(({ line }) => line.split('?')[0])).toEqual(['GET /spot/order_book']);
  });
});

describe('the answer to an order on spot', () => {
  it('says all of it', async () => {
    const { state } = await sent(orderOf('spot', { timeInForce: 'IOC', price: '61316' }));
    expect(state).toEqual({
      clientId,
      venueOrderId: '95282841887',
      symbol: 'BTC/USDT',
      marketType: 'spot',
      side: 'buy',
      type: 'limit',
      status: 'closed',
      price: 61_316,
      stopPrice: undefined,
      quantity: '0.0102',
      filled: '0.0102',
      average: 60_990.6,
      cost: '622.10416',
      fees: { BTC: '0.0000204' },
      createdAtMs: 1_637_383_156_017,
      updatedAtMs: 1_637_383_157_018,
      lastTradeAtMs: 1_637_383_157_018,
      reason: undefined,
    });
  });

  const order = orderOf('spot', { timeInForce: 'IOC', price: '61316' });
  const trade = {
    id: '7',
    create_time_ms: '1637383156018.2',
    side: 'buy',
    role: 'taker',
    text,
    amount: '0.0102',
    price: '60990.6',
    order_id: '95282841887',
    fee: '0.0000204',
    fee_currency: 'BTC',
  };

  it('that something filled is followed by its trades, which are told', async () => {
    const { heard, fills } = await sent(order, undefined, [trade, { ...trade, order_id: '8' }]);
    expect(fills.map(({ line }) => line)).toEqual([
      'GET /spot/my_trades?account=spot&currency_pair=BTC_USDT&from=1637383146&limit=1000' +
        '&order_id=95282841887',
    ]);
    expect(heard).toMatchObject([
      { venueTradeId: '7', venueOrderId: '95282841887', clientId, quantity: '0.0102' },
    ]);
  });

  it('stands, whatever becomes of the question for its trades', async () => {
    const { state, heard } = await sent(order, undefined, new NoAnswerError('cut'));
    expect([state?.status, heard]).toEqual(['closed', []]);
  });

  it('is an acknowledgement alone where it names nothing but the order', async () => {
    const { run } = gateClient(() => ({ id: '95282841887', text }));
    expect(await run((call) => gateioDialect.submit(call, orderOf('spot')))).toBeUndefined();
  });
});
