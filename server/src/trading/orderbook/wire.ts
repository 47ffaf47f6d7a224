import {
  type BookWire,
  type GlobalBookWire,
  type QualityWire,
  type SnapshotEvent,
  type StreamDepth,
  type StreamedBook,
  snapshotPayload,
  subscribePayload,
  unsubscribePayload,
} from '@windlass/contract';
import { unreachable } from '../../kit/assert.ts';
import { isoTime } from '../../kit/isoTime.ts';
import { roundTo } from '../../kit/numbers.ts';
import { type InstrumentSymbol, parseSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import { kindOf, shortened } from '../stream/index.ts';
import { parseVenueIds } from '../venues/registry.ts';
import { flagText } from './flagText.ts';
import type { BestQuote, GlobalBook, Level, VenueBook } from './types.ts';

/** Decimals of ratios and basis points: a hundredth of a cent per dollar and finer than any use. */
const ratioDigits = 4;
/** Every double has 15 exact decimal digits; the digits after them are rounding error. */
const sureDigits = 15;

/** Returns the REST view of one venue's book (Orderbook §2.1). */
export function toBookWire(book: VenueBook, depth: number): BookWire {
  return { ...toStreamedBook(book, depth), sequence: book.sequence };
}

/** Returns the streamed view of one venue's book (Orderbook §2.1, §6). */
export function toStreamedBook(book: VenueBook, depth: number): StreamedBook {
  const { bids, asks, ...rest } = toSnapshotBook(book, depth);
  return { venue: book.venue, symbol: book.symbol, bids, asks, ...rest };
}

type SnapshotBook = SnapshotEvent['venues'][string];

function toSnapshotBook(book: VenueBook, depth: number): SnapshotBook {
  const { stalenessMs, confidence, quality } = book.health();
  const mid = book.midPrice();
  return {
    bids: book.bids(depth).map(toLevelWire),
    asks: book.asks(depth).map(toLevelWire),
    mid_price: mid === undefined ? null : withoutNoise(mid),
    spread_bps: toRatio(book.spreadBps()),
    staleness_ms: Math.round(stalenessMs),
    confidence: roundTo(confidence, ratioDigits),
    quality,
    // A book that was never updated has no data and is not shown.
    timestamp: isoWithoutZone(book.updatedAtMs ?? 0),
  };
}

/** Books at one depth, keyed by venue (Orderbook §6, `orderbook_snapshot`). */
export function toSnapshotEvent(
  symbol: InstrumentSymbol,
  books: readonly VenueBook[],
  at: { readonly depth: number; readonly nowMs: number },
): SnapshotEvent {
  return {
    symbol,
    venues: Object.fromEntries(books.map((book) => [book.venue, toSnapshotBook(book, at.depth)])),
    timestamp: isoWithoutZone(at.nowMs),
  };
}

/** Orderbook §2.2. */
export function toGlobalBookWire(global: GlobalBook): GlobalBookWire {
  return {
    symbol: global.symbol,
    timestamp: isoWithoutZone(global.atMs),
    best_bid: toQuoteWire(global.bestBid),
    best_ask: toQuoteWire(global.bestAsk),
    venues: Object.fromEntries(
      global.venues.map(({ venue, bid, ask, confidence }) => [
        venue,
        { bid: bid ?? null, ask: ask ?? null, confidence: roundTo(confidence, ratioDigits) },
      ]),
    ),
  };
}

/** Orderbook §2.3. */
export function toQualityWire(book: VenueBook): QualityWire {
  const record = book.qualityRecord();
  return {
    venue: book.venue,
    staleness_ms: Math.round(record.stalenessMs),
    spread_bps: toRatio(record.spreadBps),
    depth_at_10bps: withoutNoise(record.depthAt10Bps),
    depth_at_50bps: withoutNoise(record.depthAt50Bps),
    bid_ask_imbalance: roundTo(record.bidAskImbalance, ratioDigits),
    update_rate_per_sec: roundTo(record.updateRatePerSec, ratioDigits),
    sequence_gaps: record.sequenceGaps,
    quality: record.quality,
    confidence: roundTo(record.confidence, ratioDigits),
    trusted: book.flagged === undefined,
    reason: book.flagged === undefined ? null : flagText(book.flagged),
    since: book.flaggedAtMs === undefined ? null : isoTime(book.flaggedAtMs),
  };
}

/** Returns ISO 8601 without zone, UTC (Orderbook §2.1). */
export function isoWithoutZone(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, -1);
}

function toLevelWire([price, quantity]: Level): [number, number] {
  return [price, quantity];
}

function toQuoteWire(quote: BestQuote | undefined): GlobalBookWire['best_bid'] {
  return quote ? { price: quote.price, quantity: quote.quantity, venue: quote.venue } : null;
}

function toRatio(value: number | undefined): number | null {
  return value === undefined ? null : roundTo(value, ratioDigits);
}

function withoutNoise(value: number): number {
  return Number(value.toPrecision(sureDigits));
}

/** A client's request, or why it is invalid. */
export type StreamRequest =
  | {
      readonly kind: 'subscribe';
      readonly symbol: InstrumentSymbol;
      readonly venues: readonly VenueId[];
      readonly includeGlobal: boolean;
      readonly depth: StreamDepth;
    }
  | { readonly kind: 'unsubscribe'; readonly symbol: InstrumentSymbol }
  | {
      readonly kind: 'snapshot';
      readonly symbol: InstrumentSymbol;
      readonly venues: readonly VenueId[];
    }
  | { readonly kind: 'refused'; readonly message: string };

/** The events that a client may send about books. */
export type BookRequestEvent = 'subscribe_orderbook' | 'unsubscribe_orderbook' | 'get_snapshot';

/** Reads one event of a client, whatever it contains. `offered` lists the venues in order. */
export function parseStreamRequest(
  event: BookRequestEvent,
  payload: unknown,
  offered: readonly VenueId[],
): StreamRequest {
  switch (event) {
    case 'subscribe_orderbook':
      return parseSubscribe(payload, offered);
    case 'unsubscribe_orderbook':
      return parseUnsubscribe(payload);
    case 'get_snapshot':
      return parseSnapshot(payload, offered);
    default:
      return unreachable(event);
  }
}

function parseSubscribe(payload: unknown, offered: readonly VenueId[]): StreamRequest {
  const parsed = subscribePayload.safeParse(payload ?? {});
  if (!parsed.success) return refused(firstIssue(payload, parsed.error));
  const venues = parseVenues(parsed.data.venues, offered);
  if (typeof venues === 'string') return refused(venues);
  const symbol = parseSymbol(parsed.data.symbol);
  if (!symbol) return refused(`Subscription failed: ${notASymbol(parsed.data.symbol)}`);
  const { include_global: includeGlobal, depth } = parsed.data;
  return { kind: 'subscribe', symbol, venues, includeGlobal, depth };
}

function parseUnsubscribe(payload: unknown): StreamRequest {
  const parsed = unsubscribePayload.safeParse(payload ?? {});
  if (!parsed.success) return refused(firstIssue(payload, parsed.error));
  const symbol = parseSymbol(parsed.data.symbol);
  return symbol ? { kind: 'unsubscribe', symbol } : refused(notASymbol(parsed.data.symbol));
}

function parseSnapshot(payload: unknown, offered: readonly VenueId[]): StreamRequest {
  const parsed = snapshotPayload.safeParse(payload ?? {});
  if (!parsed.success) return refused(firstIssue(payload, parsed.error));
  const venues = parseVenues(parsed.data.venues, offered);
  if (typeof venues === 'string') return refused(venues);
  const symbol = parseSymbol(parsed.data.symbol);
  return symbol ? { kind: 'snapshot', symbol, venues } : refused(notASymbol(parsed.data.symbol));
}

/** Returns all venues when none is named. Text is a refusal. */
function parseVenues(
  texts: readonly string[],
  offered: readonly VenueId[],
): readonly VenueId[] | string {
  const parsed = parseVenueIds(texts, offered);
  if ('unknown' in parsed) {
    return `Invalid venue: ${parsed.unknown}. Supported: ${offered.join(', ')}`;
  }
  return texts.length === 0 ? offered : parsed.venues;
}

function refused(message: string): StreamRequest {
  return { kind: 'refused', message };
}

function notASymbol(text: string): string {
  return `${shortened(text)} is not a symbol; expected BASE/QUOTE or BASE/QUOTE:SETTLE`;
}

interface Issues {
  readonly issues: readonly {
    readonly code: string;
    readonly path: readonly PropertyKey[];
    readonly message: string;
  }[];
}

function firstIssue(payload: unknown, error: Issues): string {
  const issue = error.issues[0];
  const field = issue?.path[0];
  if (!issue || field === undefined) {
    return `Expected an object such as {"symbol": "BTC/USDT"}, received ${kindOf(payload)}`;
  }
  // The contract has words for every refusal but those of length, which only invalid input meets.
  if (issue.code !== 'too_big' || issue.path.length === 1) {
    return field === 'symbol' && issue.code === 'too_big' ? 'symbol is too long' : issue.message;
  }
  return 'Invalid venue: name too long';
}
