import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const create = 'POST /v5/order/create';
const setMode = 'POST /v5/account/set-margin-mode';
const setLeverage = 'POST /v5/position/set-leverage';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const taking = { ...linear, orderType: 'Market', qty: '1' };

async function mode() {
  return (await bench.ok('GET /v5/account/info')).marginMode;
}

describe('the margin mode at bybit', () => {
  it('is one of the account for all its contracts', async () => {
    expect(await mode()).toBe('REGULAR_MARGIN');
    expect(await bench.ok(setMode, { setMarginMode: 'ISOLATED_MARGIN' })).toEqual({ reasons: [] });
    expect(await mode()).toBe('ISOLATED_MARGIN');
    // Setting the current mode again succeeds.
    expect(await bench.ok(setMode, { setMarginMode: 'ISOLATED_MARGIN' })).toEqual({ reasons: [] });
    await bench.ok(setMode, { setMarginMode: 'REGULAR_MARGIN' });
    expect(await mode()).toBe('REGULAR_MARGIN');
  });

  it('stays as it is while anything is open, for reasons that are told one by one', async () => {
    await bench.ok(create, { ...taking, side: 'Buy' });
    const usdc = { category: 'linear', symbol: 'BTCPERP', orderType: 'Limit', qty: '1' };
    await bench.ok(create, { ...usdc, side: 'Buy', price: '90' });
    const { json } = await bench.call(setMode, { setMarginMode: 'ISOLATED_MARGIN' });
    expect([json.retCode, json.retMsg]).toEqual([3400045, 'Set margin mode failed']);
    expect(json.result.reasons).toMatchObject([
      { reasonCode: '3400002', reasonMsg: expect.stringContaining('no active orders') },
      { reasonCode: '3400001', reasonMsg: expect.stringContaining('no positions') },
    ]);
    expect(await mode()).toBe('REGULAR_MARGIN');
    expect(await bench.ok(setMode, { setMarginMode: 'REGULAR_MARGIN' })).toEqual({ reasons: [] });
  });

  it.each([[{}], [{ setMarginMode: 'cross' }], [{ setMarginMode: 'PORTFOLIO_MARGIN' }]])(
    'is refused as %j',
    async (fields) => {
      expect((await bench.no(setMode, fields))[1]).toBe(10001);
    },
  );
});

describe('leverage at bybit', () => {
  const both = (leverage: string) => ({ buyLeverage: leverage, sellLeverage: leverage });
  it('is refused beyond the risk limit, below one, or for spot', async () => {
    const text = 'Cannot set leverage due to risk limit level.';
    expect(await bench.no(setLeverage, { ...linear, ...both('126') })).toEqual([200, 110013, text]);
    expect((await bench.no(setLeverage, { ...linear, ...both('0') }))[1]).toBe(10001);
    const spot = { ...linear, category: 'spot', ...both('2') };
    expect((await bench.no(setLeverage, spot))[1]).toBe(10001);
  });

  it('is refused where the account has too little for it', async () => {
    bench.show(100, 101, 10_000);
    await bench.ok(create, { ...taking, side: 'Buy', qty: '9000' });
    expect(await bench.no(setLeverage, { ...linear, ...both('1') })).toEqual([
      200,
      110012,
      'Insufficient available balance.',
    ]);
  });
});

describe('an isolated position at bybit', () => {
  it('has a balance of its own, and a price at which it ends', async () => {
    await bench.ok(setMode, { setMarginMode: 'ISOLATED_MARGIN' });
    await bench.ok(setLeverage, { ...linear, buyLeverage: '10', sellLeverage: '10' });
    await bench.ok(create, { ...taking, side: 'Buy' });
    const [position] = (await bench.ok('GET /v5/position/list', linear)).list;
    // The margin is 10.1, the maintenance half a percent: 10.1 + p - 101 = 0.005 p at 91.356...
    expect(position).toMatchObject({
      positionBalance: '10.1',
      positionIM: '10.1',
      positionMM: '0.5025',
      liqPrice: '91.3',
      tradeMode: 0,
      positionValue: '101',
      updatedTime: String(bench.now()),
    });
  });

  it('of inverse contracts is worth coins', async () => {
    const inverse = { category: 'inverse', symbol: 'BTCUSD' };
    await bench.ok(create, { ...inverse, orderType: 'Market', side: 'Sell', qty: '30' });
    const [position] = (await bench.ok('GET /v5/position/list', inverse)).list;
    expect(position).toMatchObject({ side: 'Sell', size: '30', avgPrice: '100' });
    expect(position.positionValue).toBe('0.3');
  });
});
