import { expect } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createBinanceFeed } from '../../../src/trading/venues/binance/marketData/feed.ts';
import { fromVenueSymbol } from '../../../src/trading/venues/binance/symbols.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createFakeTransport } from './fakeTransport.ts';
import { createRecordingBook, differences } from './recordingBook.ts';
import { documentOf, frameOf, type ScriptedMarket, truths } from './scriptedMarket.ts';

export type FaultKind = 'none' | 'loss' | 'duplicate' | 'reorder' | 'truncate';

export interface Fault {
  readonly kind: FaultKind;
  /** Index of the event that it hits. */
  readonly at: number;
  /** Share of its length at which a truncated frame is cut. */
  readonly cut: number;
}

/** Returns the frames that arrive at each step; the venue itself advances by one event per step. */
function deliveries(frames: readonly string[], { kind, at, cut }: Fault): string[][] {
  const steps = frames.map((frame) => [frame]);
  const hit = frames[at] ?? '';
  const next = frames[at + 1];
  if (kind === 'loss') steps[at] = [];
  if (kind === 'duplicate') steps[at] = [hit, hit];
  if (kind === 'truncate') steps[at] = [hit.slice(0, Math.floor(hit.length * cut))];
  if (kind === 'reorder' && next !== undefined) steps.splice(at, 2, [], [next, hit]);
  return steps;
}

/**
 * Plays a market with one fault through the feed. Checks after every frame that a book which claims
 * to be good is the true book of its number; then lets time pass and checks the end.
 */
export async function runWithFault(market: ScriptedMarket, fault: Fault, venueSymbol = 'BTCUSDT') {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('faults');
  const feed = createBinanceFeed({ transport, clock, random, logger: silentLogger });
  const symbol = fromVenueSymbol(market.isFutures ? 'usdm' : 'spot', venueSymbol);
  const book = createRecordingBook();
  const history = truths(market);
  const byId = new Map(history.map((truth) => [truth.id, truth]));
  let now = market.start;
  transport.answer = () => documentOf(now);

  const mustBeTrue = () => {
    if (!book.hasData || book.flagged !== undefined) return;
    const truth = byId.get(book.sequence);
    expect(truth).toBeDefined();
    expect(differences(book.bids, truth?.bids ?? new Map())).toEqual([]);
    expect(differences(book.asks, truth?.asks ?? new Map())).toEqual([]);
  };

  if (symbol) feed.open(symbol, book);
  const socket = transport.sockets[0];
  socket?.opened();
  await clock.advance(10);
  const frames = market.events.map((event) => frameOf(event, venueSymbol));
  for (const [i, arriving] of deliveries(frames, fault).entries()) {
    now = history[i + 1] ?? now;
    for (const frame of arriving) {
      socket?.frame(frame);
      mustBeTrue();
    }
    await clock.advance(100);
    mustBeTrue();
  }
  // Long enough for the quiet probe to find a loss that no later frame shows.
  await clock.advance(8_000);
  expect(book.flagged).toBeUndefined();
  expect(book.sequence).toBe(now.id);
  mustBeTrue();
  await feed.stop();
  expect(clock.pending()).toBe(0);
  return book;
}
