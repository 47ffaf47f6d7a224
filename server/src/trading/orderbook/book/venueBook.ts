import { unreachable } from '../../../kit/assert.ts';
import type { Clock } from '../../../kit/clock.ts';
import { midPrice, spreadBps } from '../../model/book.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookMeta, BookTop, FlagReason, WireLevel } from '../../venues/bookPort.ts';
import type {
  BookHealth,
  BookQualityRecord,
  Level,
  VenueBookEvents,
  WritableBook,
} from '../types.ts';
import { createGapWindow, type GapWindow } from './gapWindow.ts';
import { LocalBook } from './localBook.ts';
import { confidence, depthWithin, imbalance, qualityLevel } from './quality.ts';
import { createUpdateRate, type UpdateRate } from './updateRate.ts';
import { WireLevels } from './wireLevels.ts';

export interface VenueBookDeps {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly clock: Clock;
  readonly events: VenueBookEvents;
}

/**
 * Creates one venue's book of one symbol, empty until its first snapshot.
 *
 * While it is flagged or without data, it is UNAVAILABLE with confidence 0 and takes snapshots
 * only. Updates are ignored and return true, because the resync they could ask for is already due.
 */
export function createVenueBook(deps: VenueBookDeps): WritableBook {
  return new SingleVenueBook(deps);
}

class SingleVenueBook implements WritableBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly #clock: Clock;
  readonly #events: VenueBookEvents;
  readonly #gaps: GapWindow = createGapWindow();
  readonly #rate: UpdateRate;
  readonly #bidsIn = new WireLevels();
  readonly #asksIn = new WireLevels();
  /** Never crossed between messages; empty while `#hasData` is false. */
  readonly #book = new LocalBook();
  #hasData = false;
  #flagged: FlagReason | undefined;
  #flaggedAtMs: number | undefined;
  #version = 0;
  #sequence = 0;
  #updatedAtMs: number | undefined;
  /** Monotonic time of the venue's last message; before the first, of the book's creation. */
  #lastWordMs: number;
  /** Set from the loss of the upstream to its next message: meanwhile nothing proves it alive. */
  #isUpstreamLost = false;
  #gapsTotal = 0;
  #resyncsTotal = 0;
  #updatesTotal = 0;
  #bytesTotal = 0;
  #lagMs: number | undefined;
  #isNotifying = false;
  #notifiedVersion = 0;

  constructor(deps: VenueBookDeps) {
    this.venue = deps.venue;
    this.symbol = deps.symbol;
    this.#clock = deps.clock;
    this.#events = deps.events;
    this.#lastWordMs = deps.clock.monotonic();
    this.#rate = createUpdateRate(this.#lastWordMs);
  }

  get version(): number {
    return this.#version;
  }

  get sequence(): number {
    return this.#sequence;
  }

  get hasData(): boolean {
    return this.#hasData;
  }

  get flagged(): FlagReason | undefined {
    return this.#flagged;
  }

  get flaggedAtMs(): number | undefined {
    return this.#flaggedAtMs;
  }

  get updatedAtMs(): number | undefined {
    return this.#updatedAtMs;
  }

  get gapsTotal(): number {
    return this.#gapsTotal;
  }

  get resyncsTotal(): number {
    return this.#resyncsTotal;
  }

  get updatesTotal(): number {
    return this.#updatesTotal;
  }

  get bytesTotal(): number {
    return this.#bytesTotal;
  }

  get lagMs(): number | undefined {
    return this.#lagMs;
  }

  bestBid(): Level | undefined {
    return this.#book.bids.best();
  }

  bestAsk(): Level | undefined {
    return this.#book.asks.best();
  }

  bids(depth: number): Level[] {
    return this.#book.bids.top(depth);
  }

  asks(depth: number): Level[] {
    return this.#book.asks.top(depth);
  }

  midPrice(): number | undefined {
    return midPrice(this.#book.bids.bestPrice(), this.#book.asks.bestPrice());
  }

  spreadBps(): number | undefined {
    return spreadBps(this.#book.bids.bestPrice(), this.#book.asks.bestPrice());
  }

  health(): BookHealth {
    const nowMs = this.#clock.monotonic();
    const stalenessMs = nowMs - this.#lastWordMs;
    const usable = this.#hasData && this.#flagged === undefined;
    const gapsLast5m = this.#gaps.count(nowMs);
    return {
      stalenessMs,
      quality: usable ? qualityLevel(stalenessMs) : 'UNAVAILABLE',
      confidence: confidence({ stalenessMs, spreadBps: this.spreadBps(), gapsLast5m, usable }),
    };
  }

  qualityRecord(): BookQualityRecord {
    const nowMs = this.#clock.monotonic();
    const mid = this.midPrice();
    const none = { bids: 0, asks: 0 };
    const near = mid === undefined ? none : depthWithin(this.#book, mid, 10);
    const wide = mid === undefined ? none : depthWithin(this.#book, mid, 50);
    return {
      ...this.health(),
      spreadBps: this.spreadBps(),
      depthAt10Bps: near.bids + near.asks,
      depthAt50Bps: wide.bids + wide.asks,
      bidAskImbalance: imbalance(wide),
      updateRatePerSec: this.#rate.perSec(nowMs),
      sequenceGaps: this.#gaps.count(nowMs),
    };
  }

  snapshot(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean {
    if (!this.#parse(bids, asks)) return this.#refuse('malformed');
    const levelsChanged = this.#book.replace(this.#bidsIn, this.#asksIn);
    if (this.#book.isCrossed()) return this.#refuse('crossed');
    const wasUsable = this.#hasData && this.#flagged === undefined;
    // A snapshot that renews a book in good order repairs nothing.
    const wasLost = this.#hasData && this.#isUpstreamLost;
    if (wasLost || this.#flagged !== undefined) this.#resyncsTotal += 1;
    this.#hasData = true;
    this.#flagged = undefined;
    this.#flaggedAtMs = undefined;
    this.#accept(meta, levelsChanged || !wasUsable);
    return true;
  }

  update(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean {
    if (!this.#hasData || this.#flagged !== undefined) return true;
    if (!this.#parse(bids, asks)) return this.#refuse('malformed');
    const levelsChanged = this.#book.apply(this.#bidsIn, this.#asksIn);
    if (this.#book.isCrossed()) return this.#refuse('crossed');
    this.#accept(meta, levelsChanged);
    return true;
  }

  top(): BookTop {
    return { bid: this.#book.bids.bestPrice(), ask: this.#book.asks.bestPrice() };
  }

  levels(side: 'bids' | 'asks', depth: number): Level[] {
    return this.#book[side].top(depth);
  }

  received(bytes: number): void {
    this.#bytesTotal += bytes;
  }

  flag(reason: FlagReason): void {
    const before = this.#flagged;
    if (reason === 'disconnected' && (!this.#hasData || before !== undefined)) return;
    // A flagged book is out of sync already: further gaps before its snapshot are the same gap.
    if (before === undefined && isSequenceGap(reason)) {
      this.#gapsTotal += 1;
      this.#gaps.add(this.#clock.monotonic());
    }
    if (areLevelsWrong(reason)) {
      this.#book.clear();
      this.#hasData = false;
    }
    this.#flagged = reason;
    if (before === reason) return;
    this.#flaggedAtMs ??= this.#clock.now();
    if (before === undefined) this.#events.flagged?.(this, reason);
    this.#version += 1;
    this.#notify();
  }

  alive(): void {
    if (!this.#hasData || this.#flagged !== undefined || this.#isUpstreamLost) return;
    this.#refresh(this.#clock.monotonic());
  }

  reconnecting(reason: string): void {
    this.#isUpstreamLost = true;
    this.#events.reconnecting(reason);
  }

  failed(reason: string): void {
    this.#isUpstreamLost = true;
    this.#events.failed(reason);
  }

  #parse(bids: readonly WireLevel[], asks: readonly WireLevel[]): boolean {
    return this.#bidsIn.parse(bids) && this.#asksIn.parse(asks);
  }

  #refuse(reason: 'crossed' | 'malformed'): false {
    this.flag(reason);
    return false;
  }

  #accept(meta: BookMeta, changed: boolean): void {
    const nowMs = this.#clock.monotonic();
    this.#sequence = meta.sequence;
    this.#updatesTotal += 1;
    if (changed) this.#version += 1;
    this.#isUpstreamLost = false;
    this.#rate.add(nowMs);
    this.#refresh(nowMs);
    if (meta.venueTimeMs !== undefined && this.#updatedAtMs !== undefined) {
      this.#lagMs = this.#updatedAtMs - meta.venueTimeMs;
    }
    // First, so that listeners of the change find the subscription active already.
    this.#events.live();
    this.#notify();
  }

  #refresh(nowMs: number): void {
    this.#lastWordMs = nowMs;
    this.#updatedAtMs = this.#clock.now();
  }

  /** Notifies the owner of a change; a change that the owner makes meanwhile follows after it. */
  #notify(): void {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    try {
      while (this.#notifiedVersion !== this.#version) {
        this.#notifiedVersion = this.#version;
        this.#events.changed(this);
      }
    } finally {
      this.#isNotifying = false;
    }
  }
}

/** Design decision `sequence_gaps`. */
function isSequenceGap(reason: FlagReason): boolean {
  switch (reason) {
    case 'gap':
    case 'checksum':
      return true;
    case 'crossed':
    case 'malformed':
    case 'restart':
    case 'reach':
    case 'disconnected':
      return false;
    default:
      return unreachable(reason);
  }
}

/** True when the levels are known to be wrong, not only old: then they are not shown any more. */
function areLevelsWrong(reason: FlagReason): boolean {
  switch (reason) {
    case 'crossed':
    case 'malformed':
      return true;
    case 'gap':
    case 'checksum':
    case 'restart':
    case 'reach':
    case 'disconnected':
      return false;
    default:
      return unreachable(reason);
  }
}
