import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { bybitCollector } from '../../src/trading/venues/bybit/marketData/collector.ts';
import { gateioCollector } from '../../src/trading/venues/gateio/marketData/collector.ts';
import { hyperliquidCollector } from '../../src/trading/venues/hyperliquid/marketData/collector.ts';
import { krakenCollector } from '../../src/trading/venues/kraken/marketData/collector.ts';
import { okxCollector } from '../../src/trading/venues/okx/marketData/collector.ts';
import type { FeedCollector } from '../../src/trading/venues/shared/collector.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import type { FaultKind } from '../support/marketData/faultRun.ts';
import {
  expectedOf,
  type FaultedReplay,
  isGood,
  isTrue,
  type Outcome,
  type Rule,
  replayWithFault,
} from '../support/marketData/recordedFault.ts';
import {
  type FrameReader,
  readBybit,
  readGate,
  readHyperliquid,
  readKrakenFutures,
  readKrakenSpot,
  readOkx,
} from '../support/marketData/recordedFrames.ts';
import { sliceOf } from '../support/marketData/recordedSlice.ts';
import { type RawLine, rawLines } from '../support/marketData/replayCapture.ts';
import { proofOf } from '../support/proof.ts';

/** Maximum number of frames about books in a slice; the busiest recording has 7 times as many. */
const framesMax = 2_000;
const usualRuns = 20;

interface Recorded {
  /** Folder of the venue, and a part of the file's name. */
  readonly file: readonly [folder: string, part: string];
  readonly collector: FeedCollector;
  readonly read: FrameReader;
  readonly rule: Rule;
}

const numbers: Rule = { kind: 'numbers' };

const recordings: readonly Recorded[] = [
  { file: ['bybit', 'v5_'], collector: bybitCollector, read: readBybit, rule: numbers },
  { file: ['gateio', 'spot_6'], collector: gateioCollector, read: readGate, rule: numbers },
  { file: ['gateio', 'usdt-perp_'], collector: gateioCollector, read: readGate, rule: numbers },
  { file: ['gateio', 'spot_obu_'], collector: gateioCollector, read: readGate, rule: numbers },
  {
    file: ['kraken', 'spot_v1_'],
    collector: krakenCollector,
    read: readKrakenSpot,
    rule: { kind: 'checksum', depth: 10 },
  },
  {
    file: ['kraken', 'spot_v2_'],
    collector: krakenCollector,
    read: readKrakenSpot,
    rule: { kind: 'checksum', depth: 10 },
  },
  {
    file: ['krakenfutures', 'futures_'],
    collector: krakenCollector,
    read: readKrakenFutures,
    rule: numbers,
  },
  {
    file: ['okx', 'books_'],
    collector: okxCollector,
    read: readOkx,
    rule: { kind: 'checksum', depth: 25 },
  },
  {
    file: ['hyperliquid', 'perp_'],
    collector: hyperliquidCollector,
    read: readHyperliquid,
    rule: { kind: 'whole' },
  },
];

/**
 * Returns the lines of a recording. One contains bare results of one channel: they get their frames
 * back.
 */
function linesOf([folder, part]: Recorded['file']): readonly RawLine[] {
  const path = venueCaptures(folder).find((each) => each.includes(part)) ?? '';
  const lines = rawLines(path);
  if (lines[0]?.t === 'header') return lines;
  const url = 'wss://api.gateio.ws/ws/v4/';
  const header = { t: 'header', venue: folder, market: part };
  const frames = lines.map((result) => {
    const data = JSON.stringify({ channel: 'spot.obu', event: 'update', result });
    return { t: 'recv', ts: null, conn: 'ws', data };
  });
  return [header, { t: 'connect', ts: null, conn: 'ws', url }, ...frames] as readonly RawLine[];
}

function expectCaught(replay: FaultedReplay, { books, truth, lies }: Outcome): void {
  const { slice, fault, rule } = replay;
  expect(lies).toEqual([]);
  const hit = slice.frames[fault.at]?.says?.symbol;
  for (const [symbol, book] of books) {
    const isProven = symbol !== hit || rule.kind !== 'checksum' || fault.kind === 'duplicate';
    if (isGood(book) && isProven)
      expect([symbol, isTrue(book, truth.at(symbol))]).toEqual([symbol, true]);
    if (symbol === hit) {
      const expected = expectedOf(replay);
      expect(expected.flags).toContainEqual(book.flags);
      if (expected.isGood !== 'either')
        expect([symbol, isGood(book)]).toEqual([symbol, expected.isGood]);
    } else if (fault.kind !== 'truncate' || book.flags.length === 0) {
      expect([symbol, book.flags, isGood(book)]).toEqual([symbol, [], true]);
    } else {
      // A frame that does not name its book may have been of any book.
      expect([symbol, book.flags]).toEqual([symbol, ['malformed']]);
    }
  }
}

describe.skipIf(capturesFolder === undefined)(`one fault in a recording${capturesNotice}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-faults-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const kinds: readonly FaultKind[] = ['loss', 'duplicate', 'reorder', 'truncate'];

  it.each(recordings.map((each) => [each.file.join(' '), each] as const))(
    '%s: no book is wrong and unflagged after any frame',
    async (_, { file, collector, read, rule }) => {
      const slice = sliceOf(linesOf(file), read, framesMax);
      const path = join(folder, `${file[0]}-${file[1]}.jsonl`);
      writeFileSync(path, slice.text);
      // The way changes join a snapshot has rules of its own.
      const beginnings = [...slice.placesOf.values()].flatMap((places) => places.slice(0, 3));
      const faults = fc.record({
        kind: fc.constantFrom(...kinds),
        at: fc.oneof(fc.constantFrom(...slice.places), fc.constantFrom(...beginnings)),
        cut: fc.double({ min: 0, max: 0.99, noNaN: true }),
      });
      await fc.assert(
        fc.asyncProperty(faults, async (fault) => {
          const replay: FaultedReplay = { path, slice, collector, rule, fault };
          expectCaught(replay, await replayWithFault(replay));
        }),
        proofOf(usualRuns),
      );
    },
  );
});
