import type { Server as HttpServer, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { streamPath, streamPingIntervalMs, streamPingTimeoutMs } from '@windlass/contract';
import { Server, type Socket } from 'socket.io';
import { originRefusal } from '../../http/origins.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import { countedAddress, type IsTrustedProxy, isLoopback } from '../../kit/networks.ts';
import { createTokenBucket } from '../../kit/rateLimit.ts';
import { createTally } from '../../kit/tally.ts';
import { always, createOutbox, type Outbox } from './backpressure.ts';
import { createPacketJoiner, type Packet, toPacket } from './packets.ts';
import { createSocketSession, type SessionLimits, type SocketSession } from './session.ts';
import type { DropReason, StreamTopic } from './types.ts';

/**
 * The Socket.IO stream (Orderbook §4.2, §6): connections and what they may cost. Joining needs no
 * key; each topic decides whom it serves.
 */
export interface Stream {
  attach(httpServer: HttpServer): void;
  /**
   * Ends every connection, after a last message where one is given; the HTTP server stays with its
   * owner.
   */
  close(lastWord?: string): Promise<void>;
  stats(): StreamStats;
}

export interface StreamStats {
  readonly sockets: number;
  /** Number of symbols and accounts followed, summed over connections. */
  readonly subscriptions: number;
  /** Number of connections that have not yet taken what they are owed. */
  readonly busy: number;
  /** Number of things that all of them together are owed; it must not grow. */
  readonly owed: number;
}

export interface StreamLimits extends SessionLimits {
  readonly connectionsMax: number;
  readonly connectionsPerAddressMax: number;
}

export interface StreamMetrics {
  clientDropped(reason: DropReason): void;
}

/** Rules of who may connect, and how a client's address is determined. */
export interface ConnectionRules {
  readonly corsOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  readonly isTrustedProxy: IsTrustedProxy;
}

export interface StreamDeps {
  /** The events of the topics have different names. */
  readonly topics: readonly StreamTopic[];
  readonly clock: Clock;
  readonly logger: Logger;
  /** `defaultStreamLimits` when left out. */
  readonly limits?: StreamLimits;
  readonly doors: ConnectionRules;
  readonly metrics?: StreamMetrics;
}

export const defaultStreamLimits: StreamLimits = {
  // Five times the load that the stream is measured for; each costs about 50 KB and a descriptor.
  connectionsMax: 5_000,
  // Generous: a desk behind one address, or everybody behind one proxy.
  connectionsPerAddressMax: 2_500,
  // A person clicks more slowly; a program needs a request per symbol, once.
  requestsPerSecond: 20,
  requestBurst: 40,
};

/** Part of all connections that is reserved for this machine. */
const loopbackPart = 0.02;
/** The largest legal request is under 1 KB; sixteen leave room for clients that pad. */
const messageBytesMax = 16_384;
/** A connection that has not joined the stream by then only takes up room. */
const joinTimeoutMs = 10_000;
/**
 * Packets of any kind, pongs and acknowledgements included; only an attacker comes near. The burst
 * leaves the limit on requests room to answer first.
 */
const packetsPerSecond = 100;
const packetBurst = 500;
/** A client that takes nothing for this long is gone or will never catch up. */
const busyMsMax = 30_000;
const busyCheckMs = 1_000;

type Connection = Socket['conn'];
type LimitedDeps = StreamDeps & { readonly limits: StreamLimits };

interface Client {
  readonly connection: Connection;
  readonly outbox: Outbox;
  readonly session: SocketSession;
}

export function createStream(deps: StreamDeps): Stream {
  const { clock, limits = defaultStreamLimits } = deps;
  const clients = new Map<Connection, Client>();
  const guard = createConnectionGuard({ ...deps, limits });
  const io = new Server({
    path: streamPath,
    transports: ['websocket', 'polling'],
    pingInterval: streamPingIntervalMs,
    pingTimeout: streamPingTimeoutMs,
    connectTimeout: joinTimeoutMs,
    maxHttpBufferSize: messageBytesMax,
    // Compressing for every client separately would cost more than everything else together.
    perMessageDeflate: false,
    httpCompression: false,
    serveClient: false,
    allowEIO3: false,
    cors: { origin: [...deps.doors.corsOrigins] },
    allowRequest: guard.allow,
  });
  const enter = createEntrance({ ...deps, limits }, clients);
  io.on('connection', enter);

  const dropBusy = clock.every(busyCheckMs, () => {
    for (const { connection, outbox } of clients.values()) {
      const sinceMs = outbox.busySinceMs();
      if (sinceMs === undefined || clock.monotonic() - sinceMs < busyMsMax) continue;
      noteDrop(deps, 'slow');
      connection.close(true);
    }
  });

  return {
    attach(httpServer) {
      io.attach(httpServer);
      io.engine.on('connection', guard.watch);
    },
    async close(message) {
      guard.close();
      dropBusy();
      if (message !== undefined) {
        const { text } = toPacket('error', { message });
        for (const { connection } of clients.values()) connection.send(text, { compress: false });
      }
      io.disconnectSockets(true);
      io.engine?.close();
      for (const topic of deps.topics) topic.close();
    },
    stats() {
      const all = [...clients.values()];
      return {
        sockets: all.length,
        subscriptions: all.reduce((sum, { session }) => sum + session.subscriptionCount(), 0),
        busy: all.filter(({ outbox }) => outbox.busySinceMs() !== undefined).length,
        owed: all.reduce((sum, { outbox }) => sum + outbox.pendingCount(), 0),
      };
    },
  };
}

/** Makes a client of every socket that joins. */
function createEntrance(deps: LimitedDeps, clients: Map<Connection, Client>) {
  const join = createPacketJoiner();
  const { topics, clock, logger, limits } = deps;
  return (socket: Socket): void => {
    const connection = socket.conn;
    const drop = (reason: DropReason, lastWord?: Packet): void => {
      noteDrop(deps, reason);
      // Closing waits until the last message is written; a client that never reads it soon counts
      // as busy for too long.
      if (lastWord) connection.send(lastWord.text, { compress: false });
      connection.close(lastWord === undefined);
    };
    // Socket.IO lets through two joins sent at once; each would become a client of its own.
    if (clients.has(connection)) {
      drop('duplicate');
      return;
    }
    const outbox = createOutbox({ connection, clock, join, onUnread: () => drop('unread') });
    const session = createSocketSession({ topics, outbox, clock, logger, limits, drop });
    clients.set(connection, { connection, outbox, session });
    // Called before every listener, so that events of any name arrive here and nowhere else.
    socket.use(([event, payload]) => session.receive(event, payload));
    socket.on('disconnect', () => {
      clients.delete(connection);
      session.close();
      connection.close();
    });
    const message = 'Connected to the order book stream';
    outbox.answer(always(toPacket('connected', { sid: socket.id, message })));
    outbox.flush();
  };
}

/** Counts connections and packets before anything else is known about a client. */
function createConnectionGuard({ clock, limits, logger, metrics, doors }: LimitedDeps) {
  const open = createTally();
  let isClosed = false;

  /**
   * Returns the client's own address, as far as the proxies between can be trusted to report it.
   */
  const addressOf = (request: IncomingMessage): string => proxyAddr(request, doors.isTrustedProxy);
  /** This machine's operator must get in when others have taken all they are allowed. */
  const keptForLoopback = Math.floor(limits.connectionsMax * loopbackPart);

  const refusal = (request: IncomingMessage): string | undefined => {
    const foreign = originRefusal(request.headers, doors);
    if (foreign !== undefined) return foreign;
    if (isClosed) return 'The service is shutting down';
    const address = addressOf(request);
    const room = limits.connectionsMax - (isLoopback(address) ? 0 : keptForLoopback);
    if (open.total >= room) return 'Too many connections';
    const isCrowded = open.of(countedAddress(address)) >= limits.connectionsPerAddressMax;
    return isCrowded ? 'Too many connections from this address' : undefined;
  };

  return {
    allow(
      request: IncomingMessage,
      answer: (message: string | undefined, isAllowed: boolean) => void,
    ): void {
      const message = refusal(request);
      answer(message, message === undefined);
    },
    watch(connection: Connection): void {
      const packets = createTokenBucket({
        clock,
        capacity: packetBurst,
        refillPerSecond: packetsPerSecond,
      });
      connection.once('close', open.add(countedAddress(addressOf(connection.request))));
      connection.on('packet', () => {
        if (packets.take()) return;
        noteDrop({ logger, metrics }, 'flood');
        connection.close(true);
      });
    },
    close(): void {
      isClosed = true;
    },
  };
}

function noteDrop(
  { logger, metrics }: { logger: Logger; metrics?: StreamMetrics | undefined },
  reason: DropReason,
): void {
  metrics?.clientDropped(reason);
  logger.info({ reason }, 'Stream client dropped');
}
