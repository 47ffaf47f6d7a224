import { describe, expect, it } from 'vitest';
import { okxScript } from '../../../../../test/support/exchanges/okx/script.ts';
import { expectReadsAnything } from '../../../../../test/support/marketData/frameFuzz.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { fromInstId, toVenueInstrument } from '../symbols.ts';
import { parseContractWorth } from './book.ts';
import { okxCollector } from './collector.ts';
import { readFrame } from './frames.ts';
import { createOkxProtocol } from './protocol.ts';

const script = okxScript({ symbol: 'BTC/USDT', instId: 'BTC-USDT' });
const truth = { id: 7, bids: [['9', '1']], asks: [['10', '2']] } as const;
const snapshot = script.snapshot(truth);
const read = (text: string) => readFrame(text, () => 42);

describe('symbols of okx', () => {
  it.each([
    ['BTC/USDT', 'BTC-USDT', 'SPOT', 'none'],
    ['BTC/USDT:USDT', 'BTC-USDT-SWAP', 'SWAP', 'linear'],
    ['UNI/USD:UNI', 'UNI-USD-SWAP', 'SWAP', 'inverse'],
    ['BTC/USD:BTC-261225', 'BTC-USD-261225', 'FUTURES', 'inverse'],
    ['BTC/USDC:USDC-261225', 'BTC-USDC-261225', 'FUTURES', 'linear'],
  ])('%s is %s, there and back', (symbol, instId, instType, contract) => {
    const instrument = { instId, instType, contract };
    expect(toVenueInstrument(symbol as InstrumentSymbol)).toEqual(instrument);
    expect(fromInstId(instId)).toBe(symbol);
  });

  it.each(['BTC/BTC', 'BTC/EUR:EUR', 'BTC/USDT:BTC'])('none is %s', (symbol) =>
    expect(toVenueInstrument(symbol as InstrumentSymbol)).toBeUndefined(),
  );

  it.each(['BTC-USD-261225-90000-C', 'BTC', 'BTC-USD-PERP'])('%s is none of ours', (instId) =>
    expect(fromInstId(instId)).toBeUndefined(),
  );
});

describe('frames of okx', () => {
  it('carry the chain of numbers, or are counted', () => {
    expect(read(snapshot)).toMatchObject({
      kind: 'book',
      key: 'BTC-USDT',
      message: { isSnapshot: true, last: 7, previous: -1, isNumbered: true, checksum: undefined },
    });
    const older = snapshot.replace(/"checksum":0,"seqId":7,"prevSeqId":-1/, '"checksum":-5');
    expect(read(older)).toMatchObject({
      message: { last: 42, previous: 41, isNumbered: false, checksum: -5 },
    });
  });

  it.each([
    ['pong', { kind: 'other' }],
    [snapshot.slice(0, 70), { kind: 'malformed', key: 'BTC-USDT' }],
    ['{"arg":{"channel":"trades","instId":"BTC-USDT"},"da', { kind: 'other' }],
    ['{"a', { kind: 'malformed', key: undefined }],
    [snapshot.replace('"seqId":7', '"seqId":"7"'), { kind: 'malformed', key: 'BTC-USDT' }],
    [
      snapshot.replace('"prevSeqId":-1', '"prevSeqId":null'),
      { kind: 'malformed', key: 'BTC-USDT' },
    ],
    [
      '{"arg":{"channel":"books","instId":"A-B"},"action":"update","data":[]}',
      { kind: 'malformed', key: 'A-B' },
    ],
    ['{"arg":{"channel":"tickers","instId":"A-B"},"data":[]}', { kind: 'other' }],
    [
      '{"event":"subscribe","arg":{"channel":"books","instId":"A-B"}}',
      { kind: 'accepted', keys: ['A-B'] },
    ],
    ['{"event":"notice","code":"64008","msg":"soon"}', { kind: 'shutdown' }],
    [
      '{"event":"error","code":"60014","msg":"Requests too frequent","id":"3"}',
      { kind: 'refused', id: 3, reason: 'Requests too frequent (code 60014)', isLimit: true },
    ],
    [
      '{"event":"error","code":"60018","msg":"instId:A-B doesn\'t exist","id":"3"}',
      {
        kind: 'refused',
        keys: ['A-B'],
        reason: "instId:A-B doesn't exist (code 60018)",
        isLimit: false,
      },
    ],
  ])('%s', (text, expected) => expect(read(text)).toEqual(expected));

  it('are read whatever comes', () => expectReadsAnything(read, [snapshot]));

  it('of ours are documented ones', () => {
    const protocol = createOkxProtocol();
    expect(JSON.parse(protocol.unsubscribe(['A-B'], { id: 4, nowMs: 0 }))).toEqual({
      id: '4',
      op: 'unsubscribe',
      args: [{ channel: 'books', instId: 'A-B' }],
    });
    expect(protocol.ping({ id: 5, nowMs: 0 })).toBe('ping');
  });
});

describe('documents and recordings of okx', () => {
  it('tell the worth of a contract', () => {
    const data = [
      { instId: 'A', ctVal: '0.01', ctMult: '10' },
      { instId: 'B', ctVal: '' },
    ];
    const text = JSON.stringify({ data });
    expect(parseContractWorth(text, 'A')).toBeCloseTo(0.1);
    expect(parseContractWorth(text, 'B')).toBe('unreadable');
    expect(parseContractWorth('x', 'A')).toBe('unreadable');
    expect(parseContractWorth(text, 'C')).toBe('unknown');
  });

  it('know a missing instrument from a refusal that says nothing of it', () => {
    const answer = (code: string) => JSON.stringify({ code, msg: '', data: [] });
    expect(parseContractWorth(answer('51001'), 'A')).toBe('unknown');
    expect(parseContractWorth(answer('50011'), 'A')).toBe('unreadable');
    expect(parseContractWorth(answer('0'), 'A')).toBe('unknown');
  });

  it('name symbols by their snapshots', () => {
    const line = { t: 'recv', atMs: 0, venue: 'okx', conn: 'x', data: snapshot } as const;
    expect(okxCollector.symbolsIn(line, undefined)).toEqual(['BTC/USDT']);
    const update = { ...line, data: snapshot.replace('snapshot', 'update') };
    expect(okxCollector.symbolsIn(update, undefined)).toEqual([]);
  });
});

describe('several channels of one instrument', () => {
  const tbt = snapshot.replace('"books"', '"books-l2-tbt"');
  const line = (data: string) => ({ t: 'recv', atMs: 1, venue: 'okx', conn: 'a', data }) as const;

  it('are each followed, and the one that was heard first alone', () => {
    const message = { isSnapshot: true, last: 7 };
    expect(read(tbt)).toMatchObject({ kind: 'book', key: 'BTC-USDT', message });
    const protocol = createOkxProtocol();
    expect(protocol.read(tbt)).toMatchObject({ kind: 'book', key: 'BTC-USDT' });
    expect(protocol.read(snapshot)).toEqual({ kind: 'other' });
    expect(protocol.read(snapshot.replace('BTC-USDT', 'ETH-USDT'))).toMatchObject({ kind: 'book' });
  });

  it('make a recording one with a book', () => {
    expect(okxCollector.symbolsIn(line(tbt), undefined)).toEqual(['BTC/USDT']);
    const few = snapshot.replace('"books"', '"books5"');
    expect(okxCollector.symbolsIn(line(few), undefined)).toEqual([]);
  });
});
