import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { noiseKey, uniformAt } from './noise.ts';

/** What goes wrong with single messages of a book. */
export const frameFaults = [
  'lost',
  'doubled',
  'swapped',
  'torn',
  'nonsense',
  'oldSnapshot',
  'stall',
] as const;
export type FrameFault = (typeof frameFaults)[number];

/** What goes wrong with a connection or a subscription. */
export const venueFaults = ['cut', 'silence', 'outage', 'limited', 'refused'] as const;
export type VenueFault = (typeof venueFaults)[number];

export type FaultLevel = 'off' | 'mild' | 'harsh';

/** How often what goes wrong. */
export interface FaultRates {
  /** Mean time between two faults of one book's messages. */
  readonly frameEveryMs: number;
  /** Mean time between two faults of a venue's connections. */
  readonly venueEveryMs: number;
  /** Share of subscriptions that are told to come back later. */
  readonly limitedShare: number;
  /** Share of subscriptions that are refused for good, which costs the book ten minutes. */
  readonly refusedShare: number;
}

/**
 * `mild` is a bad day of a real venue; `harsh` is far worse than any, so that every path of
 * recovery is taken many times an hour.
 */
export const faultRates: Readonly<Record<Exclude<FaultLevel, 'off'>, FaultRates>> = {
  mild: {
    frameEveryMs: 600_000,
    venueEveryMs: 3_600_000,
    limitedShare: 0.01,
    refusedShare: 0,
  },
  harsh: {
    frameEveryMs: 25_000,
    venueEveryMs: 240_000,
    limitedShare: 0.05,
    refusedShare: 0.0005,
  },
};

/** Hears of every fault that really hit somebody. */
export interface FaultReport {
  injected(fault: FrameFault | VenueFault, venue: VenueId, symbol?: InstrumentSymbol): void;
}

interface Trouble {
  readonly kind: 'cut' | 'silence' | 'outage';
  readonly lastsMs: number;
}

/** The faults of one venue: a function of the seed and the market time, like all of the market. */
export interface FaultPlan {
  /** The fault that hits a message, if one does. */
  ofFrame(symbol: InstrumentSymbol, index: number, intervalMs: number): FrameFault | undefined;
  /** The fault that hits the venue's connections in this slice of time, if one does. */
  ofVenue(slice: number): Trouble | undefined;
  /** What becomes of the venue's n-th subscription since the start. */
  ofSubscription(number: number): 'limited' | 'refused' | undefined;
  /** How long a stream is silent, told from the number of the message that began it. */
  stallMs(index: number): number;
}

/** Venue faults are drawn once in so long. */
export const sliceMs = 10_000;
/** From what nobody can notice to twice the time in which a dead stream is found. */
const [stallMsMin, stallMsMax] = [1_000, 20_000];
/** On both sides of the 35 s after which a silent socket is given up. */
const [silenceMsMin, silenceMsMax] = [5_000, 60_000];
/** A venue restarting: several attempts to connect fail. */
const [outageMsMin, outageMsMax] = [5_000, 45_000];

export function createFaultPlan(seed: string, venue: VenueId, rates: FaultRates): FaultPlan {
  const keyOf = (what: string) => noiseKey(seed, venue, 'fault', what);
  const keys = {
    slice: keyOf('slice'),
    kind: keyOf('kind'),
    length: keyOf('length'),
    subscription: keyOf('subscription'),
  };
  const symbolKeys = new Map<InstrumentSymbol, number>();
  const symbolKey = (symbol: InstrumentSymbol): number => {
    const known = symbolKeys.get(symbol) ?? keyOf(symbol);
    symbolKeys.set(symbol, known);
    return known;
  };
  const within = (index: number, low: number, high: number) =>
    low + uniformAt(keys.length, index) * (high - low);
  return {
    ofFrame(symbol, index, intervalMs) {
      const chance = uniformAt(symbolKey(symbol), index) * rates.frameEveryMs;
      // What is left of the chance is uniform again, and chooses the kind.
      return chance < intervalMs
        ? frameFaults[Math.floor((chance / intervalMs) * frameFaults.length)]
        : undefined;
    },
    ofVenue(slice) {
      if (uniformAt(keys.slice, slice) * rates.venueEveryMs >= sliceMs) return undefined;
      const choice = uniformAt(keys.kind, slice);
      if (choice < 0.5) return { kind: 'cut', lastsMs: 0 };
      return choice < 0.8
        ? { kind: 'silence', lastsMs: within(slice, silenceMsMin, silenceMsMax) }
        : { kind: 'outage', lastsMs: within(slice, outageMsMin, outageMsMax) };
    },
    ofSubscription(number) {
      const chance = uniformAt(keys.subscription, number);
      if (chance < rates.refusedShare) return 'refused';
      return chance < rates.refusedShare + rates.limitedShare ? 'limited' : undefined;
    },
    stallMs: (index) => within(index, stallMsMin, stallMsMax),
  };
}
