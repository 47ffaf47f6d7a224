import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, signing } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const create = 'POST /v5/order/create';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const spot = { category: 'spot', symbol: 'BTCUSDT' };
const resting = { side: 'Buy', orderType: 'Limit', qty: '1', price: '95', timeInForce: 'GTC' };

async function expectNo(order: object, code: number, text: RegExp) {
  const [status, heard, message] = await bench.no(create, { ...order });
  expect([status, heard]).toEqual([code === -1 ? 501 : 200, code]);
  expect(message).toMatch(text);
  expect(bench.simulator.accepted('bybit')).toBe(0);
}

describe('bybit refuses', () => {
  it.each([
    ['no category', { category: '' }, 10001, /category is required/],
    ['an unknown category', { category: 'swap' }, 10001, /^Illegal category$/],
    ['an unknown market', { symbol: 'XYZ' }, 10001, /^Not supported symbols$/],
    ['a side in another case', { side: 'buy' }, 10001, /^side invalid$/],
    ['a type in another case', { orderType: 'limit' }, 10001, /^orderType invalid$/],
    ['a time in force in another case', { timeInForce: 'gtc' }, 10001, /^timeInForce invalid$/],
    ['a quantity that is a number', { qty: 1 }, 10001, /^params error: qty must be a string$/],
    ['a flag that is a text', { reduceOnly: 'true' }, 10001, /reduceOnly must be a boolean/],
    ['no quantity', { qty: '' }, 10001, /qty is required/],
    ['no price', { price: undefined }, 10001, /^price invalid$/],
    ['a price that is none', { price: '1e2' }, 10001, /^price invalid$/],
    ['a price off the tick', { price: '95.01' }, 10001, /^price invalid$/],
    ['a quantity of zero', { qty: '0' }, 10001, /^Qty invalid$/],
    ['a quantity off the step', { qty: '1.0001' }, 10001, /^Qty invalid$/],
    ['a quantity below the least', { qty: '0.0005' }, 10001, /exceeds minimum limit/],
    ['a quantity above the most', { qty: '20001' }, 10001, /exceeds maximum limit/],
    ['too little worth', { qty: '0.05' }, 110094, /minimum order value 5USDT$/],
    ['more than the margin', { qty: '20000', price: '101' }, 110007, /^ab not enough/],
    ['a position of a side', { positionIdx: 1 }, 10001, /^position idx not match/],
    ['a bad name', { orderLinkId: 'a b' }, 10001, /^orderLinkId invalid$/],
    ['a name too long', { orderLinkId: 'a'.repeat(37) }, 10001, /^orderLinkId invalid$/],
    ['what is not simulated', { takeProfit: '120' }, -1, /simulator does not know takeProfit/],
  ])('of contracts %s', async (_, changes, code, text) => {
    await expectNo({ ...linear, ...resting, ...changes }, code, text);
  });

  it.each([
    ['an unknown market', { symbol: 'XYZ' }, 170121, /^Invalid symbol.$/],
    ['a price off the tick', { price: '95.001' }, 170134, /too many decimals/],
    ['a quantity off the step', { qty: '1.00001' }, 170137, /too many decimals/],
    ['a quantity below the least', { qty: '0.0005' }, 170136, /exceeded lower limit/],
    ['a quantity above the most', { qty: '5001' }, 170135, /exceeded upper limit/],
    ['too little worth', { qty: '0.05' }, 170140, /^Order value exceeded lower limit.$/],
    ['more than the balance', { qty: '5000' }, 170131, /^Insufficient balance.$/],
    ['a market buy for too little', { orderType: 'Market', qty: '1' }, 170140, /lower limit/],
    ['a unit it does not know', { orderType: 'Market', marketUnit: 'base' }, 10001, /marketUnit/],
    ['borrowed money', { isLeverage: 1 }, -1, /does not know isLeverage/],
    ['an order of another kind', { orderFilter: 'tpslOrder' }, -1, /does not know tpslOrder/],
  ])('of spot %s', async (_, changes, code, text) => {
    await expectNo({ ...spot, ...resting, ...changes }, code, text);
  });

  it('to reduce what is not there, and ignores that wish on spot', async () => {
    const reducing = { ...resting, reduceOnly: true };
    const text = /^current position is zero, cannot fix reduce-only order qty$/;
    await expectNo({ ...linear, ...reducing }, 110017, text);
    await bench.ok(create, { ...spot, ...reducing });
  });

  it('what is no JSON', async () => {
    for (const body of ['', 'category=linear', '[]']) {
      const headers = signing(bench.now(), body);
      const { json } = await bench.raw('POST', { target: '/v5/order/create', headers, body });
      expect([json.retCode, json.retMsg]).toEqual([
        10001,
        'params error: the body is no JSON object',
      ]);
    }
  });
});
