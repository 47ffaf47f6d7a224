import type { Clock } from '../../../kit/clock.ts';
import type { AccountId } from '../../model/account.ts';
import { toPacket } from '../../stream/index.ts';
import { createTurn, newsOf } from '../../stream/keyed/index.ts';
import type { Feed, Follower } from '../../stream/keyed/types.ts';
import type { OrderEvents } from '../orderEvents.ts';
import { toOrderFill, toOrderUpdate } from './wire.ts';

/** Numbers the events of every account and passes them to its followers. */
export interface OrderFeed extends Feed<AccountId> {
  /** Returns the number of the account's last event; 0 before the first. */
  sequenceOf(accountId: AccountId): number;
}

interface OrderFeedDeps {
  readonly events: OrderEvents;
  readonly clock: Clock;
}

/**
 * Maximum number of orders whose client ids are remembered for their fills: 2 MB. Fills follow
 * within seconds.
 */
const clientIdsMax = 10_000;

export function createOrderFeed({ events, clock }: OrderFeedDeps): OrderFeed {
  /**
   * Last number by account. It is bounded by the number of accounts, and starts with the process.
   */
  const sequences = new Map<AccountId, number>();
  const followers = new Map<AccountId, Set<Follower>>();
  const clientIds = createClientIds();
  const turn = createTurn(clock);

  const sequenceOf = (accountId: AccountId): number => sequences.get(accountId) ?? 0;
  const tell = (accountId: AccountId, take: (backlog: Follower['backlog']) => void): void => {
    for (const follower of followers.get(accountId) ?? []) {
      take(follower.backlog);
      turn.wake(follower.outbox);
    }
  };

  const cancels = [
    events.onOrder((order) => {
      const { accountId } = order;
      const sequence = sequenceOf(accountId) + 1;
      sequences.set(accountId, sequence);
      clientIds.remember(order.id, order.clientOrderId);
      const news = newsOf(() => toPacket('order_update', toOrderUpdate(order, sequence)));
      tell(accountId, (backlog) => backlog.state(order.id, news));
    }),
    events.onFill((fill) => {
      const { accountId } = fill;
      const sequence = sequenceOf(accountId) + 1;
      sequences.set(accountId, sequence);
      // Looked up at the sending: the order may be reported right after its fill.
      const news = newsOf(() => {
        const clientOrderId = clientIds.of(fill.orderId);
        return toPacket('order_fill', toOrderFill(fill, { sequence, clientOrderId }));
      });
      tell(accountId, (backlog) => backlog.event(news));
    }),
  ];

  return {
    join({ subject: accountId }, follower) {
      const among = followers.get(accountId) ?? new Set();
      followers.set(accountId, among.add(follower));
      return () => {
        among.delete(follower);
        if (among.size === 0 && followers.get(accountId) === among) followers.delete(accountId);
      };
    },
    sequenceOf,
    close() {
      for (const cancel of cancels) cancel();
      turn.close();
    },
  };
}

/** Remembers the newest client ids by our order id. */
function createClientIds() {
  const byOrder = new Map<string, string>();
  return {
    remember(orderId: string, clientOrderId: string): void {
      byOrder.delete(orderId);
      byOrder.set(orderId, clientOrderId);
      if (byOrder.size <= clientIdsMax) return;
      const oldest = byOrder.keys().next();
      if (!oldest.done) byOrder.delete(oldest.value);
    },
    of: (orderId: string | undefined) => (orderId === undefined ? undefined : byOrder.get(orderId)),
  };
}
