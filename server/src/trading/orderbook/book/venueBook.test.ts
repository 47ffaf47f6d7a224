import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { assert } from '../../../kit/assert.ts';
import { parseSymbol } from '../../model/symbol.ts';
import type { FlagReason, WireLevel } from '../../venues/bookPort.ts';
import type { VenueBook, WritableBook } from '../types.ts';
import { createVenueBook } from './venueBook.ts';

const bids: WireLevel[] = [
  ['99.9', '1'],
  ['99.8', '2'],
];
const asks: WireLevel[] = [
  ['100.1', '3'],
  ['100.2', '4'],
];
const reasons: readonly FlagReason[] = [
  'gap',
  'checksum',
  'crossed',
  'malformed',
  'restart',
  'reach',
  'disconnected',
];

function setUp(onChanged: (book: VenueBook) => void = () => undefined) {
  const clock = createManualClock();
  const told: string[] = [];
  const faults: string[] = [];
  const symbol = parseSymbol('BTC/USDT');
  assert(symbol, 'a symbol');
  const book: WritableBook = createVenueBook({
    venue: 'binance',
    symbol,
    clock,
    events: {
      changed(changed) {
        told.push('changed');
        onChanged(changed);
      },
      live: () => told.push('live'),
      flagged: (_, reason) => faults.push(reason),
      reconnecting: (reason) => told.push(`reconnecting: ${reason}`),
      failed: (reason) => told.push(`failed: ${reason}`),
    },
  });
  const open = () => book.snapshot(bids, asks, { sequence: 7 });
  return { clock, book, told, faults, open };
}

function shown(book: VenueBook) {
  return {
    bids: book.bids(1_000),
    asks: book.asks(1_000),
    flagged: book.flagged,
    hasData: book.hasData,
  };
}

describe('a venue book', () => {
  test('is unavailable before its first snapshot and ages from its making', async () => {
    const { clock, book, told } = setUp();
    await clock.advance(300);
    expect(book.hasData).toBe(false);
    expect(book.updatedAtMs).toBeUndefined();
    expect(book.health()).toEqual({ stalenessMs: 300, quality: 'UNAVAILABLE', confidence: 0 });
    expect(book.update(bids, asks, { sequence: 1 })).toBe(true);
    book.alive();
    expect(book.hasData).toBe(false);
    expect(book.health().stalenessMs).toBe(300);
    expect(told).toEqual([]);
  });

  test('shows its snapshot, best first', async () => {
    const { clock, book, open, told } = setUp();
    await clock.advance(40);
    expect(open()).toBe(true);
    expect(shown(book)).toEqual({
      bids: [
        [99.9, 1],
        [99.8, 2],
      ],
      asks: [
        [100.1, 3],
        [100.2, 4],
      ],
      flagged: undefined,
      hasData: true,
    });
    expect(book.bids(1)).toEqual([[99.9, 1]]);
    expect(book.bestBid()).toEqual([99.9, 1]);
    expect(book.bestAsk()).toEqual([100.1, 3]);
    expect(book.midPrice()).toBe(100);
    expect(book.spreadBps()).toBeCloseTo(20, 9);
    expect(book).toMatchObject({ version: 1, sequence: 7, updatesTotal: 1, resyncsTotal: 0 });
    expect(book.updatedAtMs).toBe(clock.now());
    expect(told).toEqual(['live', 'changed']);
  });

  test('applies a message as a whole, looking for a cross only at its end', () => {
    const { book, open, told } = setUp();
    open();
    const moved = book.update([['100.15', '5']], [['100.1', '0']], { sequence: 8 });
    expect(moved).toBe(true);
    expect(book.bestBid()).toEqual([100.15, 5]);
    expect(book.bestAsk()).toEqual([100.2, 4]);
    expect(book).toMatchObject({ version: 2, sequence: 8, flagged: undefined });
    expect(told).toEqual(['live', 'changed', 'live', 'changed']);
  });

  test('may lose a side, and then knows no mid', () => {
    const { book, open } = setUp();
    open();
    book.update(
      [],
      [
        ['100.1', '0'],
        ['100.2', '0'],
      ],
      { sequence: 8 },
    );
    expect(book.hasData).toBe(true);
    expect(book.midPrice()).toBeUndefined();
    expect(book.spreadBps()).toBeUndefined();
    expect(book.health().confidence).toBeCloseTo(0.8, 12);
    expect(book.qualityRecord()).toMatchObject({
      spreadBps: undefined,
      depthAt50Bps: 0,
      bidAskImbalance: 0,
    });
  });

  test('an unchanged message keeps it fresh without a new version', async () => {
    const { clock, book, open, told } = setUp();
    open();
    await clock.advance(700);
    told.length = 0;
    expect(book.update([['99.9', '1.0']], [['150', '0']], { sequence: 8 })).toBe(true);
    expect(book).toMatchObject({ version: 1, sequence: 8, updatesTotal: 2 });
    expect(book.health().stalenessMs).toBe(0);
    expect(told).toEqual(['live']);
  });
});

describe('freshness', () => {
  test('decays by the clock alone', async () => {
    const { clock, book, open } = setUp();
    open();
    const qualities: string[] = [];
    for (const ms of [499, 1, 1_499, 1, 3_000, 1]) {
      await clock.advance(ms);
      qualities.push(book.health().quality);
    }
    expect(qualities).toEqual(['GOOD', 'DEGRADED', 'DEGRADED', 'STALE', 'STALE', 'UNAVAILABLE']);
    expect(book.health()).toMatchObject({ stalenessMs: 5_001, confidence: 0 });
  });

  test('is renewed by a sign of life, but not of a flagged book', async () => {
    const { clock, book, open } = setUp();
    open();
    await clock.advance(800);
    book.alive();
    expect(book.health().stalenessMs).toBe(0);
    expect(book.updatedAtMs).toBe(clock.now());
    book.flag('gap');
    await clock.advance(800);
    book.alive();
    expect(book.health().stalenessMs).toBe(800);
  });

  test.each(['reconnecting', 'failed'] as const)(
    'decays while the upstream is %s, until its next message',
    async (what) => {
      const { clock, book, open, told } = setUp();
      open();
      book[what]('socket closed');
      expect(told.at(-1)).toBe(`${what}: socket closed`);
      await clock.advance(900);
      book.alive();
      expect(book.health()).toMatchObject({ stalenessMs: 900, quality: 'DEGRADED' });
      expect(book.resyncsTotal).toBe(0);
      open();
      expect(book.resyncsTotal).toBe(1);
      await clock.advance(10);
      book.alive();
      expect(book.health().stalenessMs).toBe(0);
    },
  );

  test('a snapshot of a book in good order renews it, which is no resync', () => {
    const { book, open } = setUp();
    open();
    book.snapshot([['99.7', '1']], asks, { sequence: 9 });
    expect(book).toMatchObject({ version: 2, sequence: 9, resyncsTotal: 0 });
    expect(book.top()).toEqual({ bid: 99.7, ask: 100.1 });
  });

  test('a first snapshot after failed attempts is no resync', () => {
    const { book, open } = setUp();
    expect(book.top()).toEqual({ bid: undefined, ask: undefined });
    book.reconnecting('no answer');
    open();
    expect(book.resyncsTotal).toBe(0);
  });
});

describe('a flagged book', () => {
  test('keeps since when, whatever else is found wrong, and is told of once', async () => {
    const { clock, book, open, faults } = setUp();
    open();
    await clock.advance(3_000);
    book.flag('gap');
    const sinceMs = clock.now();
    await clock.advance(2_000);
    book.flag('checksum');
    expect([book.flaggedAtMs, faults]).toEqual([sinceMs, ['gap']]);
    open();
    expect(book.flaggedAtMs).toBeUndefined();
  });

  test('whose connection closed keeps what it knew, and the fault it had before', () => {
    const { book, open, told } = setUp();
    book.flag('disconnected');
    expect([book.flagged, told]).toEqual([undefined, []]);
    open();
    book.flag('disconnected');
    expect([book.flagged, book.bids(1).length]).toEqual(['disconnected', 1]);
    for (const reason of ['gap', 'disconnected'] as const) book.flag(reason);
    expect(book.flagged).toBe('gap');
  });

  test.each(reasons)('flagged %s is unavailable until a snapshot', (reason) => {
    const { book, open, told } = setUp();
    open();
    told.length = 0;
    book.flag(reason);
    expect(book.flagged).toBe(reason);
    expect(book.health()).toMatchObject({ quality: 'UNAVAILABLE', confidence: 0 });
    expect(book.qualityRecord()).toMatchObject({ quality: 'UNAVAILABLE', confidence: 0 });
    const before = shown(book);
    expect(book.update([['99.95', '1']], [], { sequence: 8 })).toBe(true);
    expect(shown(book)).toEqual(before);
    expect(book).toMatchObject({ version: 2, sequence: 7, updatesTotal: 1 });
    expect(told).toEqual(['changed']);
    open();
    expect(book.flagged).toBeUndefined();
    expect(book).toMatchObject({ version: 3, resyncsTotal: 1 });
    expect(book.health().quality).toBe('GOOD');
    expect(told).toEqual(['changed', 'live', 'changed']);
  });

  test.each([
    ['gap', true],
    ['checksum', true],
    ['restart', true],
    ['reach', true],
    ['crossed', false],
    ['malformed', false],
  ] as const)('flagged %s keeps its levels: %s', (reason, keeps) => {
    const { book, open } = setUp();
    open();
    book.flag(reason);
    expect(book.hasData).toBe(keeps);
    expect(book.bids(5)).toHaveLength(keeps ? 2 : 0);
    expect(book.bestAsk() !== undefined).toBe(keeps);
  });

  test.each([
    ['gap', 1],
    ['checksum', 1],
    ['crossed', 0],
    ['malformed', 0],
    ['restart', 0],
    ['reach', 0],
  ] as const)('flagged %s counts %d gaps', (reason, gaps) => {
    const { book, open } = setUp();
    open();
    book.flag(reason);
    expect(book.gapsTotal).toBe(gaps);
    expect(book.qualityRecord().sequenceGaps).toBe(gaps);
  });

  test('counts no further gap, and says nothing twice, before its snapshot', () => {
    const { book, open, told } = setUp();
    open();
    told.length = 0;
    book.flag('gap');
    book.flag('gap');
    expect(told).toEqual(['changed']);
    book.flag('checksum');
    expect(book).toMatchObject({ flagged: 'checksum', gapsTotal: 1, version: 3 });
  });

  test('forgets gaps after five minutes, but not their total', async () => {
    const { clock, book, open } = setUp();
    for (let i = 0; i < 3; i += 1) {
      open();
      book.flag('gap');
    }
    open();
    const spreadLoss = 0.2;
    expect(book.health().confidence).toBeCloseTo(1 - spreadLoss - 0.15, 6);
    await clock.advance(300_000);
    open();
    expect(book.health().confidence).toBeCloseTo(1 - spreadLoss, 6);
    expect(book.qualityRecord().sequenceGaps).toBe(0);
    expect(book).toMatchObject({ gapsTotal: 3, resyncsTotal: 3 });
  });
});

describe('what cannot be true', () => {
  test.each([
    ['touching', '100.1'],
    ['beyond', '100.15'],
  ])('an update with the bid %s the ask empties and flags the book', (_what, bid) => {
    const { book, open, told } = setUp();
    open();
    told.length = 0;
    expect(book.update([[bid, '1']], [], { sequence: 8 })).toBe(false);
    expect(shown(book)).toEqual({ bids: [], asks: [], flagged: 'crossed', hasData: false });
    expect(book).toMatchObject({ version: 2, sequence: 7, updatesTotal: 1, gapsTotal: 0 });
    expect(told).toEqual(['changed']);
  });

  test('a crossed snapshot is refused, and the next good one counts as a resync', () => {
    const { book, open } = setUp();
    expect(book.snapshot(asks, bids, { sequence: 1 })).toBe(false);
    expect(shown(book)).toEqual({ bids: [], asks: [], flagged: 'crossed', hasData: false });
    expect(open()).toBe(true);
    expect(book).toMatchObject({ flagged: undefined, hasData: true, resyncsTotal: 1 });
  });

  test.each(['snapshot', 'update'] as const)(
    'one bad level refuses its whole %s and leaves nothing of it',
    async (what) => {
      const { clock, book, open } = setUp();
      open();
      const openedAtMs = clock.now();
      await clock.advance(100);
      const refused = book[what]([['99.95', '1']], [['100.05', 'x']], { sequence: 8 });
      expect(refused).toBe(false);
      expect(shown(book)).toEqual({ bids: [], asks: [], flagged: 'malformed', hasData: false });
      expect(book).toMatchObject({ version: 2, sequence: 7, updatesTotal: 1, resyncsTotal: 0 });
      expect(book.updatedAtMs).toBe(openedAtMs);
      expect(book.health().stalenessMs).toBe(100);
    },
  );
});

describe('the quality record', () => {
  test('measures depth, balance, rate and gaps', async () => {
    const { clock, book, open } = setUp();
    open();
    for (let i = 0; i < 20; i += 1) {
      await clock.advance(500);
      book.update([['99.95', String(i + 1)]], [], { sequence: 8 + i });
    }
    await clock.advance(250);
    const record = book.qualityRecord();
    expect(record).toMatchObject({ stalenessMs: 250, quality: 'GOOD', sequenceGaps: 0 });
    expect(record.spreadBps).toBeCloseTo((0.15 / 100.025) * 10_000, 9);
    expect(record.depthAt10Bps).toBe(20 + 3);
    expect(record.depthAt50Bps).toBe(20 + 1 + 2 + 3 + 4);
    expect(record.bidAskImbalance).toBeCloseTo((23 - 7) / 30, 12);
    expect(record.updateRatePerSec).toBeCloseTo(2, 0);
    expect(record.confidence).toBe(book.health().confidence);
  });
});

describe('telling of changes', () => {
  test('tells a change made by the listener after the one it was told of', () => {
    let depth = 0;
    let deepest = 0;
    const versions: number[] = [];
    const { book, open } = setUp((changed) => {
      depth += 1;
      deepest = Math.max(deepest, depth);
      versions.push(changed.version);
      if (versions.length === 1) book.flag('gap');
      depth -= 1;
    });
    open();
    expect(versions).toEqual([1, 2]);
    expect(deepest).toBe(1);
    expect(book.flagged).toBe('gap');
  });

  test('goes on telling after a listener threw', () => {
    let calls = 0;
    const { book, open } = setUp(() => {
      calls += 1;
      if (calls === 1) throw new Error('a listener at fault');
    });
    expect(open).toThrow('a listener at fault');
    book.flag('gap');
    expect(calls).toBe(2);
  });
});
