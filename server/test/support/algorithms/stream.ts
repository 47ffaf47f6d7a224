import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createAlgorithmTopic } from '../../../src/trading/algorithms/stream/algorithmTopic.ts';
import type { AlgorithmRecord } from '../../../src/trading/algorithms/types.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { createStreamAccess, traderKey } from '../streams/access.ts';
import { createTestMember } from '../streams/member.ts';
import { createHandmadeAlgorithms, newAlgorithm } from './fixture.ts';

type Limits = NonNullable<Parameters<typeof createAlgorithmTopic>[0]['limits']>;

/** Creates the topic over algorithms that the test controls. */
export function createTestAlgorithms(
  clock: ManualClock,
  { held = [newAlgorithm('a')], ...limits }: Limits & { held?: readonly AlgorithmRecord[] } = {},
) {
  const access = createStreamAccess();
  const made = createHandmadeAlgorithms(...held);
  const ids = createIds(createSeededRandom('algorithm stream'));
  const { algorithms } = made;
  const topic = createAlgorithmTopic({ ...access.ports, algorithms, clock, ids, limits });
  return { ...made, access, topic };
}

/** Opens the topic with a first client. */
export function openTestAlgorithms(options?: Parameters<typeof createTestAlgorithms>[1]) {
  const clock = createManualClock();
  const { topic, ...made } = createTestAlgorithms(clock, options);
  const open = () => {
    const member = createTestMember();
    const client = topic.open(member);
    return {
      member,
      desk: client,
      /** Subscribes to everything, unless one is named. */
      async subscribe(name?: string | null, key = traderKey) {
        const named = name === undefined ? {} : { order_id: name };
        client.handlers.subscribe_algorithms?.({ key, ...named });
        await clock.advance(0);
      },
      unsubscribe(name?: string | null) {
        client.handlers.unsubscribe_algorithms?.(name === undefined ? {} : { order_id: name });
        member.outbox.flush();
      },
      /** Event, algorithm and number of all messages, answers included. */
      heard: () =>
        member.received.map(([event, { order_id: id, sequence }]) => [event, id, sequence]),
    };
  };
  return { clock, ...made, topic, open, ...open() };
}
