import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/okx.ts';

const fills = 'GET /api/v5/trade/fills';
const history = 'GET /api/v5/trade/fills-history';
const placing = 'POST /api/v5/trade/order';
const spot = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', sz: '1' };
const taking = { ...spot, ordType: 'ioc', px: '101' };
const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'sell', sz: '100' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const idsOf = (rows: readonly { readonly ordId: string }[]) => rows.map(({ ordId }) => ordId);

describe('fills', () => {
  it('tell what was traded, in the sizes of the market, newest first', async () => {
    const { ordId } = await bench.one(placing, { ...taking, clOrdId: 'mine' });
    bench.pass(5);
    const sale = await bench.one(placing, { ...swap, ordType: 'market' });
    const [second, first] = await bench.ok(fills);
    expect(first).toMatchObject({
      instType: 'SPOT',
      instId: 'BTC-USDT',
      ordId,
      clOrdId: 'mine',
      side: 'buy',
      fillPx: '101',
      fillSz: '1',
      fee: '-0.001',
      feeCcy: 'BTC',
      execType: 'T',
      ts: String(startedAt),
      posSide: 'net',
      billId: expect.stringMatching(/^1752\d{15}$/),
    });
    expect(second).toMatchObject({
      instType: 'SWAP',
      ordId: sale.ordId,
      clOrdId: '',
      side: 'sell',
      fillSz: '100',
      fillPx: '100',
      fee: '-0.05',
      feeCcy: 'USDT',
      ts: String(startedAt + 5),
    });
    expect(BigInt(second.billId) > BigInt(first.billId)).toBe(true);
    expect(second.tradeId).not.toBe(first.tradeId);
  });

  it('of what rested are the maker’s', async () => {
    const { ordId } = await bench.one(placing, { ...spot, ordType: 'limit', px: '95' });
    bench.show(93, 94);
    expect(await bench.one(fills, { ordId })).toMatchObject({
      execType: 'M',
      fillPx: '95',
      fee: '-0.0008',
    });
  });

  it('are found by kind, market, order and time', async () => {
    const first = await bench.one(placing, taking);
    bench.pass(1_000);
    const second = await bench.one(placing, taking);
    const third = await bench.one(placing, { ...swap, ordType: 'market' });
    const list = async (fields: Readonly<Record<string, string>>) =>
      idsOf(await bench.ok(fills, fields));
    expect(await list({ instType: 'SPOT' })).toEqual([second.ordId, first.ordId]);
    expect(await list({ instId: swap.instId })).toEqual([third.ordId]);
    expect(await list({ ordId: first.ordId })).toEqual([first.ordId]);
    expect(await list({ end: String(startedAt + 999) })).toEqual([first.ordId]);
    const begin = String(startedAt + 1_000);
    expect(await list({ begin })).toEqual([third.ordId, second.ordId]);
  });

  it('come in pages of a hundred', async () => {
    bench.show(100, 101, 1_000);
    for (let count = 0; count < 101; count += 1) await bench.one(placing, { ...taking, sz: '0.1' });
    const page = await bench.ok(fills);
    expect(page).toHaveLength(100);
    expect(await bench.ok(fills, { after: page.at(-1).billId })).toHaveLength(1);
    expect(await bench.ok(fills, { before: page[1].billId })).toEqual([page[0]]);
  });

  it('are kept for three days in one list, and for three months in the other', async () => {
    const { ordId } = await bench.one(placing, taking);
    const spots = { instType: 'SPOT' };
    const dayMs = 86_400_000;
    bench.pass(3 * dayMs);
    expect(idsOf(await bench.ok(fills))).toEqual([ordId]);
    bench.pass(1);
    expect(await bench.ok(fills)).toEqual([]);
    expect(idsOf(await bench.ok(history, spots))).toEqual([ordId]);
    bench.pass(90 * dayMs);
    expect(await bench.ok(history, spots)).toEqual([]);
    expect(await bench.no(history)).toEqual([400, '50014', 'Parameter instType can not be empty.']);
  });
});
