import { assert } from '../../../kit/assert.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { type Asset, type Quote, simulatedAssets, simulatedQuotes } from './assets.ts';

/** Decimals of the price step and of the quantity step. */
type Grid = readonly [tickDecimals: number, lotDecimals: number];
type Grids = Readonly<Record<string, Grid>>;

/** The differences of one venue from the others. */
export interface VenueProfile {
  readonly venue: VenueId;
  readonly spotQuotes: readonly string[];
  /** Quote and settlement of its perpetuals. */
  readonly perpQuote: string;
  readonly fundingHours: number;
  readonly updatesPerSec: number;
  /** Time from the event at the venue until we see it. */
  readonly lagMs: number;
  /** For BTC at ordinary volatility, from the mid to the best price. */
  readonly halfSpreadBps: number;
  /** Standard deviation of its BTC mid around the efficient price. */
  readonly noiseBps: number;
  /** USD at a level of BTC next to the mid. */
  readonly depthUsd: number;
  readonly spotGrids: Grids;
  readonly perpGrids: Grids;
}

/** One book of one venue, with everything that shapes it. */
export interface Listing {
  readonly profile: VenueProfile;
  readonly symbol: InstrumentSymbol;
  readonly asset: Asset;
  readonly quote: Quote;
  readonly isPerp: boolean;
  readonly tickDecimals: number;
  readonly lotDecimals: number;
}

/** The steps that most venues share; each venue below names only its differences. */
const commonSpotGrids: Grids = {
  BTC: [2, 5],
  ETH: [2, 4],
  SOL: [2, 3],
  XRP: [4, 1],
  DOGE: [5, 0],
  LTC: [2, 3],
  ADA: [4, 1],
  LINK: [3, 2],
};
const commonPerpGrids: Grids = {
  BTC: [1, 3],
  ETH: [2, 3],
  SOL: [2, 2],
  XRP: [4, 1],
  DOGE: [5, 0],
  LTC: [2, 3],
  ADA: [4, 0],
  LINK: [3, 2],
};
const stablecoins = ['USDT', 'USDC'];

/**
 * The only place besides `marketRules.ts` that names the simulated venues. Rates of the first four:
 * Orderbook §4.1. Spreads and noise are balanced so that venues cross one another a few times a
 * minute.
 */
export const venueProfiles: readonly VenueProfile[] = [
  profile('binance', {
    updatesPerSec: 9,
    lagMs: 45,
    halfSpreadBps: 0.55,
    noiseBps: 0.2,
    depthUsd: 24_000,
  }),
  profile('bybit', {
    updatesPerSec: 28,
    lagMs: 30,
    halfSpreadBps: 0.6,
    noiseBps: 0.25,
    depthUsd: 18_000,
  }),
  profile('gateio', {
    updatesPerSec: 8,
    lagMs: 70,
    halfSpreadBps: 0.85,
    noiseBps: 0.35,
    depthUsd: 8_000,
    spotGrids: { ...commonSpotGrids, BTC: [1, 6], ETH: [2, 5], ADA: [4, 2] },
  }),
  profile('kraken', {
    spotQuotes: ['USD', 'EUR', ...stablecoins],
    perpQuote: 'USD',
    fundingHours: 1,
    updatesPerSec: 15,
    lagMs: 60,
    halfSpreadBps: 0.8,
    noiseBps: 0.3,
    depthUsd: 10_000,
    spotGrids: {
      BTC: [1, 8],
      ETH: [2, 8],
      SOL: [2, 8],
      XRP: [5, 8],
      DOGE: [6, 8],
      LTC: [2, 8],
      ADA: [6, 8],
      LINK: [5, 8],
    },
    perpGrids: { ...commonPerpGrids, BTC: [0, 4], ETH: [1, 3], XRP: [5, 0], LINK: [3, 1] },
  }),
  profile('okx', {
    updatesPerSec: 10,
    lagMs: 40,
    halfSpreadBps: 0.6,
    noiseBps: 0.25,
    depthUsd: 16_000,
    spotGrids: { ...commonSpotGrids, BTC: [1, 8], ETH: [2, 6], SOL: [2, 6] },
    perpGrids: { ...commonPerpGrids, BTC: [1, 4] },
  }),
  profile('hyperliquid', {
    spotQuotes: [],
    perpQuote: 'USDC',
    fundingHours: 1,
    updatesPerSec: 2,
    lagMs: 150,
    halfSpreadBps: 0.9,
    noiseBps: 0.4,
    depthUsd: 20_000,
    // Five significant digits, the venue's own rule.
    perpGrids: {
      ...commonPerpGrids,
      BTC: [0, 5],
      ETH: [1, 4],
      XRP: [4, 0],
      LTC: [2, 2],
      LINK: [3, 1],
    },
  }),
];

type Own = Pick<
  VenueProfile,
  'updatesPerSec' | 'lagMs' | 'halfSpreadBps' | 'noiseBps' | 'depthUsd'
> &
  Partial<VenueProfile>;

function profile(venue: VenueId, own: Own): VenueProfile {
  return {
    venue,
    spotQuotes: stablecoins,
    perpQuote: 'USDT',
    fundingHours: 8,
    spotGrids: commonSpotGrids,
    perpGrids: commonPerpGrids,
    ...own,
  };
}

/** Returns every book that the venue offers, by symbol. */
export function createListings(profile: VenueProfile): ReadonlyMap<InstrumentSymbol, Listing> {
  const listings = simulatedAssets.flatMap((asset) => [
    ...profile.spotQuotes.map((quote) => listing(profile, asset, { quote, isPerp: false })),
    listing(profile, asset, { quote: profile.perpQuote, isPerp: true }),
  ]);
  return new Map(listings.map((each) => [each.symbol, each]));
}

function listing(
  profile: VenueProfile,
  asset: Asset,
  kind: { quote: string; isPerp: boolean },
): Listing {
  const { isPerp } = kind;
  const name = `${asset.name}/${kind.quote}${isPerp ? `:${kind.quote}` : ''}`;
  const symbol = parseSymbol(name);
  const quote = simulatedQuotes.find((each) => each.name === kind.quote);
  const grid = (isPerp ? profile.perpGrids : profile.spotGrids)[asset.name];
  assert(symbol && quote && grid, `${profile.venue} has a quote and a grid for ${name}`);
  const [tickDecimals, lotDecimals] = grid;
  return { profile, symbol, asset, quote, isPerp, tickDecimals, lotDecimals };
}
