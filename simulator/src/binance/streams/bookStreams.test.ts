import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/binance.ts';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const spot = 'stream.binance.com';
const open = (host: string, path: string) => openStream(bench.url, host, path);

async function subscribe(host: string, path: string, params: readonly string[]) {
  const stream = await open(host, path);
  stream.send(JSON.stringify({ method: 'SUBSCRIBE', params, id: 1 }));
  await stream.until(1);
  expect(hear(stream)).toEqual([{ result: null, id: 1 }]);
  return stream;
}

describe('book streams of binance', () => {
  it('tell changes of spot, as their documents have it', async () => {
    const stream = await subscribe(spot, '/ws', ['btcusdt@depth@100ms']);
    const { json: before } = await bench.raw('api', 'GET', {
      target: '/api/v3/depth?symbol=BTCUSDT',
    });
    bench.show(100, 102, 3);
    await stream.until(2);
    const [, event] = hear(stream);
    expect(event).toEqual({
      e: 'depthUpdate',
      E: bench.now(),
      s: 'BTCUSDT',
      U: before.lastUpdateId + 1,
      u: expect.any(Number),
      b: [['100.00000000', '3.00000000']],
      a: expect.arrayContaining([
        ['101.00000000', '0.00000000'],
        ['102.00000000', '3.00000000'],
      ]),
    });
    const { json } = await bench.raw('api', 'GET', { target: '/api/v3/depth?symbol=BTCUSDT' });
    expect(event.u).toBe(json.lastUpdateId);
  });

  it.each([
    ['fstream.binance.com', '/public/stream', 'btcusdt', { s: 'BTCUSDT' }],
    ['dstream.binance.com', '/stream', 'btcusd_perp', { s: 'BTCUSD_PERP', ps: 'BTCUSD' }],
  ])('tell changes at %s with the one before', async (host, path, name, named) => {
    const stream = await subscribe(host, path, [`${name}@depth@100ms`]);
    bench.show(99, 102);
    bench.show(99, 103);
    await stream.until(3);
    const [, first, second] = hear(stream);
    expect(first).toEqual({
      stream: `${name}@depth@100ms`,
      data: {
        e: 'depthUpdate',
        E: bench.now(),
        T: bench.now(),
        ...named,
        U: expect.any(Number),
        u: expect.any(Number),
        pu: first.data.U - 1,
        b: expect.any(Array),
        a: expect.any(Array),
      },
    });
    expect(second.data.pu).toBe(first.data.u);
  });

  it('are named in the address as well, in one envelope or none', async () => {
    const bare = await open(spot, '/ws/btcusdt@depth');
    const wrapped = await open(spot, '/stream?streams=btcusdt@depth/btcusdt@depth5');
    bench.show(99, 102);
    await bare.until(1);
    await wrapped.until(2);
    expect(hear(bare)).toMatchObject([{ e: 'depthUpdate' }]);
    expect(hear(wrapped)).toMatchObject([
      { stream: 'btcusdt@depth', data: { e: 'depthUpdate' } },
      {
        stream: 'btcusdt@depth5',
        data: { bids: [['99.00000000', '4.00000000']], asks: [['102.00000000', '4.00000000']] },
      },
    ]);
  });

  it('end when they are no longer wanted', async () => {
    const stream = await subscribe(spot, '/ws', ['btcusdt@depth']);
    stream.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 'a' }));
    stream.send(JSON.stringify({ method: 'UNSUBSCRIBE', params: ['btcusdt@depth'], id: 2 }));
    await stream.until(3);
    bench.show(99, 102);
    stream.send(JSON.stringify({ method: 'LIST_SUBSCRIPTIONS', id: 3 }));
    await stream.until(4);
    expect(hear(stream).slice(1)).toEqual([
      { result: ['btcusdt@depth'], id: 'a' },
      { result: null, id: 2 },
      { result: [], id: 3 },
    ]);
  });

  it.each([
    ['no JSON', 3, null],
    [JSON.stringify({ method: 'SUBSCRIBE', params: 'btcusdt@depth', id: 5 }), 2, 5],
    [JSON.stringify({ method: 'JUMP', id: 6 }), 2, 6],
    [JSON.stringify({ method: 'SUBSCRIBE', params: [], id: {} }), 2, {}],
    [manyStreams(), 2, 7],
  ])('refuse %.40s in words', async (text, code, id) => {
    const [ofSpot, ofFutures] = [
      await open(spot, '/ws'),
      await open('fstream.binance.com', '/public/ws'),
    ];
    for (const stream of [ofSpot, ofFutures]) {
      stream.send(text);
      await stream.until(1);
    }
    expect(hear(ofSpot)).toEqual([{ error: { code, msg: expect.any(String) }, id }]);
    expect(hear(ofFutures)).toEqual([{ code, msg: expect.any(String), id }]);
  });

  it('are not where accounts hear of themselves, nor at the address that was given up', async () => {
    await expect(open('fstream.binance.com', '/ws')).rejects.toThrow('404');
    await expect(open(spot, '/ws-api/v3')).rejects.toThrow('404');
  });
});

function manyStreams(): string {
  const params = Array.from({ length: 1_025 }, (_, i) => `coin${i}@depth`);
  return JSON.stringify({ method: 'SUBSCRIBE', params, id: 7 });
}
