import { ApiError } from '@windlass/client';
import { type BookQuality, endpoints, orderbookVenues } from '@windlass/contract';
import { explain } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { type GlobalOptions, openClient, serviceUrl } from '../settings.ts';
import { withoutStop } from '../text.ts';
import type { Check } from './local.ts';

/** Quoted on all four venues, live and simulated. A recording may have other symbols. */
const usualSymbol = 'BTC/USDT';
/** Long enough for a cold feed to open its upstream connections. */
const feedMsMax = 8_000;
const pollMs = 100;

const name = 'feed';

/** A book that the service keeps, with the reason while no updates come. */
interface Subscribed {
  readonly venue: string;
  readonly symbol: string;
  readonly status: string;
  readonly reason?: string | undefined;
}

/** Results for one symbol. */
interface Probe {
  readonly symbol: string;
  readonly qualities: ReadonlyMap<string, BookQuality>;
  /** Venues whose feed has the symbol. */
  readonly venues: readonly string[];
  readonly reasons: ReadonlyMap<string, string>;
  readonly failure: ApiError | undefined;
}

/** Checks whether the venues' books come in and are fresh. */
export async function checkFeed(options: GlobalOptions, io: CliIo): Promise<Check> {
  const usual = await probe(usualSymbol, options, io);
  if (usual.failure?.code !== 'STREAM_REFUSED') return judge(usual);
  const subscribed = await listSubscribed(options, io);
  const symbol = mostOffered(subscribed ?? []);
  if (symbol !== undefined) return judge(await probe(symbol, options, io));
  const detail = withoutStop(explain(usual.failure));
  const remedy = subscribed
    ? `The feed in use has no book of ${orderbookVenues.join(', ')}.`
    : 'With a key that may read subscriptions, a symbol that the feed has is tried instead.';
  return { name, status: 'fail', detail, remedy };
}

/** Watches a symbol until every venue that has it is fresh, for a bounded time. */
async function probe(symbol: string, options: GlobalOptions, io: CliIo): Promise<Probe> {
  const qualities = new Map<string, BookQuality>();
  let venues: readonly string[] | undefined;
  let failure: ApiError | undefined;
  const onError = (error: ApiError) => {
    failure = error;
  };
  const stream = io.openStream({ baseUrl: serviceUrl(options, io), onError, runtime: io.runtime });
  stream.watch(symbol, { depth: 1, includeGlobal: false }, (event) => {
    if (event.type === 'book') qualities.set(event.book.venue, event.book.quality);
    if (event.type !== 'snapshot') return;
    for (const [venue, book] of Object.entries(event.venues)) qualities.set(venue, book.quality);
  });
  const held = async () => {
    const books = (await listSubscribed(options, io))?.filter((book) => book.symbol === symbol);
    return books?.length ? books : undefined;
  };
  const venuesOf = (books: readonly Subscribed[] | undefined) =>
    books?.map(({ venue }) => venue) ?? orderbookVenues;
  const areFresh = () => venues?.every((venue) => isFresh(qualities.get(venue))) ?? false;
  const startedMs = io.runtime.now();
  while (!areFresh() && !failure && io.runtime.now() - startedMs < feedMsMax) {
    await io.runtime.sleep(pollMs);
    if (qualities.size > 0) venues ??= venuesOf(await held());
  }
  // Asked while the books are still held: the service then lists their problems.
  const books = failure || areFresh() ? undefined : await held();
  stream.close();
  const reasons = new Map(
    books?.flatMap(({ venue, reason }) => (reason === undefined ? [] : [[venue, reason]])),
  );
  return { symbol, qualities, venues: venues ?? venuesOf(books), reasons, failure };
}

/** Returns the books that the service keeps; undefined when the key may not read them. */
async function listSubscribed(
  options: GlobalOptions,
  io: CliIo,
): Promise<readonly Subscribed[] | undefined> {
  try {
    const answer = await openClient(options, io).listBookSubscriptions();
    return endpoints.listBookSubscriptions.data.safeParse(answer).data?.subscriptions;
  } catch (failure) {
    // Another check reports problems of the key.
    if (failure instanceof ApiError) return undefined;
    throw failure;
  }
}

/**
 * Returns the symbol that most venues of the stream offer: a replay holds all of its recordings.
 */
function mostOffered(books: readonly Subscribed[]): string | undefined {
  const offered = books.filter(({ venue }) => orderbookVenues.some((each) => each === venue));
  const counts = new Map<string, number>();
  for (const { symbol } of offered) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0];
}

function judge({ symbol, qualities, venues, reasons, failure }: Probe): Check {
  if (failure) {
    const detail = withoutStop(explain(failure));
    const remedy = 'A proxy in between must pass WebSocket upgrades on.';
    return { name, status: 'fail', detail, ...(failure.code === 'NETWORK_ERROR' && { remedy }) };
  }
  const late = venues.filter((venue) => !isFresh(qualities.get(venue)));
  const fresh = venues.length - late.length;
  const count = `${fresh} of ${venues.length} venues have a fresh ${symbol} book`;
  if (late.length === 0) return { name, status: 'ok', detail: count };
  const words = late.map((venue) => {
    const reason = reasons.get(venue);
    const why = reason === undefined ? '' : ` (${reason})`;
    return `${venue} ${qualities.get(venue) ?? 'has none'}${why}`;
  });
  const isExplained = late.every((venue) => reasons.has(venue));
  return {
    name,
    status: fresh === 0 ? 'fail' : 'warn',
    detail: `${count}; ${words.join(', ')}`,
    remedy: isExplained
      ? 'Look for these venues in the service log.'
      : 'Look for these venues in the service log. A live feed must be able to reach them; ' +
        'a recording may be quiet for a while.',
  };
}

/** True for a usable book, one younger than two seconds (Orderbook §2.3). */
function isFresh(quality: BookQuality | undefined): boolean {
  return quality === 'GOOD' || quality === 'DEGRADED';
}
