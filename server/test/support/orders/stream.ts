import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createOrderAnnouncer } from '../../../src/trading/execution/orderEvents.ts';
import type { StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import { pendingOrder } from '../../../src/trading/execution/storedOrders.ts';
import { createOrderTopic } from '../../../src/trading/execution/stream/orderTopic.ts';
import type { KeyedLimits } from '../../../src/trading/stream/keyed/index.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { createStreamAccess, traderKey } from '../streams/access.ts';
import { createTestMember } from '../streams/member.ts';
import { accountId, newIntent } from './fixture.ts';

/** Returns an open order for 1 BTC at 10 USDT that the venue knows. */
export function newOrder(name: string, changes: Partial<StoredOrder> = {}): StoredOrder {
  const order = pendingOrder(newIntent(name));
  return { ...order, status: 'open', venueOrderId: `v-${name}`, version: 1, ...changes };
}

/** Creates the topic over an announcer that the test controls. */
export function createTestOrders(clock: ManualClock, limits: Partial<KeyedLimits> = {}) {
  const access = createStreamAccess();
  const announcer = createOrderAnnouncer();
  const ids = createIds(createSeededRandom('order stream'));
  const topic = createOrderTopic({ ...access.ports, clock, ids, events: announcer, limits });
  return { access, announcer, topic };
}

/** Opens the topic with a first client. */
export function openTestOrders(limits: Partial<KeyedLimits> = {}) {
  const clock = createManualClock();
  const { access, announcer, topic } = createTestOrders(clock, limits);
  const open = () => {
    const member = createTestMember();
    const opened = topic.open(member);
    const ask = async (payload: unknown) => {
      opened.handlers.subscribe_orders?.(payload);
      await clock.advance(0);
    };
    return {
      member,
      desk: opened,
      ask,
      subscribe: (account: string = accountId, key = traderKey) =>
        ask({ key, exchange_account_id: account }),
      unsubscribe: (account: string = accountId) => {
        opened.handlers.unsubscribe_orders?.({ exchange_account_id: account });
        member.outbox.flush();
      },
      sequences: () =>
        member.received
          .filter(([event]) => event === 'order_update' || event === 'order_fill')
          .map(([, { sequence }]) => sequence),
    };
  };
  return { clock, access, announcer, topic, open, ...open() };
}
