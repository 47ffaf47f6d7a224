import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { type OpenLine, openLine, shownBooks } from '../../../test/support/fixtures.ts';
import { createExchange, type Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import { isOfBook } from '../../faults/frameInfo.ts';
import { krakenTraits } from '../traits.ts';
import { createStreams } from './streams.ts';
import { createTokens } from './tokens.ts';

let at: number;
let exchange: Exchange;
let market: Market;
let open: (host?: string) => OpenLine;
const time = '2027-01-15T08:00:00.500Z';

beforeEach(() => {
  at = 1_800_000_000_500;
  exchange = createExchange(krakenTraits, () => at);
  const connect = createStreams(exchange, createTokens(exchange));
  open = (host = 'ws.kraken.com') => openLine(connect, host, '/v2');
  const shared = {
    kind: 'spot',
    quote: 'USD',
    lot: '0.00000001',
    minQuantity: '0.00000001',
  } as const;
  const rules = { ...shared, minNotional: '0', makerFeePpm: 0, takerFeePpm: 0 };
  market = exchange.define({ ...rules, base: 'BTC', tick: '0.1' });
  exchange.define({ ...rules, base: 'DOGE', tick: '0.00001' });
});

const show = (bids: [number | string, number | string][], asks: [number | string, number][]) =>
  exchange.show('BTC/USD', { bids, asks });

const ask = (line: OpenLine, params: object, method = 'subscribe') =>
  line.say({ method, params: { channel: 'book', ...params }, req_id: 5 });

/** Returns what came after the connection was opened and greeted. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
const read = (line: OpenLine): any[] =>
  line.frames.map(({ text }) => JSON.parse(text)).filter(({ channel }) => channel !== 'status');

/** Computes CRC32 bit by bit, as it is defined. */
function crc32(text: string): number {
  let sum = -1;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

describe('the channel of books', () => {
  it('begins with a snapshot, and tells changes with every decimal and a checksum', () => {
    show(
      [
        [64000, 1.5],
        [63999.5, '0.00000001'],
      ],
      [[64001, 2]],
    );
    const line = open();
    ask(line, { symbol: ['BTC/USD'], depth: 25, snapshot: true });
    show(
      [[64000, 1.5]],
      [
        [64001, 2],
        [64001.5, 3],
      ],
    );
    const texts = line.frames.map(({ text }) => text);
    const answer = { channel: 'book', depth: 25, snapshot: true, symbol: 'BTC/USD' };
    expect(JSON.parse(texts[0] ?? '')).toEqual({
      method: 'subscribe',
      req_id: 5,
      result: answer,
      success: true,
      time_in: time,
      time_out: time,
    });
    const [bid, ask1, ask2] = ['640000150000000', '640010200000000', '640015300000000'];
    const first = crc32(`${ask1}${bid}6399951`);
    const second = crc32(`${ask1}${ask2}${bid}`);
    expect(texts.slice(1)).toEqual([
      `{"channel":"book","type":"snapshot","data":[{"symbol":"BTC/USD","bids":[` +
        `{"price":64000.0,"qty":1.50000000},{"price":63999.5,"qty":0.00000001}],"asks":[` +
        `{"price":64001.0,"qty":2.00000000}],"checksum":${first},"timestamp":"${time}"}]}`,
      `{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[` +
        `{"price":63999.5,"qty":0.00000000}],"asks":[` +
        `{"price":64001.5,"qty":3.00000000}],"checksum":${second},"timestamp":"${time}"}]}`,
    ]);
    const notes = line.frames.slice(1).map(({ about }) => about);
    expect(notes).toMatchObject([
      { book: 'BTC/USD', isSnapshot: true },
      { book: 'BTC/USD', isSnapshot: false },
    ]);
    const [, changed] = notes.filter(isOfBook);
    const wrong = JSON.parse(changed?.withWrongChecksum?.() ?? '');
    const right = JSON.parse(texts[2] ?? '');
    expect(wrong.data[0].checksum).not.toBe(second);
    expect({ ...wrong.data[0], checksum: second }).toEqual(right.data[0]);
  });

  it('says nothing of what is below the depth, or without a snapshot of what was before', () => {
    const deep = Array.from({ length: 12 }, (_, rank): [number, number] => [100 - rank, 1]);
    show(deep, [[101, 1]]);
    const [line, late] = [open(), open()];
    ask(line, { symbol: ['BTC/USD'] });
    ask(late, { symbol: ['BTC/USD'], snapshot: false });
    show(deep.slice(0, -1), [[101, 1]]);
    show([[100.5, 1], ...deep.slice(0, -1)], [[101, 1]]);
    expect(
      read(line)
        .slice(2)
        .map(({ data }) => data[0]),
    ).toMatchObject([{ bids: [{ price: 100.5, qty: 1 }], asks: [] }]);
    expect(read(line)[1].data[0].bids).toHaveLength(10);
    expect(read(late).map(({ method, type }) => method ?? type)).toEqual(['subscribe', 'update']);
  });

  it('answers each pair of a request by itself', () => {
    const line = open();
    ask(line, { symbol: ['BTC/USD', 'XBT/USD', 'DOGE/USD', 'BTC/USD'] });
    const told = read(line).map((each) => each.error ?? each.result?.symbol ?? each.type);
    expect(told).toEqual([
      'BTC/USD',
      'snapshot',
      'Currency pair not supported XBT/USD',
      'DOGE/USD',
      'snapshot',
      'Already subscribed',
    ]);
    expect(read(line)[2]).toEqual({
      error: 'Currency pair not supported XBT/USD',
      method: 'subscribe',
      req_id: 5,
      success: false,
      symbol: 'XBT/USD',
      time_in: time,
      time_out: time,
    });
  });

  it.each([
    [
      'a depth that is none',
      { symbol: ['BTC/USD'], depth: 27 },
      'Subscription depth not supported',
    ],
    ['no pairs', { depth: 10 }, 'Malformed request'],
    ['the other host', { channel: 'executions' }, 'Try ws-auth.kraken.com'],
    ['another channel', { channel: 'news' }, 'The simulator does not know the channel news'],
  ])('is refused with %s', (_, params, words) => {
    const line = open();
    ask(line, params);
    expect(read(line)).toMatchObject([{ success: false, error: expect.stringContaining(words) }]);
  });

  it('is at the public host alone', () => {
    const line = open('ws-auth.kraken.com');
    ask(line, { symbol: ['BTC/USD'] });
    expect(read(line)[0].error).toMatch('Try ws.kraken.com');
  });

  it('is had at one depth, until it is given back', () => {
    const line = open();
    ask(line, { symbol: ['BTC/USD'], depth: 100 });
    ask(line, { symbol: ['BTC/USD'], depth: 10 });
    ask(line, { symbol: ['BTC/USD'], depth: 10 }, 'unsubscribe');
    ask(line, { symbol: ['BTC/USD'], depth: 100 }, 'unsubscribe');
    show([[100, 1]], [[101, 1]]);
    ask(line, { symbol: ['BTC/USD'], depth: 10 });
    const told = read(line).map((each) => each.error ?? each.type ?? each.method);
    expect(told).toEqual([
      'subscribe',
      'snapshot',
      'Already subscribed',
      'Subscription Not Found',
      'unsubscribe',
      'subscribe',
      'snapshot',
    ]);
    expect(read(line)[3]).toMatchObject({ method: 'subscribe', symbol: 'BTC/USD' });
  });

  it('ends with its connection, and goes on for others in the same words', () => {
    const [line, other] = [open(), open()];
    for (const each of [line, other]) ask(each, { symbol: ['BTC/USD'] });
    show([[100, 1]], [[101, 1]]);
    expect(line.frames.at(-1)?.text).toBe(other.frames.at(-1)?.text);
    line.leave();
    show([[100, 2]], [[101, 1]]);
    expect([line.frames.length, other.frames.length]).toEqual([3, 4]);
  });
});

describe('a connection', () => {
  it('is greeted, and hears a heartbeat for each second in which nothing else came', async () => {
    const line = open();
    await Promise.resolve();
    ask(line, { symbol: ['BTC/USD'] });
    at += 999;
    exchange.passTime();
    show([[100, 1]], [[101, 1]]);
    at += 1;
    exchange.passTime();
    at += 998;
    exchange.passTime();
    at += 1;
    exchange.passTime();
    line.say({ method: 'ping', req_id: 9 });
    expect(line.frames.map(({ text }) => JSON.parse(text))).toMatchObject([
      { channel: 'status', type: 'update', data: [{ version: '2.0.10', system: 'online' }] },
      { method: 'subscribe' },
      { type: 'snapshot' },
      { type: 'update' },
      { channel: 'heartbeat' },
      { method: 'pong', req_id: 9 },
    ]);
  });

  it('is told that it could not be understood', () => {
    const line = open();
    line.say(null);
    line.say({ method: 'subscribe', params: null });
    line.say({ method: 'add_order' });
    expect(read(line).slice(1)).toMatchObject([
      { method: 'subscribe', error: 'The simulator does not know the channel undefined' },
      { method: 'add_order', error: 'The simulator does not know add_order' },
    ]);
    expect(read(line).slice(0, 1)).toEqual([
      {
        error: 'Malformed request',
        method: 'error',
        success: false,
        time_in: time,
        time_out: time,
      },
    ]);
  });
});

/** A client's book: numbers as text, cut to its depth, checked by the checksum. */
function createFollower(depth: number) {
  const [bids, asks] = [new Map<string, string>(), new Map<string, string>()];
  const sorted = (side: Map<string, string>, sign: number) =>
    [...side].sort(([one], [two]) => sign * (Number(one) - Number(two)));
  const rowsOf = (text: string, side: string) => {
    const list = new RegExp(`"${side}":\\[([^\\]]*)\\]`).exec(text)?.[1] ?? '';
    return [...list.matchAll(/"price":([\d.]+),"qty":([\d.]+)/g)];
  };
  const change = (side: Map<string, string>, text: string, [name, sign]: [string, number]) => {
    for (const [, price = '', quantity = ''] of rowsOf(text, name)) {
      if (Number(quantity) === 0) side.delete(price);
      else side.set(price, quantity);
    }
    for (const [price] of sorted(side, sign).slice(depth)) side.delete(price);
  };
  const book = () => [sorted(bids, -1), sorted(asks, 1)] as const;
  return {
    book,
    take(text: string) {
      change(bids, text, ['bids', -1]);
      change(asks, text, ['asks', 1]);
      const digits = book().map((side) =>
        side
          .slice(0, 10)
          .flat()
          .map((each) => each.replace('.', '').replace(/^0+/, ''))
          .join(''),
      );
      expect(JSON.parse(text).data[0].checksum).toBe(crc32(`${digits[1]}${digits[0]}`));
    },
  };
}

describe('who follows a stream', () => {
  it.each([10, 25, 100])('of %i levels has the best of the book at every moment', (depth) => {
    const plain = (rows: readonly { price: bigint; quantity: bigint }[]) =>
      rows.map(({ price, quantity }) => [
        (Number(price) / 1e18).toFixed(1),
        (Number(quantity) / 1e18).toFixed(8),
      ]);
    fc.assert(
      fc.property(shownBooks, (books) => {
        const line = open();
        const follower = createFollower(depth);
        ask(line, { symbol: ['BTC/USD'], depth });
        let taken = 1;
        for (const book of books) {
          exchange.show('BTC/USD', book);
          for (const { text } of line.frames.slice(taken)) {
            if (text.includes('"book"')) follower.take(text);
          }
          taken = line.frames.length;
          const { bids, asks } = exchange.prices.depth(market, depth);
          expect(follower.book()).toEqual([plain(bids), plain(asks)]);
        }
        line.leave();
      }),
      { numRuns: 40 },
    );
  });
});
