import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createSpotProtocol } from '../spot/protocol.ts';
import { fromOldSpotName } from './v1.ts';
import { createV1Reader } from './v1Reader.ts';

const v1Update =
  '[320,{"a":[["101.00","0.00000000","1617666539.8686"],["103.00","1.0","1617648977.7","r"]]},' +
  '{"b":[["100.10","2.50","1617666539.8702"]],"c":"7"},"book-1000","XBT/USD"]';
const v1Snapshot = '[320,{"as":[["101.00","2.0","1.5"]],"bs":[]},"book-25","XDG/XBT"]';

const open = () => createSpotProtocol(createV1Reader());
const read = (text: string) => open().read(text);

describe('version 1 frames', () => {
  it('have two parts, old names and the depth in the channel', () => {
    expect(read(v1Update)).toEqual({
      kind: 'book',
      key: 'BTC/USD',
      message: {
        isSnapshot: false,
        asks: [
          ['101.00', '0.00000000'],
          ['103.00', '1.0'],
        ],
        bids: [['100.10', '2.50']],
        checksum: 7,
        venueTimeMs: 1_617_666_539_870,
        number: 1,
        depth: 1_000,
      },
    });
    expect(read(v1Snapshot)).toMatchObject({
      key: 'DOGE/BTC',
      message: { isSnapshot: true, asks: [['101.00', '2.0']], bids: [], depth: 25 },
    });
  });

  it.each([
    ['no checksum', v1Update.replace(',"c":"7"', '')],
    ['a checksum that is none', v1Update.replace('"c":"7"', '"c":"x"')],
    ['a number for a price', v1Update.replace('"100.10"', '100.10')],
    ['a level that is none', v1Update.replace('["100.10","2.50","1617666539.8702"]', 'null')],
    ['a snapshot and a change at once', v1Update.replace('"b":', '"bs":')],
    ['a part too many', v1Update.replace('[320,', '[320,{},')],
  ])('with %s are malformed', (_, text) => {
    expect(read(text)).toEqual({ kind: 'malformed', key: 'BTC/USD' });
  });

  it('are accepted and refused by pair', () => {
    const status = { channelName: 'book-1000', event: 'subscriptionStatus', pair: 'XBT/USD' };
    const say = (fields: object) => read(JSON.stringify({ ...status, ...fields }));
    expect(say({ status: 'subscribed', subscription: { depth: 1_000, name: 'book' } })).toEqual({
      kind: 'accepted',
      keys: ['BTC/USD'],
    });
    expect(say({ status: 'error', errorMessage: 'Currency pair not supported' })).toEqual({
      kind: 'refused',
      reason: 'Currency pair not supported',
      isLimit: false,
      keys: ['BTC/USD'],
    });
    expect(read('{"errorMessage":"Exceeded msg rate","event":"error","reqid":42}')).toEqual({
      kind: 'refused',
      reason: 'Exceeded msg rate',
      isLimit: true,
    });
  });

  it.each([
    '{"event":"heartbeat"}',
    '{"event":"heartbeat"',
    '{"event":"systemStatus","status":"online"}',
    '{"channelName":"trade","event":"subscriptionStatus","pair":"XBT/USD","status":"subscribed"}',
    '[321,[["100.1","1.0","1.5","b","l",""]],"trade","XBT/USD"]',
    '[]',
  ])('%s is of no concern', (text) => expect(read(text)).toEqual({ kind: 'other' }));

  it('have the old names of assets', () => {
    expect(fromOldSpotName('XDG/XBT')).toBe('DOGE/BTC');
    expect(fromOldSpotName('constructor/USD')).toBe('constructor/USD');
  });

  it('stand beside frames of version 2, whose reading they do not change', () => {
    const update =
      '{"channel":"book","type":"update","data":[{"symbol":"BTC/USD","bids":[{"price":100.10,' +
      '"qty":0.00000000}],"asks":[],"checksum":7,"timestamp":"2026-08-02T03:35:51.660084Z"}]}';
    for (const text of [
      update,
      update.slice(0, -1),
      '{"channel":"heartbeat"}',
      '{"event":"x"}',
      '',
    ]) {
      expect(read(text)).toEqual(createSpotProtocol().read(text));
    }
  });
});

describe('a torn frame of version 1', () => {
  const other = v1Update.replace('320', '321').replace('XBT/USD', 'ETH/USD');

  it('is told whose it is by its number, once a whole one had it', () => {
    const protocol = open();
    expect(protocol.read(v1Update.slice(0, -5))).toEqual({ kind: 'malformed', key: undefined });
    for (const frame of [v1Update, other]) protocol.read(frame);
    expect(protocol.read(v1Update.slice(0, 40))).toEqual({ kind: 'malformed', key: 'BTC/USD' });
    expect(protocol.read(other.slice(0, -9))).toEqual({ kind: 'malformed', key: 'ETH/USD' });
    // A number that was cut off may be the beginning of another.
    expect(protocol.read('[32')).toEqual({ kind: 'malformed', key: undefined });
  });

  it('is told whose it is by the confirmation of its channel, and by its own end', () => {
    const protocol = open();
    const status = { event: 'subscriptionStatus', status: 'subscribed', channelID: 320 };
    const book = { channelName: 'book-1000', pair: 'XBT/USD', subscription: { depth: 1_000 } };
    protocol.read(JSON.stringify({ ...status, ...book }));
    expect(protocol.read(v1Update.slice(0, 40))).toEqual({ kind: 'malformed', key: 'BTC/USD' });
    expect(protocol.read(other.slice(9))).toEqual({ kind: 'malformed', key: 'ETH/USD' });
  });

  it('of another channel harms no book', () => {
    const protocol = open();
    const trade = '[337,[["5541.2","0.15","1534614057.3"]],"trade","XBT/USD"]';
    protocol.read(trade);
    expect(protocol.read(trade.slice(0, 30))).toEqual({ kind: 'other' });
  });
});

test('any text is read without harm', () => {
  const frames = [v1Update, v1Snapshot, '{"errorMessage":"x","event":"error"}'];
  const piece = fc.constantFrom(
    ...['"price":', '"qty":1', '0.10', '-', 'e5', '01', '"', '\\', '{', '}', '[', ']', ',', 'null'],
    ...['"event":', '"pair":7', '"book-25"', '"a":{}', ' ', '\n'],
  );
  const mutated = fc
    .tuple(fc.constantFrom(...frames), fc.nat(300), fc.nat(6), piece)
    .map(([text, at, length, by]) => text.slice(0, at) + by + text.slice(at + length));
  const { read: hear } = open();
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string(), fc.json()), (text) => {
      expect(['book', 'malformed', 'accepted', 'refused', 'other']).toContain(hear(text).kind);
    }),
    { numRuns: 2_000 },
  );
});
