import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import {
  type Bench,
  cloid,
  ethOrder,
  openBench,
  startedAt,
  tif,
  trigger,
  user,
} from '../../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const another = '0x9999999999999999999999999999999999999999';
const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const open = (path = '/ws') => openStream(bench.url, 'api.hyperliquid.xyz', path);
const ask = (stream: Stream, message: object) => stream.send(JSON.stringify(message));
const subscribe = (stream: Stream, type: string, whose = user) =>
  ask(stream, { method: 'subscribe', subscription: { type, user: whose } });

/** Subscribes to one kind of message; leaves out what came until then. */
async function hearing(type: string, whose = user) {
  const stream = await open();
  subscribe(stream, type, whose);
  const before = type === 'userFills' ? 2 : 1;
  await stream.until(before);
  const heard = async (count: number) => {
    await stream.until(before + count);
    return hear(stream).slice(before);
  };
  return { stream, heard };
}

describe('a stream', () => {
  it('is subscribed to without a login, and begins with the executions of before', async () => {
    await bench.order(ethOrder({ p: '101' }));
    const stream = await open();
    subscribe(stream, 'orderUpdates');
    subscribe(stream, 'userFills');
    await stream.until(3);
    const confirmed = (type: string) => ({
      channel: 'subscriptionResponse',
      data: { method: 'subscribe', subscription: { type, user } },
    });
    const fills = await bench.info({ type: 'userFills', user });
    expect(fills).toHaveLength(1);
    expect(hear(stream)).toEqual([
      confirmed('orderUpdates'),
      confirmed('userFills'),
      { channel: 'userFills', data: { isSnapshot: true, user, fills } },
    ]);
  });

  it('tells what is wrong with a request', async () => {
    const stream = await open();
    const parsing = 'Error parsing JSON into valid websocket request: ';
    stream.send('subscribe');
    ask(stream, { method: 'login' });
    subscribe(stream, 'orderUpdates', '0x1');
    subscribe(stream, 'trades');
    subscribe(stream, 'orderUpdates');
    subscribe(stream, 'orderUpdates');
    await stream.until(6);
    const subscription = { type: 'orderUpdates', user };
    expect(hear(stream).map(({ channel, data }) => [channel, String(data)])).toEqual([
      ['error', `${parsing}subscribe`],
      ['error', `${parsing}{"method":"login"}`],
      ['error', expect.stringContaining(parsing)],
      ['error', expect.stringContaining(parsing)],
      ['subscriptionResponse', '[object Object]'],
      ['error', `Already subscribed: ${JSON.stringify(subscription)}`],
    ]);
    await expect(open('/else')).rejects.toThrow('404');
  });

  it('ends where nothing was said for a minute, and pings keep it', async () => {
    const [pinging, quiet] = [await open(), await open()];
    bench.pass(50_000);
    ask(pinging, { method: 'ping' });
    await pinging.until(1);
    expect(hear(pinging)).toEqual([{ channel: 'pong' }]);
    bench.pass(10_000);
    await bench.info({ type: 'exchangeStatus' });
    await quiet.closed;
    expect([quiet.isClosed(), pinging.isClosed()]).toEqual([true, false]);
    bench.pass(50_000);
    await bench.info({ type: 'exchangeStatus' });
    await pinging.closed;
  });

  it('tells nothing any more once it is given up', async () => {
    const { stream, heard } = await hearing('orderUpdates');
    const subscription = { type: 'orderUpdates', user };
    ask(stream, { method: 'unsubscribe', subscription });
    expect(await heard(1)).toMatchObject([{ data: { method: 'unsubscribe', subscription } }]);
    await bench.order(ethOrder());
    ask(stream, { method: 'unsubscribe', subscription });
    expect(await heard(2)).toMatchObject([{}, { channel: 'error' }]);
  });
});

describe('updates of orders', () => {
  it('tell of an order when its status changes, and not with each execution', async () => {
    const { heard } = await hearing('orderUpdates');
    const [{ resting }] = await bench.order(ethOrder({ b: false, p: '105', s: '2', c: cloid }));
    bench.pass(1_000);
    bench.show(105, 107, 1.5);
    bench.show(105, 107, 1.5);
    const order = {
      coin: 'ETH',
      side: 'A',
      limitPx: '105.0',
      oid: resting.oid,
      timestamp: startedAt,
      origSz: '2.0',
      cloid,
    };
    expect(await heard(2)).toEqual([
      {
        channel: 'orderUpdates',
        data: [{ order: { ...order, sz: '2.0' }, status: 'open', statusTimestamp: startedAt }],
      },
      {
        channel: 'orderUpdates',
        data: [
          {
            order: { ...order, sz: '0.0' },
            status: 'filled',
            statusTimestamp: startedAt + 1_000,
          },
        ],
      },
    ]);
  });

  it('tell of orders that went off, were cancelled, or never were on the book', async () => {
    const { heard } = await hearing('orderUpdates');
    const stop = ethOrder({ b: false, p: '80', t: trigger('sl', '95', false) });
    const [{ resting }] = await bench.order(stop);
    bench.show(79, 90);
    const cancels = [{ a: 1, o: resting.oid }];
    await bench.act({ type: 'cancel', cancels });
    await bench.order(ethOrder({ p: '91', t: tif('Alo') }), ethOrder({ p: '70', t: tif('Ioc') }));
    const updates = (await heard(5)).flatMap(({ data }) => data);
    expect(updates.map(({ status }) => status)).toEqual([
      'open',
      'triggered',
      'canceled',
      'badAloPxRejected',
      'iocCancelRejected',
    ]);
    expect(updates[0].order).not.toHaveProperty('cloid');
  });

  it('are of the account alone, also of two that trade with each other', async () => {
    const key = '3'.repeat(64);
    bench.simulator.addAccount({
      venue: 'hyperliquid',
      apiKey: another,
      secret: key,
      balances: { perp: { USDC: '10000' } },
    });
    const [one, other] = [await hearing('orderUpdates'), await hearing('orderUpdates', another)];
    await bench.order(ethOrder({ b: false, p: '100.5', c: cloid }));
    const orders = [ethOrder({ p: '100.5' })];
    await bench.act({ type: 'order', orders, grouping: 'na' }, { key });
    const told = (messages: readonly { readonly data: readonly object[] }[]) =>
      messages.flatMap(({ data }) => data);
    const ours = { side: 'A', cloid };
    expect(told(await one.heard(2))).toMatchObject([
      { status: 'open', order: ours },
      { status: 'filled', order: ours },
    ]);
    expect(told(await other.heard(1))).toMatchObject([{ status: 'filled', order: { side: 'B' } }]);
    expect(told(await one.heard(2))).toHaveLength(2);
  });
});

describe('executions', () => {
  it('are told as they are listed, each once', async () => {
    const { heard } = await hearing('userFills');
    await bench.order(ethOrder({ b: false, p: '105', s: '2', c: cloid }));
    bench.show(105, 107, 1.5);
    bench.show(105, 107, 1.5);
    const told = await heard(2);
    const listed = await bench.info({ type: 'userFillsByTime', user, startTime: 0 });
    expect(listed).toMatchObject([{ sz: '1.5', cloid }, { sz: '0.5' }]);
    expect(told).toEqual(
      listed.map((fill: object) => ({ channel: 'userFills', data: { user, fills: [fill] } })),
    );
  });
});
