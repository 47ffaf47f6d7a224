import type { StreamDepth } from '@windlass/contract';
import type { BookListener, StreamState } from './bookEvent.ts';
import { type StreamOptions, toConnectionDeps } from './connection.ts';
import { deliver } from './deliver.ts';
import { createLane, type Lane, type LaneDeps, type Subscription } from './lane.ts';

export interface WatchOptions {
  /** Omitted or empty means all. */
  readonly venues?: readonly string[];
  /** Levels per side in updates; snapshots are always whole. Default 5. */
  readonly depth?: StreamDepth;
  /** Default true. */
  readonly includeGlobal?: boolean;
}

export type BookStreamOptions = StreamOptions;

export interface BookStream {
  /** Calls the listener with a symbol's books until closed. The connection's state comes first. */
  watch(symbol: string, options: WatchOptions, listener: BookListener): { close(): void };
  /** Ends every watch and connection. No events come afterwards. */
  close(): void;
}

/** The service's own default (Orderbook §4.2). */
const depthDefault: StreamDepth = 5;

/**
 * Opens the stream of order books. It connects with the first watch, reconnects and resubscribes by
 * itself, and keeps one upstream subscription per set of parameters for any number of listeners.
 *
 * The service keeps one subscription per symbol and socket, and a second one with other parameters
 * would replace the first. So each connection ("lane") holds a symbol once, and a symbol watched in
 * two ways at a time takes a second lane.
 *
 * @example
 * const stream = openBookStream({ baseUrl, onError: (error) => report(error.message) });
 * const watch = stream.watch('BTC/USDT', { depth: 10 }, (event) => draw(event));
 */
export function openBookStream(options: BookStreamOptions): BookStream {
  const deps: LaneDeps = {
    ...toConnectionDeps(options),
    deliver: (listener, event) => deliver(listener, event, options.onError),
  };
  // Invariant: every lane but the first holds at least one subscription.
  const lanes: Lane[] = [];
  let isClosed = false;

  const place = (wanted: Subscription): { lane: Lane; subscription: Subscription } => {
    for (const lane of lanes) {
      const subscription = lane.find(wanted.key);
      if (subscription) return { lane, subscription };
    }
    let lane = lanes.find((each) => each.hasRoomFor(wanted.request.symbol));
    if (!lane) {
      lane = createLane(deps);
      lanes.push(lane);
    }
    lane.add(wanted);
    return { lane, subscription: wanted };
  };

  const release = (lane: Lane, subscription: Subscription) => {
    if (subscription.listeners.size > 0) return;
    lane.remove(subscription);
    const index = lanes.indexOf(lane);
    if (index <= 0 || !lane.isEmpty()) return;
    lane.close();
    lanes.splice(index, 1);
  };

  return {
    watch(symbol, watchOptions, listener) {
      if (isClosed) throw new Error('A closed book stream watches nothing; open another.');
      const { lane, subscription } = place(toSubscription(symbol, watchOptions));
      // A separate wrapper, so that one function may listen twice and leave once.
      const heard: BookListener = (event) => listener(event);
      subscription.listeners.add(heard);
      replay(lane.state(), subscription, (event) => deps.deliver(heard, event));
      return {
        close() {
          if (subscription.listeners.delete(heard)) release(lane, subscription);
        },
      };
    },
    close() {
      isClosed = true;
      for (const lane of lanes.splice(0)) lane.close();
    },
  };
}

function toSubscription(symbol: string, options: WatchOptions): Subscription {
  const venues = [...new Set(options.venues ?? [])].sort();
  const depth = options.depth ?? depthDefault;
  const include_global = options.includeGlobal ?? true;
  return {
    key: JSON.stringify([symbol, venues, depth, include_global]),
    request: { symbol, venues, include_global, depth },
    listeners: new Set(),
    snapshot: undefined,
    books: new Map(),
    global: undefined,
  };
}

/** Tells a new listener the state and the newest events. */
function replay(state: StreamState, subscription: Subscription, tell: BookListener): void {
  tell({ type: 'state', state });
  if (subscription.snapshot) tell({ type: 'snapshot', ...subscription.snapshot });
  for (const book of subscription.books.values()) tell({ type: 'book', book });
  if (subscription.global) tell(subscription.global);
}
