import type { Cancel } from '../../../kit/clock.ts';
import type { Outbox } from '../types.ts';
import { type Backlog, type BacklogLimits, createBacklog } from './backlog.ts';
import type { KeyGrants } from './grants.ts';
import type { Feed, Grant, Name } from './types.ts';

/** The subscriptions of one client, each of which lasts as long as its grant holds. */
export interface Subscriptions<Subject extends Name> {
  /** Begins a subscription, or continues it with another grant and with what is owed already. */
  put(grant: Grant<Subject>): void;
  /**
   * Ends a subscription, by the name it was requested by or by its subject, and takes back what is
   * owed.
   */
  end(name: Name): Grant<Subject> | undefined;
  subjects(): Iterable<Subject>;
  count(): number;
  close(): void;
}

interface SubscriptionsDeps<Subject extends Name> {
  readonly feed: Pick<Feed<Subject>, 'join'>;
  readonly grants: Pick<KeyGrants<Subject>, 'watch'>;
  readonly outbox: Outbox;
  readonly limits: BacklogLimits;
  /** Called when a grant no longer holds; the subscription still exists then. */
  onLost(subject: Subject, why: string): void;
  /** Called when the client reads too slowly to be told everything. */
  onFull(): void;
}

interface Subscription<Subject extends Name> {
  grant: Grant<Subject>;
  readonly backlog: Backlog;
  leave: Cancel;
  unwatch: Cancel;
}

export function createSubscriptions<Subject extends Name>(
  deps: SubscriptionsDeps<Subject>,
): Subscriptions<Subject> {
  const { feed, grants, outbox, limits, onLost, onFull } = deps;
  const subscriptions = new Map<Name, Subscription<Subject>>();

  const begin = (grant: Grant<Subject>): Subscription<Subject> => {
    const backlog = createBacklog({ outbox, limits, onFull });
    const subscription = { grant, backlog, leave: nothing, unwatch: nothing };
    subscriptions.set(grant.subject, subscription);
    return subscription;
  };
  const named = (name: Name) => {
    const askedBy = ({ grant }: Subscription<Subject>) => grant.claim.name === name;
    return subscriptions.get(name) ?? [...subscriptions.values()].find(askedBy);
  };

  return {
    put(grant) {
      const { subject } = grant;
      const subscription = subscriptions.get(subject) ?? begin(grant);
      const { backlog } = subscription;
      letGo(subscription);
      subscription.grant = grant;
      subscription.leave = feed.join(grant, { backlog, outbox });
      subscription.unwatch = grants.watch(grant, (why) => onLost(subject, why));
    },
    end(name) {
      const subscription = named(name);
      if (!subscription) return undefined;
      const { grant } = subscription;
      letGo(subscription);
      subscription.backlog.close();
      subscriptions.delete(grant.subject);
      return grant;
    },
    *subjects() {
      for (const { grant } of subscriptions.values()) yield grant.subject;
    },
    count: () => subscriptions.size,
    close() {
      for (const subscription of subscriptions.values()) {
        letGo(subscription);
        subscription.backlog.close();
      }
      subscriptions.clear();
    },
  };
}

const nothing: Cancel = () => undefined;

function letGo({ leave, unwatch }: Pick<Subscription<Name>, 'leave' | 'unwatch'>): void {
  unwatch();
  leave();
}
