import type { FaultName, Strike } from '@windlass/simulator';
import { unreachable } from '../../../../src/kit/assert.ts';
import type { WireBook, WireFeed } from './feed.ts';
import type { Trouble } from './watchedBook.ts';

/** The reaction to a fault that a collector must show. */
type Notice = 'gap' | 'malformed' | 'reconnect' | 'nothing';

/** Venues that send whole books each time: a lost or late one harms nobody. */
const wholeBooks: readonly string[] = ['hyperliquid'];

function noticeOf({ fault, venue }: Strike): Notice | undefined {
  const expected = expectedOf(fault);
  return expected === 'gap' && wholeBooks.includes(venue) ? 'nothing' : expected;
}

/** Undefined for a fault that does not concern a stream of books. */
function expectedOf(fault: FaultName): Notice | undefined {
  switch (fault) {
    case 'lostFrame':
    case 'reorderedFrames':
    case 'badChecksum':
      return 'gap';
    case 'garbageFrame':
      return 'malformed';
    case 'cut':
    case 'stall':
    case 'restart':
      return 'reconnect';
    case 'duplicatedFrame':
    case 'delayedFrames':
      return 'nothing';
    default:
      return undefined;
  }
}

/** Number of faults of a book, and of those that were noticed. */
export interface Noticed {
  readonly book: string;
  readonly notice: Notice;
  readonly injected: number;
  /** For faults that must not be noticed: how often indeed nothing was. */
  readonly caught: number;
}

/**
 * Compares the faults of a feed's books with the reactions of each: faults come one at a time, so
 * that the reactions of a book until the next one belong to it.
 */
export function compareNoticed(feed: WireFeed, strikes: readonly Strike[]): readonly Noticed[] {
  return feed.books.flatMap((book) => {
    const { troubles } = book.figures();
    const own = strikesOn(book, feed, strikes).map((strike, at, all) => {
      const untilMs = all[at + 1]?.atMs ?? Number.POSITIVE_INFINITY;
      const after = troubles.filter(({ atMs }) => atMs >= strike.atMs && atMs < untilMs);
      return { notice: noticeOf(strike), reasons: after.map(({ reason }) => reason) };
    });
    return (['gap', 'malformed', 'reconnect', 'nothing'] as const).map((notice) => {
      const of = own.filter((each) => each.notice === notice);
      const caught = of.filter(({ reasons }) => isNoticed(notice, reasons)).length;
      return { book: `${feed.venue} ${book.name}`, notice, injected: of.length, caught };
    });
  });
}

function isNoticed(notice: Notice, reasons: readonly Trouble['reason'][]): boolean {
  switch (notice) {
    case 'gap':
      return reasons.includes('gap') || reasons.includes('checksum');
    case 'malformed':
      return reasons.includes('malformed');
    case 'reconnect':
      // A stalled stream is also detected by the documents that its books are compared with.
      return reasons.length > 0;
    case 'nothing':
      return reasons.length === 0;
    default:
      return unreachable(notice);
  }
}

/** The end of a connection hits every book on it. */
function strikesOn(
  { name, market }: WireBook,
  { books }: WireFeed,
  strikes: readonly Strike[],
): readonly Strike[] {
  const together = books.filter((each) => each.market.at === market.at).map((each) => each.name);
  return strikes.filter((strike) => {
    if (strike.venue !== market.at || noticeOf(strike) === undefined) return false;
    if (noticeOf(strike) !== 'reconnect') return strike.market === name;
    // A restart ends every connection.
    if (strike.market === undefined || strike.market === name) return true;
    return sharedConnections.includes(market.at) && together.includes(strike.market);
  });
}

/** Exchanges whose only stream carries books of all kinds. */
const sharedConnections: readonly string[] = ['okx', 'hyperliquid', 'krakenfutures'];
