import type { Cancel } from '../../kit/clock.ts';
import type { StoredFill, StoredOrder } from './orderStore.ts';

/** Events of orders, sent once they are durable. Listeners must not throw. */
export interface OrderEvents {
  /** Reports every change of an order, with its new state; the same state may be reported twice. */
  onOrder(listener: (order: StoredOrder) => void): Cancel;
  /** Reports every fill of an account, once. */
  onFill(listener: (fill: StoredFill) => void): Cancel;
}

export interface OrderAnnouncer extends OrderEvents {
  order(order: StoredOrder): void;
  fill(fill: StoredFill): void;
}

export function createOrderAnnouncer(): OrderAnnouncer {
  const orderListeners = new Set<(order: StoredOrder) => void>();
  const fillListeners = new Set<(fill: StoredFill) => void>();
  return {
    onOrder(listener) {
      orderListeners.add(listener);
      return () => orderListeners.delete(listener);
    },
    onFill(listener) {
      fillListeners.add(listener);
      return () => fillListeners.delete(listener);
    },
    order(order) {
      for (const listener of orderListeners) listener(order);
    },
    fill(fill) {
      for (const listener of fillListeners) listener(fill);
    },
  };
}
