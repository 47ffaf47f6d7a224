import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { krakenCollector } from '../../src/trading/venues/kraken/marketData/collector.ts';
import { toRestPair } from '../../src/trading/venues/kraken/symbols.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { rows } from '../support/marketData/recordingBook.ts';
import {
  emptyRebuilt,
  type Rebuilt,
  rawLines,
  replayCapture,
} from '../support/marketData/replayCapture.ts';

const spotCaptures = venueCaptures('kraken');
const futuresCaptures = venueCaptures('krakenfutures');
const captures = [...spotCaptures, ...futuresCaptures];

interface TextBook {
  readonly bids: Map<number, [price: string, quantity: string]>;
  readonly asks: Map<number, [price: string, quantity: string]>;
  sequence: number;
  updates: number;
}

/** Returns the levels best first. */
function sorted(book: TextBook, side: 'bids' | 'asks') {
  const sign = side === 'bids' ? -1 : 1;
  return [...book[side]].sort(([a], [b]) => (a - b) * sign);
}

function checksumOf(book: TextBook): number {
  const best = [...sorted(book, 'asks').slice(0, 10), ...sorted(book, 'bids').slice(0, 10)];
  const digits = (text: string) => text.replace('.', '').replace(/^0+/, '');
  return crc32(best.map(([, [price, size]]) => digits(price) + digits(size)).join(''));
}

function change(book: TextBook, side: 'bids' | 'asks', levels: readonly string[][]) {
  for (const [price = '', quantity = ''] of levels) {
    if (+quantity === 0) book[side].delete(+price);
    else book[side].set(+price, [price, quantity]);
  }
}

/** Rebuilds both versions in a second way: sorted again and cut after every message. */
function rebuildSpot(path: string, checked: { count: number }): Map<string, Rebuilt> {
  const books = new Map<string, TextBook>();
  const depths = new Map<string, number>();
  let frames = 0;
  const take = (name: string, isWhole: boolean, sides: [string[][], string[][]]) => {
    frames += 1;
    const known = books.get(name);
    const book = isWhole || !known ? { ...emptyTextBook() } : known;
    books.set(name, book);
    change(book, 'bids', sides[0]);
    change(book, 'asks', sides[1]);
    for (const side of ['bids', 'asks'] as const) {
      for (const [price] of sorted(book, side).slice(depths.get(name))) book[side].delete(price);
    }
    book.sequence = frames;
    if (!isWhole) book.updates += 1;
    return book;
  };
  const prove = (book: TextBook, told: number) => {
    checked.count += 1;
    expect(checksumOf(book)).toBe(told);
  };
  for (const { t, data = '' } of rawLines(path)) {
    if (t !== 'recv') continue;
    const root = JSON.parse(data);
    if (Array.isArray(root)) {
      const name = root.at(-1).replace('XBT', 'BTC');
      depths.set(name, +root.at(-2).split('-')[1]);
      const parts = Object.assign({}, ...root.slice(1, -2));
      const book = take(name, parts.as !== undefined, [
        parts.bs ?? parts.b ?? [],
        parts.as ?? parts.a ?? [],
      ]);
      if (parts.c) prove(book, +parts.c);
    } else if (root.method === 'subscribe') {
      depths.set(root.result.symbol, root.result.depth);
    } else if (root.channel === 'book') {
      const [{ symbol, checksum }] = root.data;
      const texts = (side: string) => {
        const from = data.indexOf(`"${side}":[`);
        const part = data.slice(from, data.indexOf(']', from));
        return [...part.matchAll(/"price":([^,]+),"qty":([^}]+)/g)].map(([, p = '', q = '']) => [
          p,
          q,
        ]);
      };
      prove(take(symbol, root.type === 'snapshot', [texts('bids'), texts('asks')]), checksum);
    }
  }
  return new Map([...books].map(([name, book]) => [name, toNumbers(book)]));
}

function emptyTextBook(): TextBook {
  return { bids: new Map(), asks: new Map(), sequence: 0, updates: 0 };
}

function toNumbers({ bids, asks, sequence, updates }: TextBook): Rebuilt {
  const side = (levels: TextBook['bids']) =>
    new Map([...levels].map(([price, [, quantity]]) => [price, +quantity] as const));
  return { bids: side(bids), asks: side(asks), sequence, updates };
}

/** `FI_XBTUSD_210924` → `BTC/USD:BTC-210924`; all recorded products are inverse. */
function futuresName(product: string): string {
  const [, pair = '', expiry] = product.split('_');
  const base = pair.slice(0, 3).replace('XBT', 'BTC');
  return `${base}/USD:${base}${expiry ? `-${expiry}` : ''}`;
}

function rebuildFutures(path: string): Map<string, Rebuilt> {
  const books = new Map<string, Rebuilt>();
  const put = (side: Map<number, number>, { price, qty }: { price: number; qty: number }) => {
    if (qty > 0) side.set(price, qty / price);
    else side.delete(price);
  };
  for (const { t, data = '' } of rawLines(path)) {
    const root = t === 'recv' ? JSON.parse(data) : {};
    if (root.event || !['book', 'book_snapshot'].includes(root.feed)) continue;
    const name = futuresName(root.product_id);
    const known = books.get(name);
    const book = root.bids || !known ? emptyRebuilt() : known;
    books.set(name, book);
    for (const level of root.bids ?? []) put(book.bids, level);
    for (const level of root.asks ?? []) put(book.asks, level);
    if (!root.bids) {
      expect(root.seq).toBe(book.sequence + 1);
      put(root.side === 'buy' ? book.bids : book.asks, root);
      book.updates += 1;
    }
    book.sequence = root.seq;
  }
  return books;
}

describe.skipIf(capturesFolder === undefined)(`kraken recordings${capturesNotice}`, () => {
  it('are there', () => {
    expect(spotCaptures.length).toBeGreaterThanOrEqual(2);
    expect(futuresCaptures.length).toBeGreaterThanOrEqual(1);
  });

  it.each(captures.map((path) => [basename(path), path]))(
    '%s replays into the rebuilt books',
    async (_, path) => {
      const checked = { count: 0 };
      const isFutures = futuresCaptures.includes(path);
      const expected = isFutures ? rebuildFutures(path) : rebuildSpot(path, checked);
      const books = await replayCapture(path, krakenCollector);
      expect([...books.keys()].sort()).toEqual([...expected.keys()].sort());
      let updates = 0;
      for (const [name, rebuilt] of expected) {
        const book = books.get(name);
        expect([name, book?.flags, book?.sequence]).toEqual([name, [], rebuilt.sequence]);
        expect(book?.counts).toMatchObject({ snapshots: 1, updates: rebuilt.updates });
        expect(rows(book?.bids ?? new Map())).toEqual(rows(rebuilt.bids));
        expect(rows(book?.asks ?? new Map())).toEqual(rows(rebuilt.asks));
        updates += rebuilt.updates;
      }
      expect(updates).toBeGreaterThanOrEqual(4);
      if (!isFutures) expect(checked.count).toBeGreaterThanOrEqual(updates);
    },
  );

  it('REST names of pairs are the recorded ones without the slash', () => {
    const path = join(spotCaptures[0] ?? '', '../rest_AssetPairs_20210417.json.gz');
    const { result } = JSON.parse(gunzipSync(readFileSync(path)).toString());
    const pairs = Object.values<{ wsname?: string; altname: string }>(result);
    expect(pairs.length).toBeGreaterThan(200);
    for (const { wsname, altname } of pairs) {
      const name = wsname?.replaceAll('XBT', 'BTC').replaceAll('XDG', 'DOGE');
      if (name) expect(toRestPair(name)).toBe(altname);
    }
  });

  it('contracts of the recorded futures are one USD', () => {
    const path = join(futuresCaptures[0] ?? '', '../rest_instruments_20210722.json.gz');
    const { instruments } = JSON.parse(gunzipSync(readFileSync(path)).toString());
    const inverse = instruments.filter((each: { type: string }) => each.type === 'futures_inverse');
    expect(inverse.length).toBeGreaterThan(10);
    for (const { contractSize } of inverse) expect(contractSize).toBe(1);
  });
});
