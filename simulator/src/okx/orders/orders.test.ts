import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/okx.ts';

const order = '/api/v5/trade/order';
const cancel = 'POST /api/v5/trade/cancel-order';
const pending = 'GET /api/v5/trade/orders-pending';
const btc = { instId: 'BTC-USDT' };
const spot = { ...btc, tdMode: 'cash', side: 'buy', sz: '1' };
const limit = { ...spot, ordType: 'limit', px: '90' };
const market = { ...spot, ordType: 'market', tgtCcy: 'base_ccy' };
const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', sz: '100' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function placed(fields: object) {
  const { ordId } = await bench.one(`POST ${order}`, { ...fields });
  return ordId as string;
}

async function found(ordId: string, instId = 'BTC-USDT') {
  return bench.one(`GET ${order}`, { instId, ordId });
}

const at = String(startedAt);

describe('an order', () => {
  it('is only acknowledged, and is told when it is asked for', async () => {
    const { json } = await bench.call(`POST ${order}`, { ...limit, clOrdId: 'mine', tag: 'x' });
    const ids = { ordId: expect.stringMatching(/^1752\d{15}$/), clOrdId: 'mine', tag: 'x' };
    expect(json).toEqual({
      code: '0',
      msg: '',
      inTime: `${at}000`,
      outTime: `${at}000`,
      data: [{ ...ids, ts: at, sCode: '0', sMsg: '' }],
    });
    const { ordId } = json.data[0];
    const told = await found(ordId);
    expect(told).toMatchObject({
      ...ids,
      instType: 'SPOT',
      ...btc,
      side: 'buy',
      posSide: 'net',
      tdMode: 'cash',
      ordType: 'limit',
      px: '90',
      sz: '1',
      accFillSz: '0',
      avgPx: '',
      state: 'live',
      fillPx: '',
      fillSz: '0',
      fillTime: '',
      tradeId: '',
      fee: '0',
      feeCcy: '',
      cancelSource: '',
      reduceOnly: 'false',
      algoId: '',
      algoClOrdId: '',
      tgtCcy: '',
      cTime: at,
      uTime: at,
    });
    expect(await bench.one(`GET ${order}`, { ...btc, clOrdId: 'mine' })).toEqual(told);
    expect(await bench.ok(pending)).toEqual([told]);
  });

  it('that takes tells its mean price, its last fill, and what it cost below zero', async () => {
    bench.simulator.show('okx', 'BTC/USDT', {
      bids: [[100, 4]],
      asks: [
        [101, 4],
        [102, 4],
      ],
    });
    const ordId = await placed({ ...limit, px: '102', sz: '6' });
    expect(await found(ordId)).toMatchObject({
      state: 'filled',
      accFillSz: '6',
      avgPx: '101.333333333333333333',
      fillPx: '102',
      fillSz: '2',
      fillTime: at,
      fee: '-0.006',
      feeCcy: 'BTC',
      rebate: '0',
    });
    const resting = await placed({ ...limit, px: '103', sz: '5' });
    expect(await found(resting)).toMatchObject({ state: 'partially_filled', accFillSz: '2' });
    bench.pass(1_000);
    bench.show(102, 102.5);
    expect(await found(resting)).toMatchObject({
      state: 'filled',
      uTime: String(startedAt + 1_000),
    });
  });

  it('counts contracts where the market does', async () => {
    const ordId = await placed({ ...swap, ordType: 'market', sz: '150.5' });
    const told = await found(ordId, swap.instId);
    expect(told).toMatchObject({ instType: 'SWAP', sz: '150.5', accFillSz: '150.5' });
    // 1.505 BTC at 101, and five hundredths of a percent of that.
    expect(told).toMatchObject({ fee: '-0.0760025', feeCcy: 'USDT', avgPx: '101' });
  });

  it.each([
    ['fok', { px: '101', sz: '6' }, '13', '0'],
    ['ioc', { px: '101', sz: '6' }, '14', '4'],
    ['ioc', { px: '97', sz: '6' }, '14', '0'],
    ['post_only', { px: '101' }, '31', '0'],
  ])(
    '%s with %j that cannot be is taken, and cancelled by %s',
    async (ordType, more, source, size) => {
      const ordId = await placed({ ...limit, ordType, ...more });
      const told = await found(ordId);
      expect(told).toMatchObject({ state: 'canceled', cancelSource: source, accFillSz: size });
      expect(told.cancelSourceReason).not.toBe('');
      expect(await bench.ok(pending)).toEqual([]);
    },
  );

  it('post_only that takes nothing rests', async () => {
    const ordId = await placed({ ...limit, ordType: 'post_only', px: '100' });
    expect(await found(ordId)).toMatchObject({ ordType: 'post_only', state: 'live' });
  });

  it('at the market ends with what it found', async () => {
    const ordId = await placed({ ...swap, ordType: 'optimal_limit_ioc', sz: '500' });
    const told = await found(ordId, swap.instId);
    expect(told).toMatchObject({ ordType: 'optimal_limit_ioc', state: 'canceled', px: '' });
    expect(told).toMatchObject({ accFillSz: '400', cancelSource: '14' });
  });
});

describe('a purchase at the market on spot', () => {
  it('is for an amount of the quote, unless it says otherwise', async () => {
    const { tgtCcy: _, ...unsaid } = market;
    const ordId = await placed({ ...unsaid, sz: '202' });
    const told = await found(ordId);
    expect(told).toMatchObject({ sz: '202', tgtCcy: 'quote_ccy', accFillSz: '2' });
    const inBase = await placed({ ...market, sz: '2' });
    expect(await found(inBase)).toMatchObject({ sz: '2', tgtCcy: 'base_ccy', accFillSz: '2' });
    const sale = await placed({ ...unsaid, side: 'sell', sz: '2' });
    expect(await found(sale)).toMatchObject({ sz: '2', accFillSz: '2' });
  });
});

describe('a refusal', () => {
  it.each([
    [{ tdMode: '' }, [400, '50014', 'Parameter tdMode can not be empty.']],
    [{ side: undefined }, [400, '50014', 'Parameter side can not be empty.']],
    [{ ordType: undefined }, [400, '50014', 'Parameter ordType can not be empty.']],
    [{ sz: undefined }, [400, '50014', 'Parameter sz can not be empty.']],
    [{ instId: undefined }, [400, '50014', 'Parameter instId can not be empty.']],
    [{ tdMode: 'cross' }, [501, '-1', 'The simulator does not know spot orders with tdMode cross']],
    [{ ordType: 'mmp' }, [501, '-1', 'The simulator does not know ordType mmp']],
    [{ attachAlgoOrds: [] }, [501, '-1', 'The simulator does not know attachAlgoOrds']],
  ])('of a request with %j', async (more, answer) => {
    expect(await bench.no(`POST ${order}`, { ...limit, ...more })).toEqual(answer);
    expect(bench.simulator.accepted('okx')).toBe(0);
  });

  const least = 'Your order should meet or exceed the minimum order amount.';
  it.each([
    [{ instId: 'X-Y' }, '51001', expect.stringContaining("doesn't exist")],
    [{ side: 'BUY' }, '51000', 'Parameter side error'],
    [{ ordType: 'LIMIT' }, '51000', 'Parameter ordType error'],
    [{ ordType: 'optimal_limit_ioc' }, '51000', 'Parameter ordType error'],
    [{ posSide: 'long' }, '51000', 'Parameter posSide error'],
    [{ clOrdId: 'with-dash' }, '51000', 'Parameter clOrdId error'],
    [{ clOrdId: 'a'.repeat(33) }, '51000', 'Parameter clOrdId error'],
    [{ sz: 1 }, '51000', 'Parameter sz error'],
    [{ sz: '-1' }, '51000', 'Parameter sz error'],
    [{ px: '90.05' }, '51000', 'Parameter px error'],
    [{ px: '' }, '51204', 'The price for the limit order cannot be empty.'],
    [{ sz: '0.000001' }, '51020', least],
    [{ sz: '1.000000001' }, '51121', 'Order quantity must be a multiple of the lot size.'],
    [{ sz: '2000' }, '51008', 'Order failed. Insufficient USDT balance in account'],
    [
      { sz: '2000', side: 'sell', px: '110' },
      ...(['51008', 'Order failed. Insufficient BTC balance in account'] as const),
    ],
    [{ ...swap, ordType: 'market', tdMode: 'cash' }, '51000', 'Parameter tdMode error'],
    [{ ...swap, sz: '0.005' }, '51020', least],
    [{ ...swap, sz: '9000000' }, '51008', 'Order failed. Insufficient USDT margin in account'],
    [{ ...swap, reduceOnly: true }, '51169', expect.stringContaining("don't have any positions")],
  ])('of an order with %j', async (more, code, text) => {
    const body = { ...limit, clOrdId: 'mine', ...more };
    expect(await bench.noOrder(`POST ${order}`, body)).toEqual([code, text]);
    expect(bench.simulator.accepted('okx')).toBe(0);
    expect(await bench.ok(pending)).toEqual([]);
  });

  it('names the order by what the client called it', async () => {
    const { json } = await bench.call(`POST ${order}`, { ...limit, clOrdId: 'mine', px: '0.01' });
    expect(json.data).toEqual([
      expect.objectContaining({ clOrdId: 'mine', ordId: '', sCode: '51000', tag: '', ts: at }),
    ]);
  });

  it('of a client id that was used before, be its order open or over', async () => {
    const named = { ...limit, clOrdId: 'mine' };
    await placed(named);
    const known = ['51016', 'Client order ID already exists.'];
    expect(await bench.noOrder(`POST ${order}`, named)).toEqual(known);
    await bench.ok(cancel, { ...btc, clOrdId: 'mine' });
    expect(await bench.noOrder(`POST ${order}`, named)).toEqual(known);
    expect(bench.simulator.accepted('okx')).toBe(1);
  });
});

describe('a reduce-only order', () => {
  const closing = { ...swap, side: 'sell', reduceOnly: true };

  it('closes a position, and never turns it', async () => {
    await placed({ ...swap, ordType: 'market' });
    const same = { ...swap, reduceOnly: 'true', ordType: 'market' };
    expect((await bench.noOrder(`POST ${order}`, same))[0]).toBe('51170');
    const ordId = await placed({ ...closing, ordType: 'market', sz: '300' });
    const told = await found(ordId, swap.instId);
    expect(told).toMatchObject({ reduceOnly: 'true', accFillSz: '100', state: 'filled' });
    expect(await bench.ok('GET /api/v5/account/positions')).toEqual([]);
  });

  it('is one like others on spot', async () => {
    expect(await found(await placed({ ...limit, reduceOnly: true }))).toMatchObject({
      state: 'live',
      reduceOnly: 'false',
    });
  });
});

describe('a cancel', () => {
  const gone =
    'Order cancellation failed as the order has been filled, canceled or does not exist.';

  it('ends the order that it names by either id', async () => {
    const ordId = await placed({ ...limit, clOrdId: 'mine' });
    expect(await bench.one(cancel, { ...btc, clOrdId: 'mine' })).toEqual({
      ordId,
      clOrdId: 'mine',
      ts: at,
      sCode: '0',
      sMsg: '',
    });
    expect(await found(ordId)).toMatchObject({ state: 'canceled', cancelSource: '1' });
    const second = await placed(limit);
    await bench.ok(cancel, { ...btc, ordId: second });
    expect(await bench.ok(pending)).toEqual([]);
  });

  it('of what is over, elsewhere or unknown is refused', async () => {
    const ordId = await placed(market);
    for (const named of [
      { ...btc, ordId },
      { instId: swap.instId, ordId },
      { ...btc, clOrdId: 'x' },
    ]) {
      expect(await bench.noOrder(cancel, named)).toEqual(['51400', gone]);
    }
    const text = 'Either parameter ordId or clOrdId is required.';
    expect(await bench.no(cancel, btc)).toEqual([400, '50015', text]);
  });
});

describe('an order that is asked for', () => {
  it('has to be there, in the market that is named', async () => {
    const ordId = await placed(limit);
    const no = [200, '51603', 'Order does not exist'];
    expect(await bench.no(`GET ${order}`, { ...btc, ordId: '1' })).toEqual(no);
    expect(await bench.no(`GET ${order}`, { instId: 'BTC-USDT-SWAP', ordId })).toEqual(no);
    expect((await bench.no(`GET ${order}`, { ordId }))[1]).toBe('50014');
    expect((await bench.no(`GET ${order}`, { instId: 'X', ordId }))[1]).toBe('51001');
  });

  it('is forgotten two hours after it was cancelled, unless it filled', async () => {
    const empty = await placed(limit);
    const part = await placed({ ...limit, px: '101', sz: '5' });
    for (const ordId of [empty, part]) await bench.ok(cancel, { ...btc, ordId });
    bench.pass(7_200_000);
    expect((await found(empty)).state).toBe('canceled');
    bench.pass(1);
    expect((await bench.no(`GET ${order}`, { ...btc, ordId: empty }))[1]).toBe('51603');
    expect((await found(part)).accFillSz).toBe('4');
  });
});

describe('the list of open orders', () => {
  it('begins with the newest, by kind, market and state', async () => {
    const [first, second] = [await placed(limit), await placed({ ...limit, px: '101', sz: '5' })];
    const third = await placed({ ...swap, ordType: 'limit', px: '90' });
    const list = async (fields: Readonly<Record<string, string>>) =>
      (await bench.ok(pending, fields)).map(({ ordId }: { ordId: string }) => ordId);
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ instType: 'SPOT' })).toEqual([second, first]);
    expect(await list({ instId: swap.instId })).toEqual([third]);
    expect(await list({ state: 'partially_filled' })).toEqual([second]);
    expect((await bench.no(pending, { instType: 'MOON' }))[1]).toBe('51000');
  });

  it('comes in pages of a hundred', async () => {
    for (let count = 0; count < 101; count += 1) await placed({ ...limit, sz: '0.01' });
    const page = await bench.ok(pending);
    expect(page).toHaveLength(100);
    const after = page.at(-1).ordId;
    expect(await bench.ok(pending, { after })).toHaveLength(1);
    expect(await bench.ok(pending, { before: page[1].ordId })).toEqual([page[0]]);
    expect(await bench.ok(pending, { limit: '3' })).toEqual(page.slice(0, 3));
  });
});
