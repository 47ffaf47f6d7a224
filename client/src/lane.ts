import type { SnapshotEvent, StreamDepth, StreamedBook } from '@windlass/contract';
import type { BookEvent, BookListener, StreamState } from './bookEvent.ts';
import {
  type ConnectionDeps,
  isLastWord,
  keepConnected,
  openSocket,
  type StreamSocket,
} from './connection.ts';
import { ApiError } from './errors.ts';

export interface LaneDeps extends ConnectionDeps {
  readonly deliver: (listener: BookListener, event: BookEvent) => void;
}

/** The request of one upstream subscription, and its listeners. */
export interface Subscription {
  readonly key: string;
  readonly request: {
    readonly symbol: string;
    readonly venues: string[];
    readonly include_global: boolean;
    readonly depth: StreamDepth;
  };
  readonly listeners: Set<BookListener>;
  /** The newest event of each kind since the last connect, for listeners that join later. */
  snapshot: SnapshotEvent | undefined;
  readonly books: Map<string, StreamedBook>;
  global: Extract<BookEvent, { type: 'global' }> | undefined;
}

/** One socket and the subscriptions it carries, at most one per symbol. */
export interface Lane {
  state(): StreamState;
  find(key: string): Subscription | undefined;
  /** False while the symbol is subscribed, and then until the service confirms that it is not. */
  hasRoomFor(symbol: string): boolean;
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  isEmpty(): boolean;
  close(): void;
}

export function createLane(deps: LaneDeps): Lane {
  const bySymbol = new Map<string, Subscription>();
  const { awaiting, refused, leaving } = createRequests();
  const socket = openSocket(deps);

  const subscribe = (subscription: Subscription) => {
    awaiting.add(subscription.request.symbol);
    socket.emit('subscribe_orderbook', subscription.request);
  };
  const notify = (symbol: string, event: BookEvent) => {
    const subscription = bySymbol.get(symbol);
    if (subscription) notifyListeners(subscription, event, deps.deliver);
  };
  const notifyAll = (state: StreamState) => {
    for (const symbol of [...bySymbol.keys()]) notify(symbol, { type: 'state', state });
  };

  const stop = keepConnected(socket, deps, {
    up() {
      // Subscribes before listeners are notified: one that then adds a watch must not be subscribed
      // twice.
      for (const subscription of bySymbol.values()) subscribe(subscription);
      notifyAll('connected');
    },
    down() {
      for (const symbols of [awaiting, refused, leaving]) symbols.clear();
      for (const subscription of bySymbol.values()) clearEvents(subscription);
      notifyAll('disconnected');
    },
  });
  handleBooks(socket, { bySymbol, notify });
  handleAnswers(socket, { awaiting, refused, leaving, onError: deps.onError });

  return {
    state: () => (socket.connected ? 'connected' : 'disconnected'),
    find: (key) => [...bySymbol.values()].find((subscription) => subscription.key === key),
    hasRoomFor: (symbol) => !bySymbol.has(symbol) && !leaving.has(symbol),
    add(subscription) {
      bySymbol.set(subscription.request.symbol, subscription);
      // While disconnected the socket would queue it, and `up` would send it again.
      if (socket.connected) subscribe(subscription);
    },
    remove(subscription) {
      const { symbol } = subscription.request;
      bySymbol.delete(symbol);
      awaiting.delete(symbol);
      if (refused.delete(symbol) || !socket.connected) return;
      leaving.add(symbol);
      socket.emit('unsubscribe_orderbook', { symbol });
    },
    isEmpty: () => bySymbol.size === 0,
    close() {
      bySymbol.clear();
      stop();
    },
  };
}

/** States of the requests by symbol, since the last connect. */
function createRequests() {
  return {
    /** Symbols whose subscription the service has not answered yet. */
    awaiting: new Set<string>(),
    /** Symbols that the service refused: there is nothing to unsubscribe. */
    refused: new Set<string>(),
    /** Symbols whose unsubscription is not confirmed yet. Their events are dropped. */
    leaving: new Set<string>(),
  };
}

function handleAnswers(
  socket: StreamSocket,
  lane: ReturnType<typeof createRequests> & Pick<LaneDeps, 'onError'>,
): void {
  const { awaiting, refused, leaving, onError } = lane;
  socket.on('subscribed', ({ symbol }) => awaiting.delete(symbol));
  socket.on('unsubscribed', ({ symbol }) => leaving.delete(symbol));
  socket.on('error', ({ message }) => {
    // The connection ends and is opened again: no symbol was refused.
    if (isLastWord(message)) return onError(new ApiError('NETWORK_ERROR', message));
    // The error names no symbol, so it can only be assigned when a single request is unanswered.
    const [symbol, ...others] = awaiting;
    const isAssigned = symbol !== undefined && others.length === 0;
    if (isAssigned) {
      awaiting.delete(symbol);
      refused.add(symbol);
    }
    const data = isAssigned ? { symbol } : undefined;
    onError(new ApiError('STREAM_REFUSED', message, { data }));
  });
}

function handleBooks(
  socket: StreamSocket,
  lane: {
    readonly bySymbol: ReadonlyMap<string, Subscription>;
    notify(symbol: string, event: BookEvent): void;
  },
): void {
  socket.on('orderbook_snapshot', (event) => {
    const subscription = lane.bySymbol.get(event.symbol);
    if (!subscription) return;
    subscription.snapshot = event;
    subscription.books.clear();
    lane.notify(event.symbol, { type: 'snapshot', ...event });
  });
  socket.on('orderbook_update', (book) => {
    lane.bySymbol.get(book.symbol)?.books.set(book.venue, book);
    lane.notify(book.symbol, { type: 'book', book });
  });
  socket.on('global_book', ({ symbol, data, timestamp }) => {
    const event = { type: 'global', symbol, book: data, timestamp } as const;
    const subscription = lane.bySymbol.get(symbol);
    if (subscription) subscription.global = event;
    lane.notify(symbol, event);
  });
}

function notifyListeners(
  { listeners }: Subscription,
  event: BookEvent,
  deliver: LaneDeps['deliver'],
): void {
  // A copy, because a listener that joins meanwhile gets a replay instead.
  for (const listener of [...listeners]) {
    if (listeners.has(listener)) deliver(listener, event);
  }
}

function clearEvents(subscription: Subscription): void {
  subscription.snapshot = undefined;
  subscription.books.clear();
  subscription.global = undefined;
}
