import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/okx.ts';

const instId = 'BTC-USDT-SWAP';
const market = { instId, tdMode: 'cross', side: 'buy', ordType: 'market', sz: '100' };
const placing = 'POST /api/v5/trade/order';
const bills = 'GET /api/v5/account/bills';
const archive = 'GET /api/v5/account/bills-archive';
const dayMs = 86_400_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const fund = (name: string, rate: string) => {
  bench.pass(1);
  bench.simulator.publishFunding('okx', name, { rate });
  bench.simulator.payFunding('okx', name);
};

describe('a bill', () => {
  it('of a trade says the profit and the fee, and what both change', async () => {
    await bench.ok(placing, market);
    bench.show(110, 111);
    await bench.ok(placing, { ...market, side: 'sell', sz: '40' });
    const [closed, opened] = await bench.ok(bills, { type: '2' });
    expect(opened).toMatchObject({
      type: '2',
      subType: '1',
      instType: 'SWAP',
      instId,
      ccy: 'USDT',
      mgnMode: 'cross',
      sz: '100',
      px: '101',
      pnl: '0',
      fee: '-0.0505',
      balChg: '-0.0505',
    });
    // 0.4 bitcoins, bought at 101 and sold at 110.
    expect(closed).toMatchObject({
      subType: '2',
      sz: '40',
      px: '110',
      pnl: '3.6',
      fee: '-0.022',
      balChg: '3.578',
    });
    expect(BigInt(closed.billId)).toBeGreaterThan(BigInt(opened.billId));
  });

  it('of funding is below zero for whoever pays', async () => {
    await bench.ok(placing, market);
    fund('BTC/USDT:USDT', '0.0001');
    fund('BTC/USDT:USDT', '-0.0003');
    expect(await bench.ok(bills, { type: '8' })).toMatchObject([
      { subType: '174', balChg: '0.03015', pnl: '0.03015', sz: '100', px: '100.5', posBalChg: '0' },
      { type: '8', subType: '173', balChg: '-0.01005', ts: String(startedAt + 1) },
    ]);
  });

  it('of funding changes an isolated position instead of the wallet', async () => {
    await bench.ok(placing, { ...market, tdMode: 'isolated', side: 'sell' });
    fund('BTC/USDT:USDT', '0.0001');
    expect(await bench.ok(bills, { type: '8' })).toMatchObject([
      { balChg: '0', posBalChg: '0.01005', mgnMode: 'isolated' },
    ]);
  });

  it('of a transfer has two ends and no market', async () => {
    const sent = { ccy: 'USDT', amt: '7.25', from: '18', to: '6' };
    await bench.ok('POST /api/v5/asset/transfer', sent);
    expect(await bench.ok(bills)).toMatchObject([
      { type: '1', subType: '12', balChg: '-7.25', from: '18', to: '6', instId: '' },
    ]);
  });
});

describe('a list of bills', () => {
  it('is narrowed by kind, market, contract, currency and time', async () => {
    await bench.ok(placing, market);
    await bench.ok(placing, { ...market, instId: 'BTC-USD-SWAP', sz: '3' });
    fund('BTC/USDT:USDT', '0.0001');
    fund('BTC/USD:BTC', '0.0001');
    const count = async (fields: object) => (await bench.ok(bills, { ...fields })).length;
    expect(await count({})).toBe(4);
    expect(await count({ type: '8' })).toBe(2);
    expect(await count({ type: '8', instId })).toBe(1);
    expect(await count({ ctType: 'inverse' })).toBe(2);
    expect(await count({ ccy: 'BTC' })).toBe(2);
    expect(await count({ instType: 'FUTURES' })).toBe(0);
    expect(await count({ mgnMode: 'isolated' })).toBe(0);
    expect(await count({ begin: String(startedAt + 2) })).toBe(1);
    expect(await count({ end: String(startedAt) })).toBe(2);
    expect((await bench.call(bills, { instType: 'SPOT' })).status).toBe(501);
  });

  it('has a hundred at most, newest first, and goes on after the last', async () => {
    await bench.ok(placing, market);
    for (let count = 0; count < 130; count += 1) fund('BTC/USDT:USDT', '0.0001');
    const first = await bench.ok(bills, { type: '8' });
    expect(first).toHaveLength(100);
    expect(first[0].ts).toBe(String(startedAt + 130));
    const rest = await bench.ok(bills, { type: '8', after: first.at(-1).billId });
    expect(rest.map(({ ts }: { ts: string }) => ts)).toEqual(
      Array.from({ length: 30 }, (_, index) => String(startedAt + 30 - index)),
    );
    expect(await bench.ok(bills, { type: '8', limit: '3' })).toHaveLength(3);
  });

  it('is of a week, and the archive of three months', async () => {
    await bench.ok(placing, market);
    bench.pass(8 * dayMs);
    expect(await bench.ok(bills)).toEqual([]);
    expect(await bench.ok(archive)).toHaveLength(1);
    bench.pass(90 * dayMs);
    expect(await bench.ok(archive)).toEqual([]);
  });
});
