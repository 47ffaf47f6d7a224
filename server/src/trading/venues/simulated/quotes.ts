import { assert } from '../../../kit/assert.ts';
import { createSmoothNoise, noiseKey } from './noise.ts';
import type { Prices } from './prices.ts';
import type { Listing } from './venues.ts';

/** What a venue's market makers quote at a moment, before it meets the tick grid. */
export interface VenueQuote {
  /** The venue's own mid, lag included. */
  mid(atMs: number): number;
  /** From the mid to the best price, as a part of the price. */
  halfSpread(atMs: number): number;
}

const BPS = 1e-4;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** A venue's mid strays from the others for seconds: arbitrage brings it back. */
const NOISE_PERIODS_MS = [700, 2_500, 9_000];
/** A half-spread seeks its level within seconds to a minute. */
const SPREAD_PERIODS_MS = [4_000, 45_000];
/** Of the logarithm: a third up or down is ordinary. */
const SPREAD_LOG_STD = 0.25;
/** Between calm and wild minutes: never free to cross, never wider than a few times the usual. */
const MOOD_MIN = 0.6;
const MOOD_MAX = 3;
/** Makers answer to volatility over this span. */
const MOOD_SPAN_MS = MINUTE_MS;

export function createVenueQuote(seed: string, listing: Listing, prices: Prices): VenueQuote {
  const { profile, asset, symbol } = listing;
  const key = (what: string) => noiseKey(seed, profile.venue, symbol, what);
  const noise = createSmoothNoise(key('noise'), NOISE_PERIODS_MS);
  const noiseStd = profile.noiseBps * asset.spreadFactor * BPS;
  const spread = createSmoothNoise(key('spread'), SPREAD_PERIODS_MS);
  const halfSpread = profile.halfSpreadBps * asset.spreadFactor * BPS;
  const price = createFairPrice(seed, listing, prices);
  // Makers price in that they may be run over: spreads grow with volatility, and so do venues'
  // disagreements, which keeps crossed moments about as rare on a calm day as on a wild one.
  const mood = (atMs: number) =>
    Math.min(MOOD_MAX, Math.max(MOOD_MIN, Math.sqrt(prices.volatility(atMs, MOOD_SPAN_MS))));
  return {
    mid: (atMs) => price(atMs - profile.lagMs) * (1 + noiseStd * mood(atMs) * noise(atMs)),
    halfSpread: (atMs) => halfSpread * mood(atMs) * Math.exp(SPREAD_LOG_STD * spread(atMs)),
  };
}

/** The efficient price in the listing's quote currency, with the basis of a perpetual. */
function createFairPrice(seed: string, listing: Listing, prices: Prices) {
  const base = prices.usd(listing.asset.name);
  const quote = prices.usd(listing.quote.name);
  const basis = listing.isPerp ? createBasis(seed, listing) : () => 0;
  assert(base && quote, `${listing.symbol} has price paths`);
  return (atMs: number) => (base(atMs) / quote(atMs)) * (1 + basis(atMs));
}

/** Longs pay for leverage more often than shorts do. */
const BASIS_MEAN_BPS = 1.2;
/** Makes funding of 8 hours range over about ±0.06 %. */
const BASIS_STD_BPS = 2.5;
const BASIS_PERIODS_MS = [HOUR_MS, 9 * HOUR_MS, 70 * HOUR_MS];
/** Of the venue alone; the rest is common, for a crowd leans the same way everywhere. */
const BASIS_OWN_PART = 0.3;

/** How far the perpetual stands above spot, as a part of the price. */
export function createBasis(seed: string, listing: Listing): (atMs: number) => number {
  const common = createSmoothNoise(noiseKey(seed, 'basis', listing.asset.name), BASIS_PERIODS_MS);
  const own = createSmoothNoise(
    noiseKey(seed, 'basis', listing.profile.venue, listing.symbol),
    BASIS_PERIODS_MS,
  );
  const commonPart = Math.sqrt(1 - BASIS_OWN_PART ** 2);
  return (atMs) => {
    const noise = commonPart * common(atMs) + BASIS_OWN_PART * own(atMs);
    return (BASIS_MEAN_BPS + BASIS_STD_BPS * noise) * BPS;
  };
}
