import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Outbox, Packet, PacketSource } from '../types.ts';

/** Writes what clients are owed, once per turn of the event loop for each of them. */
export interface Turn {
  wake(outbox: Pick<Outbox, 'flush'>): void;
  close(): void;
}

export function createTurn(clock: Clock): Turn {
  const woken = new Set<Pick<Outbox, 'flush'>>();
  let cancel: Cancel | undefined;
  const run = (): void => {
    cancel = undefined;
    for (const outbox of woken) outbox.flush();
    woken.clear();
  };
  return {
    wake(outbox) {
      woken.add(outbox);
      cancel ??= clock.schedule(0, run);
    },
    close() {
      cancel?.();
      woken.clear();
    },
  };
}

/**
 * Returns a source for one event. The packet is encoded when the first client takes it, for all
 * clients that get it; a client that is owed it for two subscriptions gets it once.
 */
export function newsOf(encode: () => Packet): PacketSource {
  let packet: Packet | undefined;
  const takers = new WeakSet<Outbox>();
  return {
    packetFor(taker) {
      if (takers.has(taker)) return undefined;
      takers.add(taker);
      packet ??= encode();
      return packet;
    },
  };
}
