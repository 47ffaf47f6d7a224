import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Account } from '../../model/account.ts';
import type { OrderEvents } from '../orderEvents.ts';
import type { OrderStore, StoredOrder } from '../orderStore.ts';
import type { Sessions } from '../sessions.ts';
import type { Settling } from '../settling.ts';
import { isUnsettled } from '../storedOrders.ts';
import type { ReadingProgress } from './fillEvidence.ts';
import { lookAtMarket, lookupsAtOnce } from './marketLook.ts';
import {
  beatMs,
  createWatchList,
  marketOf,
  type Watched,
  type WatchObserver,
} from './watchList.ts';

/**
 * Settles orders with an unknown outcome from the venue's evidence: the order itself, its fills, or
 * its absence once the request is too old to be accepted. Sends nothing.
 */
export interface Resolver {
  /** Begins to look up an order until it is settled. */
  watch(order: StoredOrder): void;
  /** Takes over orders that an earlier run left unsettled, and begins the lookups. */
  start(): void;
  /** Looks up all orders that are due; resolves when done. */
  look(): Promise<void>;
  /** Returns the number of unsettled orders. */
  count(): number;
  /** Aborts running lookups; resolves when their results are written. */
  stop(): Promise<void>;
}

export interface ResolverDeps {
  readonly orders: OrderStore;
  readonly events: Pick<OrderEvents, 'onOrder'>;
  readonly sessions: Sessions;
  readonly settling: Settling;
  readonly find: (accountId: string) => Promise<Account>;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly observe: ResolverObserver;
}

export interface ResolverObserver extends WatchObserver {
  resolverFailed(error: unknown): void;
}

export function createResolver(deps: ResolverDeps): Resolver {
  const { clock, observe, settling, isSending } = deps;
  const list = createWatchList(deps);
  let sweeping: Promise<void> | undefined;
  /** Running lookups by market: a market that waits for its venue must not delay the others. */
  const looking = new Map<string, Promise<void>>();
  const progresses = new Map<string, ReadingProgress>();
  const leaving = new AbortController();
  const { signal } = leaving;
  let cancelBeat: Cancel | undefined;
  // A stream, a comparison or the follower may find out before the next lookup does.
  const cancelEvents = deps.events.onOrder((order) => {
    if (!isUnsettled(order)) list.settled(order);
  });

  const lookAt = async (market: string, due: readonly Watched[]): Promise<void> => {
    const [first] = due;
    if (!first) return;
    const { accountId, marketType } = first.order;
    const session = deps.sessions.of(await deps.find(accountId), 'proof');
    const atOnce = Math.max(lookupsAtOnce, session.togetherMax?.(marketType) ?? 1);
    const orders = { due, along: list.alongIn(market) };
    const { resolverFailed: failed } = observe;
    const progress = progresses.get(market) ?? { unfinished: undefined };
    progresses.set(market, progress);
    const shared = { list, session, settling, isSending, clock, failed, signal, progress };
    await lookAtMarket(shared, orders, atOnce);
  };
  const lookAtDue = async (): Promise<void> => {
    await list.sweep();
    for (const [market, due] of Map.groupBy(list.due(), marketOf)) {
      if (looking.has(market)) continue;
      const look = lookAt(market, due)
        .catch((error: unknown) => {
          for (const entry of due) list.looked(entry, undefined);
          if (!signal.aborted) observe.resolverFailed(error);
        })
        .finally(() => looking.delete(market));
      looking.set(market, look);
    }
  };
  const look = async (): Promise<void> => {
    sweeping ??= lookAtDue()
      .catch((error: unknown) => observe.resolverFailed(error))
      .finally(() => {
        sweeping = undefined;
      });
    await sweeping;
    await Promise.all(looking.values());
  };
  return {
    watch: list.watch,
    look,
    count: list.count,
    start() {
      cancelBeat = clock.every(beatMs, () => void look());
      void look();
    },
    async stop() {
      cancelEvents();
      cancelBeat?.();
      leaving.abort(new Error('The service stops.'));
      await sweeping;
      await Promise.all(looking.values());
    },
  };
}
