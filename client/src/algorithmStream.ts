import type { AlgorithmStreamEvent, AlgorithmUpdateEvent } from '@windlass/contract';
import { openSocket, type StreamOptions, toConnectionDeps } from './connection.ts';
import { createFollower } from './follower.ts';
import type { SubscriptionEvent } from './subscription.ts';

type OwnEvent =
  /** An algorithm as it is now. */
  | { readonly type: 'update'; readonly algorithm: AlgorithmUpdateEvent }
  /** A new entry of its history. */
  | { readonly type: 'line'; readonly line: AlgorithmStreamEvent };

/** Every event about algorithms, in the order in which they happened. */
export type AlgorithmEvent = SubscriptionEvent | OwnEvent;

export interface AlgorithmStreamOptions extends StreamOptions {
  /** A key that may list algorithms; never shown in errors. */
  readonly key?: string | undefined;
  /**
   * The service's id or the client_algorithm_id. Omitted: all that the key reaches, now and later.
   */
  readonly orderId?: string | undefined;
  readonly onEvent: (event: AlgorithmEvent) => void;
}

export interface AlgorithmStream {
  /** Ends the connection. No events come afterwards. */
  close(): void;
}

/**
 * Follows an algorithm, or all that the key reaches. It connects at once, and reconnects and
 * resubscribes by itself. STREAM_REFUSED says that the service does not allow it, or no longer
 * does.
 *
 * @example
 * const stream = openAlgorithmStream({
 *   ...{ baseUrl, key, orderId: 'rebalance-7' },
 *   onEvent: (event) => event.type === 'line' && console.log(event.line.text),
 *   onError: (error) => report(error.message),
 * });
 */
export function openAlgorithmStream(options: AlgorithmStreamOptions): AlgorithmStream {
  const { key, orderId } = options;
  const deps = toConnectionDeps(options);
  const socket = openSocket(deps);
  const named = orderId === undefined ? {} : { order_id: orderId };
  // One name for the subscription, whatever the service calls it: it answers with its own id.
  const follower = createFollower<string | undefined, OwnEvent>(socket, {
    ...deps,
    key,
    requests: {
      subscribe: () => void socket.emit('subscribe_algorithms', { key: key ?? '', ...named }),
      unsubscribe: () => void socket.emit('unsubscribe_algorithms', named),
    },
    dataOf: () => (orderId === undefined ? undefined : named),
  });

  socket.on('algorithms_subscribed', follower.subscribed);
  socket.on('algorithm_update', (algorithm) => {
    follower.tell(orderId, algorithm.sequence, { type: 'update', algorithm });
  });
  socket.on('algorithm_event', (line) => {
    follower.tell(orderId, line.sequence, { type: 'line', line });
  });
  socket.on('algorithms_unsubscribed', ({ reason }) => follower.unsubscribed(orderId, reason));
  follower.follow(orderId, options.onEvent);
  return { close: follower.close };
}
