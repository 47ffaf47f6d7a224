import { describe, expect, it } from 'vitest';
import { nowMs } from '../../../../../test/support/exchanges/gateio/client.ts';
import {
  clientId,
  lookUp,
  refTo,
  spotOrder,
  spotTrigger,
  swapOrder,
  swapTrigger,
} from '../../../../../test/support/exchanges/gateio/orders.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';

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
