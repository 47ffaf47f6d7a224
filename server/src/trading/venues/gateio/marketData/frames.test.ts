import { describe, expect, it } from 'vitest';
import { gateioScript } from '../../../../../test/support/exchanges/gateio/script.ts';
import { expectReadsAnything } from '../../../../../test/support/marketData/frameFuzz.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { fromVenueSymbol, toVenueInstrument } from '../symbols.ts';
import { parseMultiplier } from './book.ts';
import { gateioCollector } from './collector.ts';
import { readFrame } from './frames.ts';
import { createGateioProtocol } from './protocol.ts';

const script = gateioScript();
const truth = { id: 7, bids: [['9', '1']], asks: [['10', '2']] } as const;
const full = script.snapshot(truth);
const change = script.change(
  { first: 8, last: 9, previous: 7, bids: [['9', '0']], asks: [] },
  truth,
);

describe('symbols of gate', () => {
  it.each([
    ['BTC/USDT', 'spot', 'BTC_USDT'],
    ['HAI/ETH', 'spot', 'HAI_ETH'],
    ['BTC/USDT:USDT', 'usdt', 'BTC_USDT'],
    ['BTC/USD:BTC', 'btc', 'BTC_USD'],
  ] as const)('%s is %s %s, there and back', (symbol, market, venueSymbol) => {
    expect(toVenueInstrument(symbol as InstrumentSymbol)).toEqual({ market, venueSymbol });
    expect(fromVenueSymbol(market, venueSymbol)).toBe(symbol);
  });

  it.each(['BTC/BTC', 'BTC/USDT:USDT-261225', 'ETH/USD:ETH', 'BTC/USDC:USDC'])(
    'none is %s',
    (symbol) => expect(toVenueInstrument(symbol as InstrumentSymbol)).toBeUndefined(),
  );

  it.each([
    ['spot', 'BTC_USDT_20261225'],
    ['usdt', 'BTC_USD'],
    ['btc', 'ETH_USD'],
    ['spot', 'BTC'],
  ] as const)('of the venue’s %s %s there is none of ours', (market, name) =>
    expect(fromVenueSymbol(market, name)).toBeUndefined(),
  );
});

describe('frames of gate', () => {
  it('of today are full or changes', () => {
    expect(readFrame(full)).toMatchObject({
      key: 'BTC_USDT',
      message: { kind: 'full', U: 7, u: 7, bids: [['9', '1']], asks: [['10', '2']] },
    });
    expect(readFrame(change)).toMatchObject({ message: { kind: 'change', U: 8, u: 9, asks: [] } });
    const oneSided = change.replace(',"a":[]', '');
    expect(readFrame(oneSided)).toMatchObject({ message: { bids: [['9', '0']], asks: [] } });
    const numbersOnly = oneSided.replace(',"b":[["9","0"]]', '');
    expect(readFrame(numbersOnly)).toMatchObject({ message: { u: 9, bids: [], asks: [] } });
  });

  it.each([
    ['that is no list', change.replace('"a":[]', '"a":null')],
    ['left out of a whole book', full.replace(/,"a":\[\[[^\]]*\]\]/, '')],
    [
      'left out of the older channel, which always has both',
      JSON.stringify({
        channel: 'spot.order_book_update',
        event: 'update',
        result: { t: 5, s: 'BTC_USDT', U: 1, u: 2, b: [['9', '1']] },
      }),
    ],
  ])('with a side %s are malformed', (_, frame) => {
    expect(readFrame(frame)).toEqual({ kind: 'malformed', key: 'BTC_USDT' });
  });

  it('of the older futures channel have levels as objects', () => {
    const result = { t: 5, s: 'OMG_USDT', U: 1, u: 2, b: [{ p: '0.7', s: 3 }], a: [] };
    const channel = 'futures.order_book_update';
    expect(readFrame(JSON.stringify({ channel, event: 'update', result }))).toEqual({
      kind: 'book',
      key: 'OMG_USDT',
      message: { kind: 'bare', U: 1, u: 2, bids: [['0.7', 3]], asks: [], timeMs: 5 },
    });
  });

  it.each([
    [full.slice(0, -20), { kind: 'malformed', key: 'BTC_USDT' }],
    ['{"channel":"spot.tickers","even', { kind: 'other' }],
    ['{"ch', { kind: 'malformed', key: undefined }],
    [change.replace('"U":8', '"U":10'), { kind: 'malformed', key: 'BTC_USDT' }],
    [change.replace('"u":9', '"u":null'), { kind: 'malformed', key: 'BTC_USDT' }],
    [full.replace('"a":[["10","2"]]', '"x":0'), { kind: 'malformed', key: 'BTC_USDT' }],
    [full.replace('"b":[["9","1"]]', '"x":0'), { kind: 'malformed', key: 'BTC_USDT' }],
    [
      '{"channel":"spot.obu","event":"update","result":null}',
      { kind: 'malformed', key: undefined },
    ],
    ['{"channel":"spot.pong","event":"","result":null}', { kind: 'other' }],
    ['{"channel":"spot.obu","event":"unsubscribe","id":1}', { kind: 'other' }],
    [
      '{"channel":"spot.obu","event":"subscribe","id":3,"error":{"code":2,"message":"Alert sub x"}}',
      { kind: 'accepted', id: 3 },
    ],
    [
      '{"channel":"spot.obu","event":"subscribe","id":3,"error":{"code":2,"message":"unknown pair"}}',
      { kind: 'refused', id: 3, reason: 'unknown pair (code 2)', isLimit: false },
    ],
  ])('%s', (text, expected) => expect(readFrame(text)).toEqual(expected));

  it('are read whatever comes', () => expectReadsAnything(readFrame, [full, change]));

  it('of ours carry the time in seconds', () => {
    const sent = JSON.parse(
      createGateioProtocol('usdt').subscribe(['BTC_USDT'], { id: 2, nowMs: 1_700_000_000_999 }),
    );
    expect(sent).toEqual({
      time: 1_700_000_000,
      id: 2,
      channel: 'futures.obu',
      event: 'subscribe',
      payload: ['ob.BTC_USDT.400'],
    });
  });
});

describe('documents and recordings of gate', () => {
  it.each([
    ['{"quanto_multiplier":"0.0001"}', 0.0001],
    ['{"quanto_multiplier":"0"}', undefined],
    ['{}', undefined],
    ['x', undefined],
  ])('the size of a contract in %s is %s', (text, size) =>
    expect(parseMultiplier(text)).toBe(size),
  );

  it('name symbols by full frames and depth documents', () => {
    const at = { atMs: 0, venue: 'gateio' } as const;
    const frame = { ...at, t: 'recv', conn: 'x', data: full } as const;
    expect(gateioCollector.symbolsIn(frame, 'wss://api.gateio.ws/ws/v4/')).toEqual(['BTC/USDT']);
    expect(gateioCollector.symbolsIn(frame, 'wss://fx-ws.gateio.ws/v4/ws/usdt')).toEqual([
      'BTC/USDT:USDT',
    ]);
    const url = 'https://api.gateio.ws/api/v4/futures/btc/order_book?contract=BTC_USD&with_id=true';
    expect(gateioCollector.symbolsIn({ ...at, t: 'http', url, data: '' }, undefined)).toEqual([
      'BTC/USD:BTC',
    ]);
    const other = { ...at, t: 'http', url: 'https://x/contracts/BTC_USDT', data: '' } as const;
    expect(gateioCollector.symbolsIn(other, undefined)).toEqual([]);
  });
});
