import type { Clock } from '../../../kit/clock.ts';
import { createTokenBucket } from '../../../kit/rateLimit.ts';
import { always } from '../backpressure.ts';
import type { StreamClient, TopicClient } from '../types.ts';
import { type BacklogLimits, defaultBacklogLimits } from './backlog.ts';
import { createKeyChecks } from './checks.ts';
import type { KeyGrants } from './grants.ts';
import { createSubscriptions } from './subscriptions.ts';
import type { Claim, Feed, Grant, Name, Refusal, TopicProtocol } from './types.ts';

export interface KeyedClientDeps<Subject extends Name> {
  readonly feed: Pick<Feed<Subject>, 'join'>;
  readonly grants: Pick<KeyGrants<Subject>, 'ask' | 'watch'>;
  readonly words: TopicProtocol<Subject>;
  readonly clock: Clock;
  readonly limits: KeyedLimits;
}

export interface KeyedLimits extends BacklogLimits {
  /** Maximum that one connection may follow, including what is being checked. */
  readonly followedMax: number;
}

export const defaultKeyedLimits: KeyedLimits = {
  // A desk has some accounts on each of six venues; a program with more opens two connections.
  followedMax: 50,
  ...defaultBacklogLimits,
};

/**
 * Refused keys forgiven per second: a client whose key was revoked sends one request for each
 * subscription, while one that guesses keys goes on.
 */
const keysForgivenPerSecond = 0.2;
const tooManyKeys = 'Disconnected: too many keys that are unknown, revoked or expired';

/** Creates one client of a topic that asks for keys. */
export function createKeyedClient<Subject extends Name>(
  deps: KeyedClientDeps<Subject>,
  client: StreamClient,
): TopicClient {
  const { feed, grants, words, limits } = deps;
  const { outbox, fail } = client;
  const patience = createPatience(deps);
  const sayEnded = (name: Name, reason: string | null): void =>
    outbox.answer(always(words.unsubscribed(name, reason)));

  const subscriptions = createSubscriptions({
    feed,
    grants,
    outbox,
    limits,
    onLost(subject, why) {
      subscriptions.end(subject);
      sayEnded(subject, why);
      outbox.flush();
    },
    onFull: () => drop('behind', words.behind),
  });

  const conclude = (answer: Grant<Subject> | Refusal): void => {
    if (answer.kind === 'granted') {
      subscriptions.put(answer);
      outbox.answer(always(words.subscribed(answer)));
    } else if (answer.kind === 'refused' || patience.take()) {
      fail(`Subscription failed: ${answer.why}`);
    } else {
      drop('keys', tooManyKeys);
    }
    outbox.flush();
  };
  const checks = createKeyChecks({ grants, conclude });

  const close = (): void => {
    subscriptions.close();
    checks.close();
  };
  const drop = (reason: 'behind' | 'keys', message: string): void => {
    close();
    client.drop(reason, message);
  };

  const subscribe = (claim: Claim): void => {
    const followed = new Set<Name>([...subscriptions.subjects(), ...checks.names(), claim.name]);
    if (followed.size <= limits.followedMax) checks.check(claim);
    else fail(`Subscription failed: at most ${limits.followedMax} ${words.many} on one connection`);
  };
  const unsubscribe = (name: Name): void => {
    const wasAsked = checks.takeBack(name);
    const ended = subscriptions.end(name);
    if (ended || wasAsked) sayEnded(ended ? ended.subject : name, null);
    else fail(words.notSubscribed);
  };

  return {
    handlers: handlersOf(words, { subscribe, unsubscribe, fail }),
    subscriptionCount: subscriptions.count,
    close,
  };
}

function createPatience({ clock, limits }: Pick<KeyedClientDeps<Name>, 'clock' | 'limits'>) {
  const capacity = limits.followedMax;
  return createTokenBucket({ clock, capacity, refillPerSecond: keysForgivenPerSecond });
}

interface Requests {
  subscribe(claim: Claim): void;
  unsubscribe(name: Name): void;
  fail(message: string): void;
}

function handlersOf<Subject extends Name>(
  words: TopicProtocol<Subject>,
  { subscribe, unsubscribe, fail }: Requests,
): TopicClient['handlers'] {
  return {
    [words.subscribe](payload: unknown) {
      const request = words.parseSubscribe(payload);
      if ('refused' in request) fail(request.refused);
      else subscribe(request);
    },
    [words.unsubscribe](payload: unknown) {
      const request = words.parseUnsubscribe(payload);
      if ('refused' in request) fail(request.refused);
      else unsubscribe(request.name);
    },
  };
}
