import { assert } from '../../../src/kit/assert.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';
import type {
  BookMeta,
  BookWriter,
  FlagReason,
  WireLevel,
} from '../../../src/trading/venues/bookPort.ts';
import { simulatedProfiles } from '../../../src/trading/venues/registry.ts';
import { createListings, type Listing } from '../../../src/trading/venues/simulated/listings.ts';
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../../src/trading/venues/simulated/simulatedMarket.ts';
import type { Timeline } from '../../../src/trading/venues/simulated/timeline.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** Shared fixtures of the tests in this folder. */

export const marketStartMs = 1_750_000_000_000;
export const bybitVenue = 'bybit';

export function symbolOf(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  assert(symbol, `${text} is a symbol`);
  return symbol;
}

export function listingOf(venue: string, symbol: string): Listing {
  const profile = simulatedProfiles.find((each) => each.venue === venue);
  const listing = profile && createListings(profile).get(symbolOf(symbol));
  assert(listing, `${venue} lists ${symbol}`);
  return listing;
}

/** Every book of every venue. */
export const allListings = simulatedProfiles.flatMap((each) => [...createListings(each).values()]);

export type Frame =
  | { kind: 'snapshot' | 'update'; bids: WireLevel[]; asks: WireLevel[]; meta: BookMeta }
  | { kind: 'alive' }
  | { kind: 'failed'; reason: string }
  | { kind: 'flag'; reason: FlagReason };

/** A writer that keeps the frames and the book that they add up to. */
export interface Recorder extends BookWriter {
  readonly frames: Frame[];
  readonly bids: Map<number, number>;
  readonly asks: Map<number, number>;
  readonly sequences: number[];
  /** Makes the next update fail. */
  refuseOnce(): void;
  mid(): number;
}

export function createRecorder(): Recorder {
  const frames: Frame[] = [];
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  const sequences: number[] = [];
  let refusing = false;
  const apply = (side: Map<number, number>, levels: readonly WireLevel[]) => {
    for (const [price, quantity] of levels) {
      if (quantity === 0) side.delete(Number(price));
      else side.set(Number(price), Number(quantity));
    }
  };
  const write = (
    kind: 'snapshot' | 'update',
    change: { bids: readonly WireLevel[]; asks: readonly WireLevel[]; meta: BookMeta },
  ) => {
    frames.push({ kind, bids: [...change.bids], asks: [...change.asks], meta: change.meta });
    sequences.push(change.meta.sequence);
    apply(bids, change.bids);
    apply(asks, change.asks);
  };
  return {
    frames,
    bids,
    asks,
    sequences,
    refuseOnce() {
      refusing = true;
    },
    mid: () => (Math.max(...bids.keys()) + Math.min(...asks.keys())) / 2,
    snapshot(newBids, newAsks, meta) {
      bids.clear();
      asks.clear();
      write('snapshot', { bids: newBids, asks: newAsks, meta });
      return true;
    },
    update(newBids, newAsks, meta) {
      write('update', { bids: newBids, asks: newAsks, meta });
      const accepted = !refusing;
      refusing = false;
      return accepted;
    },
    top: () => ({
      bid: bids.size > 0 ? Math.max(...bids.keys()) : undefined,
      ask: asks.size > 0 ? Math.min(...asks.keys()) : undefined,
    }),
    alive: () => void frames.push({ kind: 'alive' }),
    failed: (reason) => void frames.push({ kind: 'failed', reason }),
    flag: (reason) => void frames.push({ kind: 'flag', reason }),
    levels: () => [],
    received: () => undefined,
    reconnecting: () => undefined,
  };
}

/** A market on a manual clock, by default on a timeline that equals the clock. */
export function marketFixture(
  options: { seed?: string; clock?: ManualClock; timeline?: Timeline } = {},
): { clock: ManualClock; timeline: Timeline; market: SimulatedMarket } {
  const clock = options.clock ?? createManualClock(marketStartMs);
  const timeline = options.timeline ?? { marketNow: () => clock.now() };
  const seed = options.seed ?? 'windlass';
  const random = createSeededRandom(seed);
  const market = createSimulatedMarket({
    seed,
    profiles: simulatedProfiles,
    clock,
    timeline,
    random,
    logger: silentLogger,
  });
  return { clock, timeline, market };
}
