import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/okx.ts';

const algo = '/api/v5/trade/order-algo';
const order = 'GET /api/v5/trade/order';
const cancelling = 'POST /api/v5/trade/cancel-algos';
const pending = 'GET /api/v5/trade/orders-algo-pending';
const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', sz: '100' };
const stop = { ...swap, ordType: 'conditional', slTriggerPx: '110', slOrdPx: '-1' };
const stopLimit = { ...stop, slOrdPx: '112' };
const trailing = { ...swap, ordType: 'move_order_stop', callbackRatio: '0.02' };
const spot = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', sz: '1', tgtCcy: 'base_ccy' };
const pair = {
  ...spot,
  ordType: 'oco',
  slTriggerPx: '110',
  slOrdPx: '-1',
  tpTriggerPx: '95',
  tpOrdPx: '95',
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function placed(fields: object): Promise<string> {
  return (await bench.one(`POST ${algo}`, { ...fields })).algoId;
}

const found = (algoId: string) => bench.one(`GET ${algo}`, { algoId });
const childOf = ({ instId, ordId }: { instId: string; ordId: string }) =>
  bench.one(order, { instId, ordId });
const at = String(startedAt);

describe('an algo order', () => {
  it('waits in a list of its own', async () => {
    const named = { ...stop, algoClOrdId: 'mine', clOrdId: 'other' };
    const made = await bench.one(`POST ${algo}`, named);
    expect(made).toEqual({
      algoId: expect.stringMatching(/^1752\d{15}$/),
      algoClOrdId: 'mine',
      clOrdId: '',
      sCode: '0',
      sMsg: '',
      tag: '',
    });
    const told = await found(made.algoId);
    expect(told).toMatchObject({
      algoId: made.algoId,
      algoClOrdId: 'mine',
      clOrdId: '',
      ordType: 'conditional',
      instType: 'SWAP',
      instId: swap.instId,
      side: 'buy',
      sz: '100',
      tdMode: 'cross',
      slTriggerPx: '110',
      slTriggerPxType: 'last',
      slOrdPx: '-1',
      tpTriggerPx: '',
      state: 'live',
      ordId: '',
      ordIdList: [],
      actualSide: '',
      triggerTime: '',
      cTime: at,
      uTime: at,
      failCode: '',
      moveTriggerPx: '',
      reduceOnly: 'false',
    });
    expect(await bench.one(`GET ${algo}`, { algoClOrdId: 'mine' })).toEqual(told);
    expect(await bench.ok(pending, { ordType: 'conditional' })).toEqual([told]);
    expect(await bench.ok('GET /api/v5/trade/orders-pending')).toEqual([]);
    const asPlain = { instId: swap.instId, ordId: made.algoId };
    expect((await bench.no(order, asPlain))[1]).toBe('51603');
  });

  it('places an order of its own when its price has come', async () => {
    const algoId = await placed({ ...stop, algoClOrdId: 'mine' });
    bench.show(109, 110);
    expect((await found(algoId)).state).toBe('live');
    bench.pass(1_000);
    bench.show(110, 111);
    const told = await found(algoId);
    const later = String(startedAt + 1_000);
    expect(told).toMatchObject({
      state: 'effective',
      triggerTime: later,
      uTime: later,
      actualSide: 'sl',
      actualSz: '100',
      ordIdList: [told.ordId],
    });
    expect(told.ordId).not.toBe(algoId);
    const child = await childOf(told);
    expect(child).toMatchObject({
      clOrdId: '',
      algoId,
      algoClOrdId: 'mine',
      ordType: 'market',
      state: 'filled',
      avgPx: '111',
      accFillSz: '100',
      cTime: later,
    });
    const trades = await bench.ok('GET /api/v5/trade/fills');
    expect(trades).toMatchObject([{ ordId: told.ordId, clOrdId: '', fillPx: '111' }]);
    expect(await bench.ok(pending, { ordType: 'conditional' })).toEqual([]);
  });

  it('with a limit rests at it from then on, and is cancelled as what it placed', async () => {
    const algoId = await placed(stopLimit);
    bench.show(110, 113);
    const told = await found(algoId);
    const child = await childOf(told);
    expect(child).toMatchObject({ ordType: 'limit', px: '112', state: 'live' });
    expect(await bench.ok('GET /api/v5/trade/orders-pending')).toEqual([child]);
    const { instId } = swap;
    expect((await bench.noOrder(cancelling, [{ algoId, instId }]))[0]).toBe('51400');
    await bench.ok('POST /api/v5/trade/cancel-order', { instId, ordId: told.ordId });
    expect(await childOf(told)).toMatchObject({ state: 'canceled', cancelSource: '1' });
    expect((await found(algoId)).state).toBe('effective');
  });

  it.each([
    ['a stop that buys', { side: 'buy', slTriggerPx: '110', slOrdPx: '-1' }, [110, 111]],
    ['a stop that sells', { side: 'sell', slTriggerPx: '90', slOrdPx: '-1' }, [89, 90]],
    ['a profit that buys', { side: 'buy', tpTriggerPx: '90', tpOrdPx: '-1' }, [89, 90]],
    ['a profit that sells', { side: 'sell', tpTriggerPx: '110', tpOrdPx: '-1' }, [110, 111]],
  ] as const)('%s goes off on its side', async (_, legs, [bid, ask]) => {
    const algoId = await placed({ ...swap, ordType: 'conditional', ...legs });
    bench.show(201 - ask, 201 - bid);
    expect((await found(algoId)).state).toBe('live');
    bench.show(bid, ask);
    const told = await found(algoId);
    const actualSide = 'slTriggerPx' in legs ? 'sl' : 'tp';
    expect(told).toMatchObject({ state: 'effective', actualSide });
  });

  it('comes along with the market when it trails', async () => {
    const algoId = await placed(trailing);
    expect(await found(algoId)).toMatchObject({
      ordType: 'move_order_stop',
      callbackRatio: '0.02',
      moveTriggerPx: '102.6',
    });
    bench.show(94, 95);
    expect((await found(algoId)).moveTriggerPx).toBe('96.4');
    bench.show(97, 97.5);
    expect(await found(algoId)).toMatchObject({ state: 'effective', actualSide: '' });
  });

  it('fails when there is not the money for what it would place', async () => {
    const algoId = await placed({ ...stop, ...spot, sz: '800' });
    bench.show(200, 201, 1_000);
    const told = await found(algoId);
    expect(told).toMatchObject({ state: 'order_failed', failCode: '51008', ordIdList: [] });
    expect(await bench.ok(pending, { ordType: 'conditional' })).toEqual([]);
  });
});

describe('a pair', () => {
  it('is one order, whose limit leg fills at its price', async () => {
    const algoId = await placed({ ...pair, algoClOrdId: 'mine' });
    expect(await found(algoId)).toMatchObject({
      ordType: 'oco',
      state: 'live',
      slTriggerPx: '110',
      tpTriggerPx: '95',
      sz: '1',
    });
    expect(await bench.ok(pending, { ordType: 'oco' })).toHaveLength(1);
    expect(await bench.ok('GET /api/v5/trade/orders-pending')).toEqual([]);
    bench.show(93, 94);
    const told = await found(algoId);
    expect(told).toMatchObject({ state: 'effective', actualSide: 'tp', actualPx: '95' });
    expect(told.ordIdList).toHaveLength(1);
    expect(await childOf(told)).toMatchObject({
      state: 'filled',
      avgPx: '95',
      algoId,
      algoClOrdId: 'mine',
      clOrdId: '',
    });
  });

  it('fills by its stop leg instead, and then nothing is left of it', async () => {
    const algoId = await placed({ ...pair, algoClOrdId: 'mine' });
    bench.show(110, 111);
    const told = await found(algoId);
    expect(told).toMatchObject({ state: 'effective', actualSide: 'sl' });
    expect(await childOf(told)).toMatchObject({
      ordType: 'market',
      avgPx: '111',
      algoId,
      algoClOrdId: 'mine',
    });
    bench.show(93, 94);
    expect((await found(algoId)).ordIdList).toHaveLength(1);
    expect(bench.simulator.accepted('okx')).toBe(1);
  });

  it('is cancelled as a whole', async () => {
    const algoId = await placed(pair);
    await bench.ok(cancelling, [{ algoId, instId: 'BTC-USDT' }]);
    expect((await found(algoId)).state).toBe('canceled');
    bench.show(93, 94);
    bench.show(110, 111);
    expect((await found(algoId)).ordIdList).toEqual([]);
    const [usdt] = (await bench.one('GET /api/v5/account/balance', { ccy: 'USDT' })).details;
    expect(usdt).toMatchObject({ cashBal: '100000', frozenBal: '0' });
  });
});

describe('a refusal', () => {
  const unknown = (what: string) => [501, '-1', `The simulator does not know ${what}`];
  it.each([
    [{ slOrdPx: undefined }, [400, '50014', 'Parameter slOrdPx can not be empty.']],
    [{ slTriggerPx: undefined }, [400, '50014', 'Parameter slTriggerPx can not be empty.']],
    [{ ordType: undefined }, [400, '50014', 'Parameter ordType can not be empty.']],
    [
      { slTriggerPx: '', slOrdPx: '' },
      [400, '50015', 'Either parameter tpTriggerPx or slTriggerPx is required.'],
    ],
    [{ ordType: 'oco' }, [400, '50014', 'Parameter tpTriggerPx can not be empty.']],
    [{ ordType: 'trigger' }, unknown('ordType trigger')],
    [{ tpTriggerPx: '90', tpOrdPx: '-1' }, unknown('ordType conditional with both legs')],
    [{ ...pair, tpOrdPx: '94' }, unknown('pairs with a tpOrdPx other than their tpTriggerPx')],
    [{ ...pair, tgtCcy: '' }, unknown('algo orders for an amount of the quote')],
    [{ ...stop, ...spot, tgtCcy: undefined }, unknown('algo orders for an amount of the quote')],
    [{ ...trailing, activePx: '99' }, unknown('activePx')],
    [
      { ...trailing, callbackRatio: '' },
      [400, '50014', 'Parameter callbackRatio can not be empty.'],
    ],
  ])('of a request with %j', async (more, answer) => {
    expect(await bench.no(`POST ${algo}`, { ...stop, ...more })).toEqual(answer);
    expect(bench.simulator.accepted('okx')).toBe(0);
  });

  const passed = (leg: string, how: string) =>
    `${leg} trigger price cannot be ${how} than the last price`;
  it.each([
    [{ ordType: 'CONDITIONAL' }, '51000', 'Parameter ordType error'],
    [{ algoClOrdId: 'with-dash' }, '51000', 'Parameter algoClOrdId error'],
    [{ slTriggerPxType: 'best' }, '51000', 'Parameter slTriggerPxType error'],
    [{ slOrdPx: '-2' }, '51000', 'Parameter slOrdPx error'],
    [{ slTriggerPx: '110.05' }, '51000', 'Parameter slTriggerPx error'],
    [{ ...trailing, callbackRatio: '2' }, '51000', 'Parameter callbackRatio error'],
    [{ ...trailing, callbackRatio: '0.0001' }, '51000', 'Parameter callbackRatio error'],
    [{ sz: '0.001' }, '51020', 'Your order should meet or exceed the minimum order amount.'],
    [{ slTriggerPx: '90' }, '51278', passed('SL', 'lower')],
    [{ side: 'sell' }, '51280', passed('SL', 'higher')],
    [
      { slTriggerPx: '', slOrdPx: '', tpTriggerPx: '110', tpOrdPx: '-1' },
      '51277',
      passed('TP', 'higher'),
    ],
    [
      { side: 'sell', slTriggerPx: '', slOrdPx: '', tpTriggerPx: '90', tpOrdPx: '-1' },
      ...(['51279', passed('TP', 'lower')] as const),
    ],
    [{ ...pair, tpTriggerPx: '105', tpOrdPx: '105' }, '51277', passed('TP', 'higher')],
    [{ ...pair, slTriggerPx: '99', tpTriggerPx: '95' }, '51278', passed('SL', 'lower')],
    [{ reduceOnly: true }, '51169', expect.stringContaining("don't have any positions")],
    [{ sz: '9000000' }, '51008', 'Order failed. Insufficient USDT margin in account'],
  ])('of an order with %j', async (more, code, text) => {
    expect(await bench.noOrder(`POST ${algo}`, { ...stop, ...more })).toEqual([code, text]);
    expect(bench.simulator.accepted('okx')).toBe(0);
  });

  it('of a client id that was used before', async () => {
    await placed({ ...stop, algoClOrdId: 'mine' });
    const known = await bench.noOrder(`POST ${algo}`, { ...stop, algoClOrdId: 'mine' });
    expect(known).toEqual(['51065', 'algoClOrdId already exists.']);
    expect(bench.simulator.accepted('okx')).toBe(1);
  });
});

describe('a cancel', () => {
  it('ends what waits, of which it names up to ten', async () => {
    const { instId } = swap;
    const ids = [await placed(stop), await placed(trailing)];
    const done = await bench.ok(
      cancelling,
      ids.map((algoId) => ({ algoId, instId })),
    );
    expect(done).toMatchObject([{ algoId: ids[0], sCode: '0' }, { algoId: ids[1] }]);
    for (const algoId of ids) expect((await found(algoId)).state).toBe('canceled');
    const many = Array.from({ length: 11 }, () => ({ algoId: ids[0], instId }));
    expect((await bench.no(cancelling, many))[1]).toBe('50025');
    expect((await bench.noOrder(cancelling, [{ algoId: ids[0], instId }]))[0]).toBe('51400');
    expect((await bench.noOrder(cancelling, [{ algoId: '1', instId }]))[0]).toBe('51400');
    expect((await bench.no(cancelling, [{ algoId: ids[0] }]))[1]).toBe('50014');
    expect((await bench.no(cancelling, [{ instId }]))[1]).toBe('50015');
  });
});

describe('the list of what waits', () => {
  it('is asked for by type, and begins with the newest', async () => {
    const first = await placed(stop);
    const second = await placed(stopLimit);
    const third = await placed(pair);
    const list = async (fields: Readonly<Record<string, string>>) =>
      (await bench.ok(pending, fields)).map(({ algoId }: { algoId: string }) => algoId);
    expect(await list({ ordType: 'conditional' })).toEqual([second, first]);
    expect(await list({ ordType: 'conditional,oco' })).toEqual([third, second, first]);
    expect(await list({ ordType: 'move_order_stop' })).toEqual([]);
    expect(await list({ ordType: 'conditional', after: second })).toEqual([first]);
    expect(await list({ ordType: 'conditional', algoId: first })).toEqual([first]);
    expect(await list({ ordType: 'oco', instType: 'SWAP' })).toEqual([]);
    expect((await bench.no(pending, {}))[1]).toBe('50014');
    expect((await bench.no(`GET ${algo}`, { algoId: '1' }))[1]).toBe('51603');
    expect((await bench.no(`GET ${algo}`, {}))[1]).toBe('50015');
  });
});
