import fc from 'fast-check';
import { expect, test } from 'vitest';
import { venueNames } from '../../test/support/venueNames.ts';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { ShownBook } from '../exchange/marketMaker.ts';
import { addressOfSecret } from '../hyperliquid/signature.ts';
import { createSimulator, type SiteName, type VenueName } from '../simulator.ts';
import { twins } from '../twins.ts';
import { startPrices } from './listing.ts';
import { pathFactorMax } from './pricePath.ts';
import { openWorld, type Stage } from './world.ts';

const startMs = 1_800_000_000_000;

interface Shown {
  readonly venue: SiteName;
  readonly market: string;
  readonly definition: MarketDefinition;
  readonly book: ShownBook;
}

/** Makes a stage over a real simulator, which refuses prices off the grid or crossed books. */
function recording() {
  let nowMs = startMs;
  const simulator = createSimulator({ now: () => nowMs });
  const definitions = new Map<string, MarketDefinition>();
  const shown: Shown[] = [];
  const paid: string[] = [];
  const stage: Stage = {
    ...simulator,
    defineMarket(venue, definition) {
      const name = simulator.defineMarket(venue, definition);
      definitions.set(`${venue} ${name}`, definition);
      return name;
    },
    show(venue, market, book) {
      const definition = definitions.get(`${venue} ${market}`);
      if (definition) shown.push({ venue, market, definition, book });
      simulator.show(venue, market, book);
    },
    payFunding(venue, market) {
      paid.push(`${venue} ${market}`);
      simulator.payFunding(venue, market);
    },
  };
  const pass = (ms: number) => {
    nowMs += ms;
    return nowMs;
  };
  return { simulator, stage, shown, paid, pass, now: () => nowMs };
}

/** Returns the books of a world with these beats. */
function booksOf(seed: number, beats: readonly number[], venues = venueNames): Shown[] {
  const { stage, shown, pass } = recording();
  const world = openWorld(stage, { venues, seed, startMs });
  for (const ms of beats) world.beat(pass(ms));
  return shown;
}

test('the same seed and beats make the same books, and another seed others', () => {
  const beats = Array.from({ length: 12 }, () => 100);
  const textOf = (seed: number) => JSON.stringify(booksOf(seed, beats));
  const text = textOf(7);
  expect(textOf(7) === text).toBe(true);
  expect(textOf(8) === text).toBe(false);
});

test('an exchange moves alike whichever others are there', () => {
  const beats = Array.from({ length: 10 }, () => 100);
  const among = booksOf(7, beats).filter(({ venue }) => venue === 'okx');
  expect(JSON.stringify(booksOf(7, beats, ['okx'])) === JSON.stringify(among)).toBe(true);
  expect(among.length).toBeGreaterThan(8);
});

test('books are on the grid, uncrossed and within bounds at every exchange', () => {
  const beats = fc.array(fc.integer({ min: 1, max: 3_600_000 }), { minLength: 3, maxLength: 10 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), beats, (seed, elapsed) => {
      for (const { definition, book } of booksOf(seed, elapsed)) expectSound(definition, book);
    }),
    { numRuns: 4 },
  );
});

function expectSound(definition: MarketDefinition, { bids, asks }: ShownBook): void {
  const [bid, ask] = [Number(bids[0]?.[0]), Number(asks[0]?.[0])];
  expect(bid).toBeLessThan(ask);
  const start = Object.entries(startPrices).find(([asset]) => asset === definition.base)?.[1] ?? 0;
  // Beyond the path come the differences of a venue and of a future.
  expect(bid).toBeGreaterThan((start / pathFactorMax) * 0.99);
  expect(ask).toBeLessThan(start * pathFactorMax * 1.05);
  const [tick, lot] = [Number(definition.tick), Number(definition.lot)];
  const offGrid = [...bids, ...asks].filter(
    ([price, quantity]) => !isMultiple(Number(price), tick) || !isMultiple(Number(quantity), lot),
  );
  expect(offGrid).toEqual([]);
}

function isMultiple(value: number, step: number): boolean {
  const steps = value / step;
  return Math.abs(steps - Math.round(steps)) < 1e-4;
}

test('every exchange has at least fifty levels a side in each of its markets from the start', () => {
  const shown = booksOf(1, []);
  expect(new Set(shown.map(({ venue }) => venue)).size).toBe(venueNames.length);
  for (const { book } of shown) {
    expect(Math.min(book.bids.length, book.asks.length)).toBeGreaterThanOrEqual(50);
  }
});

test('prices of an asset differ by little between the exchanges', () => {
  const mids = booksOf(3, [])
    .filter(({ definition }) => definition.base === 'ETH')
    .map(({ book }) => (Number(book.bids[0]?.[0]) + Number(book.asks[0]?.[0])) / 2);
  expect(Math.max(...mids) / Math.min(...mids) - 1).toBeLessThan(0.002);
  expect(new Set(mids).size).toBeGreaterThan(mids.length / 2);
});

test('funding is paid on every perpetual when its window ends, and on nothing else', () => {
  const { stage, paid, pass } = recording();
  const world = openWorld(stage, { venues: venueNames, seed: 1, startMs });
  world.beat(pass(1_000));
  expect(paid).toEqual([]);
  world.beat(pass(8 * 3_600_000));
  const perpetuals = venueNames.flatMap((venue) =>
    world
      .markets(venue)
      .filter((name) => /:[A-Z]+$/.test(name))
      .map((name) => `${venue} ${name}`),
  );
  expect([...paid].sort()).toEqual(perpetuals.sort());
});

test('demo keys have the shapes of the exchanges, and the address is that of its key', () => {
  const shapes: Readonly<Record<VenueName, readonly [RegExp, RegExp]>> = {
    binance: [/^[A-Za-z0-9]{64}$/, /^[A-Za-z0-9]{64}$/],
    bybit: [/^[A-Za-z0-9]{18}$/, /^[A-Za-z0-9]{36}$/],
    gateio: [/^[0-9a-f]{32}$/, /^[0-9a-f]{64}$/],
    kraken: [/^[A-Za-z0-9+/]{56}$/, /^[A-Za-z0-9+/]{86}==$/],
    krakenfutures: [/^[A-Za-z0-9+/]{56}$/, /^[A-Za-z0-9+/]{86}==$/],
    okx: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, /^[0-9A-F]{32}$/],
    hyperliquid: [/^0x[0-9a-f]{40}$/, /^0x[0-9a-f]{64}$/],
  };
  for (const venue of venueNames) {
    for (const { apiKey, secret } of twins[venue].listing.accounts) {
      expect(apiKey).toMatch(shapes[venue][0]);
      expect(secret).toMatch(shapes[venue][1]);
    }
  }
  const [wallet] = twins.hyperliquid.listing.accounts;
  expect(addressOfSecret(wallet?.secret ?? '')).toBe(wallet?.apiKey);
});
