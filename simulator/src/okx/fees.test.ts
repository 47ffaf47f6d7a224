import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/okx.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  bench.simulator.defineMarket('okx', {
    kind: 'swap',
    base: 'ETH',
    quote: 'USDT',
    tick: '0.1',
    lot: '0.1',
    minQuantity: '0.1',
    minNotional: '0',
    contractSize: '0.1',
    makerFeePpm: -50,
    takerFeePpm: 300,
  });
});
afterEach(() => bench.simulator.close());

const asking = 'GET /api/v5/account/trade-fee';

describe('fees', () => {
  it('of a pair are below zero where an account pays', async () => {
    const fee = await bench.one(asking, { instType: 'SPOT', instId: 'BTC-USDT' });
    expect(fee).toMatchObject({
      instType: 'SPOT',
      level: 'Lv1',
      ts: String(startedAt),
      maker: '-0.0008',
      taker: '-0.001',
      makerU: '',
      takerU: '',
      makerUSDC: '',
      feeGroup: [{ groupId: '1', maker: '-0.0008', taker: '-0.001', rpiMaker: '' }],
    });
  });

  it('of contracts are told by their family, with a pair for each settlement', async () => {
    const fee = await bench.one(asking, { instType: 'SWAP', instFamily: 'ETH-USDT' });
    expect(fee).toMatchObject({
      maker: '',
      taker: '',
      makerU: '0.00005',
      takerU: '-0.0003',
      makerUSDC: '',
      feeGroup: [{ groupId: '2', maker: '0.00005', taker: '-0.0003' }],
    });
    const coins = await bench.one(asking, { instType: 'SWAP', uly: 'BTC-USD' });
    expect(coins).toMatchObject({
      maker: '-0.0002',
      taker: '-0.0005',
      makerU: '',
      takerU: '',
      feeGroup: [{ groupId: '1', maker: '-0.0002', taker: '-0.0005' }],
    });
  });

  it('of a kind are those of all its groups, which the list of markets names', async () => {
    const { feeGroup } = await bench.one(asking, { instType: 'SWAP' });
    expect(feeGroup.map(({ groupId }: { groupId: string }) => groupId)).toEqual(['1', '2']);
    const list = await bench.ok('GET /api/v5/public/instruments', { instType: 'SWAP' });
    const named = list.map(({ instId, groupId }: Record<string, string>) => [instId, groupId]);
    expect(named).toEqual([
      ['BTC-USDT-SWAP', '1'],
      ['BTC-USD-SWAP', '1'],
      ['ETH-USDT-SWAP', '2'],
    ]);
  });

  it.each([
    [{}, '50014'],
    [{ instType: 'OPTION' }, '51000'],
    [{ instType: 'SPOT', instId: 'LTC-USDT' }, '51001'],
    [{ instType: 'SPOT', instId: 'BTC-USDT-SWAP' }, '51001'],
    [{ instType: 'SWAP', instFamily: 'LTC-USDT' }, '51014'],
  ])('are refused of %j', async (asked, code) => {
    expect((await bench.no(asking, asked))[1]).toBe(code);
  });
});
