import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startedAt } from '../../../test/support/bybit.ts';
import {
  createClientBook,
  createEar,
  plainDepth,
  plainLevels,
  shownBooks,
} from '../../../test/support/ws.ts';
import { createExchange } from '../../exchange/exchange.ts';
import { bybitTraits } from '../traits.ts';
import { createUpdates } from '../updates.ts';
import { bookDepths } from './bookFrames.ts';
import { createPublicStreams } from './publicStreams.ts';

const topic = (depth: number) => `orderbook.${depth}.BTCUSDT`;

describe('the books of bybit', () => {
  function start() {
    const exchange = createExchange(bybitTraits, () => startedAt);
    const market = exchange.define({
      kind: 'spot',
      base: 'BTC',
      quote: 'USDT',
      tick: '0.5',
      lot: '0.01',
      minQuantity: '0.01',
      minNotional: '1',
      makerFeePpm: 0,
      takerFeePpm: 0,
    });
    const connect = createPublicStreams(exchange, createUpdates(exchange))('spot');
    const request = { method: 'GET', host: '', path: '', query: '', headers: {}, body: '' };
    const ear = createEar();
    const listener = connect(request, ear);
    if ('status' in listener) throw new Error('Must hold: a stream is open to anybody');
    const hear = (...depths: readonly number[]) =>
      listener.message(
        JSON.stringify({ op: 'subscribe', args: depths.map((each) => topic(each)) }),
      );
    return { exchange, market, ear, listener, hear };
  }

  it('are what a client makes of snapshots and deltas, at each depth', () => {
    fc.assert(
      fc.property(shownBooks, (books) => {
        const { exchange, market, ear, hear: subscribe } = start();
        subscribe(...bookDepths);
        const clients = bookDepths.map(() => ({ book: createClientBook(), number: 0 }));
        for (const book of books) {
          exchange.show(market.name, book);
          for (const { text, about } of ear.heard.splice(0)) {
            const { topic: name, type, data } = JSON.parse(text);
            const i = bookDepths.findIndex((depth) => name === topic(depth));
            const client = clients[i];
            if (!client) continue;
            expect(about).toEqual({ book: market.name, isSnapshot: type === 'snapshot' });
            if (type === 'snapshot') client.book.replace(data.b, data.a);
            else client.book.change(data.b, data.a);
            if (client.number > 0) expect(data.u).toBe(client.number + 1);
            client.number = data.u;
          }
          for (const [i, depth] of bookDepths.entries()) {
            const levels = plainLevels(clients[i]?.book.levels() ?? []);
            expect(levels).toEqual(plainDepth(exchange.prices.depth(market, depth)));
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('begin anew with 1 after a restart, once for those who stayed', () => {
    const { exchange, market, ear, hear: subscribe } = start();
    exchange.show(market.name, { bids: [[100, 1]], asks: [[101, 1]] });
    exchange.show(market.name, { bids: [[100, 2]], asks: [[101, 1]] });
    subscribe(50, 1_000);
    exchange.restart();
    ear.heard.splice(0);
    for (const size of [3, 4])
      exchange.show(market.name, { bids: [[100, size]], asks: [[101, 1]] });
    const told = ear.heard.map(({ text }) => JSON.parse(text));
    expect(told.map(({ topic: name, type, data }) => [name, type, data.u, data.b])).toEqual([
      [topic(50), 'snapshot', 1, [['100.0', '3.00']]],
      [topic(1_000), 'snapshot', 1, [['100.0', '3.00']]],
      [topic(50), 'delta', 2, [['100.0', '4.00']]],
      [topic(1_000), 'delta', 2, [['100.0', '4.00']]],
    ]);
  });

  it('begin anew as soon as somebody looks at them', () => {
    const { exchange, market, ear, hear: subscribe } = start();
    exchange.show(market.name, { bids: [[100, 1]], asks: [[101, 1]] });
    exchange.show(market.name, { bids: [[100, 2]], asks: [[101, 1]] });
    subscribe(50);
    exchange.restart();
    ear.heard.splice(0);
    subscribe(200);
    exchange.show(market.name, { bids: [[100, 4]], asks: [[101, 1]] });
    const told = ear.heard.map(({ text }) => JSON.parse(text)).filter(({ data }) => data);
    expect(told.map(({ topic: name, type, data }) => [name, type, data.u])).toEqual([
      [topic(50), 'snapshot', 1],
      [topic(200), 'snapshot', 1],
      [topic(50), 'delta', 2],
      [topic(200), 'delta', 2],
    ]);
  });

  it('are told to nobody who has left', () => {
    const { exchange, market, ear, listener, hear: subscribe } = start();
    subscribe(50);
    ear.heard.splice(0);
    listener.closed();
    exchange.show(market.name, { bids: [[100, 1]], asks: [[101, 1]] });
    expect(ear.heard).toEqual([]);
  });
});
