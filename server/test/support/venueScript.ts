import type { FeedCollector } from '../../src/trading/venues/shared/collector.ts';
import type { MarketShape, ScriptEvent, TrueBook } from './venueMarket.ts';

/** A venue's wire protocol for one symbol, spoken by the test; written apart from our reader. */
export interface VenueScript extends MarketShape {
  readonly name: string;
  readonly createFeed: FeedCollector['createFeed'];
  /** Our name of the symbol. */
  readonly symbol: string;
  /** What a text of ours asks for; `other` covers pings and everything else. */
  request(sent: string): 'subscribe' | 'unsubscribe' | 'other';
  /** Answers to a subscription, before the snapshot. */
  accepted(sent: string): readonly string[];
  /** The answer that refuses it: for good, or for having asked too fast. */
  refused(sent: string): string;
  limited?(sent: string): string;
  /** The snapshot the venue sends after a subscription. */
  snapshot(truth: TrueBook): string;
  /** One message; `after` is the book it leads to (for checksums, or venues of whole books). */
  change(event: ScriptEvent, after: TrueBook): string;
  /** A REST document of a moment: proof documents, contracts. Undefined: no such address. */
  document?(url: string, truth: TrueBook): string | undefined;
  /** The same message with a wrong checksum, where the venue sends one. */
  withWrongChecksum?(frame: string): string;
  /** Base quantity of a size; a size is base units when absent. */
  toBase?(price: number, size: number): number;
  /** Whether the venue sends the whole book again and again, changed or not. */
  readonly repeats?: boolean;
  /** How the venue lets us notice a lost message. */
  readonly detects: 'numbers' | 'checksum' | 'nothing';
  /** What a snapshot older than the book, sent out of the blue, leads to. */
  readonly oldSnapshot: 'gap' | 'ignored';
  /** What a venue restart does: a new snapshot with low numbers, or a cut connection. */
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
  /** Index of the message it hits. */
  readonly at: number;
  /** Where a torn frame is cut, as a share of its length. */
  readonly cut: number;
}
