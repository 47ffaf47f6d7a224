import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { OrderEvents, OrderStore, StoredOrder } from '../../execution/types.ts';
import type { PlanSlice } from './types.ts';

type OrderName = Pick<PlanSlice, 'accountId' | 'clientOrderId'>;

/** Reports changes of orders by the names that plans give them. */
export interface OrderWatch {
  /** Calls `heard` at every change of the order from now on; the same state may come often. */
  listen(name: OrderName, heard: (order: StoredOrder) => void): Cancel;
  /** Starts to look in the store for missed changes. */
  start(): void;
  stop(): Promise<void>;
}

export interface OrderWatchDeps {
  readonly events: OrderEvents;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly clock: Clock;
  readonly observe: OrderWatchObserver;
}

export interface OrderWatchObserver {
  /** The state of a plan or its orders cannot be read now; called once each time. */
  plansNotRead(error: unknown): void;
  /** A fault of ours while an order's change was processed. */
  planFaulted(planId: string, error: unknown): void;
}

/**
 * Pause between looks. Events report changes of an order at once. A look only finds what an event
 * missed, so it may be slow, but well within the time that a caller waits.
 */
const lookMs = 5_000;

interface Listener extends OrderName {
  readonly heard: (order: StoredOrder) => void;
}

export function createOrderWatch(deps: OrderWatchDeps): OrderWatch {
  const { events, orders, clock, observe } = deps;
  // One for each slice whose order is not over; plans and their slices are bounded.
  const listeners = new Map<string, Listener>();
  let looking: Promise<void> | undefined;
  let cancelBeat: Cancel = () => undefined;

  const tell = (order: StoredOrder): void => {
    const listener = listeners.get(keyOf(order));
    if (!listener) return;
    try {
      listener.heard(order);
    } catch (error) {
      observe.planFaulted(order.parentId ?? order.id, error);
    }
  };
  const look = async (): Promise<void> => {
    for (const listener of [...listeners.values()]) {
      if (!listeners.has(keyOf(listener))) continue;
      const order = await orders.find(listener.accountId, listener.clientOrderId);
      if (order) tell(order);
    }
  };
  const unlisten = events.onOrder(tell);
  return {
    listen(name, heard) {
      listeners.set(keyOf(name), { ...name, heard });
      return () => void listeners.delete(keyOf(name));
    },
    start() {
      cancelBeat = clock.every(lookMs, () => {
        looking ??= look()
          .catch(observe.plansNotRead)
          .finally(() => {
            looking = undefined;
          });
      });
    },
    async stop() {
      cancelBeat();
      unlisten();
      await looking;
    },
  };
}

function keyOf({ accountId, clientOrderId }: OrderName): string {
  return `${accountId} ${clientOrderId}`;
}
