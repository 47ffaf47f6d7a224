import { describe, expect, it } from 'vitest';
import { gateClient } from '../../../../../test/support/exchanges/gateio/client.ts';
import {
  clientId,
  lookUp,
  refTo,
  spotOrder,
  spotTrigger,
  swapOrder,
  swapTrades,
  swapTrigger,
  text,
  venueWith,
} from '../../../../../test/support/exchanges/gateio/orders.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { OrderRef } from '../../venuePort.ts';
import { gateioDialect } from './dialect.ts';

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
