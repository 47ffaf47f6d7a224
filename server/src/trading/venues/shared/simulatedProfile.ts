import type { VenueId } from '../../model/venue.ts';

/** Decimals of the price step and of the quantity step. */
type Grid = readonly [tickDecimals: number, lotDecimals: number];
type Grids = Readonly<Record<string, Grid>>;

/** The rules of orders and the names of markets, after the real exchange. */
export interface SimulatedRules {
  /** Smallest value of an order in the quote currency. */
  readonly spotNotionalMin?: number;
  readonly perpNotionalMin?: number;
  /** Smallest quantity as its value in USD, where the venue limits quantities; else one step. */
  readonly quantityMinUsd?: number;
  /** Steps of quantity in one contract; absent where quantities are in base units. */
  readonly stepsPerContract?: number;
  readonly spotName: (base: string, quote: string) => string;
  readonly perpName: (base: string, quote: string) => string;
}

/** The differences of one venue from the others. */
export interface SimulatedProfile {
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
  readonly rules: SimulatedRules;
}

/** The steps that most venues share; each venue names only its differences. */
export const commonSpotGrids: Grids = {
  BTC: [2, 5],
  ETH: [2, 4],
  SOL: [2, 3],
  XRP: [4, 1],
  DOGE: [5, 0],
  LTC: [2, 3],
  ADA: [4, 1],
  LINK: [3, 2],
};
export const commonPerpGrids: Grids = {
  BTC: [1, 3],
  ETH: [2, 3],
  SOL: [2, 2],
  XRP: [4, 1],
  DOGE: [5, 0],
  LTC: [2, 3],
  ADA: [4, 0],
  LINK: [3, 2],
};
export const stablecoins: readonly string[] = ['USDT', 'USDC'];

type Own = Pick<
  SimulatedProfile,
  'updatesPerSec' | 'lagMs' | 'halfSpreadBps' | 'noiseBps' | 'depthUsd' | 'rules'
> &
  Partial<SimulatedProfile>;

/**
 * Declares how a venue is simulated. Rates of the first four: Orderbook §4.1. Spreads and noise are
 * balanced so that venues cross one another a few times a minute.
 */
export function simulatedProfile(venue: VenueId, own: Own): SimulatedProfile {
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

/** Names of markets in one word, as several exchanges have them. */
export const joinedName = (base: string, quote: string) => `${base}${quote}`;
