import type { FaultName, Strike } from '@windlass/simulator';
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

/** How often something was done to a book, and how often it was noticed. */
export interface Noticed {
  readonly book: string;
  readonly notice: Notice;
  readonly injected: number;
  /** Of what is not to be noticed, nothing can be counted. */
  readonly caught: number | undefined;
}

/** Compares what struck the books of a feed with what each of them went through. */
export function compareNoticed(feed: WireFeed, strikes: readonly Strike[]): readonly Noticed[] {
  return feed.books.flatMap((book) => {
    const own = strikesOn(book, feed, strikes);
    const troubles = withoutSilence(book.figures().troubles, own);
    return (['gap', 'malformed', 'reconnect', 'nothing'] as const).map((notice) => ({
      book: `${feed.venue} ${book.name}`,
      notice,
      injected: own.filter((each) => noticeOf(each) === notice).length,
      caught: notice === 'nothing' ? undefined : troubles.filter(isOf(notice)).length,
    }));
  });
}

const isOf =
  (notice: Notice) =>
  ({ reason }: Trouble): boolean =>
    notice === reason || (notice === 'gap' && reason === 'checksum');

/**
 * Leaves out what a stalled stream was found by before it was cut: its books are compared with
 * documents, and those go on.
 */
function withoutSilence(
  troubles: readonly Trouble[],
  strikes: readonly Strike[],
): readonly Trouble[] {
  const stalls = strikes.filter(({ fault }) => fault === 'stall').map(({ atMs }) => atMs);
  const silences = stalls.map((fromMs) => {
    const cut = troubles.find(({ atMs, reason }) => reason === 'reconnect' && atMs >= fromMs);
    return [fromMs, cut?.atMs ?? Number.POSITIVE_INFINITY] as const;
  });
  return troubles.filter(
    ({ atMs, reason }) =>
      reason === 'reconnect' || !silences.some(([from, to]) => atMs >= from && atMs <= to),
  );
}

/** What ends a connection meets every book that came over it. */
function strikesOn(
  { name, market }: WireBook,
  { books }: WireFeed,
  strikes: readonly Strike[],
): readonly Strike[] {
  const together = books.filter((each) => each.market.at === market.at).map((each) => each.name);
  return strikes.filter((strike) => {
    if (strike.venue !== market.at) return false;
    if (noticeOf(strike) !== 'reconnect') return strike.market === name;
    // A restart ends every connection.
    if (strike.market === undefined || strike.market === name) return true;
    return sharedConnections.includes(market.at) && together.includes(strike.market);
  });
}

/** Exchanges over whose one stream books of all kinds come. */
const sharedConnections: readonly string[] = ['okx', 'hyperliquid', 'krakenfutures'];
