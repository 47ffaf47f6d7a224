import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const btc = { symbol: 'BTCUSDT' };
const order = { ...btc, side: 'BUY', type: 'MARKET', quantity: '2' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench(undefined, true);
});
afterEach(() => bench.simulator.close());

const balanceOf = async (asset: string) => {
  const rows = await bench.ok('GET /papi/v1/balance');
  return rows.find((row: { asset: string }) => row.asset === asset);
};

describe('a portfolio-margin account', () => {
  it('has all it brought in cross margin, and what contracts earn beside it', async () => {
    await bench.ok('POST /papi/v1/um/order', order);
    expect(await balanceOf('USDT')).toEqual({
      asset: 'USDT',
      totalWalletBalance: '199999.89900000',
      crossMarginAsset: '200000.00000000',
      crossMarginBorrowed: '0.0',
      crossMarginFree: '199989.90000000',
      crossMarginInterest: '0.0',
      crossMarginLocked: '10.10000000',
      umWalletBalance: '-0.10100000',
      umUnrealizedPNL: '-1.00000000',
      cmWalletBalance: '0.00000000',
      cmUnrealizedPNL: '0.00000000',
      updateTime: startedAt,
      negativeBalance: '0.0',
    });
    const whole = await bench.ok('GET /papi/v1/account');
    expect(whole).toMatchObject({ accountStatus: 'NORMAL', accountMaintMargin: '1.00500000' });
    const { assets, positions } = await bench.ok('GET /papi/v1/um/account');
    expect(assets).toEqual([
      {
        asset: 'USDT',
        crossWalletBalance: '-0.10100000',
        crossUnPnl: '-1.00000000',
        maintMargin: '1.00500000',
        initialMargin: '10.10000000',
        updateTime: startedAt,
        positionInitialMargin: '10.10000000',
        openOrderInitialMargin: '0.00000000',
      },
    ]);
    expect(positions[0]).toMatchObject({ ...btc, leverage: '20', maintMargin: '1.00500000' });
  });

  it('has positions without a margin of their own, and leverage', async () => {
    await bench.ok('POST /papi/v1/um/order', order);
    await bench.ok('POST /papi/v1/um/leverage', { ...btc, leverage: 10 });
    const [own] = await bench.ok('GET /papi/v1/um/positionRisk', btc);
    expect(own).toEqual({
      ...btc,
      positionSide: 'BOTH',
      positionAmt: '2.000',
      entryPrice: '101.00000',
      breakEvenPrice: '101.00000',
      leverage: '10',
      markPrice: '100.50000000',
      unRealizedProfit: '-1.00000000',
      notional: '201.00000000',
      liquidationPrice: '0',
      maxNotionalValue: '100000000',
      updateTime: startedAt,
    });
    const coin = { ...order, symbol: 'BTCUSD_PERP' };
    await bench.ok('POST /papi/v1/cm/order', coin);
    const [other] = await bench.ok('GET /papi/v1/cm/positionRisk', { pair: 'BTCUSD' });
    expect(other).toMatchObject({ symbol: 'BTCUSD_PERP', positionAmt: '2' });
    expect(other).not.toHaveProperty('notional');
    bench.simulator.payFunding('binance', 'BTC/USD:BTC');
    expect(await bench.ok('GET /papi/v1/cm/income')).toHaveLength(2);
    expect(await bench.ok('GET /papi/v1/um/income')).toHaveLength(1);
  });

  it('collects what was earned, of one asset or of all', async () => {
    await bench.ok('POST /papi/v1/um/order', order);
    bench.show(110, 111);
    await bench.ok('POST /papi/v1/um/order', { ...order, side: 'SELL' });
    // Eighteen dollars, less fees of 0.101 and 0.11.
    expect((await balanceOf('USDT')).umWalletBalance).toBe('17.78900000');
    const collect = '/papi/v1/asset-collection';
    expect(await bench.ok(`POST ${collect}`, { asset: 'BTC' })).toEqual({ msg: 'success' });
    expect((await balanceOf('USDT')).umWalletBalance).toBe('17.78900000');
    await bench.ok(`POST ${collect}`, { asset: 'USDT' });
    expect(await balanceOf('USDT')).toMatchObject({
      umWalletBalance: '0.00000000',
      crossMarginAsset: '200017.78900000',
    });
    expect((await bench.no(`POST ${collect}`, { asset: 'BNB' }))[1]).toBe(-1102);
    expect(await bench.ok('POST /papi/v1/auto-collection')).toEqual({ msg: 'success' });
  });

  it('is told its fees at places of its own', async () => {
    for (const [api, symbol] of [
      ['um', 'BTCUSDT'],
      ['cm', 'BTCUSD_PERP'],
    ] as const) {
      expect(await bench.ok(`GET /papi/v1/${api}/commissionRate`, { symbol })).toEqual({
        symbol,
        makerCommissionRate: '0.000200',
        takerCommissionRate: '0.000500',
      });
    }
    expect((await bench.no('GET /fapi/v1/commissionRate', btc))[1]).toBe(-2015);
  });

  it('is refused by the usual APIs of contracts', async () => {
    const text = 'Invalid API-key, IP, or permissions for action.';
    expect(await bench.no('GET /fapi/v3/account')).toEqual([401, -2015, text]);
    expect(await bench.no('GET /dapi/v1/account')).toEqual([401, -2015, text]);
  });
});

it('a usual account is refused at the endpoints of portfolio margin', async () => {
  const usual = await openBench();
  expect((await usual.no('GET /papi/v1/balance')).slice(0, 2)).toEqual([400, -21001]);
  const [, code] = await usual.no('POST /papi/v1/listenKey');
  expect(code).toBe(-21001);
  await usual.simulator.close();
});
