import type { Cancel, Clock } from '../../../../kit/clock.ts';
import { placeKey } from '../../../model/venuePlace.ts';
import type { FillKey } from '../../types.ts';
import { createMarketPast, type MarketPast, noMark, type PastMark } from './marketPast.ts';
import { createMarkPoll, type MarkPoll } from './markPoll.ts';
import {
  type BookSight,
  type FillMarket,
  type MarketPrices,
  marketName,
  type Seen,
} from './prices.ts';

/** Watches the book of one market. */
export interface BookWatch {
  /** Opens the book, or keeps it open, and reports its state. */
  look(): Promise<void>;
  stop(): void;
}

/** Access to the prices of markets before anything is filled in them. */
export interface MarketPriceSource {
  /** Calls the listener at every change of the book while the book is in order. */
  watch(market: FillMarket, listener: (sight: BookSight) => void): BookWatch;
  /** Returns the mark `agoMs` ago in a simulated market; undefined if the venue must be asked. */
  markHere(market: FillMarket, agoMs: number): Seen | undefined;
}

/** The market of an account's fills. */
export type MarketKey = Pick<FillKey, 'accountId' | 'marketType' | 'symbol'>;

/** An order that may still fill, until it is over. */
export interface FollowedOrder extends MarketKey {
  readonly id: string;
  readonly isOver: boolean;
}

export interface FollowingDeps {
  readonly priceSource: MarketPriceSource;
  readonly prices: MarketPrices;
  readonly marketOf: (of: MarketKey) => Promise<FillMarket | undefined>;
  /** Calls the listener with an order before it is sent, and at each change of it. */
  readonly onOrder: (listener: (order: FollowedOrder) => void) => Cancel;
  readonly liveOrders: () => Promise<readonly FollowedOrder[]>;
  readonly clock: Clock;
  readonly observe: { captureFailed(error: unknown): void };
}

/** Keeps a short history of every market in which a fill may come. */
export interface Following {
  /** Returns the price of a fill's market before the fill. */
  before(market: FillMarket, atMs: number): PastMark;
  start(): void;
  stop(): void;
}

/** Interval at which a quiet book is read, so that its age shows how long its price held. */
const beatMs = 250;
/**
 * Time a market stays followed after its last order: more fills are likely there. Its book is held
 * open for that long anyway.
 */
const lingerMs = 120_000;
/** Two histories of 38 kB each make 15 MB. It is a quarter of the maximum of open books. */
const marketsMax = 200;
/** Maximum number of markets polled at one exchange: ten calls a second at most. */
const pollsMax = 10;

interface Followed {
  readonly market: FillMarket;
  readonly past: MarketPast;
  readonly watch: BookWatch;
  readonly poll: MarkPoll | undefined;
  readonly orders: Set<string>;
  untilMs: number;
}

export function createFollowing(deps: FollowingDeps): Following {
  const { clock, observe } = deps;
  // Invariant: the market that was touched longest ago comes first.
  const followed = new Map<string, Followed>();
  const cancels: Cancel[] = [];
  let startedMs = Number.POSITIVE_INFINITY;
  let isStopped = false;

  const touch = (order: FollowedOrder, market: FillMarket): void => {
    const name = marketName(market);
    const known = followed.get(name);
    if (!known && (order.isOver || !makeRoom(followed))) return;
    const entry = known ?? follow(deps, market);
    followed.delete(name);
    followed.set(name, entry);
    if (order.isOver) entry.orders.delete(order.id);
    else entry.orders.add(order.id);
    entry.untilMs = clock.monotonic() + lingerMs;
  };
  const touchMarketOf = async (order: FollowedOrder): Promise<void> => {
    const market = await deps.marketOf(order);
    if (market && !isStopped) touch(order, market);
  };
  const noteOrder = (order: FollowedOrder): void => {
    touchMarketOf(order).catch(observe.captureFailed);
  };
  const beat = (): void => {
    const pollsByPlace = new Map<string, number>();
    for (const [name, entry] of [...followed].reverse()) {
      if (entry.orders.size === 0 && entry.untilMs <= clock.monotonic()) {
        unfollow(followed, name);
        continue;
      }
      entry.watch.look().catch(observe.captureFailed);
      const place = placeKey(entry.market);
      const polls = pollsByPlace.get(place) ?? 0;
      if (polls < pollsMax && entry.poll?.ask()) pollsByPlace.set(place, polls + 1);
    }
  };
  return {
    before(market, atMs) {
      if (atMs < startedMs) return noMark('late');
      return followed.get(marketName(market))?.past.before(atMs) ?? noMark('not_followed');
    },
    start() {
      startedMs = clock.now();
      cancels.push(deps.onOrder(noteOrder), clock.every(beatMs, beat));
      deps
        .liveOrders()
        .then((orders) => orders.forEach(noteOrder))
        .catch(observe.captureFailed);
    },
    stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      for (const name of [...followed.keys()]) unfollow(followed, name);
    },
  };
}

function follow(
  { priceSource, prices, clock, observe }: FollowingDeps,
  market: FillMarket,
): Followed {
  const past = createMarketPast({ market, clock });
  // A simulated mark price need not be requested: it is as new as the book.
  const addSimulatedMark = (agoMs: number): boolean => {
    const mark = market.marketType === 'spot' ? undefined : priceSource.markHere(market, agoMs);
    if (mark) past.addMark(mark);
    return mark !== undefined;
  };
  // The first order may fill within the millisecond in which it was reported.
  const isSimulated = addSimulatedMark(1);
  const isPolled = market.marketType !== 'spot' && !isSimulated;
  const watch = priceSource.watch(market, (sight) => {
    past.addBook(sight);
    if (isSimulated) addSimulatedMark(0);
  });
  const entry: Followed = {
    market,
    past,
    watch,
    poll: isPolled ? createMarkPoll({ market, prices, clock, heard: past.addMark }) : undefined,
    orders: new Set(),
    untilMs: 0,
  };
  watch.look().catch(observe.captureFailed);
  entry.poll?.ask();
  return entry;
}

/**
 * Makes room for a market: drops the market without an order that was touched longest ago. Returns
 * false when every market has an order.
 */
function makeRoom(followed: Map<string, Followed>): boolean {
  if (followed.size < marketsMax) return true;
  for (const [name, { orders }] of followed) {
    if (orders.size > 0) continue;
    unfollow(followed, name);
    return true;
  }
  return false;
}

function unfollow(followed: Map<string, Followed>, name: string): void {
  followed.get(name)?.watch.stop();
  followed.delete(name);
}
