import { describe, expect, it } from 'vitest';
import { bybitScript } from '../../../../../test/support/exchanges/bybit/script.ts';
import { expectReadsAnything } from '../../../../../test/support/marketData/frameFuzz.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { fromVenueSymbol, toVenueInstrument } from '../symbols.ts';
import { bybitProof } from './book.ts';
import { bybitCollector } from './collector.ts';
import { readFrame } from './frames.ts';
import { createBybitProtocol } from './protocol.ts';

const script = bybitScript();
const truth = { id: 7, bids: [['9', '1']], asks: [['10', '2']] } as const;
const snapshot = script.snapshot(truth);

describe('symbols of bybit', () => {
  it.each([
    ['BTC/USDT', 'spot', 'BTCUSDT'],
    ['SOL/BTC', 'spot', 'SOLBTC'],
    ['1INCH/EUR', 'spot', '1INCHEUR'],
    ['BTC/USDT:USDT', 'linear', 'BTCUSDT'],
    ['1000PEPE/USDC:USDC', 'linear', '1000PEPEPERP'],
    ['BTC/USDT:USDT-261225', 'linear', 'BTCUSDT-25DEC26'],
    ['ETH/USDC:USDC-270326', 'linear', 'ETH-26MAR27'],
    ['BTC/USD:BTC', 'inverse', 'BTCUSD'],
  ] as const)('%s is %s %s, there and back', (symbol, market, venueSymbol) => {
    expect(toVenueInstrument(symbol as InstrumentSymbol)).toEqual({ market, venueSymbol });
    expect(fromVenueSymbol(market, venueSymbol)).toBe(symbol);
  });

  it.each([
    'BTC/BTC',
    'BTC/USD:BTC-261225',
    'BTC/EUR:EUR',
    'BTC/USDT:USDT-261325',
    'BTC/USDT:BTC',
    // These would have the names of BTC/USDT and BTC/USDT:USDT-261225.
    'BTCU/SDT',
    'BTCUSDT/USDC:USDC-261225',
  ])('none is %s', (symbol) =>
    expect(toVenueInstrument(symbol as InstrumentSymbol)).toBeUndefined(),
  );

  it.each([
    ['spot', 'USDT'],
    ['spot', 'BTCXYZ'],
    ['linear', 'BTC-1'],
    ['linear', 'BTCUSD'],
    ['inverse', 'BTCUSDZ26'],
  ] as const)('of the venue’s %s %s there is none of ours', (market, name) =>
    expect(fromVenueSymbol(market, name)).toBeUndefined(),
  );
});

describe('frames of bybit', () => {
  it('are snapshots and changes with their matching time', () => {
    const frame = readFrame(snapshot);
    expect(frame).toMatchObject({ kind: 'book', key: 'BTCUSDT' });
    if (frame.kind !== 'book') return;
    const { isSnapshot, u, bids, asks, timeMs } = frame.message;
    expect([isSnapshot, u, bids, asks]).toEqual([true, 7, truth.bids, truth.asks]);
    expect(timeMs).toBe(1_700_000_000_007);
    const older = readFrame(snapshot.replace(/,"cts":\d+/, ''));
    expect(older).toMatchObject({ message: { timeMs: 1_700_000_000_007 } });
  });

  it.each([
    [snapshot.slice(0, 60), { kind: 'malformed', key: 'BTCUSDT' }],
    ['{"to', { kind: 'malformed', key: undefined }],
    ['{"topic":"tickers.BTCUSDT","ty', { kind: 'other' }],
    [snapshot.replace('"u":7', '"u":"7"'), { kind: 'malformed', key: 'BTCUSDT' }],
    [snapshot.replace('"snapshot"', '"whole"'), { kind: 'malformed', key: 'BTCUSDT' }],
    [snapshot.replace('[["9","1"]]', '["9"]'), { kind: 'malformed', key: 'BTCUSDT' }],
    ['{"topic":"publicTrade.BTCUSDT","data":[]}', { kind: 'other' }],
    ['{"op":"pong","req_id":"3"}', { kind: 'other' }],
    ['{"success":true,"op":"subscribe","req_id":"3"}', { kind: 'accepted', id: 3 }],
    [
      '{"success":false,"ret_msg":"error:handler not found","op":"subscribe","req_id":"4"}',
      { kind: 'refused', id: 4, reason: 'error:handler not found', isLimit: false, isHeld: false },
    ],
    [
      '{"success":false,"ret_msg":"error:already subscribed","op":"subscribe","req_id":"5"}',
      { kind: 'refused', id: 5, reason: 'error:already subscribed', isLimit: false, isHeld: true },
    ],
  ])('%s', (text, expected) => expect(readFrame(text)).toEqual(expected));

  it('are read whatever comes', () => expectReadsAnything(readFrame, [snapshot]));

  it('of ours name topics and the request', () => {
    const protocol = createBybitProtocol('spot');
    const sent = JSON.parse(protocol.subscribe(['BTCUSDT'], { id: 9, nowMs: 0 }));
    expect(sent).toEqual({ op: 'subscribe', args: ['orderbook.200.BTCUSDT'], req_id: '9' });
    expect(JSON.parse(protocol.ping({ id: 10, nowMs: 0 }))).toEqual({ op: 'ping', req_id: '10' });
  });
});

describe('documents and recordings of bybit', () => {
  it('prove a book in base units', () => {
    const inverse = bybitProof({ market: 'inverse', venueSymbol: 'BTCUSD' });
    const document = JSON.stringify({ result: { b: [['100', '50']], a: [] } });
    expect(inverse.parse(document)).toEqual({ bids: [['100', 0.5]], asks: [] });
    expect([inverse.parse('{}'), inverse.parse('x')]).toEqual([undefined, undefined]);
    expect(inverse.url).toContain('category=inverse&symbol=BTCUSD&limit=10');
  });

  it('name symbols by the market of their connection', () => {
    const line = { t: 'recv', atMs: 0, venue: 'bybit', conn: 'x', data: snapshot } as const;
    const of = (path: string) => bybitCollector.symbolsIn(line, `wss://stream.bybit.com${path}`);
    expect([of('/v5/public/spot'), of('/v5/public/linear')]).toEqual([
      ['BTC/USDT'],
      ['BTC/USDT:USDT'],
    ]);
    const change = { ...line, data: snapshot.replace('snapshot', 'delta') };
    expect(bybitCollector.symbolsIn(change, undefined)).toEqual([]);
  });
});
