import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/okx.ts';

const transfer = 'POST /api/v5/asset/transfer';
const state = 'GET /api/v5/asset/transfer-state';
const funding = 'GET /api/v5/asset/balances';
const out = { ccy: 'USDT', amt: '1234.567890123456789', from: '18', to: '6' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const trading = async () => {
  const { details } = await bench.one('GET /api/v5/account/balance', { ccy: 'USDT' });
  return details[0].cashBal;
};

describe('a transfer', () => {
  it('moves to the last digit, there and back', async () => {
    expect(await bench.ok(funding)).toEqual([]);
    const { transId, ...told } = await bench.one(transfer, out);
    expect(told).toEqual({ ...out, clientId: '' });
    expect(await bench.ok(funding)).toEqual([
      { ccy: 'USDT', bal: out.amt, availBal: out.amt, frozenBal: '0' },
    ]);
    expect(await trading()).toBe('98765.432109876543211');
    expect(await bench.one(state, { transId })).toMatchObject({
      ...out,
      state: 'success',
      transId,
    });
    await bench.ok(transfer, { ...out, from: '6', to: '18', type: '0' });
    expect(await bench.ok(funding, { ccy: 'USDT' })).toEqual([]);
    expect(await trading()).toBe('100000');
  });

  it.each([
    ['too much', { amt: '100000.000000000000000001' }, '58350', 'Insufficient balance.'],
    ['what is not there', { ccy: 'DOGE' }, '58350', 'Insufficient balance.'],
    ['nothing', { amt: '0' }, '51000', 'Parameter amt error'],
    ['less than nothing', { amt: '-1' }, '51000', 'Parameter amt error'],
    ['from an unknown account', { from: '1' }, '51000', 'Parameter from error'],
    [
      'into itself',
      { to: '18' },
      '58123',
      'The From parameter cannot be the same as the To parameter.',
    ] as const,
  ])('of %s is refused', async (_, changes, ...no) => {
    expect(await bench.no(transfer, { ...out, ...changes })).toEqual([200, ...no]);
    expect(await trading()).toBe('100000');
  });

  it('leaves what positions hold', async () => {
    const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', ordType: 'market' };
    await bench.ok('POST /api/v5/trade/order', { ...swap, sz: '100' });
    const { details } = await bench.one('GET /api/v5/account/balance', { ccy: 'USDT' });
    const amt = details[0].availBal;
    expect((await bench.no(transfer, { ...out, amt }))[1]).toBe('58350');
    // The position has lost half a dollar.
    await bench.ok(transfer, { ...out, amt: String(Number(amt) - 0.5) });
  });

  it('wants all it has, and is not one of sub-accounts', async () => {
    for (const name of ['ccy', 'amt', 'from', 'to']) {
      expect((await bench.no(transfer, { ...out, [name]: '' }))[1]).toBe('50014');
    }
    expect((await bench.call(transfer, { ...out, type: '1' })).status).toBe(501);
    expect((await bench.no(state, { transId: '1' }))[1]).toBe('51000');
  });
});
