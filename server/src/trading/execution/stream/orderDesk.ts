import type { Clock } from '../../../kit/clock.ts';
import { createTokenBucket } from '../../../kit/rateLimit.ts';
import { always, toPacket } from '../../stream/index.ts';
import type { Desk, StreamClient } from '../../stream/types.ts';
import type { BacklogLimits } from './backlog.ts';
import type { OrderFeed } from './feed.ts';
import type { Grant, OrderGrants, Refusal } from './grants.ts';
import { createKeyChecks } from './keyChecks.ts';
import { createSubscriptions } from './subscriptions.ts';
import { type Claim, parseSubscribeOrders, parseUnsubscribeOrders } from './wire.ts';

interface OrderDeskDeps {
  readonly feed: Pick<OrderFeed, 'join' | 'sequenceOf'>;
  readonly grants: Pick<OrderGrants, 'ask' | 'watch'>;
  /** Names this start of the process: sequences are comparable within it. */
  readonly streamId: string;
  readonly clock: Clock;
  readonly limits: OrderLimits;
}

export interface OrderLimits extends BacklogLimits {
  /** Accounts one connection may follow, those being checked included. */
  readonly accountsMax: number;
}

/** A client whose key was revoked asks with it once for every account; a guesser goes on. */
const keysForgivenPerSecond = 0.2;

const behind = 'Disconnected: order events were not read. Connect and subscribe again';
const tooManyKeys = 'Disconnected: too many keys that are unknown, revoked or expired';

/** What one client follows of orders. */
export function createOrderDesk(deps: OrderDeskDeps, client: StreamClient): Desk {
  const { feed, grants, clock, limits } = deps;
  const { outbox, fail } = client;
  const patience = createTokenBucket({
    clock,
    capacity: limits.accountsMax,
    refillPerSecond: keysForgivenPerSecond,
  });

  const subscriptions = createSubscriptions({
    ...{ feed, grants, outbox, limits },
    onLost(accountId, why) {
      subscriptions.end(accountId);
      sayEnded(client, accountId, why);
      outbox.flush();
    },
    onFull: () => drop('behind', behind),
  });

  const conclude = (answer: Grant | Refusal): void => {
    if (answer.kind === 'granted') {
      subscriptions.put(answer);
      welcome(answer, deps, client);
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
    const following = [...subscriptions.accountIds(), ...checks.accountIds()];
    if (new Set([...following, claim.accountId]).size <= limits.accountsMax) checks.check(claim);
    else fail(`Subscription failed: at most ${limits.accountsMax} accounts on one connection`);
  };
  const unsubscribe = (accountId: string): void => {
    const wasAsked = checks.takeBack(accountId);
    if (subscriptions.end(accountId) || wasAsked) sayEnded(client, accountId, null);
    else fail('Not subscribed to the orders of this account');
  };

  return {
    handlers: handlersOf({ subscribe, unsubscribe, fail }),
    subscriptionCount: subscriptions.count,
    close,
  };
}

interface Requests {
  subscribe(claim: Claim): void;
  unsubscribe(accountId: string): void;
  fail(message: string): void;
}

function handlersOf({ subscribe, unsubscribe, fail }: Requests): Desk['handlers'] {
  return {
    subscribe_orders(payload) {
      const request = parseSubscribeOrders(payload);
      if ('refused' in request) fail(request.refused);
      else subscribe(request);
    },
    unsubscribe_orders(payload) {
      const request = parseUnsubscribeOrders(payload);
      if ('refused' in request) fail(request.refused);
      else unsubscribe(request.accountId);
    },
  };
}

function welcome(
  { accountId }: Grant,
  { feed, streamId }: OrderDeskDeps,
  { outbox }: StreamClient,
): void {
  const sequence = feed.sequenceOf(accountId);
  const answer = { exchange_account_id: accountId, stream_id: streamId, sequence };
  outbox.answer(always(toPacket('orders_subscribed', answer)));
}

/** @param reason Null when the client asked. */
function sayEnded({ outbox }: StreamClient, accountId: string, reason: string | null): void {
  const event = { exchange_account_id: accountId, reason };
  outbox.answer(always(toPacket('orders_unsubscribed', event)));
}
