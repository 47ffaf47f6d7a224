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

const oneBps = 1e-4;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** A venue's mid strays from the others for seconds: arbitrage brings it back. */
const noisePeriodsMs = [700, 2_500, 9_000];
/** A half-spread seeks its level within seconds to a minute. */
const spreadPeriodsMs = [4_000, 45_000];
/** Of the logarithm: a third up or down is ordinary. */
const spreadLogStd = 0.25;
/** Between calm and wild minutes: never free to cross, never wider than a few times the usual. */
const moodMin = 0.6;
const moodMax = 3;
/** Makers answer to volatility over this span. */
const moodSpanMs = minuteMs;

export function createVenueQuote(seed: string, listing: Listing, prices: Prices): VenueQuote {
  const { profile, asset, symbol } = listing;
  const key = (what: string) => noiseKey(seed, profile.venue, symbol, what);
  const noise = createSmoothNoise(key('noise'), noisePeriodsMs);
  const noiseStd = profile.noiseBps * asset.spreadFactor * oneBps;
  const spread = createSmoothNoise(key('spread'), spreadPeriodsMs);
  const halfSpread = profile.halfSpreadBps * asset.spreadFactor * oneBps;
  const price = createFairPrice(seed, listing, prices);
  // Makers price in that they may be run over: spreads grow with volatility, and so do venues'
  // disagreements, which keeps crossed moments about as rare on a calm day as on a wild one.
  const mood = (atMs: number) =>
    Math.min(moodMax, Math.max(moodMin, Math.sqrt(prices.volatility(atMs, moodSpanMs))));
  return {
    mid: (atMs) => price(atMs - profile.lagMs) * (1 + noiseStd * mood(atMs) * noise(atMs)),
    halfSpread: (atMs) => halfSpread * mood(atMs) * Math.exp(spreadLogStd * spread(atMs)),
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
const basisMeanBps = 1.2;
/** Makes funding of 8 hours range over about ±0.06 %. */
const basisStdBps = 2.5;
const basisPeriodsMs = [hourMs, 9 * hourMs, 70 * hourMs];
/** Of the venue alone; the rest is common, for a crowd leans the same way everywhere. */
const basisOwnPart = 0.3;

/** How far the perpetual stands above spot, as a part of the price. */
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
