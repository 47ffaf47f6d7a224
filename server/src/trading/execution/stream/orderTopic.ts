import type { Ids } from '../../../kit/ids.ts';
import type { AccountId } from '../../model/account.ts';
import { toPacket } from '../../stream/index.ts';
import {
  createKeyedClient,
  defaultKeyedLimits,
  type KeyedLimits,
} from '../../stream/keyed/index.ts';
import type { TopicProtocol } from '../../stream/keyed/types.ts';
import type { StreamTopic } from '../../stream/types.ts';
import type { OrderEvents } from '../orderEvents.ts';
import { createOrderFeed, type OrderFeed } from './feed.ts';
import { createOrderGrants, type OrderGrantsDeps } from './grants.ts';
import { parseSubscribeOrders, parseUnsubscribeOrders } from './wire.ts';

interface OrderTopicDeps extends OrderGrantsDeps {
  readonly events: OrderEvents;
  readonly ids: Ids;
  readonly limits?: Partial<KeyedLimits>;
}

/**
 * Creates the stream topic of orders and fills, for keys that may read them by REST. Nothing is
 * lost silently: a slow client receives the newest state of an order and every fill, and a client
 * that falls too far behind is disconnected.
 */
export function createOrderTopic(deps: OrderTopicDeps): StreamTopic {
  const { clock } = deps;
  const limits = { ...defaultKeyedLimits, ...deps.limits };
  const feed = createOrderFeed(deps);
  const grants = createOrderGrants(deps);
  const words = wordsOf(feed, deps.ids.uuid());
  return {
    open: (client) => createKeyedClient({ feed, grants, words, clock, limits }, client),
    close() {
      feed.close();
      grants.close();
    },
  };
}

/** @param streamId Id of this start of the process: sequence numbers are comparable within it. */
function wordsOf(feed: Pick<OrderFeed, 'sequenceOf'>, streamId: string): TopicProtocol<AccountId> {
  return {
    subscribe: 'subscribe_orders',
    unsubscribe: 'unsubscribe_orders',
    parseSubscribe: parseSubscribeOrders,
    parseUnsubscribe: parseUnsubscribeOrders,
    subscribed({ subject }) {
      const sequence = feed.sequenceOf(subject);
      const event = { exchange_account_id: subject, stream_id: streamId, sequence };
      return toPacket('orders_subscribed', event);
    },
    unsubscribed: (name = '', reason) =>
      toPacket('orders_unsubscribed', { exchange_account_id: name, reason }),
    notSubscribed: 'Not subscribed to the orders of this account',
    many: 'accounts',
    behind: 'Disconnected: order events were not read. Connect and subscribe again',
  };
}
