import type { Ids } from '../../../kit/ids.ts';
import { toPacket } from '../../stream/index.ts';
import {
  createKeyedClient,
  defaultKeyedLimits,
  type KeyedLimits,
} from '../../stream/keyed/index.ts';
import type { Name, TopicProtocol } from '../../stream/keyed/types.ts';
import type { StreamTopic } from '../../stream/types.ts';
import type { Algorithms } from '../types.ts';
import { type AlgorithmFeed, createAlgorithmFeed } from './feed.ts';
import { type AlgorithmGrantsDeps, createAlgorithmGrants } from './grants.ts';
import { parseSubscribeAlgorithms, parseUnsubscribeAlgorithms } from './wire.ts';

interface AlgorithmTopicDeps extends AlgorithmGrantsDeps {
  readonly algorithms: Pick<Algorithms, 'show' | 'news'>;
  readonly ids: Ids;
  readonly limits?: Partial<AlgorithmLimits>;
}

interface AlgorithmLimits extends KeyedLimits {
  /** Number of algorithms whose last sequence numbers are kept. */
  readonly knownMax: number;
}

const defaultLimits: AlgorithmLimits = {
  // 2 MB, and more than run in a day.
  knownMax: 10_000,
  ...defaultKeyedLimits,
};

/**
 * Streams algorithms and their histories, for keys that may read them by REST. Nothing is lost
 * silently: a slow client gets the newest state of an algorithm and every entry of its history, and
 * a client that falls too far behind is disconnected.
 */
export function createAlgorithmTopic(deps: AlgorithmTopicDeps): StreamTopic {
  const { clock } = deps;
  const { news } = deps.algorithms;
  const limits = { ...defaultLimits, ...deps.limits };
  const feed = createAlgorithmFeed({ news, clock, knownMax: limits.knownMax });
  const grants = createAlgorithmGrants(deps);
  const words = wordsOf(feed, deps.ids.uuid());
  return {
    open: (client) => createKeyedClient({ feed, grants, words, clock, limits }, client),
    close() {
      feed.close();
      grants.close();
    },
  };
}

/** @param streamId Names this start of the process. Sequences are comparable within it. */
function wordsOf(feed: Pick<AlgorithmFeed, 'sequenceOf'>, streamId: string): TopicProtocol<Name> {
  return {
    subscribe: 'subscribe_algorithms',
    unsubscribe: 'unsubscribe_algorithms',
    parseSubscribe: parseSubscribeAlgorithms,
    parseUnsubscribe: parseUnsubscribeAlgorithms,
    subscribed(grant) {
      const sequence = feed.sequenceOf(grant);
      const event = { order_id: grant.subject ?? null, stream_id: streamId, sequence };
      return toPacket('algorithms_subscribed', event);
    },
    unsubscribed: (name, reason) =>
      toPacket('algorithms_unsubscribed', { order_id: name ?? null, reason }),
    notSubscribed: 'Not subscribed to this algorithm',
    many: 'algorithms',
    behind: 'Disconnected: algorithm events were not read. Connect and subscribe again',
  };
}
