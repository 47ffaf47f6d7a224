import type { BookWriter, FlagReason, WireLevel } from '../../bookPort.ts';
import type { SequenceRule } from '../sequencer.ts';

/** The rule by which a venue that sends its own snapshots numbers its messages of one book. */
export interface BookDialect<M> extends SequenceRule<M> {
  /** True when the message holds the whole book rather than changes. */
  isSnapshot(message: M): boolean;
  /** Returns the venue's event time in ms since the epoch, when it gives one. */
  venueTimeMs(message: M): number | undefined;
  /**
   * Returns what an unrequested snapshot means when it is not newer than the book. `restart`: the
   * venue began anew, and the snapshot counts. `old`: it came late, and does not count. `gap`: it
   * cannot be told, so the book is requested again.
   */
  unasked(message: M): 'restart' | 'old' | 'gap';
  /**
   * True when the numbers are our own count, and so do not tell what is newer: then the venue's
   * times must not go back.
   */
  isCounted?(message: M): boolean;
  /** True when a message that the book already contains says that nothing else happened. */
  isKeepAlive?(message: M, local: number): boolean;
}

/** The levels of a message, in base units. */
export interface BookChange {
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
}

/**
 * Turns the messages of one book into levels, in order. It may keep state (a checksum needs the
 * text of the best levels); every snapshot resets it. A reason instead of levels flags the book,
 * which is then requested again.
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
   * Returns its best levels in base units, best first; undefined when the text is no such document;
   * `limited` when the host answers in it that we ask too often.
   */
  parse(text: string): BookChange | 'limited' | undefined;
}

/**
 * Number of levels compared: a change anywhere near the top shows, and few are cut by a short
 * document.
 */
export const provenDepth = 10;

/** True when the best levels of a document are those of the book. */
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
