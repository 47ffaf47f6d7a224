import { beforeEach, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { symbolOf } from '../../../test/support/paper/fixture.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { orderbookVenueIds, type VenueId } from '../model/venue.ts';
import type { BookFeed, BookWriter } from '../venues/bookPort.ts';
import { createOrderbook } from './orderbook.ts';
import { createReadyBooks } from './readyBooks.ts';
import { warmCacheMs } from './subscriptions.ts';

const btc = symbolOf('BTC/USDT');
const [binance, bybit] = orderbookVenueIds;
/** The intended durations: this long after the last use, and then warm for a while more. */
const heldMs = 120_000;

let clock: ManualClock;
let orderbook: ReturnType<typeof createOrderbook>;
let books: ReturnType<typeof createReadyBooks>;
/** Milliseconds until a first snapshot; undefined when it never comes. */
let firstMs: number | undefined;
/** Feeds that were opened and closed, in order. */
let links: string[];

function feedOf(venue: VenueId): BookFeed {
  return {
    venue,
    lists: (symbol) => (symbol.startsWith('DOGE') ? 'no' : 'yes'),
    open(symbol, book) {
      links.push(`open ${venue} ${symbol}`);
      if (symbol.startsWith('DOGE')) throw new Error('not listed');
      const cancel =
        firstMs === undefined ? () => undefined : clock.schedule(firstMs, () => show(book));
      return {
        close() {
          cancel();
          links.push(`close ${venue} ${symbol}`);
        },
      };
    },
    stop: async () => undefined,
  };
}

function show(book: BookWriter): void {
  book.snapshot([[99, 1]], [[101, 1]], { sequence: 1 });
}

beforeEach(() => {
  clock = createManualClock();
  [firstMs, links] = [100, []];
  orderbook = createOrderbook({
    feeds: new Map([binance, bybit].map((venue) => [venue, feedOf(venue)])),
    venues: orderbookVenueIds,
    clock,
  });
  books = createReadyBooks({ orderbook, clock });
});

/** Requests books, and advances time until there is an answer: its venues and how long it took. */
async function ask(symbol: InstrumentSymbol = btc, venues: readonly VenueId[] = [binance]) {
  const startMs = clock.monotonic();
  const told = books.ready(symbol, venues).then((ready) => ({
    venues: ready.map(({ venue }) => venue),
    tookMs: clock.monotonic() - startMs,
  }));
  for (;;) {
    const answer = await Promise.race([told, clock.yield()]);
    if (answer) return answer;
    await clock.advance(1);
  }
}

describe('books that are needed now', () => {
  it('are opened and waited for, until all are there', async () => {
    expect(await ask(btc, [bybit, binance])).toEqual({ venues: [bybit, binance], tookMs: 100 });
    expect(await ask(btc, [bybit, binance])).toMatchObject({ tookMs: 0 });
    expect(links).toEqual(['open bybit BTC/USDT', 'open binance BTC/USDT']);
  });

  it('are waited for two seconds at most', async () => {
    firstMs = undefined;
    expect(await ask()).toEqual({ venues: [], tookMs: 2_000 });
  });

  it('are neither opened nor waited for where no feed has them', async () => {
    const [, , gateio] = orderbookVenueIds;
    expect(await ask(btc, [gateio ?? binance])).toEqual({ venues: [], tookMs: 0 });
    expect(links).toEqual([]);
  });

  it('are listed for nobody', async () => {
    await ask();
    expect(orderbook.subscriptions()).toEqual([]);
  });
});

describe('a book in use', () => {
  it('is the same for as long as somebody uses it once a second', async () => {
    await ask();
    for (let second = 0; second < 900; second += 1) {
      expect(await ask()).toEqual({ venues: [binance], tookMs: 0 });
      await clock.advance(1_000);
    }
    expect(links).toEqual(['open binance BTC/USDT']);
  });

  it('stays open though its subscriber leaves', async () => {
    orderbook.subscribe([btc], [binance]);
    await clock.advance(200);
    await ask();
    orderbook.unsubscribe([btc], [binance]);
    for (let minute = 0; minute < 12; minute += 1) {
      await clock.advance(60_000);
      expect(await ask()).toMatchObject({ tookMs: 0 });
    }
    expect(links).toEqual(['open binance BTC/USDT']);
  });

  it('is closed some minutes after its last use', async () => {
    await ask();
    await clock.advance(60_000);
    await ask();
    await clock.advance(heldMs + warmCacheMs - 1);
    expect(links).toEqual(['open binance BTC/USDT']);
    await clock.advance(1);
    expect(links).toEqual(['open binance BTC/USDT', 'close binance BTC/USDT']);
    expect(clock.pending()).toBe(0);
  });
});

describe('a book that takes longer than the wait', () => {
  it('goes on opening, and the next call has it', async () => {
    firstMs = 15_000;
    expect(await ask()).toEqual({ venues: [], tookMs: 2_000 });
    await clock.advance(13_000);
    expect(await ask()).toEqual({ venues: [binance], tookMs: 0 });
    expect(links).toEqual(['open binance BTC/USDT']);
  });

  it('is closed when it never comes', async () => {
    firstMs = undefined;
    await ask();
    await clock.advance(heldMs - 2_001);
    expect(links).toHaveLength(1);
    await clock.advance(1);
    expect(links).toEqual(['open binance BTC/USDT', 'close binance BTC/USDT']);
    expect(clock.pending()).toBe(0);
  });
});

it('no more than five hundred books are held: the one used longest ago goes', async () => {
  firstMs = undefined;
  const symbols = Array.from({ length: 501 }, (_, at) => symbolOf(`C${at}/USDT`));
  for (const symbol of symbols.slice(0, 500)) void books.ready(symbol, [binance]);
  void books.ready(symbolOf('C0/USDT'), [binance]);
  expect(links.filter((link) => link.startsWith('close'))).toEqual([]);
  void books.ready(symbolOf('C500/USDT'), [binance]);
  expect(links.slice(-2)).toEqual(['open binance C500/USDT', 'close binance C1/USDT']);
});

it('gives all back when it stops', async () => {
  firstMs = undefined;
  await ask();
  books.stop();
  expect(links).toEqual(['open binance BTC/USDT', 'close binance BTC/USDT']);
  expect(clock.pending()).toBe(0);
});
