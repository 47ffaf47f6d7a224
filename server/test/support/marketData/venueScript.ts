import type { FeedCollector } from '../../../src/trading/venues/shared/collector.ts';
import type { MarketShape, ScriptEvent, TrueBook } from './venueMarket.ts';

/** A venue's wire protocol for one symbol, spoken by the test; independent of our reader. */
export interface VenueScript extends MarketShape {
  readonly name: string;
  readonly createFeed: FeedCollector['createFeed'];
  /** Our name of the symbol. */
  readonly symbol: string;
  /** Classifies one of our texts; `other` covers pings and everything else. */
  request(sent: string): 'subscribe' | 'unsubscribe' | 'other';
  /** Returns answers to a subscription, before the snapshot. */
  accepted(sent: string): readonly string[];
  /** Returns the answer that refuses it: for good, or for asking too fast. */
  refused(sent: string): string;
  limited?(sent: string): string;
  /** Returns the snapshot that the venue sends after a subscription. */
  snapshot(truth: TrueBook): string;
  /** Returns one message; `after` is the resulting book (for checksums, or whole books). */
  change(event: ScriptEvent, after: TrueBook): string;
  /** Returns a REST document of a moment: proof documents, contracts. Undefined if unknown. */
  document?(url: string, truth: TrueBook): string | undefined;
  /** Returns the same message with a wrong checksum, if the venue sends one. */
  withWrongChecksum?(frame: string): string;
  /** Returns the base quantity of a size; a size is base units when absent. */
  toBase?(price: number, size: number): number;
  /** True when the venue sends the whole book again and again, changed or not. */
  readonly repeats?: boolean;
  /** The way to notice a lost message of the venue. */
  readonly detects: 'numbers' | 'checksum' | 'nothing';
  /** The consequence of a snapshot older than the book that comes unexpectedly. */
  readonly oldSnapshot: 'gap' | 'ignored';
  /** The effect of a venue restart: a new snapshot with low numbers, or a cut connection. */
  readonly restart: 'snapshot' | 'disconnect';
}

export const faultKinds = [
  'none',
  'loss',
  'duplicate',
  'reorder',
  'truncate',
  'stall',
  'disconnect',
  'oldSnapshot',
  'checksum',
  'restart',
  'limited',
  'refused',
] as const;
export type VenueFaultKind = (typeof faultKinds)[number];

export interface VenueFault {
  readonly kind: VenueFaultKind;
  /** Index of the message that it hits. */
  readonly at: number;
  /** Share of its length at which a torn frame is cut. */
  readonly cut: number;
}
