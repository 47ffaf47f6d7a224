import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStream, type Stream } from '../../../test/support/fixtures.ts';
import {
  type Bench,
  ethOrder,
  openBench,
  startedAt,
  user,
} from '../../../test/support/hyperliquid.ts';
import { createEar, plainDepth, shownBooks } from '../../../test/support/ws.ts';
import { createExchange } from '../../exchange/exchange.ts';
import { hyperliquidTraits } from '../traits.ts';
import { createStreams } from './streams.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hear = ({ texts }: Stream) => texts.map((text) => JSON.parse(text));
const open = () => openStream(bench.url, 'api.hyperliquid.xyz', '/ws');
const ask = (stream: Stream, method: string, subscription: object) =>
  stream.send(JSON.stringify({ method, subscription }));
const book = (coin: string) => ({ type: 'l2Book', coin });
/** Returns the subscription with its defaults, as the answer to a request has it. */
const meant = (coin: string) => ({ ...book(coin), nSigFigs: null, mantissa: null, fast: false });

/** Subscribes to books; leaves out what came until then. */
async function listen(...coins: readonly string[]) {
  const stream = await open();
  for (const coin of coins) ask(stream, 'subscribe', book(coin));
  await stream.until(2 * coins.length);
  const heard = async (count: number) => {
    await stream.until(2 * coins.length + count);
    return hear(stream).slice(2 * coins.length);
  };
  return { stream, heard };
}

describe('a book of hyperliquid', () => {
  it('is told whole at first and with each change, as its document is', async () => {
    const { stream, heard } = await listen('ETH');
    const [confirmed, first] = hear(stream);
    const level = (px: string) => [{ px, sz: '4.0', n: 1 }];
    expect([confirmed, first]).toEqual([
      {
        channel: 'subscriptionResponse',
        data: { method: 'subscribe', subscription: meant('ETH') },
      },
      {
        channel: 'l2Book',
        data: { coin: 'ETH', time: startedAt, levels: [level('100.0'), level('101.0')] },
      },
    ]);
    bench.pass(250);
    bench.show(99, 102);
    const [changed] = await heard(1);
    expect(changed).toEqual({ channel: 'l2Book', data: await bench.info(book('ETH')) });
    expect(changed.data).toMatchObject({
      time: startedAt + 250,
      levels: [level('99.0'), level('102.0')],
    });
  });

  it('is told beside what an account hears, over the same connection', async () => {
    const { stream, heard } = await listen('ETH', 'BTC');
    ask(stream, 'subscribe', { type: 'orderUpdates', user });
    await heard(1);
    await bench.order(ethOrder({ p: '99.5' }));
    const [, ...told] = await heard(3);
    expect(told.map(({ channel }) => channel)).toEqual(['orderUpdates', 'l2Book']);
    expect(told[1].data).toMatchObject({ coin: 'ETH', levels: [{ length: 2 }, { length: 1 }] });
    expect(told[1].data.levels[0]).toContainEqual({ px: '99.5', sz: '1.0', n: 1 });
  });

  it('that stays is said again twice a second, with another time', async () => {
    const { heard } = await listen('ETH');
    for (const count of [1, 2]) {
      bench.pass(400);
      await bench.info({ type: 'exchangeStatus' });
      bench.pass(100);
      await bench.info({ type: 'exchangeStatus' });
      const frames = await heard(count);
      expect(frames.map(({ data }) => data.time)).toEqual(
        [startedAt + 500, startedAt + 1_000].slice(0, count),
      );
    }
  });

  it('has a later time in each message, however fast it changes', async () => {
    const { heard } = await listen('ETH');
    for (const bid of [99, 98, 97]) bench.show(bid, 101);
    const times = (await heard(3)).map(({ data }) => data.time);
    expect(times).toEqual([startedAt + 1, startedAt + 2, startedAt + 3]);
  });

  it('is told once, and no more once it is given up', async () => {
    const { stream, heard } = await listen('ETH', 'BTC');
    ask(stream, 'subscribe', { ...book('ETH'), nSigFigs: null });
    ask(stream, 'unsubscribe', book('ETH'));
    ask(stream, 'unsubscribe', book('ETH'));
    const told = JSON.stringify(meant('ETH'));
    expect(await heard(3)).toEqual([
      { channel: 'error', data: `Already subscribed: ${told}` },
      {
        channel: 'subscriptionResponse',
        data: { method: 'unsubscribe', subscription: meant('ETH') },
      },
      { channel: 'error', data: `Already unsubscribed: ${told}` },
    ]);
    bench.show(99, 101);
    const show = { bids: [[99, 1] as const], asks: [[102, 1] as const] };
    bench.simulator.show('hyperliquid', 'BTC/USDC:USDC', show);
    const [frame] = (await heard(4)).slice(3);
    expect(frame).toMatchObject({ channel: 'l2Book', data: { coin: 'BTC' } });
  });

  it('of a coin that is not there ends the connection without a word', async () => {
    const { stream } = await listen('ETH');
    ask(stream, 'subscribe', book('eth'));
    await stream.closed;
    expect(stream.texts).toHaveLength(2);
  });

  it.each([
    [{ type: 'l2Book' }, 'Error parsing JSON into valid websocket request: '],
    [{ type: 'l2Book', coin: ['ETH'] }, 'Error parsing JSON into valid websocket request: '],
    [{ ...book('ETH'), nSigFigs: 3 }, 'The simulator does not know books of rounded prices'],
    [{ ...book('ETH'), mantissa: 2 }, 'The simulator does not know books of rounded prices'],
    [{ ...book('ETH'), fast: true }, 'The simulator does not know fast books'],
  ])('is refused for %j', async (subscription, why) => {
    const stream = await open();
    ask(stream, 'subscribe', subscription);
    await stream.until(1);
    expect(hear(stream)).toEqual([{ channel: 'error', data: expect.stringContaining(why) }]);
  });
});

describe('the books of hyperliquid', () => {
  it('are always the twenty best levels', () => {
    const exchange = createExchange(hyperliquidTraits, () => startedAt);
    const market = exchange.define({
      kind: 'swap',
      base: 'BTC',
      quote: 'USDC',
      tick: '0.1',
      lot: '0.00001',
      minQuantity: '0.00001',
      minNotional: '10',
      makerFeePpm: 150,
      takerFeePpm: 450,
    });
    const request = { method: 'GET', host: '', path: '/ws', query: '', headers: {}, body: '' };
    const ear = createEar();
    const listener = createStreams(exchange)(request, ear);
    if ('status' in listener) throw new Error('Must hold: a stream is open to anybody');
    const subscription = book('BTC');
    listener.message(JSON.stringify({ method: 'subscribe', subscription }));
    fc.assert(
      fc.property(shownBooks, (shown) => {
        for (const each of shown) {
          exchange.show(market.name, each);
          const { text = '', about } = ear.heard.at(-1) ?? {};
          const { levels } = JSON.parse(text).data;
          const plain = levels.map((side: readonly { px: string; sz: string }[]) =>
            side.map(({ px, sz }) => [Number(px), Number(sz)]),
          );
          expect(plain).toEqual(plainDepth(exchange.prices.depth(market, 20)));
          expect(about).toEqual({ book: market.name, isSnapshot: true });
        }
      }),
      { numRuns: 20 },
    );
    listener.closed();
    ear.heard.splice(0);
    exchange.show(market.name, { bids: [[100, 5]], asks: [[300, 5]] });
    expect(ear.heard).toEqual([]);
  });
});
