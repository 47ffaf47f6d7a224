import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/binance.ts';
import { masked, openStream } from '../../test/support/fixtures.ts';

const host = 'ws-api.binance.com';
const target = '/ws-api/v3';
const benches: Bench[] = [];
afterEach(async () => {
  for (const { simulator } of benches.splice(0)) await simulator.close();
});

async function start() {
  const bench = await openBench();
  benches.push(bench);
  return { ...bench, open: () => openStream(bench.url, host, target) };
}

/** Returns a request of about so many characters that gets an answer. */
const asks = (length = 0) => JSON.stringify({ id: 'x'.repeat(length), method: 'ping' });
const turns = async () => {
  for (let count = 0; count < 50; count += 1) await new Promise((next) => setImmediate(next));
};

describe('a stream of the simulator', () => {
  it('is opened by the host of an exchange, and by no other', async () => {
    const { url, simulator, open } = await start();
    const stream = await open();
    expect(simulator.streams('binance')).toBe(1);
    await expect(openStream(url, 'elsewhere.example', '/')).rejects.toThrow('421');
    await expect(openStream(url, host, '/else')).rejects.toThrow('404');
    expect(stream.isClosed()).toBe(false);
  });

  it('takes messages of any size in any pieces, and several at once', async () => {
    const { open } = await start();
    const stream = await open();
    stream.send(asks());
    stream.send(asks(70_000 - 5_000));
    const frame = masked(1, asks(200));
    for (const byte of frame) stream.write(Buffer.from([byte]));
    stream.write(Buffer.concat([frame, frame]));
    await stream.until(5);
    expect(stream.texts.map((text) => JSON.parse(text).id.length)).toEqual([
      0, 65_000, 200, 200, 200,
    ]);
  });

  it('answers a ping, and a close', async () => {
    const { simulator, open } = await start();
    const stream = await open();
    stream.ping();
    stream.write(masked(8, ''));
    await stream.closed;
    expect(stream.others).toEqual([10, 8]);
    await turns();
    expect(simulator.streams('binance')).toBe(0);
  });

  it.each([
    ['is not masked', Buffer.from([0x81, 0x01, 0x41])],
    ['is too long', Buffer.from([0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0])],
  ])('ends with a message that %s', async (_, bytes) => {
    const { open } = await start();
    const stream = await open();
    stream.write(bytes);
    await stream.closed;
    expect(stream.texts).toEqual([]);
  });

  it('is refused as often as was asked for', async () => {
    const { simulator, open } = await start();
    simulator.failStreams('binance', { kind: 'refuse', times: 2 });
    await expect(open()).rejects.toThrow('503');
    await expect(open()).rejects.toThrow('503');
    await open();
    simulator.failStreams('binance', { kind: 'refuse', times: 5 });
    simulator.failStreams('binance', { kind: 'refuse', times: 0 });
    await open();
  });

  it('is cut', async () => {
    const { simulator, open } = await start();
    const streams = [await open(), await open()];
    simulator.failStreams('binance', { kind: 'drop' });
    await Promise.all(streams.map(({ closed }) => closed));
    await turns();
    expect(simulator.streams('binance')).toBe(0);
  });

  it('falls silent, and the next one speaks', async () => {
    const { simulator, open } = await start();
    const stream = await open();
    simulator.failStreams('binance', { kind: 'silence' });
    stream.ping();
    stream.send(asks());
    const next = await open();
    next.send(asks());
    await next.until(1);
    expect([stream.texts, stream.others, stream.isClosed()]).toEqual([[], [], false]);
  });

  it('ends with the simulator', async () => {
    const { simulator, open } = await start();
    const stream = await open();
    await simulator.close();
    await stream.closed;
  });
});
