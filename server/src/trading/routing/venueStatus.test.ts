import { expect, it } from 'vitest';
import { listedMarket, symbolOf } from '../../../test/support/paperFixture.ts';
import { type SceneBook, sceneBook } from '../../../test/support/routingFixture.ts';
import type { FeeRecord } from '../fees/types.ts';
import type { VenueId } from '../model/venue.ts';
import { venueIds } from '../venues/registry.ts';
import { createVenueStatus } from './venueStatus.ts';

const symbol = symbolOf('BTC/USDT');
const book: SceneBook = { bids: [[99, 1]], asks: [[101, 1]] };

function statusOver(
  books: Readonly<Record<string, SceneBook>>,
  { known = true, unlisted = [] as readonly string[], inactive = [] as readonly string[] } = {},
) {
  const asked: string[] = [];
  const status = createVenueStatus({
    markets: {
      knows: () => known,
      prepare: async () => void asked.push('prepare'),
      rulesOf: (venue, named) =>
        unlisted.includes(venue)
          ? undefined
          : listedMarket(named, { isActive: !inactive.includes(venue) }),
    },
    books: {
      async ready(named, venues) {
        asked.push(venues.join(' '));
        return venues.flatMap((venue) => {
          const made = books[venue];
          return made ? [sceneBook(venue, named, made)] : [];
        });
      },
    },
    fees: { schedule: (venue) => ({ venue, takerBps: 7 }) as FeeRecord },
  });
  return { asked, status: (venues: readonly VenueId[]) => status(symbol, venues) };
}

it('tells the metrics of a usable book and the static fee', async () => {
  const { status } = statusOver({ binance: { ...book, stalenessMs: 12, confidence: 0.8 } });
  expect(await status(venueIds.slice(0, 1))).toEqual([
    {
      ...{ venue: 'binance', isAvailable: true, confidence: 0.8, spreadBps: 200 },
      ...{ stalenessMs: 12, quality: 'GOOD', feeBps: 7 },
    },
  ]);
});

it('tells why a venue is not available, in the order asked for', async () => {
  const { status, asked } = statusOver(
    {
      binance: { ...book, flagged: 'gap' },
      bybit: { ...book, stalenessMs: 2_001 },
      gateio: { ...book, confidence: 0.39 },
    },
    { unlisted: ['okx'], inactive: ['hyperliquid'] },
  );
  const told = await status(venueIds);
  expect(told.map((each) => [each.venue, each.isAvailable || each.reason])).toEqual([
    ['binance', 'The book of binance is being put right (gap).'],
    ['bybit', 'The book of bybit is 2001 ms old, more than 2000 ms.'],
    ['gateio', 'The confidence in the book of gateio is 0.39, below 0.4.'],
    ['kraken', 'kraken shows no book of BTC/USDT now.'],
    ['okx', 'okx lists no spot market BTC/USDT.'],
    ['hyperliquid', 'hyperliquid takes no orders in BTC/USDT now.'],
  ]);
  // Of markets that are not there no book is opened.
  expect(asked).toEqual(['binance bybit gateio kraken']);
});

it('is told by books alone where the lists are not known', async () => {
  const { status, asked } = statusOver({ binance: book }, { known: false, unlisted: ['binance'] });
  expect(await status(venueIds.slice(0, 1))).toMatchObject([{ isAvailable: true }]);
  expect(asked).toEqual(['prepare', 'binance']);
});
