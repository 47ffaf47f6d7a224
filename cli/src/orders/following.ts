import type { OrderEvent, StreamState } from '@windlass/client';
import type { OrderFillEvent, OrderStatusWire } from '@windlass/contract';

type Told =
  | { readonly type: 'connection'; readonly state: StreamState }
  | { readonly type: 'followed'; readonly account: string }
  | { readonly type: 'missed'; readonly account: string }
  /** All open orders of an account, from a read. */
  | {
      readonly type: 'open_orders';
      readonly account: string;
      readonly orders: readonly OrderStatusWire[];
    }
  /** The awaited order has not been made. */
  | { readonly type: 'awaited'; readonly account: string; readonly name: string }
  /** An order: `update` from the stream, `order` from a read. */
  | {
      readonly type: 'update' | 'order';
      readonly account: string;
      readonly order: OrderStatusWire;
    }
  | { readonly type: 'fill'; readonly account: string; readonly fill: OrderFillEvent };

/** Something that is still to be shown, with the time at which it came. */
export type PendingLine = Told & { readonly atMs: number };

/** State of the orders that are followed. */
export interface Following {
  /** Client id of the order whose end is awaited. */
  readonly until: string | undefined;
  readonly news: readonly PendingLine[];
  /** Accounts whose subscription has begun. */
  readonly begun: ReadonlySet<string>;
  /** Accounts whose orders the stream may have left out: they must be read. */
  readonly unread: ReadonlySet<string>;
  readonly connection: 'connecting' | StreamState;
  /** The awaited order, once it has ended. */
  readonly ended: { readonly order: OrderStatusWire; readonly atMs: number } | undefined;
}

/** The service's answers about an account. */
export interface Read {
  readonly account: string;
  readonly orders: readonly OrderStatusWire[];
  /** The awaited order, if there is one of that name. */
  readonly named: OrderStatusWire | undefined;
}

/** Maximum kept for a reader that takes nothing: some megabytes. */
const newsMax = 10_000;

export function beginFollowing(until: string | undefined): Following {
  const none = new Set<string>();
  return {
    until,
    news: [],
    begun: none,
    unread: none,
    connection: 'connecting',
    ended: undefined,
  };
}

/** Returns the state after an event of one account's stream. */
export function applyEvent(
  following: Following,
  { account, event }: { readonly account: string; readonly event: OrderEvent },
  atMs: number,
): Following {
  switch (event.type) {
    case 'state':
      return applyState(following, event.state, atMs);
    case 'subscribed':
      return applySubscribed(following, { account, isContinued: event.isContinued }, atMs);
    case 'update': {
      const { order } = event;
      return applyOrder(following, { type: 'update', account, order, atMs });
    }
    case 'fill':
      return push(following, { type: 'fill', account, fill: event.fill, atMs });
  }
}

/** Returns the state after an account was read. */
export function applyRead(following: Following, read: Read, atMs: number): Following {
  const { account, orders, named } = read;
  const { until, ended } = following;
  const known = push(following, { type: 'open_orders', account, orders, atMs });
  if (until === undefined || ended) return known;
  if (!named) return push(known, { type: 'awaited', account, name: until, atMs });
  // An open order is already among the open orders.
  if (!isFinal(named)) return known;
  return applyOrder(known, { type: 'order', account, order: named, atMs });
}

/** Returns the state after the news was shown. */
export function afterShown(following: Following): Following {
  return { ...following, news: [] };
}

/** Returns the state with the account marked as to be read, or not. */
export function withUnread(following: Following, account: string, isUnread: boolean): Following {
  const unread = new Set(following.unread);
  if (isUnread) unread.add(account);
  else unread.delete(account);
  return { ...following, unread };
}

function applyState(following: Following, state: StreamState, atMs: number): Following {
  const { connection } = following;
  // Every account reports the same connection.
  if (connection === state) return following;
  const known = { ...following, connection: state };
  return connection === 'connecting' ? known : push(known, { type: 'connection', state, atMs });
}

function applySubscribed(
  following: Following,
  { account, isContinued }: { readonly account: string; readonly isContinued: boolean },
  atMs: number,
): Following {
  if (isContinued) return following;
  const isFirst = !following.begun.has(account);
  const begun = new Set(following.begun).add(account);
  const known = withUnread({ ...following, begun }, account, true);
  return push(known, { type: isFirst ? 'followed' : 'missed', account, atMs });
}

function applyOrder(
  following: Following,
  news: Extract<PendingLine, { type: 'update' | 'order' }>,
): Following {
  const known = push(following, news);
  const { order, atMs } = news;
  const isAwaited = following.until !== undefined && order.client_order_id === following.until;
  if (!isAwaited || following.ended || !isFinal(order)) return known;
  return { ...known, ended: { order, atMs } };
}

/**
 * Adds news. News that is not taken in time is dropped and reported, like what the stream left out.
 */
function push(following: Following, news: PendingLine): Following {
  if (following.news.length < newsMax) return { ...following, news: [...following.news, news] };
  const { begun } = following;
  const missed = [...begun].map(
    (account): PendingLine => ({ type: 'missed', account, atMs: news.atMs }),
  );
  return { ...following, news: [...missed, news], unread: begun };
}

function isFinal({ status }: OrderStatusWire): boolean {
  switch (status) {
    case 'pending':
    case 'open':
    case 'unknown':
      return false;
    case 'closed':
    case 'canceled':
    case 'expired':
    case 'rejected':
      return true;
  }
}
