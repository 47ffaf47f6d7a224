import type { Outbox, PacketSource } from '../types.ts';

/**
 * The unsent events of one subscription, always in the order of their sequence numbers: the highest
 * number that a client has seen stands for all below it. The backlog holds only the newest version
 * of a state; an event is never left out. When it cannot hold something, it says so once and takes
 * nothing more.
 */
export interface Backlog {
  /** @param id Names the thing that has the state: the newest state replaces the one before. */
  state(id: string, news: PacketSource): void;
  event(news: PacketSource): void;
  /** Takes back what is owed, and accepts nothing more. */
  close(): void;
}

export interface BacklogLimits {
  /** Maximum number of things with an unread change. */
  readonly statesMax: number;
  /** Maximum number of unread events. */
  readonly eventsMax: number;
}

export const defaultBacklogLimits: BacklogLimits = {
  // Venues allow an account some hundred open orders: cancelling all of them in one turn fits.
  statesMax: 2_000,
  // A large order that sweeps a book has hundreds of fills; with the states this takes at most 3
  // MB.
  eventsMax: 5_000,
};

interface BacklogDeps {
  readonly outbox: Pick<Outbox, 'schedule' | 'forget'>;
  readonly limits: BacklogLimits;
  /** Called once, after the backlog was closed. */
  onFull(): void;
}

export function createBacklog({ outbox, limits, onFull }: BacklogDeps): Backlog {
  const states = new Map<string, PacketSource>();
  const events = new Set<PacketSource>();
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    for (const source of [...states.values(), ...events]) outbox.forget(source);
    states.clear();
    events.clear();
  };
  const giveUp = (): void => {
    close();
    onFull();
  };

  return {
    state(id, news) {
      if (isClosed) return;
      const former = states.get(id);
      // It moves to the end of what is owed, because its number is now the highest. A thing changes
      // only at a limited rate, so none is delayed for ever.
      if (former) outbox.forget(former);
      else if (states.size >= limits.statesMax) return giveUp();
      const source: PacketSource = {
        packetFor(taker) {
          states.delete(id);
          return news.packetFor(taker);
        },
      };
      states.set(id, source);
      outbox.schedule(source);
    },
    event(news) {
      if (isClosed) return;
      if (events.size >= limits.eventsMax) return giveUp();
      const source: PacketSource = {
        packetFor(taker) {
          events.delete(source);
          return news.packetFor(taker);
        },
      };
      events.add(source);
      outbox.schedule(source);
    },
    close,
  };
}
