import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bench,
  cloid,
  ethOrder,
  openBench,
  startedAt,
  tif,
  trigger,
  user,
} from '../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const statusOf = (oid: unknown) => bench.info({ type: 'orderStatus', user, oid });
const openOrders = () => bench.info({ type: 'frontendOpenOrders', user });
const asset = 'asset=1';

/** Sends one order; returns its status. */
async function sent(changes: Parameters<typeof ethOrder>[0]) {
  const [status] = await bench.order(ethOrder(changes));
  return status;
}

describe('an order', () => {
  it('rests, and is told as it was sent', async () => {
    const { resting } = await sent({ p: '95.5', s: '1.25', c: cloid });
    expect(resting).toEqual({ oid: expect.any(Number), cloid });
    const order = {
      coin: 'ETH',
      side: 'B',
      limitPx: '95.5',
      sz: '1.25',
      oid: resting.oid,
      timestamp: startedAt,
      triggerCondition: 'N/A',
      isTrigger: false,
      triggerPx: '0.0',
      children: [],
      isPositionTpsl: false,
      reduceOnly: false,
      orderType: 'Limit',
      origSz: '1.25',
      tif: 'Gtc',
      cloid,
    };
    const entry = { order, status: 'open', statusTimestamp: startedAt };
    expect(await statusOf(cloid)).toEqual({ status: 'order', order: entry });
    expect(await statusOf(resting.oid)).toEqual({ status: 'order', order: entry });
    expect(await openOrders()).toEqual([order]);
    expect(await bench.info({ type: 'openOrders', user })).toEqual([
      {
        coin: 'ETH',
        side: 'B',
        limitPx: '95.5',
        sz: '1.25',
        oid: resting.oid,
        timestamp: startedAt,
        origSz: '1.25',
        cloid,
      },
    ]);
  });

  it('fills at once, and says at which average', async () => {
    const { filled } = await sent({ b: false, p: '99', s: '4' });
    expect(filled).toEqual({ oid: expect.any(Number), totalSz: '4.0', avgPx: '100.0' });
    const { order } = await statusOf(filled.oid);
    expect(order).toMatchObject({
      status: 'filled',
      order: { sz: '0.0', origSz: '4.0', side: 'A' },
    });
  });

  it('that has filled in part is listed with what is left, and looked up as it was', async () => {
    const { resting } = await sent({ p: '101', s: '6' });
    const [open] = await openOrders();
    expect([open.sz, open.origSz]).toEqual(['2.0', '6.0']);
    const { order } = await statusOf(resting.oid);
    expect([order.status, order.order.sz]).toEqual(['open', '6.0']);
  });

  it('that takes at once ends with what it left', async () => {
    const { filled } = await sent({ p: '101', s: '6', t: tif('Ioc') });
    expect(filled).toMatchObject({ totalSz: '4.0', avgPx: '101.0' });
    const { order } = await statusOf(filled.oid);
    expect([order.status, order.order.sz, order.order.tif]).toEqual(['filled', '2.0', 'Ioc']);
    expect(await openOrders()).toEqual([]);
  });

  it.each([
    [
      'finds nothing',
      { p: '100', t: tif('Ioc') },
      'Order could not immediately match against any resting orders.',
      'iocCancelRejected',
    ],
    [
      'would take',
      { p: '101', t: tif('Alo') },
      'Post only order would have immediately matched, bbo was 100.0@101.0.',
      'badAloPxRejected',
    ],
    [
      'would be set off at once',
      { p: '105', t: trigger('sl', '100') },
      'Invalid TP/SL price.',
      'badTriggerPxRejected',
    ],
    [
      'has nothing to reduce',
      { p: '101', r: true },
      'Reduce only order would increase position.',
      'reduceOnlyRejected',
    ],
    [
      'has too little margin',
      { p: '95', s: '10000' },
      'Insufficient margin to place order.',
      'perpMarginRejected',
    ],
  ])('that %s is refused, and kept with its reason', async (_, changes, text, status) => {
    expect(await sent({ ...changes, c: cloid })).toEqual({ error: `${text} ${asset}` });
    expect((await statusOf(cloid)).order.status).toBe(status);
    expect(await openOrders()).toEqual([]);
  });

  it.each([
    [{ s: '0' }, 'Order has zero size.'],
    [{ s: '1.00001' }, 'Order has invalid size.'],
    [{ p: '100.123' }, 'Order has invalid price.'],
    [{ p: '0' }, 'Order has invalid price.'],
    [{ p: '9.999' }, 'Price must be divisible by tick size.'],
    [{ p: '95', t: trigger('sl', '123456.5') }, 'Order has invalid price.'],
    [{ p: '95', s: '0.1' }, 'Order must have minimum value of $10.'],
  ])('with numbers %j is refused, and not kept', async (changes, text) => {
    expect(await sent({ ...changes, c: cloid })).toEqual({ error: `${text} ${asset}` });
    expect(await statusOf(cloid)).toEqual({ status: 'unknownOid' });
  });

  it('may have a whole price of more digits', async () => {
    expect(await sent({ b: false, p: '123456' })).toMatchObject({ resting: {} });
  });

  it('names a market that there is', async () => {
    const orders = [ethOrder(), ethOrder({ a: 2 })];
    const answer = await bench.act({ type: 'order', orders, grouping: 'na' });
    expect(answer).toEqual({ status: 'err', response: 'Asset 2 does not exist.' });
    expect(bench.simulator.accepted('hyperliquid')).toBe(0);
  });

  it('has a client id that no open one has', async () => {
    await sent({ c: cloid });
    expect(await sent({ c: cloid })).toEqual({ error: `Duplicate cloid. ${asset}` });
    await bench.act({ type: 'cancelByCloid', cancels: [{ asset: 1, cloid }] });
    expect(await sent({ c: cloid })).toMatchObject({ resting: { cloid } });
  });

  it('is one of several, each with its own answer', async () => {
    const answers = await bench.order(ethOrder(), ethOrder({ s: '0' }), ethOrder({ p: '101' }));
    expect(answers).toMatchObject([{ resting: {} }, { error: expect.any(String) }, { filled: {} }]);
  });
});

describe('an order that sleeps', () => {
  it.each([
    ['sl', true, '110', '115', 'Stop Market', 'Price above 110.0', [110, 111]],
    ['sl', false, '90', '88', 'Stop Limit', 'Price below 90.0', [89, 90]],
    ['tp', true, '90', '94', 'Take Profit Market', 'Price below 90.0', [89, 90]],
    ['tp', false, '110', '108', 'Take Profit Limit', 'Price above 110.0', [110, 111]],
  ] as const)('of the kind %s at market %s is set off', async (...row) => {
    const [tpsl, isMarket, stop, p, orderType, triggerCondition, [bid, ask]] = row;
    const isAbove = triggerCondition.includes('above');
    const b = (tpsl === 'sl') === isAbove;
    const { resting } = await sent({ b, p, t: trigger(tpsl, stop, isMarket) });
    const [open] = await openOrders();
    const triggerPx = `${stop}.0`;
    const told = { orderType, triggerCondition, isTrigger: true, triggerPx, tif: null };
    expect(open).toMatchObject({ ...told, sz: '1.0', limitPx: `${p}.0` });
    bench.show(99, 100);
    expect((await statusOf(resting.oid)).order.status).toBe('open');
    bench.show(bid, ask);
    const { order } = await statusOf(resting.oid);
    expect(order).toMatchObject({ status: 'filled', order: { ...told, sz: '0.0' } });
  });

  it('rests at its limit once it was set off, under its own id', async () => {
    const { resting } = await sent({ p: '112', t: trigger('sl', '110', false) });
    bench.pass(5);
    bench.show(110, 113);
    const { order } = await statusOf(resting.oid);
    expect([order.status, order.statusTimestamp]).toEqual(['triggered', startedAt + 5]);
    expect(await openOrders()).toMatchObject([{ oid: resting.oid, sz: '1.0' }]);
    bench.show(108, 109);
    expect((await statusOf(resting.oid)).order.status).toBe('filled');
  });

  it('at market ends with what it left, or finds nothing within its bound', async () => {
    const { resting } = await sent({ p: '115', t: trigger('sl', '110') });
    bench.show(110, 111, 0.4);
    const { order } = await statusOf(resting.oid);
    expect([order.status, order.order.sz]).toEqual(['filled', '0.6']);
    const far = await sent({ p: '126', t: trigger('sl', '120') });
    bench.show(121, 130);
    const ended = (await statusOf(far.resting.oid)).order;
    expect([ended.status, ended.order.sz]).toEqual(['marketOrderNoLiquidityRejected', '1.0']);
  });
});

describe('an order that reduces', () => {
  const selling = { b: false, r: true };

  it('is cut to the position, and told as it was asked for', async () => {
    await sent({ p: '101', s: '2' });
    const { filled } = await sent({ ...selling, p: '99', s: '3', t: tif('Ioc') });
    expect(filled.totalSz).toBe('2.0');
    const { order } = await statusOf(filled.oid);
    expect([order.status, order.order.sz, order.order.origSz]).toEqual(['filled', '1.0', '3.0']);
    expect(order.order.reduceOnly).toBe(true);
  });

  it('ends with its position', async () => {
    await sent({ p: '101', s: '2' });
    const whole = await sent({ ...selling, p: '105', s: '1' });
    const cut = await sent({ ...selling, p: '104', s: '2' });
    await sent({ ...selling, p: '99', s: '1.5' });
    bench.show(104, 106);
    const { order } = await statusOf(cut.resting.oid);
    expect([order.status, order.order.sz]).toEqual(['reduceOnlyCanceled', '1.5']);
    const gone = (await statusOf(whole.resting.oid)).order;
    expect([gone.status, gone.order.sz]).toEqual(['reduceOnlyCanceled', '1.0']);
  });
});

describe('a cancel', () => {
  const gone = { error: `Order was never placed, already canceled, or filled. ${asset}` };
  const cancel = async (action: {
    type: string;
    cancels: { [name: string]: string | number }[];
  }) => {
    const { status, response } = await bench.act(action);
    expect([status, response.type]).toEqual(['ok', 'cancel']);
    return response.data.statuses;
  };

  it('ends an order by its id or by its client id, once', async () => {
    const { resting } = await sent({});
    await sent({ c: cloid });
    const byId = { type: 'cancel', cancels: [{ a: 1, o: resting.oid }] };
    const byCloid = { type: 'cancelByCloid', cancels: [{ asset: 1, cloid }] };
    bench.pass(7);
    expect(await cancel(byId)).toEqual(['success']);
    expect(await cancel(byCloid)).toEqual(['success']);
    expect(await cancel(byId)).toEqual([gone]);
    expect(await cancel(byCloid)).toEqual([gone]);
    const { order } = await statusOf(cloid);
    expect([order.status, order.statusTimestamp]).toEqual(['canceled', startedAt + 7]);
    const history = await bench.info({ type: 'historicalOrders', user });
    expect(history.map(({ status }: { status: string }) => status)).toEqual([
      'canceled',
      'canceled',
    ]);
    expect(history[0].order.cloid).toBe(cloid);
  });

  it('names the market of the order', async () => {
    const { resting } = await sent({});
    const other = await cancel({ type: 'cancel', cancels: [{ a: 0, o: resting.oid }] });
    expect(other).toEqual([{ error: gone.error.replace('=1', '=0') }]);
    expect(await openOrders()).toHaveLength(1);
  });
});
