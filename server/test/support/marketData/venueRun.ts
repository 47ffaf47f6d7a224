import { expect } from 'vitest';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { parseSymbol } from '../../../src/trading/model/symbol.ts';
import type { FlagReason } from '../../../src/trading/venues/bookPort.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createRecordingBook, type RecordingBook } from './recordingBook.ts';
import { createScriptedVenue } from './scriptedVenue.ts';
import {
  applied,
  isSame,
  type ScriptEvent,
  type TextLevel,
  type TrueBook,
  type VenueMarket,
} from './venueMarket.ts';
import type { VenueFault, VenueScript } from './venueScript.ts';

const stepMs = 100;
/** Longer than any stall limit, doubt included, and the backoff after it. */
const settleMs = 20_000;
/** Longer than the wait after a refusal. */
const refusedMs = 620_000;

/** Returns levels of the truth as the book must show them. */
function expected(script: VenueScript, side: readonly TextLevel[]): [number, number][] {
  return side.map(([price, size]): [number, number] => {
    const [p, s] = [Number.parseFloat(price), Number.parseFloat(size)];
    return [p, script.toBase ? script.toBase(p, s) : s];
  });
}

function shows(script: VenueScript, book: RecordingBook, truth: TrueBook): boolean {
  const sides = { bids: expected(script, truth.bids), asks: expected(script, truth.asks) };
  return (
    JSON.stringify(sides) ===
    JSON.stringify({
      bids: book.levels('bids', 1_000),
      asks: book.levels('asks', 1_000),
    })
  );
}

/**
 * Plays a market with one fault through the collector. After every frame a book that claims to be
 * good must be a true book, never one before an earlier one; at the end it must be the last.
 */
export async function runVenueFault(script: VenueScript, fault: VenueFault, market: VenueMarket) {
  const clock = createManualClock();
  const random = createSeededRandom('faults');
  const book = createRecordingBook();
  let seen = 0;
  const mustBeTrue = () => {
    if (!book.hasData || book.flagged !== undefined) return;
    const at = market.history.findIndex((truth, i) => i >= seen && shows(script, book, truth));
    expect({ kind: fault.kind, at: fault.at, isTrue: at >= 0 }).toMatchObject({ isTrue: true });
    seen = at;
  };
  const venue = createScriptedVenue({ script, market, fault, clock, delivered: mustBeTrue });
  const feed = script.createFeed({
    clock,
    random,
    logger: silentLogger,
    transport: venue.transport,
  });
  const symbol = parseSymbol(script.symbol);
  if (!symbol) throw new Error(`${script.symbol} is no symbol`);
  const opened = feed.open(symbol, book);
  await clock.advance(fault.kind === 'refused' ? refusedMs : settleMs / 2);
  for (let i = 0; i < market.events.length; i += 1) {
    venue.step(i);
    await clock.advance(stepMs);
    mustBeTrue();
  }
  await clock.advance(settleMs);
  mustBeTrue();
  const last = market.history.at(-1);
  expect([book.flagged, last && shows(script, book, last)]).toEqual([undefined, true]);
  opened.close();
  await feed.stop();
  venue.stop();
  // A message of the last moment still arrives, but nobody receives it.
  await clock.advance(stepMs);
  expect(clock.pending()).toBe(0);
  return book;
}

/** A stall after which the market is unchanged leaves the book right, and nothing to find. */
export function isHarmless({ kind, at }: VenueFault, { history }: VenueMarket): boolean {
  const [before, last] = [history[at], history.at(-1)];
  return kind === 'stall' && before !== undefined && last !== undefined && isSame(before, last);
}

/** Returns the flags a fault must lead to: exactly one if the venue's rule sees it, else none. */
export function expectedFlags(
  script: VenueScript,
  { kind, at }: VenueFault,
  market: VenueMarket,
): readonly FlagReason[] {
  const isLast = at === market.events.length - 1;
  const byRule: readonly FlagReason[] = script.detects === 'checksum' ? ['checksum'] : ['gap'];
  switch (kind) {
    case 'loss':
      if (isVisible(script, market, losing(market, at))) return byRule;
      // No message follows: the proof of a quiet book finds it, unless the venue repeats the book.
      return isLast && !script.repeats ? ['gap'] : [];
    case 'reorder':
      if (isLast || script.detects === 'nothing') return [];
      // Both can match their checksums; then the time that goes back reveals it.
      return isVisible(script, market, swapping(market, at)) ? byRule : ['gap'];
    case 'truncate':
      return ['malformed'];
    case 'stall':
      return ['gap'];
    case 'checksum':
      return ['checksum'];
    case 'oldSnapshot':
      return script.oldSnapshot === 'gap' ? ['gap'] : [];
    case 'disconnect':
      return ['disconnected'];
    case 'restart':
      return script.restart === 'disconnect' ? ['disconnected'] : [];
    default:
      return [];
  }
}

const losing = (market: VenueMarket, at: number) => [
  ...market.events.slice(0, at),
  undefined,
  ...market.events.slice(at + 1),
];

/** Up to the first of the two: the second is late in any case. */
const swapping = (market: VenueMarket, at: number) => [
  ...market.events.slice(0, at),
  market.events[at + 1],
];

/** True when some message arrives that does not continue, or match, the one before. */
function isVisible(
  script: VenueScript,
  market: VenueMarket,
  arriving: readonly (ScriptEvent | undefined)[],
): boolean {
  let [book] = market.history;
  for (const event of arriving) {
    if (!event || !book) continue;
    if (script.detects === 'numbers' && event.first > book.id + 1) return true;
    book = applied(book, event);
    const truth = market.history.find(({ id }) => id === event.last);
    if (script.detects === 'checksum' && truth && !isSame(book, truth)) return true;
  }
  return false;
}
