import type { OrderFillEvent, OrderUpdateEvent } from '@windlass/contract';
import { openSocket, type StreamOptions, toConnectionDeps } from './connection.ts';
import { createFollower } from './follower.ts';
import type { SubscriptionEvent } from './subscription.ts';

type OwnEvent =
  /** An order as it is now. */
  | { readonly type: 'update'; readonly order: OrderUpdateEvent }
  /** One execution. Each comes once. */
  | { readonly type: 'fill'; readonly fill: OrderFillEvent };

/** Every event about an account's orders, in the order in which they happened. */
export type OrderEvent = SubscriptionEvent | OwnEvent;

export type OrderListener = (event: OrderEvent) => void;

export interface OrderStreamOptions extends StreamOptions {
  /** A key that may list the open orders of the accounts; never shown in errors. */
  readonly key?: string | undefined;
}

export interface OrderStream {
  /**
   * Calls the listener with an account's orders and fills until closed. `connected` comes first.
   */
  watch(exchangeAccountId: string, listener: OrderListener): { close(): void };
  /** Ends every watch and the connection. No events come afterwards. */
  close(): void;
}

/**
 * Opens the stream of orders. It connects with the first watch, reconnects and resubscribes by
 * itself, and keeps one subscription per account for any number of listeners. STREAM_REFUSED names
 * in `data` the account that the service does not allow it to follow, or no longer does.
 *
 * @example
 * const stream = openOrderStream({ baseUrl, key, onError: (error) => report(error.message) });
 * const watch = stream.watch('paper-binance', (event) => {
 *   if (event.type === 'subscribed' && !event.isContinued) readOpenOrders();
 *   if (event.type === 'fill') console.log(event.fill.amount, '@', event.fill.price);
 * });
 */
export function openOrderStream(options: OrderStreamOptions): OrderStream {
  const { key } = options;
  const deps = toConnectionDeps(options);
  const socket = openSocket(deps);
  const follower = createFollower<string, OwnEvent>(socket, {
    ...deps,
    key,
    requests: {
      subscribe(exchange_account_id) {
        socket.emit('subscribe_orders', { key: key ?? '', exchange_account_id });
      },
      unsubscribe(exchange_account_id) {
        socket.emit('unsubscribe_orders', { exchange_account_id });
      },
    },
    dataOf: (exchange_account_id) => ({ exchange_account_id }),
  });

  socket.on('orders_subscribed', follower.subscribed);
  socket.on('order_update', (order) => {
    follower.tell(order.exchange_account_id, order.sequence, { type: 'update', order });
  });
  socket.on('order_fill', (fill) => {
    follower.tell(fill.exchange_account_id, fill.sequence, { type: 'fill', fill });
  });
  socket.on('orders_unsubscribed', ({ exchange_account_id, reason }) =>
    follower.unsubscribed(exchange_account_id, reason),
  );
  return { watch: follower.follow, close: follower.close };
}
