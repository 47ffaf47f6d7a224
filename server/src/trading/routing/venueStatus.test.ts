import { expect, it } from 'vitest';
import { venueOf } from '../../../test/support/accounts/fixture.ts';
import { accountOf, listedMarket, symbolOf } from '../../../test/support/paper/fixture.ts';
import { type SceneBook, sceneBook } from '../../../test/support/routing/fixture.ts';
import type { FeeRecord } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import { createVenueStatus } from './venueStatus.ts';

const symbol = symbolOf('BTC/USDT');
const book: SceneBook = { bids: [[99, 1]], asks: [[101, 1]] };

function statusOver(
  books: Readonly<Record<string, SceneBook>>,
  { known = true, unlisted = [] as readonly string[], inactive = [] as readonly string[] } = {},
) {
  const asked: string[] = [];
  const fees: string[] = [];
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
    fees: {
      schedule: (venue) => feeOf(venue, 7),
      async of({ id, venue }) {
        fees.push(id);
        return { ...feeOf(venue, Number(id.split('-')[1])), accountId: id };
      },
    },
    venues: venueIds,
  });
  return {
    asked,
    fees,
    status: (
      venues: readonly VenueId[] | undefined,
      accounts: readonly Account[] = [],
      of: InstrumentSymbol = symbol,
    ) => status({ symbol: of, venues, accounts }),
  };
}

const feeOf = (venue: VenueId, takerBps: number): FeeRecord => ({
  venue,
  accountId: undefined,
  symbol,
  makerBps: 0,
  takerBps,
  source: 'config',
  tier: 'base',
  isTierBased: false,
  updatedAtMs: 0,
});

const sound = { ...book, confidence: 0.8 };
const accountAt = (venue: string, takerBps: number): Account => ({
  ...accountOf(venueOf(venue)),
  id: `${venue}-${takerBps}` as Account['id'],
});

it('tells the metrics of a usable book, and the fee of the schedule where nobody trades', async () => {
  const { status } = statusOver({ binance: { ...book, stalenessMs: 12, confidence: 0.8 } });
  expect(await status(venueIds.slice(0, 1))).toEqual([
    {
      venue: 'binance',
      isAvailable: true,
      confidence: 0.8,
      spreadBps: 200,
      stalenessMs: 12,
      quality: 'GOOD',
      fee: feeOf(venueOf('binance'), 7),
    },
  ]);
});

it('tells the least that an account pays there, of 32 at most', async () => {
  const { status, fees } = statusOver({ binance: sound, bybit: sound, okx: sound });
  const many = Array.from({ length: 40 }, (_, at) => accountAt('bybit', 50 - at));
  const own = [accountAt('binance', 9), accountAt('binance', 3), accountAt('binance', 12)];
  const told = await status(undefined, [...own, ...many]);
  const feesOf = told.map((each) => each.isAvailable && [each.fee.accountId, each.fee.takerBps]);
  expect(feesOf).toEqual([['binance-3', 3], ['bybit-19', 19], false, false, [undefined, 7], false]);
  // No account is asked at a venue whose accounts do not count.
  expect(fees).toHaveLength(3 + 32);
});

it('leaves out accounts that are halted, unless all are', async () => {
  const { status } = statusOver({ binance: sound });
  const halted: Account = { ...accountAt('binance', 1), halted: true };
  const feeOver = async (...accounts: readonly Account[]) => {
    const told = await status(venueIds.slice(0, 1), accounts);
    return told.map((each) => each.isAvailable && each.fee.accountId);
  };
  expect(await feeOver(halted, accountAt('binance', 5))).toEqual(['binance-5']);
  expect(await feeOver(halted)).toEqual(['binance-1']);
});

it('leaves out accounts that do not trade such markets', async () => {
  const { status } = statusOver({ binance: sound });
  const margin: Account = { ...accountAt('binance', 1), mode: 'live', portfolioMargin: true };
  const told = await status(venueIds.slice(0, 1), [margin, accountAt('binance', 5)]);
  expect(told).toMatchObject([{ fee: { accountId: 'binance-5' } }]);
});

it('tells of the venues that list the symbol when none is named', async () => {
  const unlisted = ['binance', 'gateio', 'kraken', 'hyperliquid'];
  const { status } = statusOver({ bybit: sound, okx: sound }, { unlisted, inactive: ['okx'] });
  expect(await status(undefined)).toMatchObject([
    { venue: 'bybit', isAvailable: true },
    { venue: 'okx', isAvailable: false, reason: 'okx is not accepting orders in BTC/USDT.' },
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
    ['hyperliquid', 'hyperliquid is not accepting orders in BTC/USDT.'],
  ]);
  // No book is opened of a market that does not exist.
  expect(asked).toEqual(['binance bybit gateio kraken']);
});

it('is told by books alone where the lists are not known', async () => {
  const { status, asked } = statusOver({ binance: book }, { known: false, unlisted: ['binance'] });
  expect(await status(venueIds.slice(0, 1))).toMatchObject([{ isAvailable: true }]);
  expect(asked).toEqual(['prepare', 'binance']);
});

it('says of a contract that no account is routed in why that is', async () => {
  const { status, asked } = statusOver({ binance: sound });
  const told = await status(undefined, [], symbolOf('BTC/USD:BTC'));
  expect(told.map(({ venue }) => venue)).toEqual(venueIds);
  for (const each of told) {
    expect(each).toMatchObject({ isAvailable: false });
    expect(each).toMatchObject({ reason: expect.stringMatching(/inverse|does not support/) });
  }
  expect(asked).toEqual(['']);
});
