import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { BookFeed, BookMeta, BookWriter, OpenFeed } from '../bookPort.ts';
import type { SimulatedProfile } from '../shared/simulatedProfile.ts';
import { createSimulatedBook } from './book.ts';
import { createCadence } from './cadence.ts';
import { changedLevels, createLadder, wholeSide } from './ladder.ts';
import type { Listing } from './listings.ts';
import { noiseKey, uniformAt } from './noise.ts';
import type { Prices } from './prices.ts';
import type { Timeline } from './timeline.ts';

export interface SimulatedFeedDeps {
  readonly seed: string;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly prices: Prices;
  readonly profile: SimulatedProfile;
  readonly listings: ReadonlyMap<InstrumentSymbol, Listing>;
}

/** As long as a WebSocket to a near host takes to open and subscribe. */
const connectMsMin = 5;
const connectMsMax = 40;

/** Creates one venue's books, as its public feed would bring them. */
export function createSimulatedFeed(deps: SimulatedFeedDeps): BookFeed {
  const open = new Set<OpenFeed>();
  return {
    venue: deps.profile.venue,
    lists: (symbol) => (deps.listings.has(symbol) ? 'yes' : 'no'),
    open(symbol, book) {
      const listing = deps.listings.get(symbol);
      const upstream = listing
        ? openUpstream(deps, listing, book)
        : openRefused(deps, symbol, book);
      const closing: OpenFeed = {
        close() {
          open.delete(closing);
          upstream.close();
        },
      };
      open.add(closing);
      return closing;
    },
    async stop() {
      for (const each of [...open]) each.close();
    },
  };
}

function openRefused(deps: SimulatedFeedDeps, symbol: InstrumentSymbol, book: BookWriter) {
  const reason = `${deps.profile.venue} does not list ${symbol}`;
  return { close: deps.clock.schedule(connectMsMin, () => book.failed(reason)) };
}

/**
 * Each update shows the book of its own moment, not of the moment when its timer ran: frames depend
 * only on the seed. Moments missed while the process was busy are skipped.
 */
function openUpstream(deps: SimulatedFeedDeps, listing: Listing, writer: BookWriter): OpenFeed {
  const { seed, clock, timeline, profile } = deps;
  const book = createSimulatedBook(seed, listing, deps.prices);
  const cadence = createCadence(seed, listing);
  let shown = createLadder();
  let next = createLadder();
  let shownIndex = -1;
  let inStep = false;
  let closed = false;
  let cancel: Cancel;

  const show = (index: number): void => {
    book.write(cadence.timeOf(index), next);
    [shown, next] = [next, shown];
    shownIndex = index;
    const meta = { sequence: index, venueTimeMs: Math.round(clock.now() - profile.lagMs) };
    // A writer that refuses a change needs a snapshot, like any feed that lost its place.
    inStep = inStep ? sendChanges(meta) : sendSnapshot(meta);
  };
  const sendSnapshot = (meta: BookMeta): boolean =>
    writer.snapshot(wholeSide(shown.bids, listing), wholeSide(shown.asks, listing), meta);
  const sendChanges = (meta: BookMeta): boolean => {
    const bids = changedLevels({ from: next.bids, to: shown.bids, away: -1 }, listing);
    const asks = changedLevels({ from: next.asks, to: shown.asks, away: 1 }, listing);
    if (bids.length + asks.length > 0) return writer.update(bids, asks, meta);
    writer.alive();
    return true;
  };

  const beat = (): void => {
    const index = cadence.indexAt(timeline.marketNow());
    // Timers of whole milliseconds may fire a little early.
    if (index > shownIndex) show(index);
    if (closed) return;
    const nowMs = timeline.marketNow();
    const dueMs = cadence.timeOf(cadence.indexAt(nowMs) + 1);
    cancel = clock.schedule(Math.ceil(dueMs - nowMs), beat);
  };

  const connectKey = noiseKey(seed, profile.venue, listing.symbol, 'connect');
  const chance = uniformAt(connectKey, cadence.indexAt(timeline.marketNow()));
  cancel = clock.schedule(connectMsMin + chance * (connectMsMax - connectMsMin), beat);
  return {
    close() {
      closed = true;
      cancel();
    },
  };
}
