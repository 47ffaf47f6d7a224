import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/okx.ts';

const instId = 'BTC-USDT-SWAP';
const market = { instId, tdMode: 'cross', side: 'buy', ordType: 'market', sz: '100' };
const placing = 'POST /api/v5/trade/order';
const info = 'GET /api/v5/account/leverage-info';
const setting = 'POST /api/v5/account/set-leverage';
const [cross, isolated] = [
  { instId, mgnMode: 'cross' },
  { instId, mgnMode: 'isolated' },
];

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('the leverage', () => {
  it('is one for each margin mode of a market', async () => {
    await bench.ok(setting, { ...isolated, lever: '4' });
    expect((await bench.one(info, cross)).lever).toBe('20');
    expect(await bench.one(info, isolated)).toEqual({ ...isolated, posSide: 'net', lever: '4' });
    await bench.ok(setting, { ...cross, lever: '8' });
    expect((await bench.one(info, isolated)).lever).toBe('4');
    expect((await bench.one(info, cross)).lever).toBe('8');
  });

  it('is that of the mode an order is in', async () => {
    await bench.ok(setting, { ...isolated, lever: '4' });
    await bench.ok(placing, { ...market, tdMode: 'isolated' });
    const [position] = await bench.ok('GET /api/v5/account/positions');
    expect(position).toMatchObject({ mgnMode: 'isolated', lever: '4', margin: '25.25', imr: '' });
    expect((await bench.one(info, cross)).lever).toBe('20');
  });

  it.each([
    ['0', '51000', 'Parameter lever error'],
    ['2.5', '51000', 'Parameter lever error'],
    ['126', '59102', 'Leverage exceeds the maximum leverage. Please adjust the leverage.'],
  ])('%s is refused', async (lever, ...no) => {
    expect(await bench.no(setting, { ...cross, lever })).toEqual([200, ...no]);
    expect(await bench.no(setting, { ...isolated, lever })).toEqual([200, ...no]);
  });

  it('cannot fall below what there is margin for', async () => {
    const rest = { ordType: 'limit', px: '50', sz: '2000000' };
    await bench.ok(setting, { ...cross, lever: '125' });
    await bench.ok(placing, { ...market, ...rest });
    const text = 'Low leverage and insufficient margin, please adjust the leverage.';
    expect(await bench.no(setting, { ...cross, lever: '1' })).toEqual([200, '59108', text]);
  });

  it('wants a mode, and a market of contracts', async () => {
    expect((await bench.no(info, { instId }))[1]).toBe('50014');
    expect((await bench.no(info, { ...cross, mgnMode: 'both' }))[1]).toBe('51000');
    expect((await bench.no(info, { ...cross, instId: 'BTC-USDT' }))[1]).toBe('51000');
    expect((await bench.no(setting, { ...cross, lever: '5', posSide: 'long' }))[1]).toBe('51000');
  });
});

describe('a position', () => {
  it('says what keeps it, and where that is spent', async () => {
    await bench.ok(setting, { ...isolated, lever: '10' });
    await bench.ok(placing, { ...market, tdMode: 'isolated' });
    const [position] = await bench.ok('GET /api/v5/account/positions');
    // 1 bitcoin at 101: a margin of 10.1, of which half a percent at the mark has to stay.
    expect(position).toMatchObject({
      instId,
      pos: '100',
      avgPx: '101',
      markPx: '100.5',
      upl: '-0.5',
      margin: '10.1',
      mmr: '0.5025',
      notionalUsd: '100.5',
    });
    const price = (101 - 10.1) / (1 - 0.005);
    expect(Number(position.liqPx)).toBeGreaterThan(price - 0.1);
    expect(Number(position.liqPx)).toBeLessThanOrEqual(price);
    expect(Number(position.mgnRatio)).toBeCloseTo(9.6 / 0.5025, 9);
  });

  it('settled in its base counts its margins in that', async () => {
    await bench.ok(placing, { ...market, instId: 'BTC-USD-SWAP', sz: '3', side: 'sell' });
    const [position] = await bench.ok('GET /api/v5/account/positions');
    expect(position).toMatchObject({ ccy: 'BTC', pos: '-3', avgPx: '100', notionalUsd: '300' });
    expect(Number(position.imr)).toBeCloseTo(3 / 20, 9);
    expect(Number(position.mmr)).toBeCloseTo((3 * 0.005 * 100) / 100.5, 9);
  });

  it('in one mode is in the way of orders in the other', async () => {
    await bench.ok(placing, market);
    const { status, json } = await bench.call(placing, { ...market, tdMode: 'isolated' });
    expect([status, json.msg]).toEqual([
      501,
      'The simulator does not know a market in which both margin modes are in use',
    ]);
    expect((await bench.noOrder(placing, { ...market, tdMode: 'cash' }))[0]).toBe('51000');
  });
});

it('a stop waits in the mode it was sent in', async () => {
  const stop = { ordType: 'conditional', slTriggerPx: '90', slOrdPx: '-1', side: 'sell' };
  const sent = { ...market, ...stop, tdMode: 'isolated' };
  await bench.ok('POST /api/v5/trade/order-algo', sent);
  const list = { ordType: 'conditional' };
  expect(await bench.ok('GET /api/v5/trade/orders-algo-pending', list)).toMatchObject([
    { instId, tdMode: 'isolated' },
  ]);
  expect((await bench.call(placing, market)).status).toBe(501);
});
