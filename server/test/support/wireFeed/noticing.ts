import type { FaultName, Strike } from '@windlass/simulator';
import { unreachable } from '../../../src/kit/assert.ts';
import type { Trouble } from './watchedBook.ts';
import type { WireBook, WireFeed } from './wireFeed.ts';

/** What a collector has to notice of a fault. */
type Notice = 'gap' | 'malformed' | 'reconnect' | 'nothing';

/** Where whole books come each time, one that is lost or late harms nobody. */
const wholeBooks: readonly string[] = ['hyperliquid'];

function noticeOf({ fault, venue }: Strike): Notice | undefined {
  const expected = expectedOf(fault);
  return expected === 'gap' && wholeBooks.includes(venue) ? 'nothing' : expected;
}

/** Undefined of what is no matter of a stream of books. */
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

/** How often something was done to a book, and how often that was noticed. */
export interface Noticed {
  readonly book: string;
  readonly notice: Notice;
  readonly injected: number;
  /** Of what is not to be noticed: how often indeed nothing was. */
  readonly caught: number;
}

/**
 * Compares what struck the books of a feed with what each of them went through: faults come one at
 * a time, so that what a book goes through until the next one is what was noticed of it.
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
      // A stream that stalled is found out by the documents its books are compared with as well.
      return reasons.length > 0;
    case 'nothing':
      return reasons.length === 0;
    default:
      return unreachable(notice);
  }
}

/** What ends a connection meets every book that came over it. */
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

/** Exchanges over whose one stream books of all kinds come. */
const sharedConnections: readonly string[] = ['okx', 'hyperliquid', 'krakenfutures'];
