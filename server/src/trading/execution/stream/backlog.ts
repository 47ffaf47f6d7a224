import type { Outbox, Packet, PacketSource } from '../../stream/types.ts';

/** One event of an account. Encoded when the first client takes it, for all that get it. */
export interface OrderNews {
  packet(): Packet;
}

/**
 * What one subscription is owed, always in the order of its numbers: the highest that a client has
 * seen stands for all below it. Of an order it holds only the newest state; a fill is never left
 * out. What cannot be held is told once, and then nothing more is taken.
 */
export interface Backlog {
  order(orderId: string, news: OrderNews): void;
  fill(news: OrderNews): void;
  /** Takes back what is owed, and takes nothing more. */
  close(): void;
}

export interface BacklogLimits {
  /** Orders with an unread change. */
  readonly ordersMax: number;
  /** Unread fills. */
  readonly fillsMax: number;
}

export const defaultBacklogLimits: BacklogLimits = {
  // Venues allow an account some hundred open orders; a cancel of all in one turn passes whole.
  ordersMax: 2_000,
  // A large order that sweeps a book has hundreds; with the orders this is at most 3 MB.
  fillsMax: 5_000,
};

interface BacklogDeps {
  readonly outbox: Pick<Outbox, 'owe' | 'forget'>;
  readonly limits: BacklogLimits;
  /** Called once; the backlog is closed by then. */
  onFull(): void;
}

export function createBacklog({ outbox, limits, onFull }: BacklogDeps): Backlog {
  const orders = new Map<string, PacketSource>();
  const fills = new Set<PacketSource>();
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    for (const source of [...orders.values(), ...fills]) outbox.forget(source);
    orders.clear();
    fills.clear();
  };
  const giveUp = (): void => {
    close();
    onFull();
  };

  return {
    order(orderId, news) {
      if (isClosed) return;
      const former = orders.get(orderId);
      // To the end of what is owed: its number is now the highest. An order changes only so often,
      // so none is put off for ever.
      if (former) outbox.forget(former);
      else if (orders.size >= limits.ordersMax) return giveUp();
      const source: PacketSource = {
        packetFor() {
          orders.delete(orderId);
          return news.packet();
        },
      };
      orders.set(orderId, source);
      outbox.owe(source);
    },
    fill(news) {
      if (isClosed) return;
      if (fills.size >= limits.fillsMax) return giveUp();
      const source: PacketSource = {
        packetFor() {
          fills.delete(source);
          return news.packet();
        },
      };
      fills.add(source);
      outbox.owe(source);
    },
    close,
  };
}
