import type { DataOf, OrderEvent, OrderFillEvent } from '@windlass/client';

export type Order = DataOf<'listOpenOrders'>[number];

/** Events about an account's orders since the page was opened. */
export interface LiveOrders {
  readonly stream: 'opening' | 'up' | 'lost';
  /** The newest state of each order, by name. */
  readonly orders: ReadonlyMap<string, Order>;
  /** Newest first. */
  readonly fills: readonly OrderFillEvent[];
  /** Grows with each order and fill. */
  readonly version: number;
}

export const noLiveOrders: LiveOrders = {
  stream: 'opening',
  orders: new Map(),
  fills: [],
  version: 0,
};

/** More than anybody reads. A page that stays open for weeks must not grow. */
const keptMax = 200;

/** Returns a name that stays the same before and after the exchange gives the order an id. */
export function nameOf({ client_order_id, order_id }: Order): string {
  return client_order_id ?? order_id;
}

/** True for an order that may still fill. */
function isLive({ status }: Order): boolean {
  return status === 'pending' || status === 'open' || status === 'unknown';
}

export function applyOrderEvent(heard: LiveOrders, event: OrderEvent): LiveOrders {
  switch (event.type) {
    case 'state': {
      if (event.state === 'connected') return heard;
      return { ...heard, stream: 'lost' };
    }
    case 'subscribed': {
      // Missed events may have ended any of them. Ended orders stay ended.
      const kept = event.isContinued ? heard.orders : ended(heard.orders);
      return { ...heard, stream: 'up', orders: kept };
    }
    case 'update': {
      const { exchange_account_id: _account, sequence: _sequence, ...order } = event.order;
      const orders = bounded(new Map(heard.orders).set(nameOf(order), order));
      return { ...heard, orders, version: heard.version + 1 };
    }
    case 'fill': {
      const fills = [event.fill, ...heard.fills].slice(0, keptMax);
      return { ...heard, fills, version: heard.version + 1 };
    }
  }
}

type Orders = ReadonlyMap<string, Order>;

function ended(orders: Orders): Orders {
  return new Map([...orders].filter(([, order]) => !isLive(order)));
}

function bounded(orders: Orders): Orders {
  const over = [...orders].filter(([, order]) => !isLive(order)).slice(0, -keptMax);
  const tooOld = new Set(over.map(([name]) => name));
  return tooOld.size === 0 ? orders : new Map([...orders].filter(([name]) => !tooOld.has(name)));
}

/**
 * Returns the open orders: those from the last read, each in its newest state. The stream is never
 * older than a read, because it reports every change while it is connected.
 */
export function openOrdersOf(read: readonly Order[], { orders }: LiveOrders): readonly Order[] {
  const all = new Map(read.map((order) => [nameOf(order), order]));
  for (const [name, order] of orders) all.set(name, order);
  return [...all.values()].filter(isLive).sort((a, b) => b.timestamp - a.timestamp);
}

/** Returns orders that ended since the page was opened, newest first. */
export function endedOrdersOf({ orders }: LiveOrders): readonly Order[] {
  return [...orders.values()].filter((order) => !isLive(order)).reverse();
}
