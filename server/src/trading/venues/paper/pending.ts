import type { VenueFill, VenueOrderState } from '../venuePort.ts';
import type { Entry } from './bookings.ts';

/** An entry with its number in the account. */
export interface NumberedEntry extends Entry {
  readonly entryId: number;
}

/** Changes that are not durable yet. */
export interface Batch {
  /** The changed orders, each in its latest state. */
  readonly orders: ReadonlyMap<string, VenueOrderState>;
  readonly fills: readonly VenueFill[];
  readonly entries: readonly NumberedEntry[];
  /** Each change of an order and each fill, in the order in which they happened. */
  readonly news: readonly News[];
  /** True when something else has changed: a setting, a wallet, a note. */
  readonly isTouched: boolean;
}

export type News = { readonly order: VenueOrderState } | { readonly fill: VenueFill };

/** Collects changes between two saves. */
export interface Pending {
  order(order: VenueOrderState): void;
  fill(fill: VenueFill): void;
  entry(entry: NumberedEntry): void;
  touch(): void;
  isEmpty(): boolean;
  take(): Batch;
  /** Puts an unsaved batch before later changes. */
  putBack(batch: Batch): void;
}

export function createPending(): Pending {
  let orders = new Map<string, VenueOrderState>();
  let fills: VenueFill[] = [];
  let entries: NumberedEntry[] = [];
  let news: News[] = [];
  let isTouched = false;
  return {
    order(order) {
      orders.set(order.venueOrderId, order);
      news.push({ order });
    },
    fill(fill) {
      fills.push(fill);
      news.push({ fill });
    },
    entry(entry) {
      entries.push(entry);
    },
    touch() {
      isTouched = true;
    },
    isEmpty: () => orders.size === 0 && fills.length === 0 && entries.length === 0 && !isTouched,
    take() {
      const batch = { orders, fills, entries, news, isTouched };
      orders = new Map();
      fills = [];
      entries = [];
      news = [];
      isTouched = false;
      return batch;
    },
    putBack(batch) {
      orders = new Map([...batch.orders, ...orders]);
      fills = [...batch.fills, ...fills];
      entries = [...batch.entries, ...entries];
      news = [...batch.news, ...news];
      isTouched ||= batch.isTouched;
    },
  };
}
