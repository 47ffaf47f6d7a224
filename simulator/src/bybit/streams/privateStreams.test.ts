import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, secret } from '../../../test/support/bybit.ts';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const host = 'stream.bybit.com';
const create = 'POST /v5/order/create';
/** WebSocket opcode of a close frame. */
const closing = 8;
const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const open = () => openStream(bench.url, host, '/v5/private');

function login(stream: Stream, expires: number, key = secret): void {
  const signature = createHmac('sha256', key).update(`GET/realtime${expires}`).digest('hex');
  stream.send(JSON.stringify({ req_id: 'in', op: 'auth', args: [apiKey, expires, signature] }));
}

/** Opens, logs in and subscribes; leaves out what came until then. */
async function subscribe(args: readonly string[] = ['order', 'execution']) {
  const stream = await open();
  login(stream, bench.now() + 1_000);
  stream.send(JSON.stringify({ op: 'subscribe', args }));
  await stream.until(2);
  return { stream, events: () => hear(stream).slice(2) };
}

const rest = (category: string) => ({
  category,
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Limit',
  qty: '1',
  price: '105',
  orderLinkId: 'mine',
});
const told = (events: readonly ReturnType<typeof JSON.parse>[]) =>
  events.map(({ topic, data: [row] }) => [topic, row.category, row.orderStatus ?? row.execQty]);

describe('a private stream of bybit', () => {
  it('begins with a signed login and a subscription', async () => {
    const { stream } = await subscribe();
    expect(hear(stream)).toEqual([
      { success: true, ret_msg: '', req_id: 'in', op: 'auth', conn_id: expect.any(String) },
      { success: true, ret_msg: 'subscribe', op: 'subscribe', conn_id: expect.any(String) },
    ]);
  });

  it.each([
    ['another signature', 1_000, 'another'],
    ['a time that is over', 0, undefined],
  ])('refuses a login with %s', async (_, aheadMs, key) => {
    const stream = await open();
    login(stream, bench.now() + aheadMs, key);
    stream.send(JSON.stringify({ op: 'subscribe', args: ['order'] }));
    await stream.until(2);
    const [first, second] = hear(stream);
    expect(first).toMatchObject({ success: false, ret_msg: 'Params Error', op: 'auth' });
    expect(second).toMatchObject({ success: false, op: 'subscribe' });
    await bench.ok(create, rest('linear'));
    expect(stream.texts).toHaveLength(2);
  });

  it('refuses what it does not know', async () => {
    const { stream } = await subscribe(['order', 'dcp.future']);
    expect(hear(stream)[1]).toMatchObject({ success: false, op: 'subscribe' });
    stream.send('no JSON');
    await stream.until(3);
    expect(hear(stream)[2]).toMatchObject({ success: false, ret_msg: 'error:invalid op' });
    await expect(openStream(bench.url, host, '/v5/trade')).rejects.toThrow('404');
    await expect(openStream(bench.url, 'api.bybit.com', '/v5/private')).rejects.toThrow('404');
  });

  it.each(['spot', 'linear'])('tells of an order of %s, of its fill and its end', async (kind) => {
    const { stream, events } = await subscribe();
    const { orderId } = await bench.ok(create, rest(kind));
    bench.show(105, 106, 0.4);
    await bench.ok('POST /v5/order/cancel', { category: kind, symbol: 'BTCUSDT', orderId });
    await stream.until(6);
    const part = kind === 'spot' ? '0.4000' : '0.4';
    expect(told(events())).toEqual([
      ['order', kind, 'New'],
      ['execution', kind, part],
      ['order', kind, 'PartiallyFilled'],
      ['order', kind, kind === 'spot' ? 'PartiallyFilledCanceled' : 'Cancelled'],
    ]);
    for (const { data } of events()) expect(data).toMatchObject([{ orderId, orderLinkId: 'mine' }]);
    expect(events()[0]).toMatchObject({ creationTime: bench.now(), id: expect.any(String) });
  });

  it.each(['spot', 'linear'])('tells of an order of %s that goes off', async (kind) => {
    const { stream, events } = await subscribe();
    await bench.ok(create, {
      ...rest(kind),
      orderType: 'Market',
      triggerPrice: '95',
      ...(kind === 'spot'
        ? { orderFilter: 'StopOrder', marketUnit: 'baseCoin' }
        : { triggerDirection: 2 }),
    });
    bench.show(90, 91);
    await stream.until(6);
    expect(told(events()).map(([topic, , status]) => [topic, status])).toEqual([
      ['order', 'Untriggered'],
      ['order', 'Triggered'],
      ['execution', kind === 'spot' ? '1.0000' : '1'],
      ['order', 'Filled'],
    ]);
  });

  it('tells only what was subscribed to, and only its owner', async () => {
    const { stream, events } = await subscribe(['execution']);
    const other = { apiKey: 'key-of-another', secret: 'its-secret' };
    const balances = { unified: { BTC: '1' } };
    bench.simulator.addAccount({ venue: 'bybit', ...other, balances });
    const another = await open();
    const expires = bench.now() + 1_000;
    const signature = createHmac('sha256', other.secret)
      .update(`GET/realtime${expires}`)
      .digest('hex');
    another.send(JSON.stringify({ op: 'auth', args: [other.apiKey, expires, signature] }));
    another.send(JSON.stringify({ op: 'subscribe', args: ['order', 'execution'] }));
    await another.until(2);
    await bench.ok(create, rest('linear'));
    bench.show(105, 106);
    await stream.until(3);
    expect(told(events())).toEqual([['execution', 'linear', '1']]);
    expect(another.texts).toHaveLength(2);
  });

  it('ends after ten minutes without a ping or a word', async () => {
    const { stream } = await subscribe();
    const quiet = await open();
    bench.pass(599_000);
    stream.send(JSON.stringify({ req_id: 'p', op: 'ping' }));
    await stream.until(3);
    expect(hear(stream)[2]).toEqual({
      req_id: 'p',
      op: 'pong',
      args: [String(bench.now())],
      conn_id: expect.any(String),
    });
    bench.pass(2_000);
    bench.show(100, 101);
    while (!quiet.others.includes(closing)) await new Promise((resolve) => setImmediate(resolve));
    expect(stream.others).toEqual([]);
  });
});
