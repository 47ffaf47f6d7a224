import { silentLogger } from '../../src/kit/logger.ts';
import { createManualClock } from '../../src/kit/manualClock.ts';
import { createSeededRandom } from '../../src/kit/random.ts';
import { parseSymbol } from '../../src/trading/model/symbol.ts';
import { createVenueBook } from '../../src/trading/orderbook/book/venueBook.ts';
import type { WritableBook } from '../../src/trading/orderbook/types.ts';
import type { BookWriter } from '../../src/trading/venues/bookPort.ts';
import { createSimulatedBook } from '../../src/trading/venues/simulated/book.ts';
import { createCadence } from '../../src/trading/venues/simulated/cadence.ts';
import type { FaultLevel } from '../../src/trading/venues/simulated/faults.ts';
import { createLadder, wholeSide } from '../../src/trading/venues/simulated/ladder.ts';
import { createPrices } from '../../src/trading/venues/simulated/prices.ts';
import { createSimulatedMarket } from '../../src/trading/venues/simulated/simulatedMarket.ts';
import { createListings, venueProfiles } from '../../src/trading/venues/simulated/venues.ts';

/** Levels compared with the truth. */
const comparedDepth = 20;
/**
 * A venue may be silent for a minute and out for another; then a dead socket takes 35 s to be found,
 * a snapshot 10 s to be missed, and the waits have grown to 60 s.
 */
const recoveredWithinMs = 240_000;
/** A refusal for good is taken back after ten minutes. */
const refusedForMs = 660_000;
/** A quiet stream is found dead within this; until then its book looks younger than it is. */
const unnoticedMsMax = 5_000;
/** Violations told; the first few say it all. */
const toldMax = 20;
const marketStartMs = 1_750_000_000_000;

export interface SimulatedRunOptions {
  readonly seed: string;
  readonly faults: FaultLevel;
  readonly symbols: readonly string[];
  /** Every n-th accepted message is compared with the truth; 1 compares all. */
  readonly compareEvery: number;
}

/** Four simulated venues under faults, every book compared with the market it should show. */
export interface SimulatedRun {
  advance(ms: number): Promise<void>;
  /** What was ever wrong; empty when all is well. */
  readonly violations: readonly string[];
  /** Faults by kind, and what the books themselves counted. */
  summary(): RunSummary;
  /** Books that cannot be used at this moment. */
  unusable(): readonly string[];
  stop(): Promise<void>;
}

export interface RunSummary {
  readonly injected: ReadonlyMap<string, number>;
  readonly updates: number;
  readonly compared: number;
  readonly gaps: number;
  readonly flags: ReadonlyMap<string, number>;
  readonly resyncs: number;
  /** The longest any book was out of use, refusals apart. */
  readonly longestOutMs: number;
}

interface Watched {
  readonly name: string;
  readonly book: WritableBook;
  readonly timeOf: (index: number) => number;
  lastUsableMs: number;
  refusedUntilMs: number;
}

export function createSimulatedRun(options: SimulatedRunOptions): SimulatedRun {
  const { seed, faults } = options;
  const clock = createManualClock(marketStartMs);
  const timeline = { marketNow: () => clock.now() };
  const random = createSeededRandom(seed);
  const violations: string[] = [];
  const injected = new Map<string, number>();
  const flags = new Map<string, number>();
  const watched = new Map<string, Watched>();
  let compared = 0;
  let longestOutMs = 0;
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  const accuse = (what: string) => {
    if (violations.length < toldMax) violations.push(`${clock.now() - marketStartMs} ms: ${what}`);
  };
  const report = {
    injected(fault: string, venue: string, symbol?: string) {
      add(injected, fault);
      const hit = fault === 'refused' ? watched.get(`${venue} ${symbol}`) : undefined;
      if (hit) hit.refusedUntilMs = clock.now() + refusedForMs;
    },
  };
  const market = createSimulatedMarket({
    ...{ seed, clock, timeline, random, faults, report },
    logger: silentLogger,
  });
  const prices = createPrices(seed);

  for (const profile of venueProfiles.slice(0, 4)) {
    const listings = createListings(profile);
    for (const text of options.symbols) {
      const symbol = parseSymbol(text);
      const listing = symbol && listings.get(symbol);
      if (!symbol || !listing) continue;
      const events = {
        changed: () => undefined,
        live: () => undefined,
        reconnecting: () => undefined,
        failed: () => undefined,
      };
      const book = createVenueBook({ venue: profile.venue, symbol, clock, events });
      const truth = createSimulatedBook(seed, listing, prices);
      const { timeOf } = createCadence(seed, listing);
      const ladder = createLadder();
      const name = `${profile.venue} ${symbol}`;
      let accepted = 0;
      const check = () => {
        accepted += 1;
        if (accepted % options.compareEvery !== 0) return;
        compared += 1;
        truth.write(timeOf(book.sequence), ladder);
        for (const side of ['bids', 'asks'] as const) {
          const should = wholeSide(ladder[side], listing).slice(0, comparedDepth);
          const does = book.levels(side, comparedDepth);
          if (JSON.stringify(does) !== JSON.stringify(should)) accuse(`${name} ${side} are wrong`);
        }
      };
      watched.set(name, { name, book, timeOf, lastUsableMs: clock.now(), refusedUntilMs: 0 });
      const flagged = (reason: string) => add(flags, reason);
      market.feeds.get(profile.venue)?.open(symbol, checking(book, { check, flagged }));
    }
  }

  const look = () => {
    const nowMs = clock.now();
    for (const each of watched.values()) {
      const { stalenessMs, quality } = each.book.health();
      const isUsable = quality === 'GOOD' || quality === 'DEGRADED';
      if (isUsable) {
        const contentMs = nowMs - each.timeOf(each.book.sequence);
        const age = `shows ${Math.round(contentMs)} ms as ${Math.round(stalenessMs)} ms`;
        if (contentMs > stalenessMs + unnoticedMsMax) accuse(`${each.name} ${age}`);
        each.lastUsableMs = nowMs;
      } else if (nowMs > each.refusedUntilMs) {
        const outMs = nowMs - Math.max(each.lastUsableMs, each.refusedUntilMs);
        longestOutMs = Math.max(longestOutMs, outMs);
        if (outMs > recoveredWithinMs) {
          accuse(`${each.name} is out of use for ${outMs} ms (${each.book.flagged})`);
        }
      }
    }
  };
  const cancelLook = clock.every(500, look);
  const books = () => [...watched.values()].map(({ book }) => book);
  const sum = (of: (book: WritableBook) => number) =>
    books().reduce((total, book) => total + of(book), 0);

  return {
    advance: (ms) => clock.advance(ms),
    violations,
    summary: () => ({
      injected,
      flags,
      compared,
      longestOutMs,
      updates: sum(({ updatesTotal }) => updatesTotal),
      gaps: sum(({ gapsTotal }) => gapsTotal),
      resyncs: sum(({ resyncsTotal }) => resyncsTotal),
    }),
    unusable: () =>
      [...watched.values()]
        .filter(({ book }) => !/GOOD|DEGRADED/.test(book.health().quality))
        .map(({ name }) => name),
    async stop() {
      cancelLook();
      await Promise.all([...market.feeds.values()].map((feed) => feed.stop()));
    },
  };
}

interface Watch {
  check(): void;
  flagged(reason: string): void;
}

/** The book, looked at after everything it accepts. */
function checking(book: BookWriter, { check, flagged }: Watch): BookWriter {
  return {
    snapshot(bids, asks, meta) {
      const isTaken = book.snapshot(bids, asks, meta);
      if (isTaken) check();
      return isTaken;
    },
    update(bids, asks, meta) {
      const isTaken = book.update(bids, asks, meta);
      if (isTaken) check();
      else flagged('malformed');
      return isTaken;
    },
    flag(reason) {
      flagged(reason);
      book.flag(reason);
    },
    top: () => book.top(),
    levels: (side, depth) => book.levels(side, depth),
    received: (bytes) => book.received(bytes),
    alive: () => book.alive(),
    reconnecting: (reason) => book.reconnecting(reason),
    failed: (reason) => book.failed(reason),
  };
}
