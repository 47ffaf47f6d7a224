import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/kraken.ts';

const limit = { pair: 'XBTUSD', type: 'buy', ordertype: 'limit', volume: '1', price: '95' };
const market = { pair: 'XBTUSD', type: 'buy', ordertype: 'market', volume: '0.1' };
const startedSeconds = 1_800_000_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function place(fields: object): Promise<string> {
  const { txid } = await bench.ok('AddOrder', { ...fields });
  return txid[0];
}

describe('open orders', () => {
  it('are all there, the newest first, and those of a client id alone', async () => {
    const first = await place({ ...limit, cl_ord_id: 'one' });
    const second = await place({ ...limit, cl_ord_id: 'two' });
    await place(market);
    const { open } = await bench.ok('OpenOrders');
    expect(Object.keys(open)).toEqual([second, first]);
    const named = await bench.ok('OpenOrders', { cl_ord_id: 'one' });
    expect(Object.keys(named.open)).toEqual([first]);
    expect(await bench.ok('OpenOrders', { cl_ord_id: 'none' })).toEqual({ open: {} });
  });

  it('name their trades where they are asked for, what was taken at once as one', async () => {
    const txid = await place({ ...limit, volume: '9', price: '102' });
    expect((await bench.ok('OpenOrders')).open[txid]).not.toHaveProperty('trades');
    const { open } = await bench.ok('OpenOrders', { trades: true, consolidate_taker: false });
    expect(open[txid].trades).toHaveLength(1);
    const each = await bench.ok('QueryOrders', { txid, trades: true, consolidate_taker: false });
    expect(each[txid].trades).toHaveLength(2);
  });
});

describe('ended orders', () => {
  it('are those that filled or were cancelled, by when they ended', async () => {
    const canceled = await place({ ...limit, cl_ord_id: 'one' });
    bench.pass(1_000);
    const filled = await place(market);
    await place(limit);
    bench.pass(1_000);
    await bench.ok('CancelOrder', { txid: canceled });
    const { closed, count } = await bench.ok('ClosedOrders');
    expect([Object.keys(closed), count]).toEqual([[canceled, filled], 2]);
    const named = await bench.ok('ClosedOrders', { cl_ord_id: 'one', without_count: true });
    expect([Object.keys(named.closed), named.count]).toEqual([[canceled], undefined]);
    const since = await bench.ok('ClosedOrders', { start: startedSeconds + 1 });
    expect(Object.keys(since.closed)).toEqual([canceled]);
    const until = await bench.ok('ClosedOrders', { end: startedSeconds + 1 });
    expect(Object.keys(until.closed)).toEqual([filled]);
  });

  it('come in pages of fifty', async () => {
    const made: string[] = [];
    for (let count = 0; count < 55; count += 1) made.push(await place(market));
    const { closed, count } = await bench.ok('ClosedOrders');
    expect([Object.keys(closed).length, count]).toEqual([50, 55]);
    const rest = await bench.ok('ClosedOrders', { ofs: 50 });
    expect(Object.keys(rest.closed)).toEqual(made.slice(0, 5).toReversed());
  });
});

describe('orders by their ids', () => {
  it('are as many as fifty, and all have to be there', async () => {
    const [one, two] = [await place(limit), await place(market)];
    const found = await bench.ok('QueryOrders', { txid: `${one},${two}` });
    expect(Object.keys(found)).toEqual([one, two]);
    const no = await bench.no('QueryOrders', { txid: `${one},OAAAAA-AAAAA-AAAAAA` });
    expect(no).toBe('EOrder:Invalid order');
    const many = Array(51).fill(one).join(',');
    const bad = 'EGeneral:Invalid arguments:txid';
    expect(await bench.no('QueryOrders', { txid: many })).toBe(bad);
    expect(await bench.no('QueryOrders')).toBe(bad);
    expect(await bench.no('CancelOrder')).toBe(bad);
  });

  it('are nobody else’s', async () => {
    const txid = await place({ ...limit, cl_ord_id: 'mine' });
    expect(await bench.no('CancelOrder', { txid: 'OAAAAA-AAAAA-AAAAAA' })).toBe(
      'EOrder:Unknown order',
    );
    expect((await bench.ok('QueryOrders', { txid }))[txid].status).toBe('open');
  });
});

describe('trades', () => {
  it('are listed newest first, after a start and up to an end', async () => {
    const order = await place(market);
    bench.pass(1_000);
    await place({ ...market, type: 'sell' });
    const { trades, count } = await bench.ok('TradesHistory');
    const [newest, oldest] = Object.entries(trades);
    expect([count, newest?.[0]]).toEqual([2, expect.stringMatching(/^T[0-9A-Z]{5}-.{5}-.{6}$/)]);
    expect(oldest?.[1]).toEqual({
      ordertxid: order,
      postxid: expect.any(String),
      pair: 'XXBTZUSD',
      aclass: 'forex',
      time: startedSeconds,
      type: 'buy',
      ordertype: 'market',
      price: '101.00000',
      cost: '10.10000',
      fee: '0.00505',
      vol: '0.10000000',
      margin: '0.00000',
      leverage: '0',
      misc: '',
      trade_id: expect.any(Number),
      maker: false,
    });
    const ids = async (fields: object) =>
      Object.keys((await bench.ok('TradesHistory', { ...fields })).trades);
    expect(await ids({ start: startedSeconds })).toEqual([newest?.[0]]);
    expect(await ids({ end: startedSeconds })).toEqual([oldest?.[0]]);
    expect(await ids({ ofs: 1 })).toEqual([oldest?.[0]]);
  });

  it('taken at once are one trade at the mean price, unless each is asked for', async () => {
    await place({ ...market, volume: '6' });
    const together = await bench.ok('TradesHistory');
    expect(Object.values(together.trades)).toMatchObject([
      { price: '101.33333', vol: '6.00000000', cost: '608.00000', fee: '0.30400' },
    ]);
    const each = await bench.ok('TradesHistory', { consolidate_taker: false });
    expect(Object.values(each.trades)).toMatchObject([
      { price: '102.00000', vol: '2.00000000' },
      { price: '101.00000', vol: '4.00000000' },
    ]);
    const [first] = Object.keys(together.trades);
    expect(Object.keys(each.trades)[1]).toBe(first);
  });

  it('are told by their ids, each by itself and at most twenty', async () => {
    await place({ ...market, volume: '6' });
    const { trades } = await bench.ok('TradesHistory');
    const [txid = ''] = Object.keys(trades);
    expect((await bench.ok('QueryTrades', { txid }))[txid].vol).toBe('4.00000000');
    const bad = 'EGeneral:Invalid arguments:txid';
    expect(await bench.no('QueryTrades', { txid: 'TAAAAA-AAAAA-AAAAAA' })).toBe(bad);
    expect(await bench.no('QueryTrades', { txid: Array(21).fill(txid).join(',') })).toBe(bad);
    expect(await bench.no('QueryTrades')).toBe(bad);
  });

  it('come in pages of fifty', async () => {
    for (let count = 0; count < 52; count += 1) await place({ ...market, volume: '0.06' });
    const { trades, count } = await bench.ok('TradesHistory');
    expect([Object.keys(trades).length, count]).toEqual([50, 52]);
  });
});
