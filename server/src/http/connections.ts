import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import type { Clock } from '../kit/clock.ts';
import { countedAddress, type IsTrustedProxy, isLoopback } from '../kit/networks.ts';
import { createTally } from '../kit/tally.ts';

export interface ConnectionLimits {
  /** Maximum number of open connections from all addresses. */
  readonly max: number;
  /** The part of these that only this machine may use: its operator must always get an answer. */
  readonly keptForLoopback: number;
  /**
   * Maximum number of open connections from one address that is neither this machine nor a trusted
   * proxy.
   */
  readonly perAddressMax: number;
}

/**
 * Maximum number of unanswered requests on one connection. Browsers, proxies and nearly all clients
 * send the next once they have the answer.
 */
const waitingMax = 16;
/** Longest time without reading a part of an answer; a whole one may take longer. */
const stuckMsMax = 120_000;
const stuckCheckMs = 10_000;

/** Twice as many as the stream accepts. An idle connection costs a descriptor and some kB. */
const connectionsMax = 10_000;
/** Descriptors for database, exchanges and webhooks: without them no order is sent or written. */
const descriptorsKept = 1_000;

/**
 * Returns limits that leave descriptors for what the service itself needs. One address gets
 * somewhat more than the stream allows it.
 */
export function connectionLimits(descriptors = Number.POSITIVE_INFINITY): ConnectionLimits {
  const kept = Math.min(descriptorsKept, Math.floor(descriptors / 2));
  const max = Math.min(connectionsMax, descriptors - kept);
  return {
    max,
    keptForLoopback: Math.floor(max * 0.05),
    perAddressMax: Math.floor(max * 0.3),
  };
}

interface ConnectionDeps {
  readonly isTrustedProxy: IsTrustedProxy;
  readonly limits?: ConnectionLimits;
}

/** Closes connections beyond the limits at once, before any byte of them is read. */
export function limitConnections(server: Server, deps: ConnectionDeps): void {
  const { isTrustedProxy, limits = connectionLimits() } = deps;
  const open = createTally();

  const isTooMany = (address: string): boolean => {
    if (isLoopback(address)) return open.total >= limits.max;
    if (open.total >= limits.max - limits.keptForLoopback) return true;
    // All clients behind a proxy have its address; the proxy is trusted to limit its own clients.
    if (isTrustedProxy(address)) return false;
    return open.of(countedAddress(address)) >= limits.perAddressMax;
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTooMany(address)) {
      socket.destroy();
      return;
    }
    socket.once('close', open.add(countedAddress(address)));
  });
}

/** Counts the unanswered requests of a connection. */
export function createPipelineLimit() {
  const waiting = new WeakMap<Socket, number>();
  const change = (socket: Socket, by: 1 | -1): number => {
    const now = (waiting.get(socket) ?? 0) + by;
    waiting.set(socket, now);
    return now;
  };
  return {
    /** Returns false for a request above the limit: its connection is closed. */
    begin({ socket }: IncomingMessage): boolean {
      if (change(socket, 1) <= waitingMax) return true;
      socket.destroy();
      return false;
    },
    end({ socket }: IncomingMessage): void {
      change(socket, -1);
    },
  };
}

/**
 * Closes connections whose other side has stopped reading its answer; Node.js has no time limit for
 * that. The stream watches its own connections. Returns a function that ends the watch.
 */
export function closeStuckReaders(server: Server, clock: Clock): () => void {
  const open = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { taken: 0, atMs: clock.monotonic() });
    socket.once('close', () => open.delete(socket));
  });
  server.on('upgrade', (_request, socket: Socket) => open.delete(socket));
  return clock.every(stuckCheckMs, () => {
    const nowMs = clock.monotonic();
    for (const [socket, last] of open) {
      const taken = socket.bytesWritten - socket.writableLength;
      const isStuck = socket.writableLength > 0 && taken === last.taken;
      if (!isStuck) open.set(socket, { taken, atMs: nowMs });
      else if (nowMs - last.atMs >= stuckMsMax) socket.destroy();
    }
  });
}

/** The amount that a connection had read of its answers when it was last seen to read some. */
interface Progress {
  readonly taken: number;
  readonly atMs: number;
}
