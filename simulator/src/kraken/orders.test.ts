import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/kraken.ts';

const buy = { pair: 'XBTUSD', type: 'buy' } as const;
const limit = { ...buy, ordertype: 'limit', volume: '1', price: '95' } as const;
const market = { ...buy, ordertype: 'market' } as const;
const clientId = '018bcfe568007abc8def0123456789ab';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function place(fields: object): Promise<string> {
  const { txid } = await bench.ok('AddOrder', { ...fields });
  return txid[0];
}

async function query(txid: string) {
  return (await bench.ok('QueryOrders', { txid, trades: true }))[txid];
}

describe('an order', () => {
  it('is acknowledged by its id and its description, and nothing else', async () => {
    const made = await bench.ok('AddOrder', limit);
    expect(made).toEqual({
      descr: { order: 'buy 1.00000000 XBTUSD @ limit 95.00' },
      txid: [expect.stringMatching(/^O[0-9A-Z]{5}-[0-9A-Z]{5}-[0-9A-Z]{6}$/)],
    });
    expect(bench.simulator.accepted('kraken')).toBe(1);
  });

  it('that rests is told in full', async () => {
    const txid = await place({ ...limit, cl_ord_id: clientId, timeinforce: 'GTC' });
    bench.pass(1_500);
    expect(await query(txid)).toEqual({
      refid: null,
      userref: null,
      cl_ord_id: clientId,
      status: 'open',
      reason: null,
      opentm: 1_800_000_000,
      starttm: 0,
      expiretm: 0,
      descr: {
        pair: 'XBTUSD',
        type: 'buy',
        ordertype: 'limit',
        price: '95.00',
        price2: '0',
        leverage: 'none',
        close: '',
        order: 'buy 1.00000000 XBTUSD @ limit 95.00',
      },
      vol: '1.00000000',
      vol_exec: '0.00000000',
      cost: '0.00000',
      fee: '0.00000',
      price: '0.00000',
      stopprice: '0.00000',
      limitprice: '0.00000',
      misc: '',
      oflags: 'fciq',
    });
  });

  it('is taken by any name of its pair', async () => {
    for (const pair of ['XXBTZUSD', 'XBTUSD', 'XBT/USD']) {
      expect((await query(await place({ ...limit, pair }))).descr.pair).toBe('XBTUSD');
    }
  });

  it('at the market fills level by level, and says with what', async () => {
    const txid = await place({ ...market, volume: '5' });
    const made = await query(txid);
    expect(made).toMatchObject({
      status: 'closed',
      reason: null,
      vol_exec: '5.00000000',
      cost: '506.00000',
      fee: '0.25300',
      price: '101.20000',
      closetm: 1_800_000_000,
      descr: { order: 'buy 5.00000000 XBTUSD @ market', price: '0', price2: '0' },
    });
    expect(made.trades).toHaveLength(1);
  });

  it('for an amount of the quote buys as much as that pays for', async () => {
    const txid = await place({ ...market, volume: '250', oflags: 'viqc' });
    expect(await query(txid)).toMatchObject({ vol_exec: '2.47520000', oflags: 'fciq,viqc' });
  });

  it('is filled as maker when the shown book crosses it, at its own price', async () => {
    const txid = await place(limit);
    bench.show(93, 94.5, 0.4);
    expect(await query(txid)).toMatchObject({ status: 'open', vol_exec: '0.40000000' });
    bench.show(93, 94);
    const filled = await query(txid);
    expect(filled).toMatchObject({ status: 'closed', cost: '95.00000', fee: '0.01900' });
    expect(filled.trades).toHaveLength(2);
  });

  it('holds its money, and gives it back when it is cancelled', async () => {
    await place({ ...limit, cl_ord_id: 'mine' });
    expect(await bench.ok('BalanceEx')).toMatchObject({
      ZUSD: { balance: '100000.0000', hold_trade: '95.0475' },
      XXBT: { balance: '1000.0000000000', hold_trade: '0.0000000000' },
    });
    expect(await bench.ok('CancelOrder', { cl_ord_id: 'mine' })).toEqual({ count: 1 });
    expect((await bench.ok('BalanceEx')).ZUSD.hold_trade).toBe('0.0000');
    expect(await bench.ok('Balance')).toEqual({ XXBT: '1000.0000000000', ZUSD: '100000.0000' });
    expect(await bench.no('CancelOrder', { cl_ord_id: 'mine' })).toBe('EOrder:Unknown order');
  });

  it('that its owner cancelled says so', async () => {
    const txid = await place(limit);
    bench.pass(2_250);
    expect(await bench.ok('CancelOrder', { txid })).toEqual({ count: 1 });
    const ended = { status: 'canceled', reason: 'User requested', closetm: 1_800_000_002.25 };
    expect(await query(txid)).toMatchObject(ended);
  });

  it('is cancelled with all others', async () => {
    await place(limit);
    await place({ ...limit, cl_ord_id: 'mine' });
    expect(await bench.ok('CancelAll')).toEqual({ count: 2 });
    expect(await bench.ok('CancelAll')).toEqual({ count: 0 });
  });

  it.each([
    ['IOC', '6', 'Immediate or cancel order', '4.00000000'],
    ['FOK', '6', 'Fill or kill order', '0.00000000'],
    ['FOK', '4', null, '4.00000000'],
  ])('%s of %s ends at once, canceled for the reason %s', async (force, volume, reason, filled) => {
    const txid = await place({ ...limit, timeinforce: force, volume, price: '101' });
    const status = reason === null ? 'closed' : 'canceled';
    expect(await query(txid)).toMatchObject({ status, reason, vol_exec: filled });
  });

  it('that is post-only is taken, and canceled where it would take', async () => {
    const resting = await place({ ...limit, oflags: 'post' });
    expect(await query(resting)).toMatchObject({ status: 'open', oflags: 'fciq,post' });
    const crossing = await place({ ...limit, oflags: 'fciq,post', price: '101' });
    const ended = { status: 'canceled', reason: 'Post only order', vol_exec: '0.00000000' };
    expect(await query(crossing)).toMatchObject(ended);
    expect(bench.simulator.accepted('kraken')).toBe(2);
  });

  it.each([
    ['stop-loss', { price: '110' }, 'stop loss 110.00'],
    ['stop-loss-limit', { price: '110', price2: '112' }, 'stop loss 110.00 -> limit 112.00'],
    ['take-profit', { price: '90' }, 'take profit 90.00'],
    ['take-profit-limit', { price: '90', price2: '92' }, 'take profit 90.00 -> limit 92.00'],
  ])('%s has its trigger first and its limit second', async (ordertype, prices, said) => {
    const made = await query(await place({ ...buy, ordertype, volume: '1', ...prices }));
    expect(made).toMatchObject({ status: 'open', stopprice: '0.00000', limitprice: '0.00000' });
    expect(made.descr).toMatchObject({
      ordertype,
      price: `${prices.price}.00`,
      order: `buy 1.00000000 XBTUSD @ ${said}`,
    });
  });

  it('that waits goes off when the middle of the book is there, and keeps its type', async () => {
    const stop = { ...buy, ordertype: 'stop-loss-limit', price: '110', price2: '112' };
    const txid = await place({ ...stop, volume: '1' });
    bench.show(109, 110);
    expect((await query(txid)).status).toBe('open');
    bench.show(110, 111);
    expect(await query(txid)).toMatchObject({
      status: 'closed',
      price: '111.00000',
      stopprice: '110.00000',
      limitprice: '112.00000',
      descr: { ordertype: 'stop-loss-limit' },
    });
  });

  it('whose trigger is passed already goes off at once', async () => {
    const stop = { ...buy, ordertype: 'stop-loss', price: '90', volume: '1' };
    expect(await query(await place(stop))).toMatchObject({ status: 'closed', price: '101.00000' });
  });

  it('frees its client id when it ends', async () => {
    const mine = { ...limit, cl_ord_id: clientId };
    const first = await place(mine);
    expect(await bench.no('AddOrder', mine)).toBe('EOrder:cl_ord_id already in use');
    await bench.ok('CancelOrder', { txid: first });
    expect(await place(mine)).not.toBe(first);
  });

  it('is taken until its deadline, by the clock of the exchange', async () => {
    const until = (ms: number) => ({ deadline: new Date(startedAt + ms).toISOString() });
    await place({ ...limit, ...until(60_000) });
    const far = await bench.no('AddOrder', { ...limit, ...until(60_001) });
    expect(far).toBe('EGeneral:Invalid arguments:deadline');
    const word = await bench.no('AddOrder', { ...limit, deadline: 'soon' });
    expect(word).toBe('EGeneral:Invalid arguments:deadline');
    bench.pass(5_000);
    await place({ ...limit, ...until(5_001) });
    const late = await bench.no('AddOrder', { ...limit, ...until(5_000) });
    expect(late).toBe('EService:Deadline elapsed');
    expect(bench.simulator.accepted('kraken')).toBe(2);
  });

  it('has no word for what is not known: it is passed over', async () => {
    const txid = await place({ ...limit, timeInForce: 'IOC', postOnly: true });
    expect(await query(txid)).toMatchObject({ status: 'open', oflags: 'fciq' });
  });

  it('that would be one too many is refused', async () => {
    for (let count = 0; count < 200; count += 1) await place(limit);
    expect(await bench.no('AddOrder', limit)).toBe('EOrder:Orders limit exceeded');
  });
});

describe('an order is refused', () => {
  const stop = { ...buy, ordertype: 'stop-loss-limit', volume: '1' };
  const bad = (name: string) => `EGeneral:Invalid arguments:${name}`;
  const unknown = (what: string) => `The simulator does not know ${what}`;
  it.each([
    ['of an unknown pair', { ...limit, pair: 'XYZ' }, 'EQuery:Unknown asset pair'],
    ['without a pair', { ...limit, pair: '' }, bad('pair')],
    ['without a side', { ...limit, type: '' }, bad('type')],
    ['of an unknown side', { ...limit, type: 'BUY' }, bad('type')],
    ['of an unknown type', { ...limit, ordertype: 'LIMIT' }, bad('ordertype')],
    ['of an unknown time in force', { ...limit, timeinforce: 'ioc' }, bad('timeinforce')],
    ['of an unknown flag', { ...limit, oflags: 'fciq,postonly' }, bad('oflags')],
    ['post-only at the market', { ...market, volume: '1', oflags: 'post' }, bad('oflags')],
    ['post-only and IOC', { ...limit, oflags: 'post', timeinforce: 'IOC' }, bad('timeinforce')],
    ['for the quote with a limit', { ...limit, oflags: 'viqc' }, bad('viqc')],
    ['without a price', { ...limit, price: '' }, bad('price')],
    ['with a price that is none', { ...limit, price: '1e2' }, bad('price')],
    ['at the price 0', { ...limit, price: '0' }, bad('price')],
    ['with a trigger alone', { ...stop, price: '110' }, bad('price2')],
    ['without a volume', { ...limit, volume: '' }, bad('volume')],
    ['off the step', { ...limit, volume: '1.00001' }, bad('volume')],
    ['below the least volume', { ...limit, volume: '0.0001' }, bad('volume minimum not met')],
    ['below the least worth', { ...limit, volume: '0.05' }, 'EOrder:Cost minimum not met'],
    ['off the tick', { ...limit, pair: 'XDGUSD', price: '95.3' }, 'EOrder:Tick size check failed'],
    ['with a long client id', { ...limit, cl_ord_id: 'a'.repeat(19) }, bad('cl_ord_id')],
    ['with a spaced client id', { ...limit, cl_ord_id: 'a b' }, bad('cl_ord_id')],
    ['beyond the balance', { ...limit, volume: '2000' }, 'EOrder:Insufficient funds'],
    [
      'that trails',
      { ...limit, ordertype: 'trailing-stop' },
      unknown('orders of type trailing-stop'),
    ],
    ['on margin', { ...limit, leverage: '2' }, unknown('leverage')],
    ['by number', { ...limit, userref: '7' }, unknown('userref')],
    ['relative', { ...limit, price: '-5%' }, unknown('prices relative to the market')],
    ['with a date', { ...limit, timeinforce: 'GTD' }, unknown('timeinforce GTD')],
    ['with a fee in the base', { ...limit, oflags: 'fcib' }, unknown('fees in the base')],
    ['by the index', { ...stop, trigger: 'index' }, unknown('the index as a trigger')],
  ])('%s', async (_, fields, text) => {
    expect(await bench.no('AddOrder', fields)).toBe(text);
    expect(bench.simulator.accepted('kraken')).toBe(0);
  });

  it('with too many decimals, and told how many there may be', async () => {
    const text = 'EOrder:Invalid price:XBTUSD price can only be specified up to 2 decimals.';
    expect(await bench.no('AddOrder', { ...limit, price: '95.001' })).toBe(text);
  });
});
