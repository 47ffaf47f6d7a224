import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/bybit.ts';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const open = (category = 'linear') =>
  openStream(bench.url, 'stream.bybit.com:443', `/v5/public/${category}`);
const say = (stream: Stream, op: string, ...args: readonly string[]) =>
  stream.send(JSON.stringify({ op, args, req_id: '7' }));
const topic = (depth: number, symbol = 'BTCUSDT') => `orderbook.${depth}.${symbol}`;

/** Subscribes, and leaves out the confirmation. */
async function listen(category: string, ...topics: readonly string[]) {
  const stream = await open(category);
  say(stream, 'subscribe', ...topics);
  const heard = async (count: number) => {
    await stream.until(1 + count);
    return hear(stream).slice(1);
  };
  return { stream, heard };
}

describe('a public stream of bybit', () => {
  it('tells the book, then what changes of it', async () => {
    const { stream, heard } = await listen('linear', topic(50));
    await heard(1);
    bench.pass(40);
    bench.simulator.show('bybit', 'BTC/USDT:USDT', {
      bids: [
        [100, 4],
        [99.5, '0.25'],
      ],
      asks: [
        [102, 2],
        [101.5, 1],
      ],
    });
    const [snapshot, delta] = await heard(2);
    const { u, seq } = snapshot.data;
    expect(hear(stream)[0]).toEqual({
      success: true,
      ret_msg: '',
      conn_id: expect.any(String),
      req_id: '7',
      op: 'subscribe',
    });
    expect(snapshot).toEqual({
      topic: 'orderbook.50.BTCUSDT',
      type: 'snapshot',
      ts: startedAt,
      cts: startedAt,
      data: { s: 'BTCUSDT', b: [['100', '4']], a: [['101', '4']], u, seq },
    });
    const at = startedAt + 40;
    const a = [
      ['101', '0'],
      ['101.5', '1'],
      ['102', '2'],
    ];
    expect(delta).toEqual({
      topic: 'orderbook.50.BTCUSDT',
      type: 'delta',
      ts: at,
      cts: at,
      data: { s: 'BTCUSDT', b: [['99.5', '0.25']], a, u: u + 1, seq: expect.any(Number) },
    });
    expect([u > 1_000_000, delta.data.seq > seq]).toEqual([true, true]);
  });

  it('writes spot as its documents do, and a gone level with a bare zero', async () => {
    const { stream, heard } = await listen('spot', topic(200));
    await heard(1);
    bench.show(100, 102);
    const [snapshot, delta] = await heard(2);
    expect(hear(stream)[0]).toMatchObject({ success: true, ret_msg: 'subscribe' });
    expect(snapshot.data).toMatchObject({ b: [['100.00', '4.0000']], a: [['101.00', '4.0000']] });
    expect(delta.data).toMatchObject({
      b: [],
      a: [
        ['101.00', '0'],
        ['102.00', '4.0000'],
      ],
    });
  });

  it('tells several depths and markets over one connection, each category its own', async () => {
    const { heard } = await listen('linear', topic(50), topic(1), topic(50, 'BTCPERP'));
    const inverse = await listen('inverse', topic(50, 'BTCUSD'));
    await inverse.heard(1);
    expect((await heard(3)).map((frame) => frame.topic)).toEqual([
      'orderbook.50.BTCUSDT',
      'orderbook.1.BTCUSDT',
      'orderbook.50.BTCPERP',
    ]);
    bench.show(99, 101);
    const frames = (await heard(6)).slice(3);
    expect(frames.map((frame) => [frame.topic, frame.type])).toEqual([
      ['orderbook.50.BTCUSDT', 'delta'],
      ['orderbook.1.BTCUSDT', 'snapshot'],
      ['orderbook.50.BTCPERP', 'delta'],
    ]);
    const [, delta] = await inverse.heard(2);
    const b = [
      ['100', '0'],
      ['99', '40'],
    ];
    expect(delta).toMatchObject({ topic: 'orderbook.50.BTCUSD', data: { b } });
  });

  it('numbers its deepest book as the document does', async () => {
    const { heard } = await listen('linear', topic(1_000));
    const document = async () => {
      const target = '/v5/market/orderbook?category=linear&symbol=BTCUSDT&limit=500';
      const { b, a, u, seq } = (await bench.raw('GET', { target })).json.result;
      return { b, a, u, seq };
    };
    const { b, a, u, seq } = (await heard(1))[0].data;
    expect({ b, a, u, seq }).toEqual(await document());
    bench.show(99, 101);
    bench.show(98, 101);
    const last = (await heard(3))[2].data;
    expect(await document()).toMatchObject({ u: last.u, seq: last.seq });
    expect(last.u).toBe(u + 2);
  });

  it('repeats the best prices every three seconds in which they stay', async () => {
    const { heard } = await listen('linear', topic(1));
    const [first] = await heard(1);
    for (const count of [1, 2]) {
      bench.pass(2_900);
      bench.show(100, 101);
      bench.pass(100);
      bench.show(100, 101);
      const repeated = (await heard(1 + count)).at(-1);
      expect(repeated).toEqual({ ...first, ts: bench.now(), cts: bench.now() });
    }
    expect(await heard(3)).toHaveLength(3);
  });

  it('tells nothing any more of what is given up', async () => {
    const { stream, heard } = await listen('spot', topic(50), topic(1));
    say(stream, 'unsubscribe', topic(50));
    expect((await heard(3))[2]).toMatchObject({ success: true, ret_msg: 'unsubscribe' });
    bench.show(99, 101);
    expect((await heard(4)).slice(3)).toMatchObject([{ topic: 'orderbook.1.BTCUSDT' }]);
    say(stream, 'subscribe', topic(50));
    expect((await heard(6)).at(-1)).toMatchObject({ type: 'snapshot' });
  });

  it.each([
    ['linear', [topic(50, 'NOPEUSDT')], 'error:handler not found,topic:orderbook.50.NOPEUSDT'],
    ['linear', [topic(50), topic(30)], 'error:handler not found,topic:orderbook.30.BTCUSDT'],
    ['spot', [topic(50, 'NOPEUSDT')], 'Invalid symbol :[orderbook.50.NOPEUSDT]'],
    ['spot', Array.from({ length: 11 }, () => topic(50)), 'args size >10'],
    ['linear', [topic(1), topic(1)], 'error:already subscribed,topic:orderbook.1.BTCUSDT'],
    ['linear', ['tickers.BTCUSDT'], 'The simulator does not know tickers.BTCUSDT'],
    ['linear', [], 'error:request args is empty'],
  ])('refuses a request to %s for %j as a whole', async (category, topics, ret_msg) => {
    const stream = await open(category);
    say(stream, 'subscribe', ...topics);
    bench.show(99, 101);
    say(stream, 'subscribe', topic(200));
    await stream.until(3);
    const [refused, ...rest] = hear(stream);
    expect(refused).toMatchObject({ success: false, ret_msg, op: 'subscribe', req_id: '7' });
    expect(rest).toMatchObject([{ success: true }, { topic: topic(200) }]);
  });

  it('refuses a topic that it tells already, what it does not know and where it is not', async () => {
    const { stream, heard } = await listen('linear', topic(50));
    say(stream, 'subscribe', topic(50), topic(1));
    stream.send('{"op":"nope"}');
    stream.send('no JSON');
    const frames = (await heard(4)).slice(1);
    expect(frames).toMatchObject([
      { success: false, ret_msg: `error:already subscribed,topic:${topic(50)}` },
      { success: false, ret_msg: 'error:invalid op', op: 'nope', req_id: '' },
      { success: false, ret_msg: 'error:invalid op' },
    ]);
    await expect(open('option')).rejects.toThrow('404');
  });

  it('answers pings, and ends after ten minutes without a word', async () => {
    const [contract, spot] = [await open('linear'), await open('spot')];
    bench.pass(599_000);
    contract.send('{"op":"ping"}');
    await contract.until(1);
    const pong = { success: true, ret_msg: 'pong', conn_id: expect.any(String), op: 'ping' };
    expect(hear(contract)).toEqual([{ ...pong, req_id: '' }]);
    bench.pass(2_000);
    bench.show(100, 101);
    await spot.closed;
    expect(contract.isClosed()).toBe(false);
  });
});
