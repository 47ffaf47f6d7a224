import { unreachable } from '../../../kit/assert.ts';
import type { Clock } from '../../../kit/clock.ts';
import type { StreamClient, StreamTopic } from '../../stream/types.ts';
import type { Orderbook } from '../types.ts';
import { type BookRequestEvent, parseStreamRequest, type StreamRequest } from '../wire.ts';
import { type BookClient, type BookLimits, createBookClient } from './bookClient.ts';
import { type BeatMetrics, createHub } from './hub.ts';

/** Books on the stream (Orderbook §4.2, §6): public, without authentication. */
export interface BookTopic extends StreamTopic {
  stats(): { readonly channels: number; readonly rooms: number };
}

interface BookTopicDeps {
  readonly orderbook: Pick<
    Orderbook,
    'venues' | 'hold' | 'book' | 'books' | 'globalBook' | 'onChange'
  >;
  readonly clock: Clock;
  /** Defaults to `defaultBookLimits`. */
  readonly limits?: BookLimits;
  readonly metrics?: BeatMetrics;
}

const defaultBookLimits: BookLimits = {
  // Every symbol of the simulated market on four venues, several times over.
  symbolsMax: 50,
};

export function createBookTopic(deps: BookTopicDeps): BookTopic {
  const { orderbook, clock, limits = defaultBookLimits } = deps;
  const hub = createHub(deps);

  const open = ({ outbox, fail }: StreamClient) => {
    const client = createBookClient({ hub, orderbook, outbox, clock, limits }, fail);
    const handler = (event: BookRequestEvent) => (payload: unknown) => {
      const request = parseStreamRequest(event, payload, orderbook.venues);
      if (request.kind === 'refused') fail(request.message);
      else perform(client, request);
    };
    return {
      handlers: {
        subscribe_orderbook: handler('subscribe_orderbook'),
        unsubscribe_orderbook: handler('unsubscribe_orderbook'),
        get_snapshot: handler('get_snapshot'),
      },
      subscriptionCount: client.subscriptionCount,
      close: client.close,
    };
  };
  return { open, stats: hub.stats, close: hub.close };
}

function perform(client: BookClient, request: Exclude<StreamRequest, { kind: 'refused' }>): void {
  switch (request.kind) {
    case 'subscribe':
      client.subscribe(request);
      break;
    case 'unsubscribe':
      client.unsubscribe(request.symbol);
      break;
    case 'snapshot':
      client.show(request);
      break;
    default:
      unreachable(request);
  }
}
