import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/okx.ts';

const endpoint = 'POST /api/v5/trade/batch-orders';
const ts = String(startedAt);
const limit = { instId: 'BTC-USDT', tdMode: 'cash', side: 'buy', ordType: 'limit', px: '90' };
const first = { ...limit, sz: '1', clOrdId: 'first', tag: 'x' };
const second = { ...limit, instId: 'BTC-USDT-SWAP', tdMode: 'cross', sz: '100', clOrdId: 'second' };
const tooMuch = { ...limit, sz: '2000', clOrdId: 'third' };
const taken = { ordId: expect.stringMatching(/^\d+$/), ts, sCode: '0', sMsg: '' };
const refused = {
  ordId: '',
  tag: '',
  ts,
  sCode: '51008',
  sMsg: expect.stringMatching(/^Order fail/),
};

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const asked = async (...orders: readonly object[]) =>
  (
    await bench.call(
      endpoint,
      orders.map((each) => ({ ...each })),
    )
  ).json;

describe('several orders in one request', () => {
  it('are taken each in its own market', async () => {
    expect(await asked(first, second)).toEqual({
      code: '0',
      msg: '',
      inTime: `${ts}000`,
      outTime: `${ts}000`,
      data: [
        { ...taken, clOrdId: 'first', tag: 'x' },
        { ...taken, clOrdId: 'second', tag: '' },
      ],
    });
    const open = await bench.ok('GET /api/v5/trade/orders-pending');
    expect(open).toMatchObject([{ instId: 'BTC-USDT-SWAP' }, { instId: 'BTC-USDT' }]);
    expect(bench.simulator.accepted('okx')).toBe(2);
  });

  it('do not spoil one another where some are refused', async () => {
    expect(await asked(tooMuch, first)).toMatchObject({
      code: '2',
      msg: 'Bulk operation partially succeeded.',
      data: [
        { ...refused, clOrdId: 'third' },
        { ...taken, clOrdId: 'first' },
      ],
    });
    expect(bench.simulator.accepted('okx')).toBe(1);
  });

  it('have all failed where none was taken, be it one', async () => {
    for (const orders of [[tooMuch], [tooMuch, { ...first, instId: 'ETH-USDT' }]]) {
      const { code, msg, data } = await asked(...orders);
      expect([code, msg, data]).toEqual(['1', 'All operations failed', expect.any(Array)]);
      expect(data).toHaveLength(orders.length);
    }
    expect(bench.simulator.accepted('okx')).toBe(0);
  });

  it('are twenty at most, and nothing that is not simulated', async () => {
    const many = Array.from({ length: 21 }, () => limit);
    const text = 'Parameter orders count exceeds the limit 20.';
    expect(await bench.no(endpoint, many)).toEqual([400, '50025', text]);
    const odd = [{ ...first, attachAlgoOrds: [{}] }];
    expect((await bench.no(endpoint, odd)).slice(0, 2)).toEqual([501, '-1']);
  });
});
