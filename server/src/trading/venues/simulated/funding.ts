import type { Listing } from './listings.ts';
import { createBasis } from './quotes.ts';

/** Funding of a perpetual. Positive: longs pay shorts. */
export interface SimulatedFunding {
  /** Rate of one interval; at `nextFundingMs` itself, the rate at which it is settled. */
  readonly rate: number;
  /** Rate at which the next interval would be settled if the basis stayed. */
  readonly nextRate: number;
  /** Distance of the perpetual from spot, as a part of the price. */
  readonly basis: number;
  readonly intervalHours: number;
  /** Market time of the settlement. */
  readonly nextFundingMs: number;
}

const hourMs = 3_600_000;
/** The premium of a whole interval is paid once in 8 hours; shorter intervals pay their part. */
const fullIntervalHours = 8;
/** The basis moves over hours: sixteen points see every turn of an interval. */
const sampleCount = 16;

/**
 * Creates the funding rate as a function of market time: the mean basis since the last settlement.
 */
export function createFunding(seed: string, listing: Listing): (atMs: number) => SimulatedFunding {
  const basis = createBasis(seed, listing);
  const intervalHours = listing.profile.fundingHours;
  const intervalMs = intervalHours * hourMs;
  return (atMs) => {
    const nextFundingMs = Math.ceil(atMs / intervalMs) * intervalMs;
    const startMs = nextFundingMs - intervalMs;
    let sum = 0;
    for (let i = 0; i < sampleCount; i += 1) {
      sum += basis(startMs + ((atMs - startMs) * (i + 0.5)) / sampleCount);
    }
    const share = intervalHours / fullIntervalHours;
    const rate = (sum / sampleCount) * share;
    const now = basis(atMs);
    return { rate, nextRate: now * share, basis: now, intervalHours, nextFundingMs };
  };
}
