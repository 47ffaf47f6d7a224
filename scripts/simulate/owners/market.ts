import type { Clock } from '../../../server/src/kit/clock.ts';
import type { BookWriter, OpenFeed } from '../../../server/src/trading/venues/bookPort.ts';
import type { FeedSet } from '../../../server/src/trading/venues/feeds.ts';
import { type BookName, spotListings } from '../algorithms/listings.ts';
import { feedSet } from '../algorithms/market.ts';
import { createPath, type Sides } from '../algorithms/path.ts';
import type { World } from '../world.ts';

/**
 * Milliseconds between two steps: below the second after which a book may be in doubt, and enough
 * for orders to fill.
 */
const stepMs = 900;
/** Milliseconds that a connection to a near host takes to open. */
const openMs = 20;

/**
 * Creates a few levels of one symbol at each venue, the same for every process: a run is about who
 * sends an order, not about the origin of its book.
 */
export function createCommonMarket(world: World): (clock: Clock) => FeedSet {
  const path = createPath({
    chance: world.chance('market'),
    listings: spotListings,
    depth: [0.01, 0.2],
  });
  const shown = new Map<string, { readonly step: number; readonly sides: Sides }>();
  const sidesOf = (name: BookName): { readonly step: number; readonly sides: Sides } => {
    const step = Math.floor(world.clock.elapsedMs() / stepMs);
    const before = shown.get(name.venue);
    if (before?.step === step) return before;
    const now = { step, sides: path.sides(name, step) };
    shown.set(name.venue, now);
    return now;
  };
  const open = (name: BookName, writer: BookWriter, clock: Clock): OpenFeed => {
    const show = (): void => {
      const { step, sides } = sidesOf(name);
      writer.snapshot(sides.bids, sides.asks, { sequence: step });
    };
    const cancel = clock.schedule(openMs, show);
    const stop = clock.every(stepMs, show);
    return {
      close() {
        cancel();
        stop();
      },
    };
  };
  return (clock) =>
    feedSet({ listings: spotListings }, clock, (name, writer) => open(name, writer, clock));
}
