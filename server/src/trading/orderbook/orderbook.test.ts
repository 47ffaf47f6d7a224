import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { parseSymbol } from '../model/symbol.ts';
import { orderbookVenueIds, type VenueId } from '../model/venue.ts';
import type { BookFeed, BookWriter } from '../venues/bookPort.ts';
import { createOrderbook } from './orderbook.ts';
import { warmCacheMs } from './subscriptions.ts';

function symbolOf(text: string) {
  const symbol = parseSymbol(text);
  if (!symbol) throw new Error(`no symbol: ${text}`);
  return symbol;
}

const btc = symbolOf('BTC/USDT');
const eth = symbolOf('ETH/USDT');
const [binance, bybit] = orderbookVenueIds as [VenueId, VenueId, VenueId, VenueId];

/** Creates a venue whose upstreams the test controls; it lists everything but DOGE. */
function createHandFeed(venue: VenueId) {
  const writers = new Map<string, BookWriter>();
  const opened: string[] = [];
  const closed: string[] = [];
  const feed: BookFeed = {
    venue,
    lists: (symbol) => (symbol.startsWith('DOGE') ? 'no' : 'yes'),
    open(symbol, book) {
      opened.push(symbol);
      writers.set(symbol, book);
      return { close: () => closed.push(symbol) };
    },
    stop: async () => undefined,
  };
  const writer = (symbol: string): BookWriter => {
    const found = writers.get(symbol);
    if (!found) throw new Error(`not open: ${symbol}`);
    return found;
  };
  return { feed, opened, closed, writer };
}

function setUp() {
  const clock = createManualClock();
  const hands = orderbookVenueIds.map(createHandFeed);
  const [first, second] = hands;
  if (!first || !second) throw new Error('venues are missing');
  const flagged: string[] = [];
  const orderbook = createOrderbook({
    feeds: new Map(hands.map(({ feed }) => [feed.venue, feed])),
    venues: orderbookVenueIds,
    clock,
    flagged: ({ venue, symbol }, reason) => flagged.push(`${venue} ${symbol} ${reason}`),
  });
  const quote = (hand: typeof first, [bid, ask]: [number, number], quantity = 1) =>
    hand.writer('BTC/USDT').snapshot([[bid, quantity]], [[ask, quantity]], { sequence: 1 });
  const statuses = () =>
    orderbook.subscriptions().map(({ venue, status, refCount }) => [venue, status, refCount]);
  return { clock, orderbook, first, second, quote, statuses, flagged };
}

describe('subscriptions', () => {
  it('opens one upstream however many subscribe', () => {
    const { orderbook, first, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    orderbook.subscribe([btc, btc], [binance, binance]);
    const hold = orderbook.hold(btc, [binance]);
    expect(first.opened).toEqual(['BTC/USDT']);
    expect(statuses()).toEqual([['binance', 'pending', 3]]);
    hold.release();
    hold.release();
    expect(statuses()).toEqual([['binance', 'pending', 2]]);
  });

  it('follows its upstream: pending, active, lost, refused, active again', () => {
    const { orderbook, first, quote, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    expect(statuses()).toEqual([['binance', 'pending', 1]]);
    quote(first, [99, 101]);
    expect(statuses()).toEqual([['binance', 'active', 1]]);
    first.writer('BTC/USDT').reconnecting('connection closed');
    expect(statuses()).toEqual([['binance', 'pending', 1]]);
    first.writer('BTC/USDT').failed('no such symbol');
    expect(orderbook.subscriptions()[0]).toMatchObject({
      status: 'error',
      reason: 'no such symbol',
    });
    quote(first, [99, 101]);
    expect(orderbook.subscriptions()[0]).toMatchObject({ status: 'active', reason: undefined });
  });

  it('tells why and since when a book is not trusted, and tells of it once', async () => {
    const { clock, orderbook, first, quote, flagged } = setUp();
    orderbook.subscribe([btc], [binance]);
    const openedMs = clock.now();
    const shown = () => orderbook.subscriptions()[0];
    expect(shown()).toMatchObject({ trusted: false, untrustedSinceMs: openedMs });
    quote(first, [99, 101]);
    expect(shown()).toMatchObject({
      trusted: true,
      reason: undefined,
      untrustedSinceMs: undefined,
    });
    await clock.advance(1_000);
    first.writer('BTC/USDT').flag('gap');
    await clock.advance(1_000);
    first.writer('BTC/USDT').flag('checksum');
    expect(shown()).toMatchObject({
      status: 'active',
      trusted: false,
      reason: 'its checksum is not that of the exchange',
      untrustedSinceMs: openedMs + 1_000,
    });
    expect(flagged).toEqual(['binance BTC/USDT gap']);
    quote(first, [99, 101]);
    expect(shown()).toMatchObject({ trusted: true, reason: undefined });
  });

  it('keeps a book nobody wants warm for five minutes, then closes it', async () => {
    const { clock, orderbook, first, quote, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    quote(first, [99, 101]);
    expect(orderbook.unsubscribe([btc], [binance])).toMatchObject([{ status: 'warm_cache' }]);
    await clock.advance(warmCacheMs - 1);
    expect(statuses()).toEqual([['binance', 'warm_cache', 0]]);
    expect(first.closed).toEqual([]);
    await clock.advance(1);
    expect(statuses()).toEqual([]);
    expect(first.closed).toEqual(['BTC/USDT']);
    expect(orderbook.book(btc, binance)).toBeUndefined();
  });

  it('takes a warm book back without opening another upstream', async () => {
    const { clock, orderbook, first, quote, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    quote(first, [99, 101]);
    orderbook.unsubscribe([btc], [binance]);
    await clock.advance(warmCacheMs - 1);
    orderbook.subscribe([btc], [binance]);
    await clock.advance(warmCacheMs * 2);
    expect(statuses()).toEqual([['binance', 'active', 1]]);
    expect(first.opened).toEqual(['BTC/USDT']);
    expect(first.closed).toEqual([]);
  });

  it('closes a book at once when it failed and nobody wants it', () => {
    const { orderbook, first, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    first.writer('BTC/USDT').failed('no such symbol');
    orderbook.unsubscribe([btc], [binance]);
    expect(statuses()).toEqual([]);
    expect(first.closed).toEqual(['BTC/USDT']);
  });

  it('counts only references that were there when it unsubscribes', () => {
    const { orderbook, first, quote, statuses } = setUp();
    orderbook.subscribe([btc], [binance]);
    quote(first, [99, 101]);
    expect(orderbook.unsubscribe([btc, eth], [binance, bybit])).toHaveLength(1);
    expect(orderbook.unsubscribe([btc], [binance])).toHaveLength(0);
    expect(statuses()).toEqual([['binance', 'warm_cache', 0]]);
  });

  it("never takes a holder's reference for a REST unsubscribe, nor the other way round", async () => {
    const { clock, orderbook, first, quote, statuses } = setUp();
    const hold = orderbook.hold(btc, [binance]);
    quote(first, [99, 101]);
    expect(orderbook.unsubscribe([btc], [binance])).toEqual([]);
    await clock.advance(warmCacheMs * 2);
    expect(statuses()).toEqual([['binance', 'active', 1]]);
    orderbook.subscribe([btc], [binance]);
    hold.release();
    hold.release();
    await clock.advance(warmCacheMs * 2);
    expect(statuses()).toEqual([['binance', 'active', 1]]);
  });

  it('gives a late reference back to the book it was taken on, not to a later one', () => {
    const { orderbook, first, statuses } = setUp();
    const early = orderbook.hold(btc, [binance]);
    orderbook.stop();
    orderbook.subscribe([btc], [binance]);
    early.release();
    expect(statuses()).toEqual([['binance', 'pending', 1]]);
    expect(first.opened).toHaveLength(2);
  });

  it('lets books that only cool make room for wanted ones', async () => {
    const { clock, orderbook, first } = setUp();
    const symbols = Array.from({ length: 500 }, (_, index) => symbolOf(`A${index}/USDT`));
    orderbook.subscribe(symbols, orderbookVenueIds);
    first.writer('A7/USDT').snapshot([[1, 1]], [[2, 1]], { sequence: 1 });
    first.writer('A8/USDT').snapshot([[1, 1]], [[2, 1]], { sequence: 1 });
    orderbook.unsubscribe([symbolOf('A7/USDT'), symbolOf('A8/USDT')], [binance]);
    await clock.advance(1);
    orderbook.subscribe([btc], [binance]);
    expect(first.closed).toEqual(['A7/USDT']);
  });

  it('does not keep warm what never had data, so that invented symbols cannot fill it', () => {
    const { orderbook, first, statuses } = setUp();
    orderbook.hold(btc, [binance]).release();
    expect(statuses()).toEqual([]);
    expect(first.closed).toEqual(['BTC/USDT']);
  });

  it('gives back what it took when a later book cannot be opened', () => {
    const { orderbook, first, second, statuses } = setUp();
    second.feed.open = () => {
      throw new Error('no route');
    };
    expect(() => orderbook.hold(btc, [binance, bybit])).toThrow('no route');
    expect(statuses()).toEqual([]);
    expect(first.closed).toEqual(['BTC/USDT']);
  });

  it('counts gaps for the life of the process, closed books included', async () => {
    const { clock, orderbook, first, quote } = setUp();
    orderbook.subscribe([btc], [binance]);
    quote(first, [99, 101]);
    first.writer('BTC/USDT').flag('gap');
    orderbook.unsubscribe([btc], [binance]);
    await clock.advance(warmCacheMs);
    expect(orderbook.allBooks()).toEqual([]);
    expect(orderbook.gapsTotal()).toBe(1);
  });

  it('refuses a symbol a venue does not list before it changes anything', () => {
    const { orderbook, statuses } = setUp();
    const doge = symbolOf('DOGE/USDT');
    expect(() => orderbook.subscribe([btc, doge], [binance])).toThrow(
      'DOGE/USDT is not listed on binance',
    );
    expect(() => orderbook.hold(doge, [binance, bybit])).toThrow('DOGE/USDT');
    expect(statuses()).toEqual([]);
  });

  it('takes the venues that list a symbol, and names the others', () => {
    const onlyFirst = createHandFeed(binance);
    const second = createHandFeed(bybit);
    const orderbook = createOrderbook({
      venues: [binance, bybit],
      feeds: new Map([
        [binance, { ...onlyFirst.feed, lists: () => 'yes' as const }],
        [bybit, second.feed],
      ]),
      clock: createManualClock(),
    });
    const doge = symbolOf('DOGE/USDT');
    const { added, notListed } = orderbook.subscribe([btc, doge], [binance, bybit]);
    expect(added.map(({ symbol, venue }) => `${symbol} ${venue}`)).toEqual([
      'BTC/USDT binance',
      'BTC/USDT bybit',
      'DOGE/USDT binance',
    ]);
    expect(notListed).toEqual([{ symbol: doge, venue: bybit }]);
    expect(orderbook.unsubscribe([doge], [binance, bybit])).toHaveLength(1);
    orderbook.stop();
  });

  it("does not list what only the service needs, and closes it when it's no longer needed", async () => {
    const { clock, orderbook, first, statuses } = setUp();
    const kept = orderbook.keep(btc, binance);
    expect(statuses()).toEqual([]);
    orderbook.subscribe([btc], [binance]);
    orderbook.unsubscribe([btc], [binance]);
    expect(statuses()).toEqual([['binance', 'warm_cache', 0]]);
    await clock.advance(warmCacheMs);
    expect(statuses()).toEqual([]);
    expect(first.closed).toEqual([]);
    kept.release();
    await clock.advance(warmCacheMs);
    expect(first.closed).toEqual(['BTC/USDT']);
    expect(clock.pending()).toBe(0);
  });

  it('refuses more open books than its bound', () => {
    const { orderbook } = setUp();
    const symbols = Array.from({ length: 501 }, (_, index) => symbolOf(`A${index}/USDT`));
    orderbook.subscribe(symbols.slice(0, 500), orderbookVenueIds);
    expect(() => orderbook.subscribe(symbols, orderbookVenueIds)).toThrow(
      'No more books can be subscribed',
    );
    expect(orderbook.subscribe(symbols.slice(0, 1), [binance]).added).toHaveLength(1);
  });

  it('leaves nothing behind when it stops', () => {
    const { clock, orderbook, first } = setUp();
    orderbook.subscribe([btc, eth], [binance]);
    orderbook.unsubscribe([eth], [binance]);
    orderbook.stop();
    expect([...first.closed].sort()).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(clock.pending()).toBe(0);
  });
});

describe('global book', () => {
  it('takes the best quotes of usable venues and lists every venue with data', () => {
    const { orderbook, first, second, quote } = setUp();
    orderbook.subscribe([btc], [binance, bybit]);
    expect(orderbook.globalBook(btc, orderbookVenueIds)).toBeUndefined();
    quote(first, [99, 101]);
    quote(second, [100, 102]);
    expect(orderbook.globalBook(btc, orderbookVenueIds)).toMatchObject({
      bestBid: { price: 100, venue: 'bybit' },
      bestAsk: { price: 101, venue: 'binance' },
      venues: [
        { venue: 'binance', bid: 99, ask: 101 },
        { venue: 'bybit', bid: 100, ask: 102 },
      ],
    });
  });

  it('leaves an unavailable venue out of the best quotes, and still lists it', async () => {
    const { clock, orderbook, first, second, quote } = setUp();
    orderbook.subscribe([btc], [binance, bybit]);
    quote(first, [100, 101]);
    await clock.advance(5001);
    quote(second, [99, 102]);
    expect(orderbook.globalBook(btc, orderbookVenueIds)).toMatchObject({
      bestBid: { price: 99, venue: 'bybit' },
      bestAsk: { price: 102, venue: 'bybit' },
      venues: [{ venue: 'binance', confidence: 0 }, { venue: 'bybit' }],
    });
    await clock.advance(5001);
    expect(orderbook.globalBook(btc, orderbookVenueIds)).toMatchObject({
      bestBid: undefined,
      bestAsk: undefined,
    });
  });

  it('never uses a gapped book', () => {
    const { orderbook, first, second, quote } = setUp();
    orderbook.subscribe([btc], [binance, bybit]);
    quote(first, [100, 101]);
    quote(second, [99, 102]);
    first.writer('BTC/USDT').flag('gap');
    expect(orderbook.globalBook(btc, orderbookVenueIds)).toMatchObject({
      bestBid: { venue: 'bybit' },
      bestAsk: { venue: 'bybit' },
    });
  });

  it('shows a cross-venue arbitrage as a bid above the ask', () => {
    const { orderbook, first, second, quote } = setUp();
    orderbook.subscribe([btc], [binance, bybit]);
    quote(first, [103, 104]);
    quote(second, [99, 101]);
    const global = orderbook.globalBook(btc, orderbookVenueIds);
    expect(global?.bestBid).toMatchObject({ price: 103, venue: 'binance' });
    expect(global?.bestAsk).toMatchObject({ price: 101, venue: 'bybit' });
  });

  it('prefers the larger quantity at the same price, then the earlier venue', () => {
    const { orderbook, first, second, quote } = setUp();
    orderbook.subscribe([btc], [binance, bybit]);
    quote(first, [99, 101], 1);
    quote(second, [99, 101], 2);
    expect(orderbook.globalBook(btc, orderbookVenueIds)?.bestBid?.venue).toBe('bybit');
    quote(second, [99, 101], 1);
    expect(orderbook.globalBook(btc, orderbookVenueIds)?.bestBid?.venue).toBe('binance');
  });
});
