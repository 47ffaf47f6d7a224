import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  type Fields,
  openBench,
  root,
  startedText,
} from '../../test/support/krakenfutures.ts';

const sendorder = `POST ${root}/sendorder`;
const cancelorder = `POST ${root}/cancelorder`;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const buy = { symbol: 'PF_XBTUSD', side: 'buy', size: '1' };
const limit = { ...buy, orderType: 'lmt', limitPrice: '95' };
const market = { ...buy, orderType: 'mkt' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('an order', () => {
  it('that rests is placed, and told as it was asked for', async () => {
    const { json } = await bench.call(sendorder, { ...limit, cliOrdId: 'mine', reduceOnly: false });
    expect(json).toEqual({
      result: 'success',
      serverTime: startedText,
      sendStatus: {
        cliOrdId: 'mine',
        receivedTime: startedText,
        status: 'placed',
        order_id: expect.stringMatching(uuid),
        orderEvents: [
          {
            type: 'PLACE',
            order: {
              orderId: json.sendStatus.order_id,
              cliOrdId: 'mine',
              type: 'lmt',
              symbol: 'PF_XBTUSD',
              side: 'buy',
              quantity: 1,
              filled: 0,
              limitPrice: 95,
              reduceOnly: false,
              timestamp: startedText,
              lastUpdateTimestamp: startedText,
            },
            reducedQuantity: null,
          },
        ],
      },
    });
    expect(bench.simulator.accepted('krakenfutures')).toBe(1);
  });

  it('that takes is placed, with an execution for each trade', async () => {
    bench.simulator.show('krakenfutures', 'BTC/USD:USD', {
      bids: [[100, 4]],
      asks: [
        [101, 4],
        [102, 4],
      ],
    });
    const { status, orderEvents, order_id } = await bench.order({ ...market, size: '5' });
    expect(status).toBe('placed');
    const prior = { orderId: order_id, cliOrdId: null, type: 'ioc', limitPrice: 102 };
    expect(orderEvents).toEqual([
      {
        type: 'EXECUTION',
        executionId: expect.stringMatching(uuid),
        price: 101,
        amount: 4,
        orderPriorEdit: null,
        takerReducedQuantity: null,
        orderPriorExecution: expect.objectContaining({ ...prior, quantity: 5, filled: 0 }),
      },
      expect.objectContaining({
        type: 'EXECUTION',
        price: 102,
        amount: 1,
        // Its open quantity at that moment.
        orderPriorExecution: expect.objectContaining({ ...prior, quantity: 1, filled: 4 }),
      }),
    ]);
  });

  it('that takes in part rests with what is left', async () => {
    const { orderEvents } = await bench.order({ ...limit, limitPrice: '101', size: '6' });
    expect(orderEvents).toMatchObject([
      { type: 'EXECUTION', amount: 4 },
      { type: 'PLACE', order: { quantity: 2, filled: 4 } },
    ]);
  });

  it('at the market goes no farther than one percent', async () => {
    bench.simulator.show('krakenfutures', 'BTC/USD:USD', {
      bids: [[100, 4]],
      asks: [
        [101, 1],
        [103, 4],
      ],
    });
    const { orderEvents } = await bench.order({ ...market, size: '5' });
    expect(orderEvents).toMatchObject([{ price: 101, amount: 1 }]);
    const { openOrders } = await bench.ok(`GET ${root}/openorders`);
    expect(openOrders).toEqual([]);
  });

  it.each(['lmt', 'ioc', 'fok'])('is told by its type: %s', async (orderType) => {
    const { orderEvents } = await bench.order({ ...limit, orderType, limitPrice: '101' });
    expect(orderEvents).toMatchObject([{ orderPriorExecution: { type: orderType } }]);
  });

  it('reads its product in letters of any size', async () => {
    expect((await bench.order({ ...limit, symbol: 'pf_xbtusd' })).status).toBe('placed');
    expect((await bench.order({ ...limit, symbol: 'PI_XBTUSD' })).status).toBe('placed');
  });
});

describe('an order is not placed', () => {
  const refusals: readonly [string, Fields, string?][] = [
    ['postWouldExecute', { ...limit, orderType: 'post', limitPrice: '101' }, 'POST_WOULD_EXECUTE'],
    ['iocWouldNotExecute', { ...limit, orderType: 'ioc' }, 'IOC_WOULD_NOT_EXECUTE'],
    [
      'iocWouldNotExecute',
      { ...limit, orderType: 'fok', limitPrice: '101', size: '5' },
      'IOC_WOULD_NOT_EXECUTE',
    ],
    ['wouldNotReducePosition', { ...market, reduceOnly: true }, 'WOULD_NOT_REDUCE_POSITION'],
    ['wouldNotReducePosition', { ...limit, reduceOnly: true }, 'WOULD_NOT_REDUCE_POSITION'],
    ['insufficientAvailableFunds', { ...limit, size: '100000' }],
    ['invalidSize', { ...limit, size: '0.00001' }],
    ['invalidSize', { ...limit, size: '0' }],
    ['invalidPrice', { ...limit, limitPrice: '95.3' }],
    ['invalidPrice', { ...buy, orderType: 'stp', stopPrice: '110.1' }],
    ['clientOrderIdTooBig', { ...limit, cliOrdId: 'x'.repeat(101) }],
    ['wouldProcessAfterSpecifiedTime', { ...limit, processBefore: '2027-01-15T07:59:59.999Z' }],
  ];

  it.each(refusals)('%s: %j', async (status, fields, reason) => {
    const told = await bench.order(fields);
    expect(told.status).toBe(status);
    expect(bench.simulator.accepted('krakenfutures')).toBe(0);
    if (reason === undefined) expect(told.orderEvents).toEqual([]);
    else expect(told.orderEvents).toMatchObject([{ type: 'REJECT', uid: told.order_id, reason }]);
  });

  it('where nothing is there to take', async () => {
    bench.simulator.show('krakenfutures', 'BTC/USD:USD', { bids: [[100, 4]], asks: [] });
    expect((await bench.order(market)).status).toBe('iocWouldNotExecute');
    const ioc = { ...limit, orderType: 'ioc', limitPrice: '200' };
    expect((await bench.order(ioc)).status).toBe('iocWouldNotExecute');
  });

  it('beyond two hundred that are open', async () => {
    for (let count = 0; count < 200; count += 1) await bench.order({ ...limit, size: '0.001' });
    expect((await bench.order({ ...limit, size: '0.001' })).status).toBe('tooManyOrders');
  });

  it('under a client id that was used before, also by an order that ended', async () => {
    const mine = { ...market, cliOrdId: 'mine' };
    expect((await bench.order(mine)).status).toBe('placed');
    expect((await bench.order(mine)).status).toBe('clientOrderIdAlreadyExist');
    expect((await bench.order({ ...mine, cliOrdId: 'other' })).status).toBe('placed');
  });

  it('until its time has come, and not after', async () => {
    const timed = { ...limit, processBefore: '2027-01-15T08:00:05.000Z' };
    bench.pass(5_000);
    expect((await bench.order(timed)).status).toBe('placed');
    bench.pass(1);
    expect((await bench.order(timed)).status).toBe('wouldProcessAfterSpecifiedTime');
  });
});

describe('a sending is refused as a request', () => {
  const { orderType: _, ...typeless } = limit;
  const invalid = (name: string) => [200, `invalidArgument: ${name}`];
  const missing = [200, 'requiredArgumentMissing'];
  const badType = [400, [{ code: 11, message: 'invalid order type' }]];
  it.each([
    [typeless, missing],
    [{ ...buy, orderType: 'lmt' }, missing],
    [{ ...buy, orderType: 'stp' }, missing],
    [{ ...limit, symbol: '' }, missing],
    [{ ...limit, side: '' }, missing],
    [{ ...limit, size: '' }, missing],
    [{ ...limit, side: 'Buy' }, invalid('side')],
    [{ ...limit, size: '-1' }, invalid('size')],
    [{ ...limit, limitPrice: 'x' }, invalid('limitPrice')],
    [{ ...limit, reduceOnly: 'yes' }, invalid('reduceOnly')],
    [{ ...limit, processBefore: 'soon' }, invalid('processBefore')],
    [{ ...buy, orderType: 'stp', stopPrice: '110', triggerSignal: 'x' }, invalid('triggerSignal')],
    [{ ...limit, symbol: 'PF_XXXUSD' }, [200, 'contractNotFound']],
    [{ ...limit, orderType: 'IOC' }, badType],
    [{ ...limit, orderType: 'limit' }, badType],
    [{ ...limit, orderType: 'trailing_stop' }, [501, 'The simulator does not know trailing_stop']],
  ] as const)('%j', async (fields, wanted) => {
    expect(await bench.no(sendorder, fields)).toEqual(wanted);
    expect(bench.simulator.accepted('krakenfutures')).toBe(0);
  });
});

describe('a cancel', () => {
  const cancel = async (fields: Fields) => (await bench.ok(cancelorder, fields)).cancelStatus;

  it('ends an order by either of its ids, once', async () => {
    const { order_id } = await bench.order({ ...limit, cliOrdId: 'mine' });
    expect(await cancel({ cliOrdId: 'mine' })).toMatchObject({
      status: 'cancelled',
      order_id,
      cliOrdId: 'mine',
      receivedTime: startedText,
      orderEvents: [{ type: 'CANCEL', uid: order_id, order: { orderId: order_id, quantity: 1 } }],
    });
    expect(await cancel({ cliOrdId: 'mine' })).toEqual({
      status: 'notFound',
      receivedTime: startedText,
    });
    const other = await bench.order(limit);
    expect((await cancel({ order_id: other.order_id, cliOrdId: 'mine' })).status).toBe('notFound');
    expect((await cancel({ order_id: other.order_id })).status).toBe('cancelled');
    expect((await cancel({ order_id: 'x' })).status).toBe('notFound');
    expect(await bench.no(cancelorder)).toEqual([200, 'requiredArgumentMissing']);
  });

  it('of an order that filled says so for five seconds', async () => {
    await bench.order({ ...market, cliOrdId: 'mine' });
    bench.pass(5_000);
    expect((await cancel({ cliOrdId: 'mine' })).status).toBe('filled');
    bench.pass(1);
    expect((await cancel({ cliOrdId: 'mine' })).status).toBe('notFound');
  });
});

describe('an error that was planned', () => {
  const answerOf = async (code: number | string, fields: object = {}, endpoint = sendorder) => {
    const how = { kind: 'exchangeError', code, ...fields } as const;
    bench.simulator.fail('krakenfutures', { match: () => true, times: 1, when: 'before', how });
    const { status, json } = await bench.call(endpoint, limit);
    return [status, json.sendStatus?.status ?? json.error ?? json.errors];
  };

  it('comes in the shape that it has', async () => {
    const duplicate = 'clientOrderIdAlreadyExist';
    expect(await answerOf(duplicate)).toEqual([200, duplicate]);
    expect(await answerOf('Server Error')).toEqual([200, 'Server Error']);
    expect(await answerOf('apiLimitExceeded', { status: 429 })).toEqual([429, 'apiLimitExceeded']);
    const margin = { message: 'INSUFFICIENT_MARGIN' };
    expect(await answerOf(92, margin)).toEqual([500, [{ code: 92, ...margin }]]);
    // It is not the id of an order.
    expect(await answerOf(duplicate, {}, cancelorder)).toEqual([200, duplicate]);
  });
});
