import type { BookWriter, FlagReason, WireLevel } from '../../bookPort.ts';
import type { SequenceRule } from '../sequencer.ts';

/** How a venue that sends its own snapshots numbers what it sends about one book. */
export interface BookDialect<M> extends SequenceRule<M> {
  /** Whether the message holds the whole book rather than changes. */
  isSnapshot(message: M): boolean;
  /** The venue's event time in epoch ms, where it gives one. */
  venueTimeMs(message: M): number | undefined;
  /**
   * What a snapshot nobody asked for means when it is not newer than the book:
   * `restart`: the venue began anew, and it counts;
   * `old`: it came late, and counts for nothing;
   * `gap`: one cannot tell, so the book is asked for again.
   */
  unasked(message: M): 'restart' | 'old' | 'gap';
  /**
   * Whether the numbers are our own count, and so say nothing of what is newer: then the venue's
   * times must not go back.
   */
  isCounted?(message: M): boolean;
  /** Whether a message the book already contains says that nothing else happened. */
  isKeepAlive?(message: M, local: number): boolean;
}

/** What a message makes of the book, in base units. */
export interface BookChange {
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

/**
 * Turns the messages of one book into levels, in order. It may keep state (a checksum needs the
 * text of the best levels); every snapshot starts it anew. A reason instead of levels flags the
 * book, which is then asked for again.
 */
export interface BookDecoder<M> {
  snapshot(message: M): BookChange | FlagReason;
  changes(message: M): BookChange | FlagReason;
}

/** A document that shows the venue's book, to compare with ours after a silence. */
export interface ProofDocument {
  readonly url: string;
  readonly weight: number;
  /**
   * Its best levels in base units, best first; undefined when it is none; `limited` when the host
   * says in it that we ask too much.
   */
  parse(text: string): BookChange | 'limited' | undefined;
}

/** Levels compared: a change anywhere near the top shows, and few are cut by a short document. */
export const provenDepth = 10;

/** Whether the best levels of a document are those of the book. */
export function showsSame(book: BookWriter, { bids, asks }: BookChange): boolean {
  return isSameSide(book, 'bids', bids) && isSameSide(book, 'asks', asks);
}

function isSameSide(book: BookWriter, side: 'bids' | 'asks', shown: readonly WireLevel[]): boolean {
  const ours = book.levels(side, provenDepth);
  const theirs = shown.slice(0, provenDepth);
  if (ours.length !== theirs.length) return false;
  return ours.every(([price, quantity], i) => {
    const level = theirs[i];
    return level && Number(level[0]) === price && Number(level[1]) === quantity;
  });
}
