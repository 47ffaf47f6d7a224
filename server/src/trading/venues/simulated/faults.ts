import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { noiseKey, uniformAt } from './noise.ts';

/** Faults of single messages of a book. */
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

/** Faults of a connection or a subscription. */
export const venueFaults = ['cut', 'silence', 'outage', 'limited', 'refused'] as const;
export type VenueFault = (typeof venueFaults)[number];

export type FaultLevel = 'off' | 'mild' | 'harsh';

/** Rates of the faults. */
export interface FaultRates {
  /** Mean time between two faults of one book's messages. */
  readonly frameEveryMs: number;
  /** Mean time between two faults of a venue's connections. */
  readonly venueEveryMs: number;
  /** Part of subscriptions that are told to come back later. */
  readonly limitedShare: number;
  /** Part of subscriptions that are refused for good, which costs the book ten minutes. */
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

/** Called for every fault that really affected a client. */
export interface FaultReport {
  injected(fault: FrameFault | VenueFault, venue: VenueId, symbol?: InstrumentSymbol): void;
}

interface Trouble {
  readonly kind: 'cut' | 'silence' | 'outage';
  readonly lastsMs: number;
}

/** The faults of one venue: a function of the seed and the market time, like the whole market. */
export interface FaultPlan {
  /** Returns the fault of a message, if there is one. */
  ofFrame(symbol: InstrumentSymbol, index: number, intervalMs: number): FrameFault | undefined;
  /** Returns the fault of the venue's connections in this slice of time, if there is one. */
  ofVenue(slice: number): Trouble | undefined;
  /**
   * Returns the outcome of the venue's n-th subscription since the start; undefined when it
   * succeeds.
   */
  ofSubscription(number: number): 'limited' | 'refused' | undefined;
  /**
   * Returns how long a stream is silent, by the number of the message at which the silence began.
   */
  stallMs(index: number): number;
}

/** Interval at which venue faults are drawn. */
export const sliceMs = 10_000;
/** From a time too short to notice to twice the time in which a dead stream is found. */
const [stallMsMin, stallMsMax] = [1_000, 20_000];
/** On both sides of the 35 s after which a silent socket is given up. */
const [silenceMsMin, silenceMsMax] = [5_000, 60_000];
/** A venue restarts: several attempts to connect fail. */
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
      // The rest of the random number is uniform again, and chooses the kind.
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
