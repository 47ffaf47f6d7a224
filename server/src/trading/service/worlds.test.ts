import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { listedMarket } from '../../../test/support/paper/fixture.ts';
import { createSeededRandom } from '../../kit/random.ts';
import { createMarkets } from '../markets/markets.ts';
import { parseSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { type Environment, productionOf, type VenuePlace } from '../model/venuePlace.ts';
import { createOrderbook } from '../orderbook/orderbook.ts';
import type { BookFeed } from '../venues/bookPort.ts';
import type { MarketSource } from '../venues/marketPort.ts';
import { createWorlds } from './worlds.ts';

const okx = 'okx';
const btc = parseSymbol('BTC/USDT') ?? ('' as never);
const production = productionOf(okx);
const demo: VenuePlace = { ...production, environment: 'demo' };
const european: VenuePlace = { ...production, region: 'eea' };

/** A feed that shows one price, and a list with one quantity step. */
function feedAt(bid: number): ReadonlyMap<VenueId, BookFeed> {
  const feed: BookFeed = {
    venue: okx,
    lists: () => 'yes',
    open(_symbol, book) {
      book.snapshot([[bid, 1]], [[bid + 2, 1]], { sequence: 1 });
      return { close: () => undefined };
    },
    stop: async () => undefined,
  };
  return new Map([[okx, feed]]);
}

function sourceOf(quantityStep: number): ReadonlyMap<VenueId, MarketSource> {
  const markets = async () => [listedMarket(btc, { quantityStep })];
  return new Map([[okx, { venue: okx, markets, tickers: async () => [] }]]);
}

function open(has: { readonly elsewhere: boolean } = { elsewhere: true }) {
  const clock = createManualClock(1_700_000_000_000);
  const random = createSeededRandom('worlds');
  const child = () => logger;
  const quiet = () => undefined;
  const logger = { child, debug: quiet, info: quiet, warn: quiet, error: quiet } as never;
  const shared = { clock, random, logger };
  const known = {
    prices: { prices: async () => new Map(), peek: () => undefined } as never,
    btcUsd: () => undefined,
  };
  const markets = createMarkets({
    ...shared,
    ...known,
    venues: [okx],
    sources: sourceOf(1),
    store: undefined,
  });
  const asked: string[] = [];
  const worlds = createWorlds({
    ...shared,
    ...known,
    markets,
    orderbook: createOrderbook({ feeds: feedAt(100), venues: [okx], clock }),
    // The price of BTC elsewhere is never the price in a made-up market.
    valuation: {
      latest: () => ({ usd: 50_000, atMs: clock.now() }) as never,
      usd: async () => ({ usd: 50_000, atMs: clock.now() }) as never,
    },
    feeds: has.elsewhere
      ? {
          elsewhere: {
            feeds(environment: Environment) {
              asked.push(environment);
              return feedAt(200);
            },
            sources: (environment, region) =>
              sourceOf(environment === 'demo' ? 3 : region === 'eea' ? 2 : 9),
          },
        }
      : {},
  });
  const settled = async <Value>(work: Promise<Value>): Promise<Value> => {
    const outcome = work.then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    let seen: Awaited<typeof outcome> | undefined;
    void outcome.then((each) => {
      seen = each;
    });
    for (let step = 0; step < 200 && !seen; step += 1) await clock.advance(100);
    if (seen && 'value' in seen) return seen.value;
    throw seen?.error ?? new Error('it never settled');
  };
  return { worlds, asked, settled };
}

it('books of an environment are its own, and are opened once', async () => {
  const { worlds, asked, settled } = open();
  const midIn = (place: VenuePlace) => settled(worlds.worldOf([place]).quotes.market(okx, btc));
  expect((await midIn(production)).mid).toBe(101);
  expect((await midIn(demo)).mid).toBe(201);
  expect((await midIn({ ...demo, region: 'eea' })).mid).toBe(201);
  expect(asked).toEqual(['demo']);
});

it('books are those of production in every region of it, lists are the region’s', async () => {
  const { worlds, settled } = open();
  const stepIn = async (place: VenuePlace) => {
    const { markets } = worlds.worldOf([place]);
    await settled(markets.prepare());
    return markets.rulesOf(okx, btc)?.quantityStep;
  };
  expect(await stepIn(production)).toBe(1);
  expect(await stepIn(european)).toBe(2);
  expect(await stepIn(demo)).toBe(3);
  const quote = await settled(worlds.worldOf([european]).quotes.market(okx, btc));
  expect(quote.mid).toBe(101);
});

it('without books of its own, an environment has no price at all', async () => {
  const { worlds, settled } = open({ elsewhere: false });
  const quote = settled(worlds.worldOf([demo]).quotes.market(okx, btc));
  await expect(quote).rejects.toMatchObject({ code: 'PRICES_UNAVAILABLE' });
  expect(worlds.worldOf([demo]).markets.knows(okx)).toBe(false);
});

it('accounts that trade together are in one environment, and in one region of a venue', () => {
  const { worlds } = open();
  const bybit = { ...demo, venue: 'bybit' } as const;
  const named = { ...production, id: 'own' };
  expect(() => worlds.worldOf([named, { ...bybit, id: 'try' } as VenuePlace])).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      issues: [
        {
          field: 'exchange_account_ids',
          message:
            'the account own is in production and the account try in demo: accounts that trade ' +
            'together are in one environment',
          value: undefined,
        },
      ],
    }),
  );
  expect(() => worlds.worldOf([production, european])).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED' }),
  );
  expect(() => worlds.worldOf([demo, bybit])).not.toThrow();
});
