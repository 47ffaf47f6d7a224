import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/kit/random.ts';
import { createVenueBook } from '../../src/trading/orderbook/book/venueBook.ts';
import { binanceCollector } from '../../src/trading/venues/binance/marketData/collector.ts';
import { coinmContractUsd } from '../../src/trading/venues/binance/symbols.ts';
import { createReplayFeeds } from '../../src/trading/venues/shared/replayFeeds.ts';
import { createManualClock } from '../support/manualClock.ts';
import { capturesFolder, capturesNotice, venueCaptures } from '../support/marketData/captures.ts';
import { createRecordingBook, rows } from '../support/marketData/recordingBook.ts';
import { silentLogger } from '../support/silentLogger.ts';

const captures = venueCaptures('binance');

function replay(path: string, collector = binanceCollector) {
  return createReplayFeeds({
    path,
    speed: 'max',
    clock: createManualClock(),
    random: createSeededRandom('replay'),
    logger: silentLogger,
    collectors: [collector],
  });
}

interface Rebuilt {
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  id: number;
  depthCount: number;
}

/**
 * Rebuilds the final books of a recording in a second way: everything is read first, then each book
 * is its snapshot plus every later event. Sizes of coin-margined contracts are USD.
 */
function rebuild(path: string): Map<string, Rebuilt> {
  const lines = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text));
  const isInverse = lines[0].market.startsWith('coinm');
  const books = new Map<string, Rebuilt>();
  const put = (name: string, side: Map<number, number>, levels: [string, string][]) => {
    for (const [priceText, size] of levels) {
      const price = Number.parseFloat(priceText);
      const usd = name.startsWith('BTCUSD_') ? 100 : 10;
      const quantity = isInverse
        ? (Number.parseFloat(size) * usd) / price
        : Number.parseFloat(size);
      if (quantity > 0) side.set(price, quantity);
      else side.delete(price);
    }
  };
  for (const line of lines) {
    if (line.t !== 'http') continue;
    const name = /symbol=([A-Z0-9_]+)/.exec(line.url)?.[1] ?? '';
    const body = JSON.parse(line.data);
    const book: Rebuilt = {
      bids: new Map(),
      asks: new Map(),
      id: body.lastUpdateId,
      depthCount: 0,
    };
    put(name, book.bids, body.bids);
    put(name, book.asks, body.asks);
    books.set(name, book);
  }
  for (const line of lines) {
    if (line.t !== 'recv') continue;
    const { stream, data } = JSON.parse(line.data);
    const book = stream.includes('@depth') ? books.get(data.s) : undefined;
    if (!book) continue;
    // The first event of futures after the document may end with the document's own number.
    const isJoining = data.pu !== undefined && book.depthCount === 0;
    if (isJoining ? data.u < book.id : data.u <= book.id) continue;
    put(data.s, book.bids, data.b);
    put(data.s, book.asks, data.a);
    book.id = data.u;
    book.depthCount += 1;
  }
  return books;
}

/** `BTC/USD:BTC-211231` → `BTCUSD_211231`, written independently of the code under test. */
function venueName(symbol: string): string {
  const [pair = '', rest] = symbol.split(':');
  const name = pair.replace('/', '');
  const expiry = rest?.split('-')[1];
  if (expiry) return `${name}_${expiry}`;
  return pair.endsWith('/USD') && rest ? `${name}_PERP` : name;
}

describe.skipIf(capturesFolder === undefined)(`binance recordings${capturesNotice}`, () => {
  it('are there', () => expect(captures.length).toBeGreaterThanOrEqual(7));

  it.each(captures.map((path) => [basename(path), path]))(
    '%s replays into the rebuilt books',
    async (_, path) => {
      const feeds = await replay(path);
      const books = new Map(
        feeds.preload.map(({ venue, symbol }) => {
          const book = createRecordingBook();
          feeds.feeds.get(venue)?.open(symbol, book);
          return [venueName(symbol), book];
        }),
      );
      feeds.start();
      await feeds.finished;

      const expected = rebuild(path);
      expect([...books.keys()].sort()).toEqual([...expected.keys()].sort());
      for (const [name, { bids, asks, id, depthCount }] of expected) {
        const book = books.get(name);
        expect([name, book?.flags, book?.flagged]).toEqual([name, [], undefined]);
        expect([name, book?.sequence, book?.counts.updates]).toEqual([name, id, depthCount]);
        expect(rows(book?.bids ?? new Map())).toEqual(rows(bids));
        expect(rows(book?.asks ?? new Map())).toEqual(rows(asks));
      }
      await feeds.stop();
    },
  );

  it('fill the real book without a flag, never crossed', async () => {
    const clock = createManualClock();
    for (const path of captures.filter((each) => each.includes('pairs'))) {
      const feeds = await replay(path);
      const books = feeds.preload.map(({ venue, symbol }) => {
        const events = {
          changed: () => undefined,
          live: () => undefined,
          reconnecting: () => undefined,
          failed: (reason: string) => expect.unreachable(reason),
        };
        const book = createVenueBook({ venue, symbol, clock, events });
        feeds.feeds.get(venue)?.open(symbol, book);
        return book;
      });
      feeds.start();
      await feeds.finished;
      for (const book of books) {
        expect([book.symbol, book.flagged, book.gapsTotal, book.resyncsTotal]).toEqual([
          book.symbol,
          undefined,
          0,
          0,
        ]);
        expect(book.bestBid()?.[0]).toBeLessThan(book.bestAsk()?.[0] ?? 0);
      }
      await feeds.stop();
    }
  });

  it.each([
    ['spot_btcusdt', ['reach']],
    ['usdm_btcusdt', ['reach']],
    ['coinm_btcusd_perp', []],
  ])('were they live, %s would be flagged for its reach: %j', async (part, flags) => {
    const asLive: typeof binanceCollector = {
      ...binanceCollector,
      createFeed: ({ transport, ...deps }) =>
        binanceCollector.createFeed({ ...deps, transport: { ...transport, isRecording: false } }),
    };
    const feeds = await replay(captures.find((path) => path.includes(part)) ?? '', asLive);
    const book = createRecordingBook();
    for (const { venue, symbol } of feeds.preload) feeds.feeds.get(venue)?.open(symbol, book);
    feeds.start();
    await feeds.finished;
    expect(book.flags).toEqual(flags);
    await feeds.stop();
  });

  it('a folder is one feed per venue; a symbol in two files is the first file’s', async () => {
    const folder = `${capturesFolder}`;
    const feeds = await replay(folder);
    const symbols = feeds.preload.map(({ symbol }) => symbol);
    expect([...feeds.feeds.keys()]).toEqual(['binance']);
    expect(new Set(symbols).size).toBe(symbols.length);
    const feed = feeds.feeds.get(binanceCollector.venue);
    expect(symbols.map((symbol) => feed?.lists(symbol))).toEqual(symbols.map(() => 'yes'));
    await feeds.stop();
    await feeds.finished;
  });

  it('COIN-M contract sizes are those of the recorded exchange information', () => {
    const path = venueCaptures('binance')[0]?.replace(
      /[^/]+$/,
      'rest_coinm_exchangeInfo_20210722.json.gz',
    );
    const { symbols } = JSON.parse(gunzipSync(readFileSync(`${path}`)).toString());
    expect(symbols.length).toBeGreaterThan(30);
    for (const { baseAsset, contractSize } of symbols) {
      expect([baseAsset, coinmContractUsd(baseAsset)]).toEqual([baseAsset, contractSize]);
    }
  });
});
