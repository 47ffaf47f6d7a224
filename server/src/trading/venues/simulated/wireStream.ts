import { unreachable } from '../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { WireLevel } from '../bookPort.ts';
import { createSimulatedBook, type SimulatedBook } from './book.ts';
import { type Cadence, createCadence } from './cadence.ts';
import type { FaultPlan, FrameFault } from './faults.ts';
import { changedLevels, createLadder, type Ladder, wholeSide } from './ladder.ts';
import type { Listing } from './listings.ts';
import type { Prices } from './prices.ts';
import type { Timeline } from './timeline.ts';

/** Number of messages by which an old snapshot is behind. */
const oldBy = 5;

export interface WireStreamDeps {
  readonly seed: string;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly prices: Prices;
  readonly listing: Listing;
  readonly plan: FaultPlan;
  /** Sends one frame to the subscriber. */
  send(text: string): void;
  injected(fault: FrameFault): void;
}

/** The server's side of one subscription, with faults on the way out. */
export interface WireStream {
  stop(): void;
}

/** Sends a snapshot at once, and every later change in the rhythm of the venue. */
export function openWireStream(deps: WireStreamDeps): WireStream {
  return new LossyWireStream(deps);
}

class LossyWireStream implements WireStream {
  readonly #deps: WireStreamDeps;
  readonly #cadence: Cadence;
  readonly #book: SimulatedBook;
  readonly #intervalMs: number;
  #shown = createLadder();
  #next = createLadder();
  #shownIndex: number;
  /** A frame that is sent after the next one. */
  #held: string | undefined;
  #silentUntilMs = 0;
  #isStopped = false;
  #cancel: Cancel;

  constructor(deps: WireStreamDeps) {
    const { seed, listing, prices, timeline, clock } = deps;
    this.#deps = deps;
    this.#cadence = createCadence(seed, listing);
    this.#book = createSimulatedBook(seed, listing, prices);
    this.#intervalMs = 1_000 / listing.profile.updatesPerSec;
    this.#shownIndex = this.#cadence.indexAt(timeline.marketNow());
    this.#book.write(this.#cadence.timeOf(this.#shownIndex), this.#shown);
    this.#cancel = clock.schedule(this.#dueInMs(), () => this.#beat());
    deps.send(this.#snapshotOf(this.#shownIndex, this.#shown));
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #beat(): void {
    const { clock, timeline } = this.#deps;
    const index = this.#cadence.indexAt(timeline.marketNow());
    // Timers of whole milliseconds may fire a little early.
    if (index > this.#shownIndex) this.#show(index);
    if (!this.#isStopped) this.#cancel = clock.schedule(this.#dueInMs(), () => this.#beat());
  }

  #dueInMs(): number {
    const nowMs = this.#deps.timeline.marketNow();
    const { timeOf, indexAt } = this.#cadence;
    return Math.ceil(timeOf(indexAt(nowMs) + 1) - nowMs);
  }

  #show(index: number): void {
    const { plan, listing } = this.#deps;
    this.#book.write(this.#cadence.timeOf(index), this.#next);
    [this.#shown, this.#next] = [this.#next, this.#shown];
    const [from, to] = [this.#next, this.#shown];
    const text = this.#frameOf({
      n: index,
      p: this.#shownIndex,
      b: changedLevels({ from: from.bids, to: to.bids, away: -1 }, listing),
      a: changedLevels({ from: from.asks, to: to.asks, away: 1 }, listing),
    });
    this.#shownIndex = index;
    const fault = plan.ofFrame(listing.symbol, index, this.#intervalMs);
    // A stream that is silent, or holds a frame, cannot get another fault.
    if (fault && !this.#isSilent() && this.#held === undefined) this.#hit(fault, text);
    else this.#say(text);
  }

  #hit(fault: FrameFault, text: string): void {
    const { plan, timeline, injected } = this.#deps;
    injected(fault);
    switch (fault) {
      case 'lost':
        return;
      case 'doubled':
        this.#say(text);
        this.#say(text);
        return;
      case 'swapped':
        this.#held = text;
        return;
      case 'torn':
        this.#say(text.slice(0, text.length >> 1));
        return;
      case 'nonsense':
        this.#say(text.replace(/"a":\[.*$/, '"a":[["-1","x"]]}'));
        return;
      case 'oldSnapshot':
        this.#say(this.#oldSnapshot());
        this.#say(text);
        return;
      case 'stall':
        this.#silentUntilMs = timeline.marketNow() + plan.stallMs(this.#shownIndex);
        return;
      default:
        unreachable(fault);
    }
  }

  #oldSnapshot(): string {
    const before = this.#shownIndex - oldBy;
    this.#book.write(this.#cadence.timeOf(before), this.#next);
    return this.#snapshotOf(before, this.#next);
  }

  #snapshotOf(index: number, { bids, asks }: Ladder): string {
    const { listing } = this.#deps;
    const b = wholeSide(bids, listing);
    return this.#frameOf({ full: true, n: index, p: index, b, a: wholeSide(asks, listing) });
  }

  #frameOf(fields: object): string {
    const { clock, listing } = this.#deps;
    const t = Math.round(clock.now() - listing.profile.lagMs);
    return JSON.stringify({ s: listing.symbol, t, ...fields });
  }

  #isSilent(): boolean {
    return this.#deps.timeline.marketNow() < this.#silentUntilMs;
  }

  #say(text: string): void {
    if (this.#isSilent()) return;
    this.#deps.send(text);
    const late = this.#held;
    this.#held = undefined;
    if (late !== undefined) this.#deps.send(late);
  }
}

/** Returns what a venue would show of a book right now. */
export function documentOf(
  book: SimulatedBook,
  { atMs, listing, depth }: { atMs: number; listing: Listing; depth: number },
): string {
  const ladder = createLadder();
  book.write(atMs, ladder);
  const best = (side: WireLevel[]) => side.slice(0, depth);
  const b = best(wholeSide(ladder.bids, listing));
  return JSON.stringify({ b, a: best(wholeSide(ladder.asks, listing)) });
}
