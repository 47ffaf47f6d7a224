import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import { apiKey, type Bench, openBench, passphrase } from '../../../test/support/okx.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const { simulator } of benches.splice(0)) await simulator.close();
});

async function start(): Promise<Bench> {
  const bench = await openBench();
  benches.push(bench);
  return bench;
}

const secret = 'A1B2C3D4E5F60718293A4B5C6D7E8F90';
const hear = ({ texts }: Stream) =>
  texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text));
const open = ({ url }: Bench, path = 'private') =>
  openStream(url, 'ws.okx.com:8443', `/ws/v5/${path}`);

/** Fields of a login that differ from the correct ones. */
interface Login {
  readonly key?: string;
  readonly [name: string]: string | undefined;
}

function login(stream: Stream, atMs: number, { key = secret, ...changes }: Login = {}): void {
  const timestamp = String(Math.floor(atMs / 1_000));
  const sign = createHmac('sha256', key).update(`${timestamp}GET/users/self/verify`);
  const own = { apiKey, passphrase, timestamp, sign: sign.digest('base64') };
  stream.send(JSON.stringify({ op: 'login', args: [{ ...own, ...changes }] }));
}

function subscribe(stream: Stream, ...channels: readonly string[]): void {
  const args = channels.map((channel) => ({ channel, instType: 'ANY' }));
  stream.send(JSON.stringify({ id: '1512', op: 'subscribe', args }));
}

/** Opens a stream that listens to channels; leaves out what came until then. */
async function listen(bench: Bench, path: string, ...channels: readonly string[]) {
  const stream = await open(bench, path);
  login(stream, bench.now());
  subscribe(stream, ...channels);
  const greeting = 1 + channels.length + (channels.includes('orders') ? 1 : 0);
  await stream.until(greeting);
  return { stream, greeting, events: () => hear(stream).slice(greeting) };
}

const spot = { instId: 'BTC-USDT', tdMode: 'cash' };
const sell = { ...spot, side: 'sell', ordType: 'limit', px: '105', sz: '1', clOrdId: 'mine' };
const stop = {
  ...spot,
  side: 'sell',
  ordType: 'conditional',
  sz: '1',
  algoClOrdId: 'mine',
  slTriggerPx: '95',
  slOrdPx: '-1',
};
const placing = 'POST /api/v5/trade/order';
const sleeping = 'POST /api/v5/trade/order-algo';

describe('a private stream', () => {
  it('begins with a login and a subscription', async () => {
    const bench = await start();
    const { stream } = await listen(bench, 'private', 'orders');
    const connId = expect.any(String);
    expect(hear(stream)).toEqual([
      { event: 'login', code: '0', msg: '', connId },
      { id: '1512', event: 'subscribe', arg: { channel: 'orders', instType: 'ANY' }, connId },
      { event: 'channel-conn-count', channel: 'orders', connCount: '1', connId },
    ]);
    await listen(bench, 'private', 'orders');
  });

  it.each<readonly [string, Login]>([
    ['60001', { apiKey: '' }],
    ['60002', { sign: '' }],
    ['60003', { passphrase: '' }],
    ['60004', { timestamp: '2027-01-15T08:00:00.000Z' }],
    ['60005', { apiKey: 'another' }],
    ['60006', { timestamp: '1799999969' }],
    ['60007', { sign: 'zz' }],
    ['60024', { passphrase: 'others' }],
  ])('is refused with %s for %j, and ends', async (code, changes) => {
    const bench = await start();
    const stream = await open(bench);
    login(stream, bench.now(), changes);
    await stream.closed;
    expect(hear(stream)).toMatchObject([{ event: 'error', code }]);
  });

  it('is refused with another secret', async () => {
    const bench = await start();
    const stream = await open(bench);
    login(stream, bench.now(), { key: 'another secret' });
    await stream.closed;
    expect(hear(stream)).toMatchObject([{ event: 'error', code: '60007', msg: 'Invalid sign' }]);
  });

  it('tells nothing without a login, and at no other address', async () => {
    const bench = await start();
    const stream = await open(bench);
    subscribe(stream, 'orders');
    await stream.until(1);
    login(stream, bench.now());
    subscribe(stream, 'orders-algo');
    stream.send('{"op":"else","args":[{}]}');
    stream.send('what');
    await stream.until(5);
    expect(hear(stream).map(({ code }) => code)).toEqual(['60011', '0', '60018', '60012', '60012']);
    await bench.ok(placing, sell);
    expect(stream.texts).toHaveLength(5);
    await expect(open(bench, 'else')).rejects.toThrow('404');
  });

  it('is kept by what is said, and cut after half a minute without', async () => {
    const bench = await start();
    const { stream, greeting } = await listen(bench, 'private', 'orders');
    for (const pongs of [1, 2, 3]) {
      bench.pass(29_000);
      stream.send('ping');
      await stream.until(greeting + pongs);
      bench.show(100, 101);
    }
    expect(stream.isClosed()).toBe(false);
    bench.pass(30_000);
    bench.show(100, 101);
    await stream.closed;
  });
});

describe('the channel orders', () => {
  it('tells of an order that is taken, filled in parts and cancelled', async () => {
    const bench = await start();
    const { stream, greeting, events } = await listen(bench, 'private', 'orders');
    const { ordId } = await bench.one(placing, sell);
    bench.simulator.show('okx', 'BTC/USDT', { bids: [[105, '0.4']], asks: [[107, 4]] });
    await bench.ok('POST /api/v5/trade/cancel-order', { instId: 'BTC-USDT', ordId });
    await stream.until(greeting + 3);
    const [taken, filled, canceled] = events();
    expect(taken).toMatchObject({
      arg: { channel: 'orders', instType: 'ANY', uid: '1' },
      data: [{ ordId, clOrdId: 'mine', state: 'live', accFillSz: '0', avgPx: '0', execType: '' }],
    });
    expect(filled.data).toMatchObject([
      {
        state: 'partially_filled',
        accFillSz: '0.4',
        fillSz: '0.4',
        fillPx: '105',
        execType: 'M',
        fillFee: '-0.0336',
        fillFeeCcy: 'USDT',
        avgPx: '105',
      },
    ]);
    expect(canceled.data).toMatchObject([{ state: 'canceled', cancelSource: '1', fillSz: '0' }]);
  });

  it('tells of contracts, and of orders that end at once', async () => {
    const bench = await start();
    const { stream, greeting, events } = await listen(bench, 'private', 'orders');
    const swap = { instId: 'BTC-USDT-SWAP', tdMode: 'cross', side: 'buy', sz: '100' };
    await bench.ok(placing, { ...swap, ordType: 'market' });
    await bench.ok(placing, { ...swap, ordType: 'post_only', px: '102' });
    await stream.until(greeting + 3);
    const told = events().map(({ data: [{ instType, state, cancelSource }] }) => [
      instType,
      state,
      cancelSource,
    ]);
    expect(told).toEqual([
      ['SWAP', 'live', ''],
      ['SWAP', 'filled', ''],
      ['SWAP', 'canceled', '31'],
    ]);
  });

  it('tells nothing of another account', async () => {
    const bench = await start();
    const other = { apiKey: 'other', secret, passphrase };
    bench.simulator.addAccount({ venue: 'okx', ...other, balances: {} });
    const stream = await open(bench);
    login(stream, bench.now(), { apiKey: 'other' });
    subscribe(stream, 'orders');
    await stream.until(3);
    await bench.ok(placing, sell);
    stream.send('ping');
    await stream.until(4);
    expect(stream.texts.at(-1)).toBe('pong');
  });
});

describe('the channels of algo orders', () => {
  it('tell of a stop that sleeps, goes off and fills', async () => {
    const bench = await start();
    const algos = await listen(bench, 'business', 'orders-algo', 'algo-advance');
    const orders = await listen(bench, 'private', 'orders');
    const { algoId } = await bench.one(sleeping, stop);
    bench.show(90, 91);
    await algos.stream.until(algos.greeting + 2);
    await orders.stream.until(orders.greeting + 2);
    const [asleep, awake] = algos.events();
    expect(asleep).toMatchObject({
      arg: { channel: 'orders-algo' },
      data: [{ algoId, algoClOrdId: 'mine', state: 'live', ordIdList: [] }],
    });
    const [placed, filled] = orders.events();
    const { ordId } = placed.data[0];
    expect(awake.data).toMatchObject([{ algoId, state: 'effective', ordIdList: [ordId] }]);
    expect(placed.data).toMatchObject([
      { algoId, algoClOrdId: 'mine', clOrdId: '', state: 'live' },
    ]);
    expect(filled.data).toMatchObject([{ ordId, algoId, state: 'filled' }]);
    expect(ordId).not.toBe(algoId);
  });

  it('tell of a pair as one, whichever leg goes off, and of its cancel', async () => {
    const bench = await start();
    const { stream, greeting, events } = await listen(bench, 'business', 'orders-algo');
    const pair = { ...stop, ordType: 'oco', tpTriggerPx: '105', tpOrdPx: '105' };
    const first = await bench.one(sleeping, { ...pair, algoClOrdId: 'first' });
    bench.show(106, 107);
    bench.show(100, 101);
    const second = await bench.one(sleeping, { ...pair, algoClOrdId: 'second' });
    bench.show(90, 91);
    bench.show(100, 101);
    const third = await bench.one(sleeping, { ...pair, algoClOrdId: 'third' });
    const canceled = { instId: 'BTC-USDT', algoId: third.algoId };
    await bench.ok('POST /api/v5/trade/cancel-algos', [canceled]);
    await stream.until(greeting + 6);
    expect(events().map(({ data: [{ algoId, state }] }) => [algoId, state])).toEqual([
      [first.algoId, 'live'],
      [first.algoId, 'effective'],
      [second.algoId, 'live'],
      [second.algoId, 'effective'],
      [third.algoId, 'live'],
      [third.algoId, 'canceled'],
    ]);
  });

  it('tell of trailing stops apart, and of those that are there at once', async () => {
    const bench = await start();
    const { algoId } = await bench.one(sleeping, {
      instId: 'BTC-USDT-SWAP',
      tdMode: 'cross',
      side: 'sell',
      sz: '100',
      ordType: 'move_order_stop',
      callbackRatio: '0.05',
      algoClOrdId: 'mine',
    });
    const { stream, greeting, events } = await listen(bench, 'business', 'algo-advance');
    await stream.until(greeting + 1);
    expect(events()).toMatchObject([
      { arg: { channel: 'algo-advance' }, data: [{ algoId, state: 'live', count: '1' }] },
    ]);
    bench.show(90, 91);
    await stream.until(greeting + 2);
    expect(events().at(-1).data).toMatchObject([{ algoId, state: 'effective' }]);
  });
});
