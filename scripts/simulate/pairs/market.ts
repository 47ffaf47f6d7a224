import type { Clock } from '../../../server/src/kit/clock.ts';
import type { InstrumentSymbol } from '../../../server/src/trading/model/symbol.ts';
import type { VenueId } from '../../../server/src/trading/model/venue.ts';
import type { PaperFundingRate } from '../../../server/src/trading/venues/paperPort.ts';
import { type BookName, listingsOf, simVenues, spotListings } from '../algorithms/listings.ts';
import { createSimMarket, type SimMarket } from '../algorithms/market.ts';
import { simUsd } from '../algorithms/path.ts';
import type { SimTime } from '../algorithms/time.ts';
import type { Chance } from '../chance.ts';
import type { World } from '../world.ts';

/** The perpetual beside the spot market of the same coin. */
export const swapSymbol = 'BTC/USDT:USDT' as InstrumentSymbol;

/** Listings of the perpetual: coarser than spot, and different at the two venues. */
const swapListings = listingsOf(swapSymbol, {
  binance: { priceTick: 0.1, quantityStep: 0.001, quantityMin: 0.001, notionalMin: 5 },
  kraken: { priceTick: 0.5, quantityStep: 0.0001, quantityMin: 0.0001, notionalMin: 1 },
});
const pairListings = [...spotListings, ...swapListings];

const hourMs = 3_600_000;
const hoursPerYear = 8_760;

/**
 * Creates spot and perpetual at two venues, with a basis that moves and funding that rises and
 * falls.
 */
export function createPairMarket(world: World, time: SimTime): SimMarket {
  const basis = createBasis(world.chance('basis'), time);
  const funding = createFunding(world.chance('funding'), world.clock.elapsedMs, time);
  return createSimMarket({
    chance: world.chance('market'),
    faults: world.faults,
    stepMs: time.stepMs,
    elapsedMs: world.clock.elapsedMs,
    listings: pairListings,
    depth: [0.03, 0.4],
    premium: ({ symbol }, step) => (symbol === swapSymbol ? basis(step) / 10_000 : 0),
    funding: (clock) => (venue, symbol) => funding(clock, { venue, symbol }),
  });
}

/** Creates the basis: most of the time some bps; now and then for a while too much to enter. */
function createBasis(chance: Chance, { horizonS, stepMs }: SimTime): (step: number) => number {
  const steps = Math.ceil((horizonS * 1_000) / stepMs);
  const spells = Array.from({ length: chance.integer(0, 3) }, () => {
    const from = chance.integer(0, steps);
    const bps = chance.between(15, 80) * (chance.happens(0.5) ? 1 : -1);
    return { from, until: from + chance.integer(2, Math.ceil(steps / 3)), bps };
  });
  const walk: number[] = [chance.between(-6, 6)];
  const walkAt = (step: number): number => {
    while (walk.length <= step) walk.push(0.95 * (walk.at(-1) ?? 0) + chance.between(-1.5, 1.5));
    return walk[step] ?? 0;
  };
  return (step) => {
    const spell = spells.find(({ from, until }) => from <= step && step < until);
    return walkAt(step) + (spell?.bps ?? 0);
  };
}

/**
 * Creates the funding in percent a year, over times in which a whole arbitrage may enter and leave.
 */
function createFunding(chance: Chance, elapsedMs: () => number, { horizonS }: SimTime) {
  const mean = chance.between(0, 50);
  const swing = chance.between(0, 90);
  const periodMs = horizonS * 1_000 * chance.between(0.4, 1.6);
  const shift = new Map(simVenues.map((venue) => [venue, chance.between(0, 2 * Math.PI)]));
  const windowMs = Math.round((horizonS * 1_000) / chance.integer(3, 8));
  const windowHours = windowMs / hourMs;
  const aprPct = (venue: VenueId, atMs: number) =>
    mean + swing * Math.sin((2 * Math.PI * atMs) / periodMs + (shift.get(venue) ?? 0));
  return (clock: Clock, { venue, symbol }: BookName): PaperFundingRate | undefined => {
    if (symbol !== swapSymbol) return undefined;
    const nowMs = Math.floor(elapsedMs());
    const window = Math.floor(nowMs / windowMs) + 1;
    const rate = (atMs: number) =>
      Number(((aprPct(venue, atMs) / 100) * (windowHours / hoursPerYear)).toFixed(12));
    return {
      rate: rate((window - 1) * windowMs),
      nextRate: rate(nowMs),
      window,
      windowHours,
      paymentHours: windowHours,
      nextFundingMs: clock.now() + window * windowMs - nowMs,
      markPrice: simUsd,
      indexPrice: simUsd,
      atMs: clock.now(),
    };
  };
}
