import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Runs as many turns of the event loop as the sockets of this process need. */
export interface SocketTurns {
  /** Resolves once everything that needs no time is answered, or `isOver` returns true. */
  settle(isOver?: () => boolean): Promise<void>;
  close(): void;
}

const channels = ['net.client.socket', 'net.server.socket'] as const;

/**
 * Bytes written to the loopback are read in the next turn, and answered in the one after it. Out of
 * 28,000 times that bytes moved again without the clock, two were more than one turn apart.
 */
const quietTurns = 16;

/** Watches every socket that is opened from now on. */
export function watchSockets(): SocketTurns {
  // Both ends of every connection are here: bytes that one has written, the other reads a turn
  // later.
  const sockets = new Set<Socket>();
  let movedByClosed = 0;
  const watch = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      movedByClosed += socket.bytesRead + 1;
    });
  };
  const moved = (): number => {
    let bytes = movedByClosed + sockets.size;
    for (const socket of sockets) bytes += socket.bytesRead;
    return bytes;
  };
  for (const channel of channels) subscribe(channel, watch);
  return {
    async settle(isOver = () => false) {
      let before = moved();
      for (let quiet = 0; quiet < quietTurns && !isOver(); quiet += 1) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        const now = moved();
        if (now !== before) quiet = 0;
        before = now;
      }
    },
    close() {
      for (const channel of channels) unsubscribe(channel, watch);
    },
  };
}
