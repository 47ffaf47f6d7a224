import type { Clock } from '../../../kit/clock.ts';
import type { WireLevel } from '../bookPort.ts';
import { createSimulatedBook, type SimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import type { FaultPlan, FrameFault } from './faults.ts';
import { changedLevels, createLadder, type Ladder, wholeSide } from './ladder.ts';
import type { Prices } from './prices.ts';
import type { Timeline } from './timeline.ts';
import type { Listing } from './venues.ts';

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

/** Sends a snapshot at once, and every change after it in the rhythm of the venue. */
export function openWireStream(deps: WireStreamDeps): WireStream {
  const { clock, timeline, listing, plan } = deps;
  const cadence = createCadence(deps.seed, listing);
  const book = createSimulatedBook(deps.seed, listing, deps.prices);
  const intervalMs = 1_000 / listing.profile.updatesPerSec;
  let shown = createLadder();
  let next = createLadder();
  let shownIndex = cadence.indexAt(timeline.marketNow());
  /** A frame that is sent after the next one. */
  let held: string | undefined;
  let silentUntilMs = 0;

  const frameOf = (full: boolean, previous: number, sides: readonly (readonly WireLevel[])[]) =>
    JSON.stringify({
      s: listing.symbol,
      n: shownIndex,
      p: previous,
      t: Math.round(clock.now() - listing.profile.lagMs),
      ...(full && { full }),
      b: sides[0],
      a: sides[1],
    });
  const whole = (ladder: Ladder) => [
    wholeSide(ladder.bids, listing),
    wholeSide(ladder.asks, listing),
  ];

  const say = (text: string) => {
    if (timeline.marketNow() < silentUntilMs) return;
    deps.send(text);
    const late = held;
    held = undefined;
    if (late !== undefined) deps.send(late);
  };
  const hit = (fault: FrameFault, text: string) => {
    // A stream that is silent already cannot be hit.
    if (timeline.marketNow() < silentUntilMs || held !== undefined) {
      say(text);
      return;
    }
    deps.injected(fault);
    switch (fault) {
      case 'lost':
        return;
      case 'doubled':
        say(text);
        say(text);
        return;
      case 'swapped':
        held = text;
        return;
      case 'torn':
        say(text.slice(0, text.length >> 1));
        return;
      case 'nonsense':
        say(text.replace(/"a":\[.*$/, '"a":[["-1","x"]]}'));
        return;
      case 'oldSnapshot': {
        const before = shownIndex - 5;
        book.write(cadence.timeOf(before), next);
        const old = JSON.parse(frameOf(true, before, whole(next)));
        say(JSON.stringify({ ...old, n: before }));
        say(text);
        return;
      }
      case 'stall':
        silentUntilMs = timeline.marketNow() + plan.stallMs(shownIndex);
        return;
    }
  };

  const show = (index: number) => {
    book.write(cadence.timeOf(index), next);
    [shown, next] = [next, shown];
    const previous = shownIndex;
    shownIndex = index;
    const text = frameOf(false, previous, [
      changedLevels({ from: next.bids, to: shown.bids, away: -1 }, listing),
      changedLevels({ from: next.asks, to: shown.asks, away: 1 }, listing),
    ]);
    const fault = plan.ofFrame(listing.symbol, index, intervalMs);
    if (fault) hit(fault, text);
    else say(text);
  };
  const dueIn = () => {
    const nowMs = timeline.marketNow();
    return Math.ceil(cadence.timeOf(cadence.indexAt(nowMs) + 1) - nowMs);
  };
  const beat = () => {
    const index = cadence.indexAt(timeline.marketNow());
    // Timers of whole milliseconds may come a little early.
    if (index > shownIndex) show(index);
    if (!isStopped) cancel = clock.schedule(dueIn(), beat);
  };

  let isStopped = false;
  book.write(cadence.timeOf(shownIndex), shown);
  let cancel = clock.schedule(dueIn(), beat);
  deps.send(frameOf(true, shownIndex, whole(shown)));
  return {
    stop() {
      isStopped = true;
      cancel();
    },
  };
}

/** What a venue would show of a book right now. */
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
