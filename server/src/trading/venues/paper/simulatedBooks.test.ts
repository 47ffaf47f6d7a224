import { expect, it } from 'vitest';
import { openMemoryStore } from '../../../../test/support/databases/memoryStore.ts';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import {
  acknowledged,
  createPaperBench,
  noSignal,
  orderOf,
} from '../../../../test/support/paper/fixture.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import { assert } from '../../../kit/assert.ts';
import { createSeededRandom } from '../../../kit/random.ts';
import { venueIds } from '../../model/venue.ts';
import { createOrderbook } from '../../orderbook/orderbook.ts';
import { createSimulatedFeeds } from '../feeds.ts';
import type { ListedMarket } from '../marketPort.ts';

it('trades on the books of the simulated market, at every venue', async () => {
  const clock = createManualClock(1_750_000_000_000);
  const feeds = await createSimulatedFeeds({
    clock,
    random: createSeededRandom('feeds'),
    logger: silentLogger,
    seed: 'paper',
    faults: 'off',
    savedTimeline: undefined,
    saveTimeline: async () => undefined,
  });
  const rules = new Map<string, ListedMarket>();
  for (const source of feeds.markets?.sources.values() ?? []) {
    for (const market of await source.markets(noSignal)) {
      rules.set(`${source.venue} ${market.symbol}`, market);
    }
  }
  const books = createOrderbook({ feeds: feeds.feeds, venues: venueIds, clock });
  const store = await openMemoryStore();
  const { epoch } = await store.own();
  const rulesOf = (venue: string, symbol: string) => rules.get(`${venue} ${symbol}`);
  const bench = createPaperBench({ store, epoch, clock, books, rulesOf });

  for (const venue of venueIds) {
    const marketType = venue === 'hyperliquid' ? 'swap' : 'spot';
    const { symbol } = orderOf(venue, { marketType });
    const trader = bench.open(venue);
    // 1. Nobody has subscribed: the account opens the book by itself.
    const bought = trader.submit({ marketType, type: 'market', quantity: '0.5' });
    await clock.advance(1_500);
    const order = await acknowledged(bought);
    expect(order).toMatchObject({ status: 'closed', filled: '0.5' });
    const book = books.book(symbol, venue);
    assert(book, 'the book stays warm');
    expect(order.average).toBeCloseTo(book.midPrice() ?? 0, -3);
    expect(books.subscriptions()).toEqual([]);
    // 2. Two orders rest at both sides of the market: one fills, whichever way it goes.
    const asked = { marketType, type: 'limit', quantity: '0.1' } as const;
    const [bid, ask] = [book.bestBid()?.[0], book.bestAsk()?.[0]];
    await acknowledged(trader.submit({ ...asked, price: String(bid) }));
    await acknowledged(trader.submit({ ...asked, side: 'sell', price: String(ask) }));
    const made = () => trader.fills.find(({ liquidity }) => liquidity === 'maker');
    for (let turn = 0; turn < 60 && !made(); turn += 1) await clock.advance(5_000);
    await trader.session.balances(marketType, noSignal);
    const fill = made();
    expect(fill?.price).toBe(fill?.side === 'buy' ? bid : ask);
    expect(fill).toBeDefined();
    await trader.session.close();
  }
  expect(bench.failures).toEqual([]);
  books.stop();
  await feeds.stop();
  await store.close();
});
