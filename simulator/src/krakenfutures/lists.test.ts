import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  openBench,
  root,
  startedAt,
  startedText,
} from '../../test/support/krakenfutures.ts';

const statuses = `GET ${root}/orders/status`;
const fillList = `GET ${root}/fills`;
const buy = { symbol: 'PF_XBTUSD', side: 'buy', size: '1' };
const limit = { ...buy, orderType: 'lmt', limitPrice: '95' };
const market = { ...buy, orderType: 'mkt' };
const stop = { ...buy, orderType: 'stp', stopPrice: '110', triggerSignal: 'mark' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const open = async () => (await bench.ok(`GET ${root}/openorders`)).openOrders;
const statusOf = async (cliOrdIds: string) => (await bench.ok(statuses, { cliOrdIds })).orders;
const fillsOf = async (fields = {}) => (await bench.ok(fillList, fields)).fills;

describe('open orders', () => {
  it('rest or sleep, and tell their size in two parts', async () => {
    const { order_id } = await bench.order({ ...limit, limitPrice: '101', size: '6' });
    await bench.order({ ...stop, cliOrdId: 'mine' });
    const profit = { ...stop, orderType: 'take_profit', stopPrice: '90', limitPrice: '91' };
    await bench.order({ ...profit, triggerSignal: 'last' });
    const common = {
      symbol: 'PF_XBTUSD',
      side: 'buy',
      reduceOnly: false,
      receivedTime: startedText,
      lastUpdateTime: startedText,
    };
    const untouched = { ...common, status: 'untouched', filledSize: 0, unfilledSize: 1 };
    expect(await open()).toEqual([
      {
        ...common,
        order_id,
        orderType: 'lmt',
        limitPrice: 101,
        status: 'partiallyFilled',
        filledSize: 4,
        unfilledSize: 2,
      },
      {
        ...untouched,
        order_id: expect.any(String),
        cliOrdId: 'mine',
        orderType: 'stop',
        stopPrice: 110,
        triggerSignal: 'mark',
      },
      {
        ...untouched,
        order_id: expect.any(String),
        orderType: 'take_profit',
        stopPrice: 90,
        limitPrice: 91,
        triggerSignal: 'last',
      },
    ]);
  });
});

describe('the status of an order', () => {
  it('is told by either id, over GET and POST, and counts what is left of it', async () => {
    const taking = { ...limit, limitPrice: '101', size: '6', cliOrdId: 'mine' };
    const { order_id } = await bench.order(taking);
    const told = {
      order: {
        type: 'ORDER',
        orderId: order_id,
        cliOrdId: 'mine',
        symbol: 'PF_XBTUSD',
        side: 'buy',
        quantity: 2,
        filled: 4,
        limitPrice: 101,
        reduceOnly: false,
        timestamp: startedText,
        lastUpdateTimestamp: startedText,
      },
      status: 'ENTERED_BOOK',
      updateReason: 'PARTIAL_FILL',
      error: null,
    };
    expect(await statusOf('mine')).toEqual([told]);
    const asked = { orderIds: order_id };
    expect((await bench.ok(`POST ${root}/orders/status`, asked)).orders).toEqual([told]);
    expect(await statusOf('other')).toEqual([]);
    expect(await bench.no(statuses)).toEqual([200, 'requiredArgumentMissing']);
  });

  it('is told for five seconds after its end', async () => {
    await bench.order({ ...market, cliOrdId: 'mine' });
    bench.pass(5_000);
    expect(await statusOf('mine')).toMatchObject([
      { order: { quantity: 0, filled: 1 }, status: 'FULLY_EXECUTED', updateReason: 'FULL_FILL' },
    ]);
    bench.pass(1);
    expect(await statusOf('mine')).toEqual([]);
  });

  it('says why it ended', async () => {
    await bench.order({ ...limit, cliOrdId: 'mine' });
    await bench.ok(`POST ${root}/cancelorder`, { cliOrdId: 'mine' });
    expect(await statusOf('mine')).toMatchObject([
      { status: 'CANCELLED', updateReason: 'CANCELLED_BY_USER', error: null },
    ]);
    await bench.order({ ...market, size: '5', cliOrdId: 'thin' });
    expect(await statusOf('thin')).toMatchObject([
      {
        order: { quantity: 1, filled: 4 },
        status: 'CANCELLED',
        updateReason: 'IOC_WOULD_NOT_EXECUTE_REASON',
      },
    ]);
    bench.show(100, 101);
    await bench.order({ ...limit, orderType: 'post', limitPrice: '101', cliOrdId: 'post' });
    expect(await statusOf('post')).toMatchObject([
      {
        order: { cliOrdId: 'post', quantity: 1, filled: 0, limitPrice: 101 },
        status: 'REJECTED',
        updateReason: 'POST_WOULD_EXECUTE_REASON',
        error: 'POST_WOULD_EXECUTE',
      },
    ]);
  });

  it('of an order that meets its own account is a cancel', async () => {
    await bench.order({ ...limit, limitPrice: '100.5' });
    const sell = { ...buy, side: 'sell', orderType: 'lmt', limitPrice: '100.5' };
    await bench.order({ ...sell, cliOrdId: 'mine' });
    expect(await statusOf('mine')).toMatchObject([
      { status: 'CANCELLED', updateReason: 'WOULD_EXECUTE_SELF_REASON' },
    ]);
  });

  it('of a reduce-only order whose position is gone is a cancel', async () => {
    await bench.order(market);
    const close = { ...buy, side: 'sell', reduceOnly: true };
    await bench.order({ ...close, orderType: 'lmt', limitPrice: '120', cliOrdId: 'mine' });
    await bench.order({ ...close, orderType: 'mkt' });
    expect(await statusOf('mine')).toMatchObject([
      { status: 'CANCELLED', updateReason: 'WOULD_NOT_REDUCE_POSITION' },
    ]);
  });
});

describe('an order that sleeps', () => {
  const options = (price: number, side: string, signal: string) => ({
    triggerPrice: price,
    triggerSide: side,
    triggerSignal: signal,
  });

  it.each([
    ['buy', 'stp', '110', options(110, 'TRIGGER_ABOVE', 'MARK_PRICE')],
    ['sell', 'stp', '90', options(90, 'TRIGGER_BELOW', 'MARK_PRICE')],
    ['buy', 'take_profit', '90', options(90, 'TRIGGER_BELOW', 'MARK_PRICE')],
    ['sell', 'take_profit', '110', options(110, 'TRIGGER_ABOVE', 'MARK_PRICE')],
  ])('to %s by %s at %s goes off on its side', async (side, orderType, stopPrice, wanted) => {
    const { order_id, orderEvents } = await bench.order({
      ...stop,
      side,
      orderType,
      stopPrice,
      cliOrdId: 'mine',
    });
    expect(orderEvents).toEqual([
      {
        type: 'PLACE',
        orderTrigger: {
          uid: order_id,
          clientId: 'mine',
          type: 'ioc',
          symbol: 'PF_XBTUSD',
          side,
          quantity: 1,
          limitPrice: null,
          triggerPrice: Number(stopPrice),
          triggerSide: wanted.triggerSide.toLowerCase(),
          triggerSignal: 'mark_price',
          reduceOnly: false,
          timestamp: startedText,
          lastUpdateTimestamp: startedText,
        },
      },
    ]);
    const [told] = await statusOf('mine');
    expect(told).toMatchObject({
      order: {
        type: 'TRIGGER_ORDER',
        orderId: order_id,
        quantity: 1,
        filled: 0,
        limitPrice: null,
        priceTriggerOptions: wanted,
        triggerTime: null,
      },
      status: 'TRIGGER_PLACED',
      updateReason: null,
      error: null,
    });
  });

  it('becomes another order under the same client id', async () => {
    const made = await bench.order({ ...stop, limitPrice: '112', size: '5', cliOrdId: 'mine' });
    bench.pass(1_000);
    bench.show(110, 111);
    const [trigger, order] = await statusOf('mine');
    expect(trigger).toMatchObject({
      order: { orderId: made.order_id, type: 'TRIGGER_ORDER', limitPrice: 112 },
      status: 'CANCELLED',
      updateReason: 'STOP_ORDER_TRIGGERED',
      error: null,
    });
    expect(order).toMatchObject({
      order: { type: 'ORDER', quantity: 1, filled: 4, limitPrice: 112, cliOrdId: 'mine' },
      status: 'ENTERED_BOOK',
      updateReason: 'PARTIAL_FILL',
    });
    expect(order.order.timestamp).toBe('2027-01-15T08:00:01.000Z');
    expect(order.order.orderId).not.toBe(made.order_id);
    const [row] = await open();
    expect(row).toMatchObject({
      order_id: order.order.orderId,
      orderType: 'lmt',
      cliOrdId: 'mine',
    });
    expect(await fillsOf()).toMatchObject([{ order_id: order.order.orderId, cliOrdId: 'mine' }]);
    bench.pass(5_001);
    expect(await statusOf('mine')).toMatchObject([{ order: { type: 'ORDER' } }]);
    const cancel = await bench.ok(`POST ${root}/cancelorder`, { cliOrdId: 'mine' });
    expect(cancel.cancelStatus).toMatchObject({ order_id: order.order.orderId });
  });

  it('goes off at once where its price is there', async () => {
    await bench.order({ ...stop, stopPrice: '90', cliOrdId: 'mine' });
    expect(await statusOf('mine')).toMatchObject([
      { status: 'CANCELLED', updateReason: 'STOP_ORDER_TRIGGERED' },
      { status: 'FULLY_EXECUTED' },
    ]);
  });

  it('is cancelled while it sleeps', async () => {
    await bench.order({ ...stop, cliOrdId: 'mine' });
    const { cancelStatus } = await bench.ok(`POST ${root}/cancelorder`, { cliOrdId: 'mine' });
    expect(cancelStatus.orderEvents).toMatchObject([{ orderTrigger: { triggerPrice: 110 } }]);
    expect(await statusOf('mine')).toMatchObject([
      { status: 'CANCELLED', updateReason: 'CANCELLED_BY_USER' },
    ]);
  });

  it('that cannot be placed then says why', async () => {
    // The first order takes all there is.
    await bench.order({ ...stop, size: '4', cliOrdId: 'all' });
    await bench.order({ ...stop, cliOrdId: 'nothing' });
    bench.show(110, 111);
    expect(await statusOf('all')).toMatchObject([{}, { status: 'FULLY_EXECUTED' }]);
    expect(await statusOf('nothing')).toMatchObject([
      {
        status: 'TRIGGER_ACTIVATION_FAILURE',
        updateReason: 'STOP_ORDER_TRIGGERED',
        error: 'IOC_WOULD_NOT_EXECUTE',
      },
    ]);
    expect(await open()).toEqual([]);
  });
});

describe('fills', () => {
  it('are told newest first, a hundred before a time', async () => {
    bench.show(100, 101, 1_000);
    const { order_id } = await bench.order({ ...market, cliOrdId: 'mine' });
    for (let count = 0; count < 101; count += 1) {
      bench.pass(1);
      await bench.order({ ...market, size: '0.1' });
    }
    const newest = await fillsOf();
    expect(newest).toHaveLength(100);
    expect(newest[0].fillTime).toBe('2027-01-15T08:00:00.101Z');
    const older = await fillsOf({ lastFillTime: newest.at(-1).fillTime });
    expect(older).toEqual([
      expect.objectContaining({ size: 0.1, fillTime: '2027-01-15T08:00:00.001Z' }),
      {
        fill_id: expect.any(String),
        symbol: 'PF_XBTUSD',
        side: 'buy',
        order_id,
        cliOrdId: 'mine',
        size: 1,
        price: 101,
        fillTime: startedText,
        fillType: 'taker',
      },
    ]);
    expect(older[1].fill_id).not.toBe(older[0].fill_id);
    expect(await fillsOf({ lastFillTime: new Date(startedAt).toISOString() })).toEqual([]);
    expect(await bench.no(fillList, { lastFillTime: 'x' })).toEqual([
      200,
      'invalidArgument: lastFillTime',
    ]);
  });

  it('of what rested are those of a maker', async () => {
    await bench.order(limit);
    bench.show(93, 94);
    expect(await fillsOf()).toMatchObject([{ price: 95, fillType: 'maker' }]);
  });
});
