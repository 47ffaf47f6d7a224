import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenLine, openLine, shownBooks } from '../../../test/support/fixtures.ts';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import { krakenfuturesTraits } from '../traits.ts';
import { createFeeds } from './feeds.ts';

let at: number;
let exchange: Exchange;
let market: Market;
let open: () => OpenLine;
const name = 'BTC/USD:USD';

beforeEach(() => {
  at = 1_800_000_000_500;
  exchange = createExchange(krakenfuturesTraits, () => at);
  const connect = createFeeds(exchange);
  open = () => openLine(connect, 'futures.kraken.com', '/ws/v1');
  const shared = { base: 'BTC', quote: 'USD', kind: 'swap', tick: '0.5' } as const;
  const rules = { ...shared, minNotional: '0', makerFeePpm: 0, takerFeePpm: 0 };
  market = exchange.define({ ...rules, lot: '0.0001', minQuantity: '0.0001' });
  exchange.define({ ...rules, lot: '1', minQuantity: '1', isInverse: true });
});

const show = (bids: [number, number][], asks: [number, number][]) =>
  exchange.show(name, { bids, asks });

const ask = (line: OpenLine, products: unknown, event = 'subscribe') =>
  line.say({ event, feed: 'book', product_ids: products });

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
const read = (line: OpenLine): any[] =>
  line.frames.map(({ text }) => JSON.parse(text)).filter(({ event }) => event !== 'info');

describe('the feed of books', () => {
  it('begins with the whole book, and tells one level a message', () => {
    show(
      [[100, 1.5]],
      [
        [101, 2],
        [101.5, 3],
      ],
    );
    const line = open();
    ask(line, ['pf_xbtusd']);
    at += 10;
    show([[100.5, 1]], [[101, 2]]);
    const [answer, snapshot, ...changes] = read(line);
    expect(answer).toEqual({ event: 'subscribed', feed: 'book', product_ids: ['PF_XBTUSD'] });
    expect(snapshot).toEqual({
      feed: 'book_snapshot',
      product_id: 'PF_XBTUSD',
      timestamp: at - 10,
      seq: 3,
      tickSize: null,
      bids: [{ price: 100, qty: 1.5 }],
      asks: [
        { price: 101, qty: 2 },
        { price: 101.5, qty: 3 },
      ],
    });
    const level = { feed: 'book', product_id: 'PF_XBTUSD', timestamp: at };
    expect(changes).toEqual([
      { ...level, side: 'buy', seq: 4, price: 100, qty: 0 },
      { ...level, side: 'sell', seq: 5, price: 101.5, qty: 0 },
      { ...level, side: 'buy', seq: 6, price: 100.5, qty: 1 },
    ]);
    expect(line.frames.slice(1).map(({ about }) => about)).toEqual([
      { book: name, isSnapshot: true },
      ...changes.map(() => ({ book: name, isSnapshot: false })),
    ]);
  });

  it('is numbered by product, and for all who listen alike', () => {
    show([[100, 1]], [[101, 1]]);
    const line = open();
    ask(line, ['PF_XBTUSD', 'PI_XBTUSD']);
    show([[99, 1]], [[102, 1]]);
    exchange.show('BTC/USD:BTC', { bids: [[100, 7]], asks: [] });
    const late = open();
    ask(late, ['PF_XBTUSD']);
    const places = read(line).flatMap(({ feed, product_id, seq }) =>
      feed === 'book' ? [[product_id, seq]] : [],
    );
    expect(places.slice(-2)).toEqual([
      ['PF_XBTUSD', 6],
      ['PI_XBTUSD', 1],
    ]);
    expect(read(late)[1].seq).toBe(6);
    expect(
      read(line)
        .slice(0, 2)
        .map(({ event }) => event),
    ).toEqual(['subscribed', 'subscribed']);
    show([[98, 1]], [[102, 1]]);
    expect(late.frames.at(-1)?.text).toBe(line.frames.at(-1)?.text);
  });

  it('begins its numbers anew with the exchange', () => {
    show([[100, 1]], [[101, 1]]);
    show([[99, 1]], [[102, 1]]);
    exchange.restart();
    const line = open();
    ask(line, ['PF_XBTUSD']);
    show([[98, 1]], [[102, 1]]);
    expect(
      read(line)
        .slice(1)
        .map(({ seq }) => seq),
    ).toEqual([1, 2, 3]);
  });

  it.each([
    [['PF_NONE'], { event: 'alert', message: "Couldn't subscribe to invalid product `PF_NONE`" }],
    [undefined, { event: 'error', message: 'Invalid product id' }],
    [[], { event: 'error', message: 'Invalid product id' }],
  ])('is refused with the products %j', (products, words) => {
    const line = open();
    ask(line, products);
    expect(read(line)).toEqual([words]);
  });

  it('is had once, until it is given back', () => {
    show([[100, 1]], [[101, 1]]);
    const line = open();
    ask(line, ['PF_XBTUSD', 'PF_XBTUSD']);
    ask(line, ['PF_XBTUSD'], 'unsubscribe');
    ask(line, ['PF_XBTUSD'], 'unsubscribe');
    ask(line, undefined, 'unsubscribe');
    show([[99, 1]], [[101, 1]]);
    ask(line, ['PF_XBTUSD']);
    expect(read(line).map(({ event, feed, message }) => message ?? event ?? feed)).toEqual([
      'subscribed',
      'Already subscribed to feed, re-requesting',
      'book_snapshot',
      'unsubscribed',
      'Not subscribed to feed',
      'Invalid product id',
      'subscribed',
      'book_snapshot',
    ]);
    expect(read(line)[3]).toEqual({
      event: 'unsubscribed',
      feed: 'book',
      product_ids: ['PF_XBTUSD'],
    });
  });

  it('ends with its connection, and knows no ping in words', () => {
    const [line, other] = [open(), open()];
    for (const each of [line, other]) ask(each, ['PF_XBTUSD']);
    line.leave();
    show([[100, 1]], [[101, 1]]);
    expect([read(line).length, read(other).length]).toEqual([2, 4]);
    other.say({ event: 'ping' });
    expect(read(other).at(-1)).toEqual({ event: 'alert', message: 'Bad websocket message' });
  });
});

describe('who follows the feed', () => {
  it('has the book at every moment, never crossed and without holes', () => {
    const sides = { buy: new Map<number, number>(), sell: new Map<number, number>() };
    let last = 0;
    // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
    const take = (message: any) => {
      if (message.feed === 'book_snapshot') {
        for (const [side, rows] of [
          ['buy', message.bids],
          ['sell', message.asks],
        ] as const) {
          sides[side].clear();
          for (const { price, qty } of rows) sides[side].set(price, qty);
        }
      } else {
        expect(message.seq).toBe(last + 1);
        const side = message.side === 'buy' ? sides.buy : sides.sell;
        if (message.qty === 0) side.delete(message.price);
        else side.set(message.price, message.qty);
        expect(Math.max(...sides.buy.keys())).toBeLessThan(Math.min(...sides.sell.keys()));
      }
      last = message.seq;
    };
    const plain = (rows: readonly { price: bigint; quantity: bigint }[]) =>
      rows.map(({ price, quantity }) => [Number(price) / 1e18, Number(quantity) / 1e18]);
    const sorted = (side: Map<number, number>, sign: number) =>
      [...side].sort(([one], [two]) => sign * (one - two));
    fc.assert(
      fc.property(shownBooks, (books) => {
        const line = open();
        ask(line, ['PF_XBTUSD']);
        let taken = 1;
        for (const book of books) {
          exchange.show(name, book);
          const all = read(line);
          for (const message of all.slice(taken)) take(message);
          taken = all.length;
          const { bids, asks } = exchange.prices.depth(market, 1_000);
          expect([sorted(sides.buy, -1), sorted(sides.sell, 1)]).toEqual([
            plain(bids),
            plain(asks),
          ]);
        }
        line.leave();
      }),
      { numRuns: 40 },
    );
  });
});
