import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/binance.ts';

const dual = '/fapi/v1/positionSide/dual';
const order = 'POST /fapi/v1/order';
const algoOrder = 'POST /fapi/v1/algoOrder';
const btc = { symbol: 'BTCUSDT' };
const market = { ...btc, type: 'MARKET', newOrderRespType: 'RESULT' };

const openLong = { ...market, side: 'BUY', positionSide: 'LONG', quantity: '2' };
const openShort = { ...market, side: 'SELL', positionSide: 'SHORT', quantity: '1' };
const closeLong = { ...market, side: 'SELL', positionSide: 'LONG', quantity: '2' };
const closeShort = { ...market, side: 'BUY', positionSide: 'SHORT', quantity: '1' };
const stopOf = {
  ...btc,
  algoType: 'CONDITIONAL',
  type: 'STOP_MARKET',
  triggerPrice: '95',
  side: 'SELL',
  quantity: '1',
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hedge = () => bench.ok(`POST ${dual}`, { dualSidePosition: 'true' });

/** Returns the sizes of the positions, by their side. */
async function held(): Promise<unknown> {
  const rows = await bench.ok('GET /fapi/v3/positionRisk', btc);
  const sizes = rows.map((row: Record<string, string>) => [row.positionSide, row.positionAmt]);
  return Object.fromEntries(sizes);
}

describe('the position mode at binance', () => {
  it('is one for the APIs of dollars and of coins', async () => {
    expect(await bench.ok(`GET ${dual}`)).toEqual({ dualSidePosition: false });
    expect(await hedge()).toEqual({ code: 200, msg: 'success' });
    expect(await bench.ok('GET /dapi/v1/positionSide/dual')).toEqual({ dualSidePosition: true });
    const text = 'No need to change position side.';
    expect(await bench.no(`POST ${dual}`, { dualSidePosition: 'true' })).toEqual([
      400,
      -4059,
      text,
    ]);
  });

  it('stays as it is while an order or a position is open, in either API', async () => {
    const coin = { symbol: 'BTCUSD_PERP', type: 'LIMIT', timeInForce: 'GTC', quantity: '1' };
    const { orderId } = await bench.ok('POST /dapi/v1/order', {
      ...coin,
      side: 'BUY',
      price: '90',
    });
    const change = { dualSidePosition: 'true' };
    expect((await bench.no(`POST ${dual}`, change))[1]).toBe(-4067);
    await bench.ok('DELETE /dapi/v1/order', { symbol: 'BTCUSD_PERP', orderId });
    await bench.ok(order, { ...market, side: 'BUY', quantity: '1' });
    expect((await bench.no(`POST ${dual}`, change))[1]).toBe(-4068);
    expect(await bench.ok(`GET ${dual}`)).toEqual({ dualSidePosition: false });
    await bench.ok(order, { ...market, side: 'SELL', quantity: '1' });
    await hedge();
  });

  it('decides which orders are taken', async () => {
    const side = { side: 'BUY', quantity: '1' };
    expect((await bench.no(order, { ...market, ...side, positionSide: 'LONG' }))[1]).toBe(-4061);
    await hedge();
    for (const parts of [{}, { positionSide: 'BOTH' }, { reduceOnly: 'true' }]) {
      expect((await bench.no(order, { ...market, ...side, ...parts }))[1]).toBe(-4061);
      expect((await bench.no(algoOrder, { ...stopOf, ...parts }))[1]).toBe(-4061);
    }
    expect((await bench.no(order, { ...openLong, reduceOnly: 'true' }))[1]).toBe(-4062);
    expect((await bench.no(order, closeLong))[1]).toBe(-2022);
    expect(bench.simulator.accepted('binance')).toBe(0);
  });
});

describe('both positions of a contract at binance', () => {
  beforeEach(hedge);

  it('are open at once, and each is closed by itself', async () => {
    expect(await bench.ok(order, openLong)).toMatchObject({ positionSide: 'LONG' });
    expect(await bench.ok(order, openShort)).toMatchObject({ positionSide: 'SHORT' });
    expect(await held()).toEqual({ LONG: '2.000', SHORT: '-1.000' });
    await bench.ok(order, closeShort);
    expect(await held()).toEqual({ LONG: '2.000' });
    // The order closes no more than there is.
    const answer = await bench.ok(order, { ...closeLong, quantity: '3' });
    expect(answer.executedQty).toBe('2.000');
    expect(await held()).toEqual({});
    const trades = await bench.ok('GET /fapi/v1/userTrades', btc);
    expect(trades.map((trade: Record<string, string>) => trade.positionSide)).toEqual([
      'LONG',
      'SHORT',
      'SHORT',
      'LONG',
    ]);
  });

  it('are both listed where flat ones are, and have one leverage', async () => {
    await bench.ok('POST /fapi/v1/leverage', { ...btc, leverage: '5' });
    const rows = await bench.ok('GET /fapi/v2/positionRisk', btc);
    expect(rows).toMatchObject([
      { positionSide: 'LONG', positionAmt: '0.000', leverage: '5' },
      { positionSide: 'SHORT', positionAmt: '0.000', leverage: '5' },
    ]);
    expect(await bench.ok('GET /fapi/v1/symbolConfig', btc)).toHaveLength(1);
  });

  it('are paid funding each', async () => {
    await bench.ok(order, openLong);
    await bench.ok(order, openShort);
    bench.simulator.payFunding('binance', 'BTC/USDT:USDT');
    const rows = await bench.ok('GET /fapi/v1/income', { incomeType: 'FUNDING_FEE' });
    expect(rows.map(({ income }: { income: string }) => Math.sign(Number(income)))).toEqual([
      -1, 1,
    ]);
  });

  it('are what a stop closes, or opens beside the other', async () => {
    await bench.ok(order, openLong);
    const closing = await bench.ok(algoOrder, { ...stopOf, positionSide: 'LONG' });
    const opening = await bench.ok(algoOrder, { ...stopOf, positionSide: 'SHORT' });
    expect([closing, opening]).toMatchObject([{ positionSide: 'LONG' }, { positionSide: 'SHORT' }]);
    bench.show(90, 91);
    expect(await held()).toEqual({ LONG: '1.000', SHORT: '-1.000' });
  });
});
