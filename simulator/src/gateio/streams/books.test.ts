import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenLine, openLine, shownBooks } from '../../../test/support/fixtures.ts';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import { gateio } from '../index.ts';
import { gateioTraits } from '../traits.ts';
import { createStreams } from './streams.ts';

const spot = { host: 'api.gateio.ws', path: '/ws/v4/' };
const perpetuals = { host: 'fx-ws.gateio.ws', path: '/v4/ws/usdt' };
const at = 1_800_000_000_500;
const seconds = 1_800_000_000;

const shared = { base: 'BTC', quote: 'USDT', tick: '0.1', minNotional: '0' } as const;
const fees = { makerFeePpm: 0, takerFeePpm: 0 } as const;

let exchange: Exchange;
let open: (address: { host: string; path: string }) => OpenLine;
let markets: Readonly<Record<'spot' | 'swap', Market>>;

beforeEach(() => {
  exchange = createExchange(gateioTraits, () => at);
  const connect = createStreams(exchange);
  open = ({ host, path }) => openLine(connect, host, path);
  const pair = { ...shared, ...fees, lot: '0.0001', minQuantity: '0.0001' };
  const contract = { ...shared, ...fees, lot: '1', minQuantity: '1', contractSize: '0.0001' };
  markets = {
    spot: exchange.define({ ...pair, kind: 'spot' }),
    swap: exchange.define({ ...contract, kind: 'swap' }),
  };
  exchange.define({ ...pair, base: 'ETH', kind: 'spot' });
});

const show = (name: string, bids: [number, number][], asks: [number, number][]) =>
  exchange.show(name, { bids, asks });

const ask = (line: OpenLine, channel: string, payload: unknown) =>
  line.say({ time: seconds, id: 3, channel, event: 'subscribe', payload });
const giveBack = (line: OpenLine, channel: string, payload: unknown) =>
  line.say({ time: seconds, id: 4, channel, event: 'unsubscribe', payload });

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
const read = (line: OpenLine): any[] => line.frames.map(({ text }) => JSON.parse(text));
const updates = (line: OpenLine) => read(line).filter(({ event }) => event === 'update');

describe('the channel of today', () => {
  it('begins with the whole book, and goes on without holes', () => {
    show('BTC/USDT', [[100, 1.5]], [[101, 2]]);
    const line = open(spot);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    show('BTC/USDT', [[100.1, 1]], [[101, 2]]);
    const answer = { time: seconds, time_ms: at, id: 3, channel: 'spot.obu', event: 'subscribe' };
    const outer = { channel: 'spot.obu', time_ms: at, event: 'update' };
    const stream = { t: at, s: 'ob.BTC_USDT.50' };
    expect(read(line)).toEqual([
      { ...answer, payload: ['ob.BTC_USDT.50'], error: null, result: { status: 'success' } },
      {
        ...outer,
        result: { ...stream, full: true, u: 2, b: [['100', '1.5']], a: [['101', '2']] },
      },
      {
        ...outer,
        result: {
          ...stream,
          U: 3,
          u: 4,
          b: [
            ['100', '0'],
            ['100.1', '1'],
          ],
        },
      },
    ]);
    const book = 'BTC/USDT';
    expect(line.frames.map(({ about }) => about)).toEqual([
      undefined,
      { book, isSnapshot: true },
      { book, isSnapshot: false },
    ]);
  });

  it('counts contracts, and tells its time in seconds as well', () => {
    show('BTC/USDT:USDT', [[100, 5_000]], [[101, 70]]);
    const line = open(perpetuals);
    ask(line, 'futures.obu', ['ob.BTC_USDT.400']);
    const outer = { time: seconds, time_ms: at, channel: 'futures.obu', event: 'update' };
    const book = { b: [['100', '5000']], a: [['101', '70']] };
    expect(read(line)[1]).toEqual({
      ...outer,
      result: { t: at, full: true, s: 'ob.BTC_USDT.400', u: 2, ...book },
    });
  });

  it('numbers what it does not show', () => {
    const deep = Array.from({ length: 60 }, (_, rank): [number, number] => [100 - rank, 1]);
    show('BTC/USDT', deep, [[101, 1]]);
    const line = open(spot);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    show('BTC/USDT', deep.slice(0, -1), [[101, 1]]);
    const [full, change] = updates(line);
    expect(full.result.b).toHaveLength(50);
    expect(change.result).toEqual({
      t: at,
      s: 'ob.BTC_USDT.50',
      U: full.result.u + 1,
      u: full.result.u + 1,
    });
  });

  it('tells the whole book again when the numbers begin anew', () => {
    show('BTC/USDT', [[100, 1]], [[101, 1]]);
    show('BTC/USDT', [[100, 2]], [[101, 2]]);
    const line = open(spot);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    exchange.restart();
    show('BTC/USDT', [[100, 3]], [[101, 2]]);
    show('BTC/USDT', [[100, 4]], [[101, 2]]);
    const [, again, change] = updates(line).map(({ result }) => result);
    expect(again).toMatchObject({ full: true, u: 3, b: [['100', '3']], a: [['101', '2']] });
    expect(change).toMatchObject({ U: 4, u: 5, b: [['100', '4']] });
  });

  it.each([
    ['a pair that is none', spot, 'spot.obu', ['ob.NO_PAIR.50'], 'unknown currency pair: NO_PAIR'],
    ['a contract that is none', perpetuals, 'futures.obu', ['ob.A_B.50'], 'unknown contract A_B'],
    ['other levels', spot, 'spot.obu', ['ob.BTC_USDT.20'], 'invalid argument'],
    ['no name', spot, 'spot.obu', ['BTC_USDT'], 'invalid argument'],
    ['nothing', spot, 'spot.obu', [], 'invalid argument'],
    ['no list', spot, 'spot.obu', 'ob.BTC_USDT.50', 'invalid argument'],
    [
      'one twice',
      spot,
      'spot.obu',
      ['ob.BTC_USDT.50', 'ob.BTC_USDT.50'],
      'Alert sub ob.BTC_USDT.50',
    ],
    ['another product', spot, 'futures.obu', ['ob.BTC_USDT.50'], 'Unknown channel futures.obu'],
    ['another pace', spot, 'spot.order_book_update', ['BTC_USDT', '10ms'], 'invalid argument'],
    [
      'other levels',
      perpetuals,
      'futures.order_book_update',
      ['BTC_USDT', '20ms', '50'],
      'invalid',
    ],
  ])('is refused for %s', (_, address, channel, payload, words) => {
    show('BTC/USDT', [[100, 1]], [[101, 1]]);
    const line = open(address);
    ask(line, channel, payload);
    show('BTC/USDT', [[100, 2]], [[101, 1]]);
    const [answer, ...rest] = read(line);
    expect(answer).toMatchObject({
      id: 3,
      channel,
      event: 'subscribe',
      result: { status: 'fail' },
      error: { code: 2, message: expect.stringContaining(words) },
    });
    expect(rest).toEqual([]);
  });

  it('is had once by a connection, and again when it was given back', () => {
    show('BTC/USDT', [[100, 1]], [[101, 1]]);
    const line = open(spot);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    giveBack(line, 'spot.obu', ['ob.BTC_USDT.50']);
    show('BTC/USDT', [[100, 2]], [[101, 1]]);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50']);
    const told = read(line).map(({ event, error, result }) => [
      event,
      error?.message ?? result.status ?? result.full,
    ]);
    expect(told).toEqual([
      ['subscribe', 'success'],
      ['update', true],
      ['subscribe', 'Alert sub ob.BTC_USDT.50'],
      ['unsubscribe', 'success'],
      ['subscribe', 'success'],
      ['update', true],
    ]);
  });

  it('comes for several pairs and depths over one connection, and ends with it', () => {
    const line = open(spot);
    const other = open(spot);
    ask(line, 'spot.obu', ['ob.BTC_USDT.50', 'ob.BTC_USDT.400', 'ob.ETH_USDT.50']);
    ask(other, 'spot.obu', ['ob.BTC_USDT.50']);
    show('BTC/USDT', [[100, 1]], [[101, 1]]);
    show('ETH/USDT', [[10, 1]], [[11, 1]]);
    const names = updates(line).map(({ result }) => result.s);
    expect(names.slice(3)).toEqual(['ob.BTC_USDT.50', 'ob.BTC_USDT.400', 'ob.ETH_USDT.50']);
    // All listeners get the same text.
    expect(other.frames.at(-1)?.text).toBe(line.frames.at(-3)?.text);
    line.leave();
    const before = line.frames.length;
    show('BTC/USDT', [[100, 2]], [[101, 1]]);
    expect([line.frames.length, updates(other).length]).toEqual([before, 3]);
  });
});

describe('the older channel', () => {
  it('of spot begins with the whole book, and tells changes under their numbers', () => {
    show('BTC/USDT', [[100, 1]], [[101, 2]]);
    const line = open(spot);
    ask(line, 'spot.order_book_update', ['BTC_USDT', '100ms']);
    show('BTC/USDT', [[100, 1]], [[101, 1]]);
    const outer = { time: seconds, time_ms: at, channel: 'spot.order_book_update' };
    const named = { t: at, e: 'depthUpdate', E: seconds, s: 'BTC_USDT', l: '100' };
    const changed = { U: 3, u: 4, b: [], a: [['101', '1']] };
    const whole = { full: true, U: 2, u: 2, b: [['100', '1']], a: [['101', '2']] };
    expect(updates(line)).toEqual([
      { ...outer, event: 'update', result: { ...named, ...whole } },
      { ...outer, event: 'update', result: { ...named, ...changed } },
    ]);
  });

  it.each([
    [['BTC_USDT', '100ms'], '100'],
    [['BTC_USDT', '20ms'], '20'],
    [['BTC_USDT', '100ms', '50'], '50'],
  ])('of contracts has levels with names, for %j', (payload, l) => {
    show('BTC/USDT:USDT', [[100, 5]], [[101, 7]]);
    const line = open(perpetuals);
    ask(line, 'futures.order_book_update', payload);
    show('BTC/USDT:USDT', [[100, 6]], [[101, 7]]);
    const outer = { time: seconds, time_ms: at, channel: 'futures.order_book_update' };
    expect(updates(line)[1]).toEqual({
      ...outer,
      event: 'update',
      result: { t: at, s: 'BTC_USDT', U: 3, u: 4, b: [{ p: '100', s: 6 }], a: [], l },
    });
  });

  it.each([
    ['/api/v4/spot/order_book', 'currency_pair', spot, 'spot.order_book_update', 'BTC/USDT'],
    [
      '/api/v4/futures/usdt/order_book',
      'contract',
      perpetuals,
      'futures.order_book_update',
      'BTC/USDT:USDT',
    ],
  ])('continues the document %s', (path, key, address, channel, name) => {
    const handler = gateio.open(exchange, () => exchange);
    const idOf = () => {
      const query = `${key}=BTC_USDT&limit=100&with_id=true`;
      const request = { method: 'GET', host: 'api.gateio.ws', path, query, headers: {}, body: '' };
      return JSON.parse(handler.answer(request).body).id;
    };
    const line = open(address);
    ask(line, channel, ['BTC_USDT', '100ms']);
    for (const size of [1, 2, 3]) {
      const before = idOf();
      show(name, [[100, size]], [[101, size]]);
      const { U, u } = updates(line).at(-1).result;
      expect([U, u]).toEqual([before + 1, idOf()]);
    }
  });
});

type Side = Map<string, string>;

/** A client's book that follows the exchange's rules. */
function createFollower() {
  const [bids, asks]: [Side, Side] = [new Map(), new Map()];
  let last = 0;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  const take = ({ full, U, u, b = [], a = [] }: any) => {
    if (full) for (const side of [bids, asks]) side.clear();
    else if (U !== last + 1) throw new Error(`${U} does not follow ${last}`);
    last = u;
    for (const [side, rows] of [
      [bids, b],
      [asks, a],
    ] as const) {
      for (const row of rows) {
        const [price, size] = Array.isArray(row) ? row : [row.p, String(row.s)];
        if (size === '0') side.delete(price);
        else side.set(price, size);
      }
    }
  };
  const sorted = (side: Side) =>
    [...side].map((row) => row.map(Number)).sort(([one = 0], [two = 0]) => one - two);
  return { take, last: () => last, book: () => [sorted(bids).reverse(), sorted(asks)] };
}

describe('who follows a stream', () => {
  it.each([
    ['spot', spot, 'spot.obu', ['ob.BTC_USDT.50'], 50],
    ['swap', perpetuals, 'futures.obu', ['ob.BTC_USDT.50'], 50],
    ['spot', spot, 'spot.order_book_update', ['BTC_USDT', '20ms'], 20],
    ['swap', perpetuals, 'futures.order_book_update', ['BTC_USDT', '100ms', '20'], 20],
  ] as const)('of %s has its best levels at every moment', (kind, address, channel, payload, n) => {
    const market = markets[kind];
    const plain = (rows: readonly { price: bigint; quantity: bigint }[]) =>
      rows.map(({ price, quantity }) => [Number(price) / 1e18, Number(quantity) / 1e18]);
    fc.assert(
      fc.property(shownBooks, (books) => {
        const line = open(address);
        ask(line, channel, payload);
        const follower = createFollower();
        let taken = 0;
        for (const book of books) {
          exchange.show(market.name, book);
          const all = updates(line);
          for (const { result } of all.slice(taken)) follower.take(result);
          taken = all.length;
          const { sequence, bids, asks } = exchange.prices.depth(market, n);
          expect(follower.book()).toEqual([plain(bids), plain(asks)]);
          expect(follower.last()).toBe(sequence);
        }
        line.leave();
      }),
      { numRuns: 40 },
    );
  });
});
