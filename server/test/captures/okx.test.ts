import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { okxCollector } from '../../src/trading/venues/okx/marketData/collector.ts';
import type { FeedCollector } from '../../src/trading/venues/shared/collector.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { rows } from '../support/marketData/recordingBook.ts';
import {
  emptyRebuilt,
  putLevel,
  type Rebuilt,
  rawLines,
  replayCapture,
} from '../support/marketData/replayCapture.ts';

const captures = venueCaptures('okx');

interface Listed {
  readonly instId: string;
  readonly ctVal: string;
}

/** Returns the recorded instrument documents, which the recording itself lacks. */
function instruments(kind: string): readonly Listed[] {
  const path = captures[0]?.replace(/[^/]+$/, `rest_instruments_${kind}_20220513.json.gz`);
  return JSON.parse(gunzipSync(readFileSync(path ?? '')).toString()).data;
}

const withInstruments: FeedCollector = {
  ...okxCollector,
  createFeed: ({ transport, ...deps }) =>
    okxCollector.createFeed({
      ...deps,
      transport: {
        isRecording: true,
        connect: (url, events) => transport.connect(url, events),
        async get(url, signal) {
          const kind = /instType=(SWAP|FUTURES)/.exec(url)?.[1];
          if (kind === undefined) return transport.get(url, signal);
          return JSON.stringify({ code: '0', data: instruments(kind) });
        },
      },
    }),
};

/** Reads every message in order; sizes of inverse contracts in base units. */
function rebuild(path: string): Map<string, Rebuilt> {
  const worth = new Map(
    ['SWAP', 'FUTURES'].flatMap(instruments).map(({ instId, ctVal }) => [instId, Number(ctVal)]),
  );
  const books = new Map<string, Rebuilt>();
  for (const { t, data = '' } of rawLines(path)) {
    const { arg, action, data: [body] = [] } = t === 'recv' ? JSON.parse(data) : {};
    if (arg?.channel !== 'books' || !body) continue;
    const book = action === 'snapshot' ? emptyRebuilt() : books.get(arg.instId);
    if (!book) continue;
    books.set(arg.instId, book);
    const value = worth.get(arg.instId);
    const base = (price: number, size: number) =>
      value === undefined ? size : (size * value) / price;
    for (const [p, s] of body.bids) putLevel(book.bids, Number(p), base(Number(p), Number(s)));
    for (const [p, s] of body.asks) putLevel(book.asks, Number(p), base(Number(p), Number(s)));
    if (action === 'update') book.updates += 1;
  }
  return books;
}

const instId: Readonly<Record<string, string>> = {
  'BTC/USDT': 'BTC-USDT',
  'UNI/USD:UNI': 'UNI-USD-SWAP',
  'BTC/USD:BTC-220527': 'BTC-USD-220527',
};

describe.skipIf(capturesFolder === undefined)(`okx recordings${capturesNotice}`, () => {
  it('are there', () => expect(captures.length).toBeGreaterThanOrEqual(1));

  it.each(captures.map((path) => [basename(path), path]))(
    '%s replays into the rebuilt books, every checksum right',
    async (_, path) => {
      const books = await replayCapture(path, withInstruments);
      const expected = rebuild(path);
      expect([...books.keys()].sort()).toEqual(Object.keys(instId).sort());
      for (const [symbol, book] of books) {
        const rebuilt = expected.get(instId[symbol] ?? '');
        expect([symbol, book.flags, book.counts.updates]).toEqual([symbol, [], rebuilt?.updates]);
        expect(rows(book.bids)).toEqual(rows(rebuilt?.bids ?? new Map()));
        expect(rows(book.asks)).toEqual(rows(rebuilt?.asks ?? new Map()));
      }
    },
  );
});
