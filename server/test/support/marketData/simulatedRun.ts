import type { Cancel } from '../../../src/kit/clock.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import { createVenueBook } from '../../../src/trading/orderbook/book/venueBook.ts';
import type { WritableBook } from '../../../src/trading/orderbook/types.ts';
import type { BookWriter } from '../../../src/trading/venues/bookPort.ts';
import { simulatedProfiles } from '../../../src/trading/venues/registry.ts';
import { createSimulatedBook } from '../../../src/trading/venues/simulated/book.ts';
import { createCadence } from '../../../src/trading/venues/simulated/cadence.ts';
import type { FaultLevel } from '../../../src/trading/venues/simulated/faults.ts';
import { createLadder, wholeSide } from '../../../src/trading/venues/simulated/ladder.ts';
import { createListings, type Listing } from '../../../src/trading/venues/simulated/listings.ts';
import { createPrices, type Prices } from '../../../src/trading/venues/simulated/prices.ts';
import {
  createSimulatedMarket,
  type SimulatedMarket,
} from '../../../src/trading/venues/simulated/simulatedMarket.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** Levels compared with the truth. */
const comparedDepth = 20;
/**
 * A venue may be silent for a minute and out for another; then a dead socket takes 35 s to be
 * found, a snapshot 10 s to be missed, and the waits have grown to 60 s.
 */
const recoveredWithinMs = 240_000;
/** A final refusal is retried after ten minutes. */
const refusedForMs = 660_000;
/** A quiet stream is found dead within this time; until then its book looks younger than it is. */
const unnoticedMsMax = 5_000;
/** Maximum number of violations reported; the first few are enough. */
const toldMax = 20;
const marketStartMs = 1_750_000_000_000;
const lookEveryMs = 500;

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
  /** Everything that was ever wrong; empty when all is well. */
  readonly violations: readonly string[];
  /** Returns faults by kind, and the counts of the books themselves. */
  summary(): RunSummary;
  /** Returns the books that cannot be used at this moment. */
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
  /** The longest time that any book was unusable, without refusals. */
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
  return new WatchedMarket(options);
}

class WatchedMarket implements SimulatedRun {
  readonly violations: string[] = [];
  readonly #options: SimulatedRunOptions;
  readonly #clock = createManualClock(marketStartMs);
  readonly #market: SimulatedMarket;
  readonly #prices: Prices;
  readonly #injected = new Map<string, number>();
  readonly #flags = new Map<string, number>();
  readonly #watched = new Map<string, Watched>();
  readonly #cancelLook: Cancel;
  #compared = 0;
  #longestOutMs = 0;

  constructor(options: SimulatedRunOptions) {
    const { seed, faults } = options;
    const clock = this.#clock;
    this.#options = options;
    this.#prices = createPrices(seed);
    this.#market = createSimulatedMarket({
      seed,
      profiles: simulatedProfiles,
      clock,
      faults,
      timeline: { marketNow: () => clock.now() },
      random: createSeededRandom(seed),
      logger: silentLogger,
      report: { injected: (fault, venue, symbol) => this.#hit(fault, `${venue} ${symbol}`) },
    });
    for (const profile of simulatedProfiles.slice(0, 4)) {
      const listings = createListings(profile);
      for (const text of options.symbols) {
        const symbol = parseSymbol(text);
        const listing = symbol && listings.get(symbol);
        if (listing) this.#watch(listing);
      }
    }
    this.#cancelLook = clock.every(lookEveryMs, () => this.#look());
  }

  advance(ms: number): Promise<void> {
    return this.#clock.advance(ms);
  }

  summary(): RunSummary {
    const books = [...this.#watched.values()].map(({ book }) => book);
    const sum = (of: (book: WritableBook) => number) =>
      books.reduce((total, book) => total + of(book), 0);
    return {
      injected: this.#injected,
      flags: this.#flags,
      compared: this.#compared,
      longestOutMs: this.#longestOutMs,
      updates: sum(({ updatesTotal }) => updatesTotal),
      gaps: sum(({ gapsTotal }) => gapsTotal),
      resyncs: sum(({ resyncsTotal }) => resyncsTotal),
    };
  }

  unusable(): readonly string[] {
    const unusable = [...this.#watched.values()].filter(({ book }) => !isUsable(book));
    return unusable.map(({ name }) => name);
  }

  async stop(): Promise<void> {
    this.#cancelLook();
    await Promise.all([...this.#market.feeds.values()].map((feed) => feed.stop()));
  }

  #hit(fault: string, name: string): void {
    count(this.#injected, fault);
    const hit = fault === 'refused' ? this.#watched.get(name) : undefined;
    if (hit) hit.refusedUntilMs = this.#clock.now() + refusedForMs;
  }

  #watch(listing: Listing): void {
    const { symbol, profile } = listing;
    const { venue } = profile;
    const clock = this.#clock;
    const nothing = () => undefined;
    const events = { changed: nothing, live: nothing, reconnecting: nothing, failed: nothing };
    const book = createVenueBook({ venue, symbol, clock, events });
    const { timeOf } = createCadence(this.#options.seed, listing);
    const name = `${venue} ${symbol}`;
    const watched = { name, book, timeOf, lastUsableMs: clock.now(), refusedUntilMs: 0 };
    this.#watched.set(name, watched);
    const check = this.#comparison(watched, listing);
    const flagged = (reason: string) => count(this.#flags, reason);
    this.#market.feeds.get(venue)?.open(symbol, checking(book, { check, flagged }));
  }

  /** Compares every n-th message with the market itself. */
  #comparison({ name, book, timeOf }: Watched, listing: Listing): () => void {
    const { seed, compareEvery } = this.#options;
    const truth = createSimulatedBook(seed, listing, this.#prices);
    const ladder = createLadder();
    let accepted = 0;
    return () => {
      accepted += 1;
      if (accepted % compareEvery !== 0) return;
      this.#compared += 1;
      truth.write(timeOf(book.sequence), ladder);
      for (const side of ['bids', 'asks'] as const) {
        const should = JSON.stringify(wholeSide(ladder[side], listing).slice(0, comparedDepth));
        const does = JSON.stringify(book.levels(side, comparedDepth));
        if (does !== should) this.#accuse(`${name} ${side} are wrong`);
      }
    };
  }

  #look(): void {
    const nowMs = this.#clock.now();
    for (const each of this.#watched.values()) {
      if (isUsable(each.book)) {
        const { stalenessMs } = each.book.health();
        const contentMs = nowMs - each.timeOf(each.book.sequence);
        const age = `shows ${Math.round(contentMs)} ms as ${Math.round(stalenessMs)} ms`;
        if (contentMs > stalenessMs + unnoticedMsMax) this.#accuse(`${each.name} ${age}`);
        each.lastUsableMs = nowMs;
      } else if (nowMs > each.refusedUntilMs) {
        const outMs = nowMs - Math.max(each.lastUsableMs, each.refusedUntilMs);
        const out = `${each.name} is out of use for ${outMs} ms (${each.book.flagged})`;
        this.#longestOutMs = Math.max(this.#longestOutMs, outMs);
        if (outMs > recoveredWithinMs) this.#accuse(out);
      }
    }
  }

  #accuse(what: string): void {
    if (this.violations.length >= toldMax) return;
    this.violations.push(`${this.#clock.now() - marketStartMs} ms: ${what}`);
  }
}

function isUsable(book: WritableBook): boolean {
  const { quality } = book.health();
  return quality === 'GOOD' || quality === 'DEGRADED';
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

interface Watch {
  check(): void;
  flagged(reason: string): void;
}

/** Returns the book, checked after everything it accepts. */
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
