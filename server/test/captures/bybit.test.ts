import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bybitCollector } from '../../src/trading/venues/bybit/marketData/collector.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { rows } from '../support/marketData/recordingBook.ts';
import {
  emptyRebuilt,
  putLevel,
  type Rebuilt,
  rawLines,
  replayCapture,
} from '../support/marketData/replayCapture.ts';

const captures = venueCaptures('bybit');

/** Reads every `orderbook` message in order; a snapshot restarts its book. */
function rebuild(path: string): Map<string, Rebuilt> {
  const lines = rawLines(path);
  const urls = new Map(lines.filter(({ t }) => t === 'connect').map((l) => [l.conn, l.url ?? '']));
  const books = new Map<string, Rebuilt>();
  for (const { t, conn, data } of lines) {
    if (t !== 'recv') continue;
    const { topic, type, data: body } = JSON.parse(data ?? '{}');
    if (!topic?.startsWith('orderbook.')) continue;
    const pair = `${body.s.slice(0, -4)}/USDT`;
    const name = urls.get(conn)?.endsWith('spot') ? pair : `${pair}:USDT`;
    const known = books.get(name);
    const book = type === 'snapshot' || !known ? emptyRebuilt() : known;
    books.set(name, book);
    for (const [price, size] of body.b) putLevel(book.bids, +price, +size);
    for (const [price, size] of body.a) putLevel(book.asks, +price, +size);
    book.sequence = body.u;
    if (type === 'delta') book.updates += 1;
  }
  return books;
}

describe.skipIf(capturesFolder === undefined)(`bybit recordings${capturesNotice}`, () => {
  it('are there', () => expect(captures.length).toBeGreaterThanOrEqual(1));

  it.each(captures.map((path) => [basename(path), path]))(
    '%s replays into the rebuilt books',
    async (_, path) => {
      const books = await replayCapture(path, bybitCollector);
      const expected = rebuild(path);
      expect([...books.keys()].sort()).toEqual([...expected.keys()].sort());
      expect(books.size).toBe(3);
      for (const [name, { bids, asks, sequence, updates }] of expected) {
        const book = books.get(name);
        expect([name, book?.flags, book?.sequence]).toEqual([name, [], sequence]);
        expect(book?.counts).toMatchObject({ snapshots: 1, updates });
        expect(rows(book?.bids ?? new Map())).toEqual(rows(bids));
        expect(rows(book?.asks ?? new Map())).toEqual(rows(asks));
      }
    },
  );
});
