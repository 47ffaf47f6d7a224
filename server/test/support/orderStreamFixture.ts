import { createPathMatcher } from '../../src/access/paths.ts';
import type { Caller } from '../../src/http/scope.ts';
import { AppError } from '../../src/kit/errors.ts';
import { createIds } from '../../src/kit/ids.ts';
import { silentLogger } from '../../src/kit/logger.ts';
import { createManualClock, type ManualClock } from '../../src/kit/manualClock.ts';
import { createSeededRandom } from '../../src/kit/random.ts';
import { createOrderAnnouncer } from '../../src/trading/execution/orderEvents.ts';
import type { StoredOrder } from '../../src/trading/execution/orderStore.ts';
import { pendingOrder } from '../../src/trading/execution/storedOrders.ts';
import type { OrderLimits } from '../../src/trading/execution/stream/orderDesk.ts';
import { createOrderTopic } from '../../src/trading/execution/stream/orderTopic.ts';
import type { Account } from '../../src/trading/model/account.ts';
import type { PacketSource, StreamClient } from '../../src/trading/stream/types.ts';
import { desk, newIntent } from './orderFixture.ts';

/** An open order for 1 BTC at 10 USDT that the venue knows. */
export function newOrder(name: string, changes: Partial<StoredOrder> = {}): StoredOrder {
  const order = pendingOrder(newIntent(name));
  return { ...order, status: 'open', venueOrderId: `v-${name}`, version: 1, ...changes };
}

/** Key texts of the fixture; every one is long enough for the door. */
export const traderKey = 'ak_the-key-of-a-trader-0001';
export const otherKey = 'ak_the-key-of-another-0002';

/** Keys and accounts that a test can change, lose and hang. */
function createOrderAccess() {
  const callers = new Map<string, Caller>();
  const accounts = new Set<string>([desk, 'other']);
  let lookups = 0;
  let wait: () => Promise<unknown> = () => Promise.resolve();
  const { pathAllowed } = createPathMatcher();
  const give = (key: string, changes: Partial<Caller> = {}): void => {
    callers.set(key, {
      ...{ id: `id of ${key}`, name: 'desk', roles: ['trader'], paths: ['/order-execution/**'] },
      ...{ exchangeAccountIds: undefined, expiresAtMs: undefined },
      ...changes,
    });
  };
  give(traderKey);
  return {
    give,
    revoke: (key: string) => callers.delete(key),
    removeAccount: (id: string) => accounts.delete(id),
    lookups: () => lookups,
    /** What every lookup waits for first, and fails with. */
    answerAfter(waiting: () => Promise<unknown>): void {
      wait = waiting;
    },
    ports: {
      async authenticate(key: string) {
        lookups += 1;
        await wait();
        return callers.get(key);
      },
      pathAllowed,
      accounts: {
        async find(id: string) {
          if (!accounts.has(id)) throw new AppError('ACCOUNT_NOT_FOUND');
          // All that is asked of an account here is whether there is one.
          return { id } as Account;
        },
      },
      logger: silentLogger,
    },
  };
}

/** The topic over an announcer that the test speaks through. */
export function createTestOrders(clock: ManualClock, limits: Partial<OrderLimits> = {}) {
  const access = createOrderAccess();
  const announcer = createOrderAnnouncer();
  const ids = createIds(createSeededRandom('order stream'));
  const topic = createOrderTopic({ ...access.ports, clock, ids, events: announcer, limits });
  return { access, announcer, topic };
}

/** A client that takes everything at once, or nothing while it is stuck. */
export function createTestMember() {
  const owed = new Set<PacketSource>();
  const received: [event: string, payload: Record<string, unknown>][] = [];
  const dropped: string[] = [];
  const member = {
    isStuck: false,
    received,
    dropped,
    owed,
    /** Payloads of the events of a name. */
    of: (name: string) => received.filter(([event]) => event === name).map(([, what]) => what),
    outbox: {
      owe: (source: PacketSource) => void owed.add(source),
      forget: (source: PacketSource) => void owed.delete(source),
      answer: (source: PacketSource) => void owed.add(source),
      flush() {
        if (member.isStuck) return;
        for (const source of owed) {
          owed.delete(source);
          const packet = source.packetFor(member.outbox);
          if (packet) received.push(JSON.parse(packet.text.slice(1)));
        }
      },
      busySinceMs: () => undefined,
      owedCount: () => owed.size,
      close: () => undefined,
    },
    fail: (message: string) => void received.push(['error', { message }]),
    drop: (reason: string, message: string) => void dropped.push(`${reason}: ${message}`),
  } satisfies StreamClient & Record<string, unknown>;
  return member;
}

/** The topic with a first client. */
export function openTestOrders(limits: Partial<OrderLimits> = {}) {
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
      subscribe: (account: string = desk, key = traderKey) =>
        ask({ key, exchange_account_id: account }),
      unsubscribe: (account: string = desk) => {
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

/** What a client was told of errors. */
export const errorsOf = ({ member }: { member: ReturnType<typeof createTestMember> }) =>
  member.of('error').map(({ message }) => message);
