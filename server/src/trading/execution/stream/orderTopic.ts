import type { Ids } from '../../../kit/ids.ts';
import type { StreamTopic } from '../../stream/types.ts';
import type { OrderEvents } from '../orderEvents.ts';
import { defaultBacklogLimits } from './backlog.ts';
import { createOrderFeed } from './feed.ts';
import { createOrderGrants, type OrderGrantsDeps } from './grants.ts';
import { createOrderDesk, type OrderLimits } from './orderDesk.ts';

interface OrderTopicDeps extends OrderGrantsDeps {
  readonly events: OrderEvents;
  readonly ids: Ids;
  readonly limits?: Partial<OrderLimits>;
}

const defaultOrderLimits: OrderLimits = {
  // A desk has some accounts on each of six venues; a program that has more opens two connections.
  accountsMax: 50,
  ...defaultBacklogLimits,
};

/**
 * Orders and fills on the stream, for keys that may read them by REST. Nothing is lost without a
 * word: of an order a slow client gets the newest state, every fill comes, and who falls too far
 * behind is disconnected.
 */
export function createOrderTopic(deps: OrderTopicDeps): StreamTopic {
  const { clock } = deps;
  const limits = { ...defaultOrderLimits, ...deps.limits };
  const feed = createOrderFeed(deps);
  const grants = createOrderGrants(deps);
  const streamId = deps.ids.uuid();
  return {
    open: (client) => createOrderDesk({ feed, grants, streamId, clock, limits }, client),
    close() {
      feed.close();
      grants.close();
    },
  };
}
