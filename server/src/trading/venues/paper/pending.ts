import type { VenueFill, VenueOrderState } from '../venuePort.ts';

/** What has changed and is not durable yet. */
export interface Batch {
  /** Each order with what it has become. */
  readonly orders: ReadonlyMap<string, VenueOrderState>;
  readonly fills: readonly VenueFill[];
  /** Each change of an order and each fill, in the order in which they happened. */
  readonly news: readonly News[];
}

export type News = { readonly order: VenueOrderState } | { readonly fill: VenueFill };

/** Gathers changes between two saves. A fill always comes with a change of its order. */
export interface Pending {
  order(order: VenueOrderState): void;
  fill(fill: VenueFill): void;
  isEmpty(): boolean;
  take(): Batch;
  /** Puts a batch that was not saved before what has come since. */
  putBack(batch: Batch): void;
}

export function createPending(): Pending {
  let orders = new Map<string, VenueOrderState>();
  let fills: VenueFill[] = [];
  let news: News[] = [];
  return {
    order(order) {
      orders.set(order.venueOrderId, order);
      news.push({ order });
    },
    fill(fill) {
      fills.push(fill);
      news.push({ fill });
    },
    isEmpty: () => orders.size === 0,
    take() {
      const batch = { orders, fills, news };
      orders = new Map();
      fills = [];
      news = [];
      return batch;
    },
    putBack(batch) {
      orders = new Map([...batch.orders, ...orders]);
      fills = [...batch.fills, ...fills];
      news = [...batch.news, ...news];
    },
  };
}
