import { assert } from '../../../kit/assert.ts';
import type { Listing } from './listings.ts';
import { createSmoothNoise, noiseKey } from './noise.ts';
import type { Prices } from './prices.ts';

/** The quote of a venue's market makers at a moment, before rounding to the tick grid. */
export interface VenueQuote {
  /** Returns the venue's own mid, lag included. */
  mid(atMs: number): number;
  /** Returns the distance from the mid to the best price, as a part of the price. */
  halfSpread(atMs: number): number;
}

const oneBps = 1e-4;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A venue's mid strays from the others for seconds: arbitrage brings it back. */
const noisePeriodsMs = [700, 2_500, 9_000];
/** A half-spread returns to its level within seconds to a minute. */
const spreadPeriodsMs = [4_000, 45_000];
/** Standard deviation of the logarithm: a third up or down is ordinary. */
const spreadLogStd = 0.25;
/**
 * Bounds between calm and wild minutes: spreads never vanish, and never exceed a few times the
 * usual.
 */
const moodMin = 0.6;
const moodMax = 3;
/** Span of the volatility that makers respond to. */
const moodSpanMs = minuteMs;

export function createVenueQuote(seed: string, listing: Listing, prices: Prices): VenueQuote {
  const { profile, asset, symbol } = listing;
  const key = (what: string) => noiseKey(seed, profile.venue, symbol, what);
  const noise = createSmoothNoise(key('noise'), noisePeriodsMs);
  const noiseStd = profile.noiseBps * asset.spreadFactor * oneBps;
  const spread = createSmoothNoise(key('spread'), spreadPeriodsMs);
  const halfSpread = profile.halfSpreadBps * asset.spreadFactor * oneBps;
  const price = createFairPrice(seed, listing, prices);
  // Makers price in the risk of adverse moves: spreads grow with volatility, and so do differences
  // between venues, which keeps crossed moments about as rare on a calm day as on a wild one.
  const mood = (atMs: number) =>
    Math.min(moodMax, Math.max(moodMin, Math.sqrt(prices.volatility(atMs, moodSpanMs))));
  return {
    mid: (atMs) => price(atMs - profile.lagMs) * (1 + noiseStd * mood(atMs) * noise(atMs)),
    halfSpread: (atMs) => halfSpread * mood(atMs) * Math.exp(spreadLogStd * spread(atMs)),
  };
}

/** Creates the efficient price in the listing's quote currency, with the basis of a perpetual. */
function createFairPrice(seed: string, listing: Listing, prices: Prices) {
  const base = prices.usd(listing.asset.name);
  const quote = prices.usd(listing.quote.name);
  const basis = listing.isPerp ? createBasis(seed, listing) : () => 0;
  assert(base && quote, `${listing.symbol} has price paths`);
  return (atMs: number) => (base(atMs) / quote(atMs)) * (1 + basis(atMs));
}

/** Longs pay for leverage more often than shorts do. */
const basisMeanBps = 1.2;
/** Makes 8-hour funding range over about ±0.06 %. */
const basisStdBps = 2.5;
const basisPeriodsMs = [hourMs, 9 * hourMs, 70 * hourMs];
/**
 * Part that belongs to the venue alone; the rest is common, as positions lean the same way
 * everywhere.
 */
const basisOwnPart = 0.3;

/** Creates the distance of the perpetual from spot, as a part of the price. */
export function createBasis(seed: string, listing: Listing): (atMs: number) => number {
  const common = createSmoothNoise(noiseKey(seed, 'basis', listing.asset.name), basisPeriodsMs);
  const own = createSmoothNoise(
    noiseKey(seed, 'basis', listing.profile.venue, listing.symbol),
    basisPeriodsMs,
  );
  const commonPart = Math.sqrt(1 - basisOwnPart ** 2);
  return (atMs) => {
    const noise = commonPart * common(atMs) + basisOwnPart * own(atMs);
    return (basisMeanBps + basisStdBps * noise) * oneBps;
  };
}
