import type { Server, Socket } from 'node:net';
import { type IsTrustedProxy, isLoopback, plainAddress } from '../kit/networks.ts';
import { createTally } from '../kit/tally.ts';

export interface ConnectionLimits {
  /** Open at once, from everywhere. */
  readonly max: number;
  /** The part of these that only this machine may use: its operator must always get an answer. */
  readonly keptForLoopback: number;
  /** Open at once from one address that is neither this machine nor a trusted proxy. */
  readonly perAddressMax: number;
}

/**
 * Twice what the stream takes, and from one address somewhat more than the stream allows it. An
 * idle connection costs a descriptor and some kilobytes.
 */
const defaultConnectionLimits: ConnectionLimits = {
  max: 10_000,
  keptForLoopback: 500,
  perAddressMax: 3_000,
};

interface ConnectionDeps {
  readonly isTrustedProxy: IsTrustedProxy;
  readonly limits?: ConnectionLimits;
}

/** Closes connections beyond the limits at once, before a byte of them is read. */
export function limitConnections(server: Server, deps: ConnectionDeps): void {
  const { isTrustedProxy, limits = defaultConnectionLimits } = deps;
  const open = createTally();

  const isTooMany = (address: string): boolean => {
    if (isLoopback(address)) return open.total >= limits.max;
    if (open.total >= limits.max - limits.keptForLoopback) return true;
    // Everybody behind a proxy has its address; it is trusted to bound its own clients.
    if (isTrustedProxy(address)) return false;
    return open.of(address) >= limits.perAddressMax;
  };

  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (isTooMany(address)) {
      socket.destroy();
      return;
    }
    socket.once('close', open.add(address));
  });
}
