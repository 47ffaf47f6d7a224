import { describe, expect, it } from 'vitest';
import {
  type Answer,
  gateClient,
  nowMs,
  symbolOf,
} from '../../../../../test/support/exchanges/gateio/client.ts';
import type { MarketType } from '../../../model/order.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { OrderRef } from '../../venuePort.ts';
import { gateioDialect } from './dialect.ts';

const clientId = '0195a5b4c3d27e8f9a0b1c2d3e4f5a6b';
const text = 't-01imir9guifq7pk2os5kv4umjb';
const symbols: Readonly<Record<MarketType, string>> = {
  spot: 'BTC/USDT',
  swap: 'BTC/USDT:USDT',
  future: 'BTC/USDT:USDT-261225',
};

function refTo(marketType: MarketType, venueOrderId?: string, name = clientId): OrderRef {
  return { clientId: name, venueOrderId, symbol: symbolOf(symbols[marketType]), marketType };
}

const none = { label: 'ORDER_NOT_FOUND', message: 'Order not found' };

/**
 * Creates a venue with these answers at these addresses; elsewhere lists are empty and orders not
 * found.
 */
function venueWith(places: Readonly<Record<string, unknown>>): Answer {
  return ({ line }) => {
    const at = Object.keys(places).find((place) => line.startsWith(place));
    if (at !== undefined) return places[at];
    return /orders\/[^/?]+(\?|$)/.test(line) ? none : [];
  };
}

async function lookUp(places: Readonly<Record<string, unknown>>, ref: OrderRef) {
  const { run, requests, links } = gateClient(venueWith(places));
  const state = await run((call) => gateioDialect.lookup(call, ref));
  return { state, links, lines: requests.map(({ line }) => line) };
}

const spotOrder = {
  id: '700604309511',
  text,
  create_time: '1729180336',
  update_time: '1729180340',
  create_time_ms: '1729180336718',
  update_time_ms: '1729180340718',
  status: 'open',
  currency_pair: 'BTC_USDT',
  type: 'limit',
  account: 'spot',
  side: 'sell',
  amount: '0.00009',
  price: '69662.3',
  time_in_force: 'gtc',
  left: '0.00009',
  filled_total: '0',
  fee: '0',
  fee_currency: 'USDT',
  point_fee: '0',
  gt_fee: '0',
  finish_as: 'open',
  avg_deal_price: '',
};
const swapOrder = {
  id: 58_828_270,
  user: 1,
  contract: 'BTC_USDT',
  create_time: 1_729_180_336.5,
  size: -102,
  status: 'finished',
  finish_as: 'ioc',
  finish_time: 1_729_180_337.25,
  left: -2,
  text,
  price: '0',
  tif: 'ioc',
  fill_price: '60000.5',
  tkfr: '0.0005',
  mkfr: '0.0002',
};
const swapTrades = [
  {
    id: 21,
    create_time: 1_729_180_336.75,
    contract: 'BTC_USDT',
    order_id: '58828270',
    size: -60,
    price: '60001',
    role: 'taker',
    text,
    fee: '0.18',
    point_fee: '0',
  },
  {
    id: 22,
    create_time: 1_729_180_336.8,
    contract: 'BTC_USDT',
    order_id: '58828270',
    size: -40,
    price: '60000',
    role: 'taker',
    text,
    fee: '0.12',
    point_fee: '0',
  },
];
const spotTrigger = {
  id: 1_283_293,
  user: 1,
  market: 'BTC_USDT',
  ctime: 1_729_180_336,
  ftime: 0,
  trigger: { price: '59000', rule: '<=', expiration: 2_568_853 },
  put: {
    type: 'market',
    side: 'sell',
    price: '59000',
    amount: '0.0102',
    account: 'normal',
    time_in_force: 'ioc',
    text: 'api',
  },
  fired_order_id: 0,
  status: 'open',
  reason: '',
};
const swapTrigger = {
  id: '2033851588807757824',
  id_string: '2033851588807757824',
  user: 1,
  status: 'open',
  trigger: { strategy_type: 0, price_type: 0, price: '59000.5', rule: 2, expiration: 0 },
  initial: { contract: 'BTC_USDT', size: -102, price: '58900', tif: 'gtc', text },
  trade_id: '0',
  trade_id_string: '',
  reason: '',
  create_time: '1767352659205927',
};

describe('a plain order is found', () => {
  it('on spot by its text, and says all of it', async () => {
    const { state, lines } = await lookUp(
      { [`GET /spot/orders/${text}`]: spotOrder },
      refTo('spot'),
    );
    expect(lines).toEqual([`GET /spot/orders/${text}?account=spot&currency_pair=BTC_USDT`]);
    expect(state).toEqual({
      clientId,
      venueOrderId: '700604309511',
      symbol: 'BTC/USDT',
      marketType: 'spot',
      side: 'sell',
      type: 'limit',
      status: 'open',
      price: 69_662.3,
      stopPrice: undefined,
      quantity: '0.00009',
      filled: '0',
      average: undefined,
      cost: '0',
      fees: {},
      createdAtMs: 1_729_180_336_718,
      updatedAtMs: 1_729_180_340_718,
      lastTradeAtMs: undefined,
      reason: undefined,
    });
  });

  it('by its own id first, unless another order has that number', async () => {
    const own = await lookUp({ 'GET /spot/orders/7?': spotOrder }, refTo('spot', '7'));
    expect([own.state?.clientId, own.lines.length]).toEqual([clientId, 1]);
    const places = {
      'GET /spot/orders/7?': { ...spotOrder, text: 'web' },
      'GET /spot/price_orders/7': { ...spotTrigger, id: 7 },
    };
    const { state } = await lookUp(places, refTo('spot', '7'));
    expect(state).toMatchObject({ clientId, type: 'stop_loss', venueOrderId: '7' });
  });

  it('among the ended ones when its text is forgotten', async () => {
    const ended = { ...spotOrder, status: 'closed', left: '0', finish_as: 'filled' };
    const others = Array.from({ length: 100 }, (_, index) => ({ id: String(index), text: 'web' }));
    const list = 'GET /spot/orders?account=spot&currency_pair=BTC_USDT&limit=100';
    const places = {
      [`${list}&page=2&status=finished`]: [ended],
      [`${list}&status=finished`]: others,
    };
    const { state, lines } = await lookUp(places, refTo('spot'));
    expect(state).toMatchObject({ clientId, status: 'closed', filled: '0.00009' });
    expect(lines.slice(1, -1)).toEqual([
      'GET /spot/price_orders?limit=100&market=BTC_USDT&status=open',
      'GET /spot/orders?account=spot&currency_pair=BTC_USDT&limit=100&status=open',
      'GET /spot/price_orders?limit=100&market=BTC_USDT&status=finished',
      'GET /spot/orders?account=spot&currency_pair=BTC_USDT&limit=100&status=finished',
      'GET /spot/orders?account=spot&currency_pair=BTC_USDT&limit=100&page=2&status=finished',
    ]);
  });

  it('on contracts in base units, with what its trades cost', async () => {
    const places = {
      [`GET /futures/usdt/orders/${text}`]: swapOrder,
      'GET /futures/usdt/my_trades?contract=BTC_USDT&limit=1000&order=58828270': swapTrades,
    };
    const { state } = await lookUp(places, refTo('swap'));
    expect(state).toEqual({
      clientId,
      venueOrderId: '58828270',
      symbol: 'BTC/USDT:USDT',
      marketType: 'swap',
      side: 'sell',
      type: 'market',
      status: 'expired',
      price: undefined,
      stopPrice: undefined,
      quantity: '0.0102',
      filled: '0.01',
      cost: '600.006',
      average: 60_000.6,
      fees: { USDT: '0.3' },
      createdAtMs: 1_729_180_336_500,
      updatedAtMs: 1_729_180_337_250,
      lastTradeAtMs: 1_729_180_336_800,
      reason: undefined,
    });
  });

  it('on contracts not before all of its trades are there', async () => {
    const places = {
      [`GET /futures/usdt/orders/${text}`]: swapOrder,
      'GET /futures/usdt/my_trades': swapTrades.slice(1),
    };
    await expect(lookUp(places, refTo('swap'))).rejects.toThrow(NoAnswerError);
  });

  it('on dated contracts in the lists, which alone know its text', async () => {
    const order = { ...swapOrder, contract: 'BTC_USDT_20261225', status: 'open', left: -102 };
    const list = 'GET /delivery/usdt/orders?contract=BTC_USDT_20261225&limit=100&status=open';
    const { state, lines } = await lookUp({ [list]: [order] }, refTo('future'));
    expect(state).toMatchObject({ clientId, status: 'open', quantity: '0.0102' });
    expect(lines.some((line) => line.includes(text))).toBe(false);
  });

  it('of somebody else by the venue’s id alone', async () => {
    const foreign = { ...spotOrder, text: 'web' };
    const ref = refTo('spot', '7', '7');
    const { state } = await lookUp({ 'GET /spot/orders/7?': foreign }, ref);
    expect(state).toMatchObject({ clientId: undefined, venueOrderId: '700604309511' });
    const odd = await lookUp({}, refTo('spot', '../../wallet', '../../wallet'));
    expect([odd.state, odd.lines]).toEqual([undefined, []]);
  });

  it('nowhere only after every place was asked, and never when one did not answer', async () => {
    const { state, lines } = await lookUp({}, refTo('swap', '7'));
    expect([state, lines.length]).toEqual([undefined, 7]);
    const busy = { 'GET /spot/price_orders': { label: 'TOO_BUSY', message: 'busy' } };
    await expect(lookUp(busy, refTo('spot'))).rejects.toThrow('TOO_BUSY');
    const one = { [`GET /spot/orders/${text}`]: { label: 'TOO_BUSY', message: 'busy' } };
    await expect(lookUp(one, refTo('spot'))).rejects.toThrow('TOO_BUSY');
  });
});

describe('an ended order', () => {
  it.each([
    ['closed', 'filled', '0', 'closed', undefined],
    ['cancelled', 'cancelled', '0.00009', 'canceled', undefined],
    ['cancelled', 'ioc', '0.00001', 'expired', undefined],
    ['cancelled', 'depth_not_enough', '0.00009', 'expired', undefined],
    ['closed', 'ioc', '0', 'closed', undefined],
    ['cancelled', 'fok', '0.00009', 'expired', 'The whole quantity cannot be filled at once.'],
    ['cancelled', 'poc', '0.00009', 'rejected', 'The order would take liquidity at once.'],
    ['finished', 'reduce_only', '0.00009', 'canceled', 'There is no position left to reduce.'],
    ['finished', 'liquidated', '0.00001', 'canceled', 'The position was liquidated.'],
    ['finished', 'auto_deleveraged', '0.00001', 'canceled', undefined],
    ['finished', 'never_heard_of', '0.00001', 'canceled', undefined],
  ])('that is %s as %s with %s left is %s', async (status, finishAs, left, wanted, reason) => {
    const row = { ...spotOrder, status, finish_as: finishAs, left };
    const { state } = await lookUp({ [`GET /spot/orders/${text}`]: row }, refTo('spot'));
    expect(state).toMatchObject({ status: wanted, reason });
  });

  it('of a status that nobody knows is looked up again', async () => {
    const row = { ...spotOrder, status: 'pondering' };
    const looked = lookUp({ [`GET /spot/orders/${text}`]: row }, refTo('spot'));
    await expect(looked).rejects.toThrow(NoAnswerError);
  });

  it('paid in whatever the account pays in', async () => {
    const row = { ...spotOrder, fee: '0', gt_fee: '0.004', point_fee: '0.1' };
    const { state } = await lookUp({ [`GET /spot/orders/${text}`]: row }, refTo('spot'));
    expect(state?.fees).toEqual({ GT: '0.004', POINT: '0.1' });
  });
});

describe('a conditional order is found', () => {
  it('on spot by its id, and says until when it waits', async () => {
    const places = { 'GET /spot/price_orders/1283293': spotTrigger };
    const { state, links } = await lookUp(places, refTo('spot', '1283293'));
    expect(links.get('1283293')).toEqual({ venueOrderId: '1283293', clientId });
    expect(state).toEqual({
      clientId,
      venueOrderId: '1283293',
      symbol: 'BTC/USDT',
      marketType: 'spot',
      side: 'sell',
      type: 'stop_loss',
      status: 'open',
      price: undefined,
      stopPrice: 59_000,
      quantity: '0.0102',
      filled: '0',
      average: undefined,
      cost: '0',
      fees: {},
      createdAtMs: 1_729_180_336_000,
      updatedAtMs: 1_729_180_336_000,
      lastTradeAtMs: undefined,
      // 2,568,853 seconds after 2024-10-17T15:52:16Z.
      reason: 'The exchange lets it wait for its trigger until 2024-11-16T09:26:29.000Z at most.',
    });
  });

  it('on spot by how long it waits when its id never came back', async () => {
    const other = {
      ...spotTrigger,
      id: 9,
      trigger: { ...spotTrigger.trigger, expiration: 86_400 },
    };
    const places = { 'GET /spot/price_orders?': [other, spotTrigger] };
    const { state } = await lookUp(places, refTo('spot'));
    expect(state).toMatchObject({ clientId, venueOrderId: '1283293', type: 'stop_loss' });
    const { state: nobody } = await lookUp({ 'GET /spot/price_orders?': [other] }, refTo('spot'));
    expect(nobody).toBeUndefined();
  });

  it('on contracts by its text, with an id that no number holds', async () => {
    const row = JSON.stringify([swapTrigger]).replaceAll(
      '"2033851588807757824"',
      '2033851588807757824',
    );
    const { state } = await lookUp({ 'GET /futures/usdt/price_orders?': row }, refTo('swap'));
    expect(state).toMatchObject({
      clientId,
      venueOrderId: '2033851588807757824',
      type: 'stop_loss_limit',
      side: 'sell',
      price: 58_900,
      stopPrice: 59_000.5,
      quantity: '0.0102',
      createdAtMs: 1_767_352_659_205,
    });
  });

  it.each([
    ['>=', 'sell', 'market', 'take_profit'],
    ['<=', 'sell', 'limit', 'stop_loss_limit'],
    ['>=', 'buy', 'limit', 'stop_loss_limit'],
    ['<=', 'buy', 'limit', 'take_profit_limit'],
  ])('as what it was sent as: %s %s %s', async (rule, side, type, wanted) => {
    const row = {
      ...spotTrigger,
      trigger: { ...spotTrigger.trigger, rule },
      put: { ...spotTrigger.put, side, type, time_in_force: type === 'limit' ? 'gtc' : 'ioc' },
    };
    const { state } = await lookUp({ 'GET /spot/price_orders/7': row }, refTo('spot', '7'));
    expect(state?.type).toBe(wanted);
  });

  it('as a purchase at market by its own guard', async () => {
    const put = { ...spotTrigger.put, side: 'buy', type: 'limit', price: '61950' };
    const row = { ...spotTrigger, trigger: { ...spotTrigger.trigger, rule: '>=' }, put };
    const { state } = await lookUp({ 'GET /spot/price_orders/7': row }, refTo('spot', '7'));
    expect(state).toMatchObject({ type: 'stop_loss', price: undefined, stopPrice: 59_000 });
  });

  it('under the id it slept under, with what the order in its place filled', async () => {
    const child = {
      ...spotOrder,
      id: '55',
      text: 'api',
      type: 'market',
      amount: '0.0102',
      left: '0',
      status: 'closed',
      finish_as: 'filled',
      filled_total: '601.8',
      avg_deal_price: '59000',
      fee: '1.2',
    };
    const places = {
      'GET /spot/price_orders/7': { ...spotTrigger, id: 7, status: 'finish', fired_order_id: 55 },
      'GET /spot/orders/55?': child,
    };
    const { state } = await lookUp(places, refTo('spot', '7'));
    expect(state).toMatchObject({
      clientId,
      venueOrderId: '7',
      type: 'stop_loss',
      status: 'closed',
      filled: '0.0102',
      average: 59_000,
      cost: '601.8',
      fees: { USDT: '1.2' },
      stopPrice: 59_000,
      updatedAtMs: 1_729_180_340_718,
      lastTradeAtMs: 1_729_180_340_718,
    });
  });

  it('with the order in its place among the ended ones, and not without it', async () => {
    const ended = { status: 'finished', finish_as: 'succeeded', trade_id: '55' };
    const row = { ...swapTrigger, ...ended, finish_time: nowMs / 1_000 - 599 };
    const child = { ...swapOrder, id: 55, text: '', left: -102, finish_as: 'cancelled' };
    const slept = { 'GET /futures/usdt/price_orders/7': row };
    const list = 'GET /futures/usdt/orders?contract=BTC_USDT&limit=100&status=finished';
    const { state } = await lookUp({ ...slept, [list]: [child] }, refTo('swap', '7'));
    expect(state).toMatchObject({ clientId, status: 'canceled', type: 'stop_loss_limit' });
    await expect(lookUp(slept, refTo('swap', '7'))).rejects.toThrow(NoAnswerError);
  });

  it.each([
    ['58900', 'canceled'],
    ['0', 'expired'],
  ])('without a trade when the order in its place, at %s, is long forgotten', async (...kind) => {
    const [price, status] = kind;
    const ended = { status: 'finished', finish_as: 'succeeded', trade_id: '55' };
    const row = {
      ...swapTrigger,
      ...ended,
      finish_time: nowMs / 1_000 - 600,
      initial: { ...swapTrigger.initial, price },
    };
    const slept = { 'GET /futures/usdt/price_orders/7': row };
    const { state } = await lookUp(slept, refTo('swap', '7'));
    expect(state).toMatchObject({ clientId, status, filled: '0' });
  });

  it.each([
    ['cancelled', 'canceled', undefined],
    ['canceled', 'canceled', undefined],
    ['expired', 'expired', undefined],
    ['failed', 'rejected', 'balance not enough'],
    ['finish', 'open', undefined],
  ])('%s: %s', async (status, wanted, reason) => {
    const row = { ...spotTrigger, status, reason: 'balance not enough', ftime: 1_729_180_400 };
    const { state } = await lookUp({ 'GET /spot/price_orders/7': row }, refTo('spot', '7'));
    expect(state).toMatchObject({ status: wanted, reason, updatedAtMs: 1_729_180_400_000 });
  });

  it.each([
    ['cancelled', 'canceled'],
    ['expired', 'expired'],
    ['failed', 'rejected'],
  ])('on contracts finished as %s: %s', async (finishAs, wanted) => {
    const row = { ...swapTrigger, status: 'finished', finish_as: finishAs };
    const { state } = await lookUp({ 'GET /futures/usdt/price_orders/7': row }, refTo('swap', '7'));
    expect(state?.status).toBe(wanted);
  });
});

describe('a cancel', () => {
  async function cancelled(places: Readonly<Record<string, unknown>>, ref: OrderRef) {
    const { run, requests } = gateClient(venueWith(places));
    await run((call) => gateioDialect.cancel(call, ref));
    return requests.map(({ line }) => line).filter((line) => line.startsWith('DELETE'));
  }
  const byText = `DELETE /futures/usdt/orders/${text}?contract=BTC_USDT`;

  it('names a plain order by its text, in one request', async () => {
    const { run, requests } = gateClient(() => spotOrder);
    await run((call) => gateioDialect.cancel(call, refTo('spot', '7')));
    const line = `DELETE /spot/orders/${text}?account=spot&currency_pair=BTC_USDT`;
    expect(requests.map((request) => request.line)).toEqual([line]);
  });

  it('ends a conditional order asleep', async () => {
    const places = {
      'GET /futures/usdt/price_orders/7': { ...swapTrigger, id_string: '7' },
      'DELETE /futures/usdt/price_orders/7': swapTrigger,
    };
    const lines = await cancelled(places, refTo('swap', '7'));
    expect(lines).toEqual([byText, 'DELETE /futures/usdt/price_orders/7?contract=BTC_USDT']);
  });

  it('ends the order in its place', async () => {
    const row = { ...spotTrigger, status: 'finish', fired_order_id: 55 };
    const places = { 'GET /spot/price_orders/7': row, 'DELETE /spot/orders/55': spotOrder };
    const lines = await cancelled(places, refTo('spot', '7'));
    expect(lines[1]).toBe('DELETE /spot/orders/55?account=spot&currency_pair=BTC_USDT');
  });

  it('leaves alone what is over, and what the venue has none of', async () => {
    const over = { [`GET /futures/usdt/orders/${text}`]: swapOrder };
    expect(await cancelled(over, refTo('swap'))).toEqual([byText]);
    expect(await cancelled({}, refTo('swap'))).toEqual([byText]);
  });

  it('finds a dated order, or one of somebody else, before it names it', async () => {
    const dated = { ...swapOrder, id: 8, status: 'open' };
    const places = {
      'GET /delivery/usdt/orders?': [dated],
      'DELETE /delivery/usdt/orders/8': dated,
    };
    expect(await cancelled(places, refTo('future'))).toEqual([
      'DELETE /delivery/usdt/orders/8?contract=BTC_USDT_20261225',
    ]);
    const foreign = { ...spotOrder, id: '9', text: 'web' };
    const spot = { 'GET /spot/orders/9?': foreign, 'DELETE /spot/orders/9?': foreign };
    const line = 'DELETE /spot/orders/9?account=spot&currency_pair=BTC_USDT';
    expect(await cancelled(spot, refTo('spot', '9', '9'))).toEqual([line]);
  });

  it('does not hide what it does not understand', async () => {
    const { run, requests } = gateClient(() => ({ label: 'TOO_BUSY', message: 'busy' }));
    const ended = run((call) => gateioDialect.cancel(call, refTo('spot')));
    await expect(ended).rejects.toThrow('TOO_BUSY');
    expect(requests).toHaveLength(1);
  });
});
