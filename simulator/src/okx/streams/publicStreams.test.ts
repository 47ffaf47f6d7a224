import { afterEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import { type Bench, checksumOf, openBench, startedAt } from '../../../test/support/okx.ts';

const benches: Bench[] = [];
afterEach(async () => {
  for (const { simulator } of benches.splice(0)) await simulator.close();
});

async function start(): Promise<Bench> {
  const bench = await openBench();
  benches.push(bench);
  return bench;
}

const hear = ({ texts }: Stream) =>
  texts.filter((text) => text !== 'pong').map((text) => JSON.parse(text));
const open = ({ url }: Bench) => openStream(url, 'ws.okx.com:8443', '/ws/v5/public');

interface Arg {
  readonly channel?: string;
  readonly instId?: string;
}

const books = (instId = 'BTC-USDT'): Arg => ({ channel: 'books', instId });
const ask = (stream: Stream, op: string, ...args: readonly Arg[]) =>
  stream.send(JSON.stringify({ id: '1512', op, args }));

/** Subscribes; each subscription is confirmed and then sends the book. */
async function listen(bench: Bench, ...args: readonly Arg[]) {
  const stream = await open(bench);
  ask(stream, 'subscribe', ...args);
  await stream.until(2 * args.length);
  const heard = async (count: number) => {
    await stream.until(2 * args.length + count);
    return hear(stream).slice(2 * args.length);
  };
  return { stream, heard };
}

const row = (price: string, size: string, orders = size === '0' ? '0' : '1') =>
  [price, size, '0', orders] as const;

describe('a public stream of okx', () => {
  it('tells the book, then what changes of it, each message naming the one before', async () => {
    const bench = await start();
    const { stream, heard } = await listen(bench, books());
    bench.pass(40);
    bench.simulator.show('okx', 'BTC/USDT', {
      bids: [
        [100, 4],
        [99.5, '0.25'],
      ],
      asks: [[101.5, 1]],
    });
    const [update] = await heard(1);
    const [confirmed, snapshot] = hear(stream);
    const arg = { channel: 'books', instId: 'BTC-USDT' };
    const connId = expect.any(String);
    expect(confirmed).toEqual({ id: '1512', event: 'subscribe', arg, connId });
    const [{ seqId }] = snapshot.data;
    const first = { asks: [row('101', '4')], bids: [row('100', '4')] };
    expect(snapshot).toEqual({
      arg,
      action: 'snapshot',
      data: [
        {
          ...first,
          ts: String(startedAt),
          seqId,
          prevSeqId: -1,
          checksum: checksumOf([first.bids, first.asks]),
        },
      ],
    });
    const after = { bids: [row('100', '4'), row('99.5', '0.25')], asks: [row('101.5', '1')] };
    expect(update).toEqual({
      arg,
      action: 'update',
      data: [
        {
          asks: [row('101', '0'), row('101.5', '1')],
          bids: [row('99.5', '0.25')],
          ts: String(startedAt + 40),
          seqId: expect.any(Number),
          prevSeqId: seqId,
          checksum: checksumOf([after.bids, after.asks]),
        },
      ],
    });
    expect(update.data[0].seqId).toBeGreaterThan(seqId);
  });

  it('has the number of the document', async () => {
    const bench = await start();
    const { heard } = await listen(bench, books('BTC-USDT-SWAP'));
    bench.show(99, 101);
    const [{ data }] = await heard(1);
    const { json } = await bench.raw('GET', '/api/v5/market/books?instId=BTC-USDT-SWAP&sz=400');
    expect(data[0].seqId).toBe(json.data[0].seqId);
  });

  it('tells the best five and the best one as they are, when they change', async () => {
    const bench = await start();
    const named = { instId: 'BTC-USDT' };
    const { stream, heard } = await listen(
      ...[bench, { channel: 'books5', ...named }, { channel: 'bbo-tbt', ...named }],
    );
    const sides = { asks: [row('101', '4')], bids: [row('100', '4')] };
    const numbered = { ts: String(startedAt), seqId: expect.any(Number) };
    expect(hear(stream).filter(({ data }) => data)).toEqual([
      { arg: { channel: 'books5', ...named }, data: [{ ...sides, ...named, ...numbered }] },
      { arg: { channel: 'bbo-tbt', ...named }, data: [{ ...sides, ...numbered }] },
    ]);
    const prices = [99, 98, 97, 96, 95] as const;
    const deep = [[100, 4] as const, ...prices.map((price) => [price, 1] as const)];
    bench.simulator.show('okx', 'BTC/USDT', { bids: deep, asks: [[101, 4]] });
    bench.simulator.show('okx', 'BTC/USDT', { bids: deep.slice(0, 5), asks: [[101, 4]] });
    bench.simulator.show('okx', 'BTC/USDT', { bids: deep, asks: [[101, 5]] });
    const frames = await heard(3);
    expect(frames.map(({ arg, data: [{ bids }] }) => [arg.channel, bids.length])).toEqual([
      ['books5', 5],
      ['books5', 5],
      ['bbo-tbt', 1],
    ]);
  });

  it('tells several markets, confirms twice what is asked for twice, and tells it once', async () => {
    const bench = await start();
    const { stream, heard } = await listen(bench, books(), books('BTC-USDT-SWAP'));
    ask(stream, 'subscribe', books());
    await heard(1);
    bench.show(99, 101);
    const [again, ...updates] = await heard(3);
    expect(again).toMatchObject({ event: 'subscribe', arg: books() });
    expect(updates.map(({ arg, action }) => [arg.instId, action])).toEqual([
      ['BTC-USDT', 'update'],
      ['BTC-USDT-SWAP', 'update'],
    ]);
  });

  it('tells nothing any more of what is given up', async () => {
    const bench = await start();
    const { stream, heard } = await listen(bench, books(), books('BTC-USDT-SWAP'));
    ask(stream, 'unsubscribe', books());
    const [given] = await heard(1);
    expect(given).toMatchObject({ id: '1512', event: 'unsubscribe', arg: books() });
    bench.show(99, 101);
    const [, update] = await heard(2);
    expect(update).toMatchObject({ arg: books('BTC-USDT-SWAP'), action: 'update' });
    ask(stream, 'subscribe', books());
    expect((await heard(4)).at(-1)).toMatchObject({ arg: books(), action: 'snapshot' });
  });

  it('refuses each that is not there, and tells the others', async () => {
    const bench = await start();
    const stream = await open(bench);
    ask(stream, 'subscribe', books('NOPE-USDT'), { channel: 'candle1m', instId: 'X' }, books());
    ask(stream, 'subscribe', {});
    ask(stream, 'else', books());
    ask(stream, 'subscribe');
    stream.send('what');
    await stream.until(8);
    const [nope, candle, , , missing, ...illegal] = hear(stream);
    expect(nope).toEqual({
      id: '1512',
      event: 'error',
      code: '60018',
      connId: expect.any(String),
      msg:
        "Subscribe failed, wrong URL or channel:books,instId:NOPE-USDT doesn't exist. " +
        'Please use the correct URL, channel and parameters referring to API document.',
    });
    expect([candle.code, missing.code]).toEqual(['60018', '60018']);
    expect(hear(stream).slice(2, 4)).toMatchObject([
      { event: 'subscribe', arg: books() },
      { action: 'snapshot' },
    ]);
    expect(illegal.map(({ code, msg }) => [code, msg.split(':')[0]])).toEqual(
      Array.from({ length: 3 }, () => ['60012', 'Invalid request']),
    );
  });

  it('says once a minute that a quiet book is still so', async () => {
    const bench = await start();
    const { stream, heard } = await listen(bench, books());
    const [, snapshot] = hear(stream);
    const [{ seqId, checksum }] = snapshot.data;
    for (const pings of [1, 2, 3]) {
      bench.pass(20_000);
      stream.send('ping');
      await stream.until(2 + pings + (pings === 3 ? 1 : 0));
    }
    const quiet = {
      asks: [],
      bids: [],
      seqId,
      prevSeqId: seqId,
      checksum,
      ts: String(bench.now()),
    };
    expect(await heard(1)).toEqual([{ arg: books(), action: 'update', data: [quiet] }]);
  });

  it('is cut after half a minute without a word', async () => {
    const bench = await start();
    const stream = await open(bench);
    bench.pass(29_000);
    stream.send('ping');
    await stream.until(1);
    bench.pass(29_000);
    bench.show(100, 101);
    expect([stream.texts, stream.isClosed()]).toEqual([['pong'], false]);
    bench.pass(1_000);
    bench.show(100, 101);
    await stream.closed;
  });
});
