import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const create = 'POST /v5/order/create';
const realtime = 'GET /v5/order/realtime';
const history = 'GET /v5/order/history';
const executions = 'GET /v5/execution/list';
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const spot = { category: 'spot', symbol: 'BTCUSDT' };
const resting = { side: 'Buy', orderType: 'Limit', qty: '1', price: '95', timeInForce: 'GTC' };
const taking = { side: 'Buy', orderType: 'Market', qty: '1' };
const dayMs = 86_400_000;

async function made(order: object, count = 1): Promise<string[]> {
  const ids: string[] = [];
  for (let each = 0; each < count; each += 1) {
    bench.pass(1);
    ids.push((await bench.ok(create, { ...order })).orderId);
  }
  return ids;
}

async function idsOf(endpoint: string, fields: object): Promise<string[]> {
  const { list } = await bench.ok(endpoint, { ...fields });
  return list.map(({ orderId }: { orderId: string }) => orderId);
}

describe('the list of open orders at bybit', () => {
  it('is the newest first, twenty to a page and fifty at most', async () => {
    const ids = await made({ ...linear, ...resting, qty: '0.1' }, 52);
    const newest = ids.toReversed();
    expect(await idsOf(realtime, linear)).toEqual(newest.slice(0, 20));
    const first = await bench.ok(realtime, { ...linear, limit: '50' });
    expect(first.list).toHaveLength(50);
    expect(first.nextPageCursor).toMatch(/^[^:,]+%3A\d+%2C[^:,]+%3A\d+$/);
    const cursor = decodeURIComponent(first.nextPageCursor);
    const second = await bench.ok(realtime, { ...linear, limit: '50', cursor });
    expect(second.list.map(({ orderId }: { orderId: string }) => orderId)).toEqual(
      newest.slice(50),
    );
    // It also names a next page, which is empty.
    const last = decodeURIComponent(second.nextPageCursor);
    const third = await bench.ok(realtime, { ...linear, limit: '50', cursor: last });
    expect(third).toEqual({ category: 'linear', list: [], nextPageCursor: '' });
    for (const limit of ['51', '0']) {
      expect((await bench.no(realtime, { ...linear, limit }))[1]).toBe(10001);
    }
  });

  it('of contracts asks for a market or a currency', async () => {
    const [usdt] = await made({ ...linear, ...resting });
    const [usdc] = await made({ ...linear, symbol: 'BTCPERP', ...resting });
    const category = 'linear';
    expect((await bench.no(realtime, { category }))[1]).toBe(10001);
    expect(await idsOf(realtime, { category, settleCoin: 'USDT' })).toEqual([usdt]);
    expect(await idsOf(realtime, { category, settleCoin: 'USDC' })).toEqual([usdc]);
    expect(await idsOf(realtime, { category, baseCoin: 'BTC' })).toEqual([usdc, usdt]);
    expect(await idsOf(realtime, { category: 'spot' })).toEqual([]);
  });

  it('shows plain orders and those that wait, unless one kind is asked for', async () => {
    const [plain] = await made({ ...linear, ...resting });
    const [sleeping] = await made({
      ...linear,
      ...taking,
      triggerPrice: '110',
      triggerDirection: 1,
    });
    expect(await idsOf(realtime, linear)).toEqual([sleeping, plain]);
    expect(await idsOf(realtime, { ...linear, orderFilter: 'Order' })).toEqual([plain]);
    expect(await idsOf(realtime, { ...linear, orderFilter: 'StopOrder' })).toEqual([sleeping]);
  });

  it('has an ended order for who names it, and for who asks for these', async () => {
    const [open] = await made({ ...spot, ...resting });
    const [ended] = await made({ ...spot, ...taking, marketUnit: 'baseCoin', orderLinkId: 'mine' });
    expect(await idsOf(realtime, spot)).toEqual([open]);
    expect(await idsOf(realtime, { ...spot, openOnly: '1' })).toEqual([ended]);
    expect(await idsOf(realtime, { ...spot, orderLinkId: 'mine' })).toEqual([ended]);
    // When both ids are given, the exchange's own counts.
    const both = { ...spot, orderId: open ?? '', orderLinkId: 'mine' };
    expect(await idsOf(realtime, both)).toEqual([open]);
    expect(await idsOf(realtime, { category: 'linear', orderLinkId: 'mine' })).toEqual([]);
  });
});

describe('the history of orders at bybit', () => {
  it('has what ended, a week at a time', async () => {
    const [first] = await made({ ...linear, ...taking });
    await made({ ...linear, ...resting });
    expect(await idsOf(history, linear)).toEqual([first]);
    bench.pass(7 * dayMs);
    expect(await idsOf(history, linear)).toEqual([]);
    const startTime = `${startedAt}`;
    expect(await idsOf(history, { ...linear, startTime })).toEqual([first]);
    const endTime = `${startedAt + 7 * dayMs}`;
    expect(await idsOf(history, { ...linear, startTime, endTime })).toEqual([first]);
    expect(await idsOf(history, { ...linear, endTime })).toEqual([first]);
    const long = { ...linear, startTime, endTime: `${startedAt + 7 * dayMs + 1}` };
    expect((await bench.no(history, long))[1]).toBe(10001);
    expect((await bench.no(history, { ...linear, startTime, endTime: '1' }))[1]).toBe(10001);
  });

  it('forgets after a day what ended without a fill', async () => {
    const [filled] = await made({ ...linear, ...taking });
    const [unfilled] = await made({ ...linear, ...resting, timeInForce: 'FOK' });
    expect(await idsOf(history, linear)).toEqual([unfilled, filled]);
    bench.pass(dayMs);
    expect(await idsOf(history, linear)).toEqual([filled]);
    expect(await idsOf(history, { ...linear, orderId: unfilled ?? '' })).toEqual([]);
  });
});

describe('the list of executions at bybit', () => {
  it('of contracts says what each cost, without its currency', async () => {
    const [orderId] = await made({ ...linear, ...taking, qty: '2', orderLinkId: 'mine' });
    const { list } = await bench.ok(executions, linear);
    expect(list).toEqual([
      expect.objectContaining({
        symbol: 'BTCUSDT',
        orderId,
        orderLinkId: 'mine',
        side: 'Buy',
        execType: 'Trade',
        execPrice: '101',
        execQty: '2',
        execValue: '202',
        execFee: '0.1111',
        feeCurrency: '',
        feeRate: '0.00055',
        isMaker: false,
        orderType: 'Market',
        execId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        execTime: `${startedAt + 1}`,
      }),
    ]);
  });

  it('of spot names the currency that paid', async () => {
    await made({ ...spot, ...taking, marketUnit: 'baseCoin' });
    const [sale] = await made({ ...spot, ...resting, side: 'Sell', price: '105' });
    bench.show(106, 107);
    const { list } = await bench.ok(executions, spot);
    expect(list).toMatchObject([
      { orderId: sale, feeCurrency: 'USDT', execFee: '0.105', isMaker: true },
      { feeCurrency: 'BTC', execFee: '0.001', isMaker: false, execQty: '1.0000' },
    ]);
    expect(list[0].execId).toMatch(/^\d{19}$/);
  });

  it('is read by order, by time and page by page', async () => {
    const [first, second] = await made({ ...linear, ...taking }, 2);
    expect(await idsOf(executions, { ...linear, orderId: first ?? '' })).toEqual([first]);
    const endTime = `${startedAt + 1}`;
    expect(await idsOf(executions, { ...linear, endTime })).toEqual([first]);
    const page = await bench.ok(executions, { ...linear, limit: '1' });
    expect(page.list).toMatchObject([{ orderId: second }]);
    const cursor = decodeURIComponent(page.nextPageCursor);
    expect(await idsOf(executions, { ...linear, limit: '1', cursor })).toEqual([first]);
    expect(await idsOf(executions, { ...linear, execType: 'Funding' })).toEqual([]);
    expect((await bench.no(executions, { ...linear, limit: '101' }))[1]).toBe(10001);
  });

  it('shows a hundred rows at most, and fifty unasked', async () => {
    await made({ ...linear, ...resting, side: 'Sell', price: '105', qty: '0.1' }, 60);
    bench.show(106, 107, 10);
    expect(await idsOf(executions, linear)).toHaveLength(50);
    const { list } = await bench.ok(executions, { ...linear, limit: '100' });
    expect(list).toHaveLength(60);
    expect(list[0]).toMatchObject({ isMaker: true, feeRate: '0.0002', execFee: '0.0021' });
  });
});
