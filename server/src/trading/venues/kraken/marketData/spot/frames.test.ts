import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parseJson } from '../../../shared/json.ts';
import { createSpotProtocol } from './protocol.ts';
import { parseKeepingNumbers } from './v2.ts';

const update =
  '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":100.10,' +
  '"qty":0.00000000}],"asks":[{"price": 101.0 , "qty":1.50000000}],"checksum":7,' +
  '"timestamp":"2026-08-02T03:35:51.660084Z"}]}';
const read = (text: string) => createSpotProtocol().read(text);
const ack = (depth: number, symbol = 'BTC/USD') =>
  JSON.stringify({
    method: 'subscribe',
    result: { channel: 'book', depth, snapshot: true, symbol },
    success: true,
    req_id: 3,
  });

describe('version 2 frames', () => {
  it('keep the text of prices and quantities', () => {
    expect(read(update)).toEqual({
      kind: 'book',
      key: 'BTC/USD',
      message: {
        isSnapshot: false,
        bids: [['100.10', '0.00000000']],
        asks: [['101.0', '1.50000000']],
        checksum: 7,
        venueTimeMs: Date.parse('2026-08-02T03:35:51.660Z'),
        number: 1,
        depth: 500,
      },
    });
  });

  it('keep the text of a number in exponent notation, too', () => {
    const frame = read(update.replace('1.50000000', '1.5e-7').replace('100.10', '1E+2'));
    expect(frame).toMatchObject({
      kind: 'book',
      message: { bids: [['1E+2', '0.00000000']], asks: [['101.0', '1.5e-7']] },
    });
  });

  it.each([
    ['a level without quantity', update.replace('"qty":0.00000000', '"size":1')],
    ['a quantity in quotes that is none', update.replace('0.00000000', 'null')],
    ['no checksum', update.replace('"checksum":7', '"checksum":"x"')],
    ['a checksum no CRC32 can be', update.replace('"checksum":7', '"checksum":4294967296')],
    ['no asks', update.replace('"asks"', '"offers"')],
    ['an unknown type', update.replace('"update"', '"delta"')],
    ['two books', update.replace(/\[(\{"symbol.*)\]\}$/, '[$1,$1]}')],
    ['an end too soon', update.slice(0, -1)],
  ])('with %s are malformed, and say whose', (_, text) => {
    expect(read(text)).toEqual({ kind: 'malformed', key: 'BTC/USD' });
  });

  it.each([
    ['a number that is none', update.replace('100.10', '0100.10')],
    ['no symbol', update.replace('"symbol"', '"pair"')],
    ['no data', '{"channel":"book","type":"update","data":[]}'],
    ['the beginning only', update.slice(0, 30)],
    ['nothing', ''],
  ])('with %s are malformed, and may be anybody’s', (_, text) => {
    const key = /BTC/.test(text) && text.includes('"symbol":') ? 'BTC/USD' : undefined;
    expect(read(text)).toEqual({ kind: 'malformed', key });
  });

  it.each([
    '{"channel":"heartbeat"}',
    '{"channel":"heartbeat"',
    '{"channel":"status","type":"update","data":[{"system":"online"}]}',
    '{"channel":"trade","type":"snapshot","data":[{"symbol":"BTC/USD","price":1.0,"qty":2.0}]}',
    '{"method":"pong","req_id":4}',
    '{"method":"unsubscribe","success":true,"result":{"channel":"book","symbol":"BTC/USD"}}',
    '{"error":"Subscription Not Found","method":"unsubscribe","success":false,"symbol":"BTC/USD"}',
    '{"method":"subscribe","success":true,"result":{"channel":"trade","symbol":"BTC/USD"}}',
    '[320,{"as":[],"bs":[]},"book-25","XDG/XBT"]',
    '[]',
  ])('%s is of no concern', (text) => expect(read(text)).toEqual({ kind: 'other' }));

  it('names in answers whom they are for', () => {
    expect(read(ack(500))).toEqual({ kind: 'accepted', keys: ['BTC/USD'], id: 3 });
    const refused = { method: 'subscribe', success: false, symbol: 'BTC/USD', req_id: 3 };
    const say = (error: string, more = {}) => read(JSON.stringify({ error, ...refused, ...more }));
    expect(say('Currency pair not supported BTC/USD')).toEqual({
      kind: 'refused',
      reason: 'Currency pair not supported BTC/USD',
      isLimit: false,
      keys: ['BTC/USD'],
      id: 3,
    });
    expect(say('Exceeded msg rate', { symbol: undefined })).toEqual({
      kind: 'refused',
      reason: 'Exceeded msg rate',
      isLimit: true,
      id: 3,
    });
    expect(say('Exceeded msg rate', { method: 'ping' })).toMatchObject({ isLimit: true, id: 0 });
    expect(say('Already subscribed')).toEqual({ kind: 'accepted', keys: ['BTC/USD'], id: 3 });
    expect(say('no', { symbol: undefined, result: { symbol: 'ETH/USD' } })).toMatchObject({
      keys: ['ETH/USD'],
    });
  });
});

describe('the place of a message', () => {
  const snapshot = update.replace('"update"', '"snapshot"');

  it('is its number in the stream; a snapshot nobody asked for has none', () => {
    const { read: hear } = createSpotProtocol();
    const numberOf = (text: string) => {
      const frame = hear(text);
      return frame.kind === 'book' ? frame.message.number : frame.kind;
    };
    expect([snapshot, update, update, snapshot].map(numberOf)).toEqual([1, 2, 3, 0]);
    expect([ack(500), snapshot, update].map(numberOf)).toEqual(['accepted', 5, 6]);
  });

  it('comes with the depth of the subscription, or of a snapshot cut at one', () => {
    const { read: hear } = createSpotProtocol();
    const depthOf = (text: string) => {
      const frame = hear(text);
      return frame.kind === 'book' ? frame.message.depth : frame.kind;
    };
    expect([ack(25), snapshot, update].map(depthOf)).toEqual(['accepted', 25, 25]);
    const asks = Array.from({ length: 10 }, (_, i) => `{"price":${101 + i}.5,"qty":1.0}`);
    const cut = snapshot.replace(/"asks":\[[^\]]*\]/, `"asks":[${asks}]`);
    expect(depthOf(cut.replace('BTC', 'ETH'))).toBe(10);
    expect(depthOf(update.replace('BTC', 'ETH'))).toBe(10);
    expect(depthOf(snapshot.replace('BTC', 'ADA'))).toBe(500);
  });
});

describe('messages of ours', () => {
  const protocol = createSpotProtocol();
  const request = { id: 7, nowMs: 0 };

  it('are as documented', () => {
    expect(JSON.parse(protocol.subscribe(['BTC/USD', 'ETH/USD'], request))).toEqual({
      method: 'subscribe',
      params: { channel: 'book', symbol: ['BTC/USD', 'ETH/USD'], depth: 500, snapshot: true },
      req_id: 7,
    });
    expect(JSON.parse(protocol.unsubscribe(['BTC/USD'], request))).toEqual({
      method: 'unsubscribe',
      params: { channel: 'book', symbol: ['BTC/USD'], depth: 500 },
      req_id: 7,
    });
    expect(JSON.parse(protocol.ping(request))).toEqual({ method: 'ping', req_id: 7 });
  });
});

describe('any text', () => {
  const frames = [update, ack(25), '{"error":"x","method":"subscribe","success":false}'];
  const piece = fc.constantFrom(
    ...['"price":', '"qty":1', '0.10', '-', 'e5', '01', '"', '\\', '{', '}', '[', ']', ',', 'null'],
    ...['{"price":1.50}', '"price"', '"symbol":"A/B"', '"data":7', '"asks":{}', ' ', '\n'],
  );
  const mutated = fc
    .tuple(fc.constantFrom(...frames), fc.nat(300), fc.nat(6), piece)
    .map(([text, at, length, by]) => text.slice(0, at) + by + text.slice(at + length));
  const free = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.json(),
  );

  test('is read without harm', () => {
    const { read: hear } = createSpotProtocol();
    fc.assert(
      fc.property(fc.oneof(mutated, free), (text) => {
        expect(['book', 'malformed', 'accepted', 'refused', 'other']).toContain(hear(text).kind);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is parsed as JSON is, but for the text of numbers', () => {
    const level = fc.record({ price: fc.double({ noNaN: true }), qty: fc.float({ noNaN: true }) });
    const structured = fc
      .json({ maxDepth: 3 })
      .chain((json) =>
        level.map((each) => JSON.stringify([each, { data: [JSON.parse(json), each, json] }])),
      );
    fc.assert(
      fc.property(fc.oneof(mutated, free, structured), (text) => {
        const plain = parseJson(text);
        const kept = parseKeepingNumbers(text);
        expect(asNumbers(kept, plain)).toEqual(plain);
        expect(kept === undefined).toBe(plain === undefined);
      }),
      { numRuns: 3_000 },
    );
  });

  /** Converts the kept text back to numbers, wherever plain JSON has numbers. */
  function asNumbers(kept: unknown, plain: unknown): unknown {
    if (typeof plain === 'number' && typeof kept === 'string') return Number(kept);
    if (Array.isArray(kept) && Array.isArray(plain)) {
      return kept.map((each, i) => asNumbers(each, plain[i]));
    }
    if (!isRecord(kept) || !isRecord(plain)) return kept;
    const entries = Object.entries(kept).map(([name, each]) => [
      name,
      asNumbers(each, plain[name]),
    ]);
    return Object.fromEntries(entries);
  }

  function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  }
});
