import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gateioCollector } from '../../src/trading/venues/gateio/marketData/collector.ts';
import type { FeedCollector } from '../../src/trading/venues/shared/collector.ts';
import { TransportError } from '../../src/trading/venues/transportPort.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { rows } from '../support/marketData/recordingBook.ts';
import {
  emptyRebuilt,
  putLevel,
  type Rebuilt,
  rawLines,
  replayCapture,
} from '../support/marketData/replayCapture.ts';

const captures = venueCaptures('gateio').filter((path) => path.endsWith('.gz'));

/** Returns base units of one contract by name, from the recorded list of contracts. */
function multipliers(): ReadonlyMap<string, number> {
  const [any = ''] = captures;
  const path = any.replace(/[^/]+$/, 'rest_usdt_contracts_20230524.json.gz');
  const contracts: { name: string; quanto_multiplier: string }[] = JSON.parse(
    gunzipSync(readFileSync(path)).toString(),
  );
  return new Map(contracts.map((each) => [each.name, Number(each.quanto_multiplier)]));
}

/** Returns the collector with the contract documents, which the recording lacks. */
function withContracts(known: ReadonlyMap<string, number>): FeedCollector {
  return {
    ...gateioCollector,
    createFeed: ({ transport, ...deps }) =>
      gateioCollector.createFeed({
        ...deps,
        transport: {
          isRecording: true,
          connect: (url, events) => transport.connect(url, events),
          async get(url, signal) {
            const name = /\/contracts\/(\w+)$/.exec(url)?.[1];
            if (name === undefined) return transport.get(url, signal);
            const multiplier = known.get(name);
            if (multiplier === undefined) throw new TransportError('none', { status: 404 });
            return JSON.stringify({ name, quanto_multiplier: String(multiplier) });
          },
        },
      }),
  };
}

/** Each book is its document plus every later message; sizes of contracts in base units. */
function rebuild(path: string, known: ReadonlyMap<string, number>): Map<string, Rebuilt> {
  const isFutures = path.includes('perp');
  const books = new Map<string, Rebuilt>();
  type Raw = [string, string] | { p: string; s: number };
  const put = (name: string, side: Map<number, number>, levels: readonly Raw[]) => {
    for (const level of levels) {
      const [price, size] = Array.isArray(level) ? level : [level.p, level.s];
      putLevel(side, Number(price), Number(size) * (isFutures ? (known.get(name) ?? 1) : 1));
    }
  };
  const lines = rawLines(path);
  for (const { t, url = '', data = '' } of lines) {
    if (t !== 'http') continue;
    const name = /(?:currency_pair|contract)=(\w+)/.exec(url)?.[1] ?? '';
    const body = JSON.parse(data);
    const book = { ...emptyRebuilt(), sequence: body.id };
    put(name, book.bids, body.bids);
    put(name, book.asks, body.asks);
    books.set(name, book);
  }
  for (const { t, data = '' } of lines) {
    if (t !== 'recv') continue;
    const { channel, event, result } = JSON.parse(data);
    if (!channel.endsWith('order_book_update')) continue;
    const book = event === 'update' ? books.get(result.s) : undefined;
    if (!book || result.u <= book.sequence) continue;
    put(result.s, book.bids, result.b);
    put(result.s, book.asks, result.a);
    book.sequence = result.u;
    book.updates += 1;
  }
  return books;
}

const venueName = (symbol: string) => symbol.replace(/:.*/, '').replace('/', '_');

describe.skipIf(capturesFolder === undefined)(`gateio recordings${capturesNotice}`, () => {
  it('are there', () => expect(captures.length).toBeGreaterThanOrEqual(2));

  it.each(captures.map((path) => [basename(path), path]))(
    '%s replays into the rebuilt books',
    async (_, path) => {
      const known = multipliers();
      const books = await replayCapture(path, withContracts(known));
      const byName = new Map([...books].map(([symbol, book]) => [venueName(symbol), book]));
      const expected = rebuild(path, known);
      expect([...byName.keys()].sort()).toEqual([...expected.keys()].sort());
      expect(byName.size).toBeGreaterThanOrEqual(5);
      for (const [name, { bids, asks, sequence, updates }] of expected) {
        const book = byName.get(name);
        expect([name, book?.flags, book?.sequence]).toEqual([name, [], sequence]);
        expect([name, book?.counts.updates]).toEqual([name, updates]);
        expect(rows(book?.bids ?? new Map())).toEqual(rows(bids));
        expect(rows(book?.asks ?? new Map())).toEqual(rows(asks));
      }
    },
  );

  it('without the contract documents the books are in contracts, and still complete', async () => {
    const path = captures.find((each) => each.includes('perp')) ?? '';
    const books = await replayCapture(path, gateioCollector);
    const expected = rebuild(path, new Map());
    expect(books.size).toBe(expected.size);
    for (const [symbol, book] of books) {
      const { bids, asks } = expected.get(venueName(symbol)) ?? emptyRebuilt();
      expect([symbol, rows(book.bids), rows(book.asks)]).toEqual([symbol, rows(bids), rows(asks)]);
    }
  });
});
