import type { Cancel } from '../../../kit/clock.ts';
import type { AccountId } from '../../model/account.ts';
import type { Outbox } from '../../stream/types.ts';
import { type Backlog, type BacklogLimits, createBacklog } from './backlog.ts';
import type { OrderFeed } from './feed.ts';
import type { Grant, OrderGrants } from './grants.ts';

/** The accounts one client hears of, each as long as its grant holds. */
export interface Subscriptions {
  /** Begins, or goes on with another grant and what is owed already. */
  put(grant: Grant): void;
  /** Ends it and takes back what is owed; false when there is none. */
  end(accountId: string): boolean;
  accountIds(): Iterable<string>;
  count(): number;
  close(): void;
}

interface SubscriptionsDeps {
  readonly feed: Pick<OrderFeed, 'join'>;
  readonly grants: Pick<OrderGrants, 'watch'>;
  readonly outbox: Outbox;
  readonly limits: BacklogLimits;
  /** A grant no longer holds; the subscription is still there. */
  onLost(accountId: AccountId, why: string): void;
  /** The client reads too slowly to be told everything. */
  onFull(): void;
}

interface Subscription {
  readonly backlog: Backlog;
  readonly leave: Cancel;
  unwatch: Cancel;
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { feed, grants, outbox, limits, onLost, onFull } = deps;
  const subscriptions = new Map<string, Subscription>();

  const begin = (accountId: AccountId): Subscription => {
    const backlog = createBacklog({ outbox, limits, onFull });
    const leave = feed.join(accountId, { backlog, outbox });
    const subscription = { backlog, leave, unwatch: nothing };
    subscriptions.set(accountId, subscription);
    return subscription;
  };

  return {
    put(grant) {
      const { accountId } = grant;
      const subscription = subscriptions.get(accountId) ?? begin(accountId);
      subscription.unwatch();
      subscription.unwatch = grants.watch(grant, (why) => onLost(accountId, why));
    },
    end(accountId) {
      const subscription = subscriptions.get(accountId);
      if (!subscription) return false;
      letGo(subscription);
      return subscriptions.delete(accountId);
    },
    accountIds: () => subscriptions.keys(),
    count: () => subscriptions.size,
    close() {
      for (const subscription of subscriptions.values()) letGo(subscription);
      subscriptions.clear();
    },
  };
}

const nothing: Cancel = () => undefined;

function letGo({ backlog, leave, unwatch }: Subscription): void {
  unwatch();
  leave();
  backlog.close();
}
