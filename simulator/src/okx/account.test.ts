import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, signedHeaders, startedAt } from '../../test/support/okx.ts';

const swap = {
  instId: 'BTC-USDT-SWAP',
  tdMode: 'cross',
  side: 'buy',
  ordType: 'market',
  sz: '100',
};
const placing = 'POST /api/v5/trade/order';
const balance = 'GET /api/v5/account/balance';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('the balance', () => {
  it('is of one wallet, with what orders and positions hold of it', async () => {
    const limit = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit' };
    await bench.ok(placing, { ...limit, px: '90', sz: '1' });
    await bench.ok(placing, swap);
    bench.show(110, 111);
    const { details, uTime } = await bench.one(balance);
    expect(uTime).toBe(String(startedAt));
    const [btc, usdt] = details.toSorted((a: { ccy: string }, b: { ccy: string }) =>
      a.ccy < b.ccy ? -1 : 1,
    );
    expect(btc).toMatchObject({ ccy: 'BTC', cashBal: '1000', availBal: '1000', frozenBal: '0' });
    // Bought at 101 with a fee of 0.0505, and now worth 110.5.
    expect(usdt).toMatchObject({
      ccy: 'USDT',
      cashBal: '99999.9495',
      upl: '9.5',
      eq: '100009.4495',
    });
    const [ordFrozen, frozen] = [Number(usdt.ordFrozen), Number(usdt.frozenBal)];
    expect(ordFrozen).toBeGreaterThanOrEqual(90);
    expect(frozen - ordFrozen).toBeCloseTo(101 / 20, 6);
    expect(Number(usdt.availBal)).toBeCloseTo(99_999.9495 - frozen, 6);
  });

  it('is told of the currencies that are named, where there is something of them', async () => {
    const { details } = await bench.one(balance, { ccy: 'BTC,ETH' });
    expect(details).toMatchObject([{ ccy: 'BTC' }]);
  });
});

describe('positions', () => {
  it('are told in contracts, below zero when short', async () => {
    await bench.ok(placing, { ...swap, side: 'sell' });
    expect(await bench.ok('GET /api/v5/account/positions')).toMatchObject([
      {
        instType: 'SWAP',
        instId: 'BTC-USDT-SWAP',
        pos: '-100',
        avgPx: '100',
        lever: '20',
        mgnMode: 'cross',
        posSide: 'net',
        markPx: '100.5',
        upl: '-0.5',
        ccy: 'USDT',
      },
    ]);
    const none = { instType: 'FUTURES' };
    expect(await bench.ok('GET /api/v5/account/positions', none)).toEqual([]);
    const other = { instId: 'BTC-USD-SWAP' };
    expect(await bench.ok('GET /api/v5/account/positions', other)).toEqual([]);
  });
});

describe('the leverage', () => {
  const named = { instId: 'BTC-USDT-SWAP', mgnMode: 'cross' };
  const setting = 'POST /api/v5/account/set-leverage';

  it('is that of the market until it is set', async () => {
    const info = 'GET /api/v5/account/leverage-info';
    expect(await bench.one(info, named)).toEqual({ ...named, posSide: 'net', lever: '20' });
    const set = await bench.one(setting, { ...named, lever: '5' });
    expect(set).toEqual({ ...named, posSide: 'net', lever: '5' });
    expect((await bench.one(info, named)).lever).toBe('5');
    expect((await bench.one(setting, { ...named, lever: 6 })).lever).toBe('6');
    expect((await bench.no(setting, { ...named, lever: 2.5 }))[1]).toBe('51000');
    expect((await bench.no(setting, named))[1]).toBe('50014');
    expect(await bench.no(setting, { ...named, lever: '0' })).toEqual([
      200,
      '51000',
      'Parameter lever error',
    ]);
  });
});

describe('the configuration', () => {
  it('is that of one position a market', async () => {
    const config = await bench.one('GET /api/v5/account/config');
    expect(config).toMatchObject({ posMode: 'net_mode', acctLv: '2' });
    expect(config).toMatchObject({ perm: 'read_only,trade', ip: '203.0.113.7' });
  });

  it('tells what the key may do, and how the account holds contracts', async () => {
    const rights = { contracts: false, withdrawals: true, isBoundToAddresses: false };
    const other = { id: 'another', key: 'its secret', words: 'its words' };
    bench.simulator.addAccount({
      venue: 'okx',
      apiKey: other.id,
      secret: other.key,
      passphrase: other.words,
      rights,
      isHedged: true,
      balances: {},
    });
    const target = '/api/v5/account/config';
    const asked = { method: 'GET', target, body: '', at: startedAt };
    const { json } = await bench.raw('GET', target, { headers: signedHeaders(asked, other) });
    expect(json.data).toMatchObject([
      { perm: 'read_only,trade,withdraw', ip: '', acctLv: '1', posMode: 'long_short_mode' },
    ]);
  });
});
