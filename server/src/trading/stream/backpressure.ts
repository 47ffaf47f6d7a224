import type { Clock } from '../../kit/clock.ts';
import type { Packet, PacketJoiner } from './packets.ts';

/**
 * Something a client is owed: it is asked for its newest state only when the client can take it.
 */
export interface PacketSource {
  packetFor(outbox: Outbox): Packet | undefined;
}

/**
 * Everything that one client is owed. Nothing is queued: a source is owed once, however often it
 * changed, and gives its newest state when the transport has handed everything before it to the
 * system.
 */
export interface Outbox {
  /** Schedules the newest state of the source; a scheduled source keeps its place. */
  schedule(source: PacketSource): void;
  /** Takes the source off the schedule. */
  forget(source: PacketSource): void;
  /** Schedules an answer. Answers are given in order, and only so many may be unread. */
  answer(source: PacketSource): void;
  /** Writes what is owed, in one piece, if the transport can take it now. */
  flush(): void;
  /** Returns since when the client has not taken what it is owed, by the monotonic clock. */
  busySinceMs(): number | undefined;
  pendingCount(): number;
  /** Lets go of the transport; nothing is written after that. */
  close(): void;
}

/** The part of an Engine.IO connection that an outbox uses. */
export interface StreamConnection {
  readonly readyState: string;
  readonly transport: StreamTransport;
  send(text: string, options: { compress: boolean; wsPreEncodedFrame: [Buffer] }): unknown;
  on(event: 'upgrade', listener: () => void): unknown;
  off(event: 'upgrade', listener: () => void): unknown;
}

export interface StreamTransport {
  /** True when everything written so far has left the process. */
  readonly writable: boolean;
  /** The event `ready` says that the transport is writable again. */
  on(event: 'ready', listener: () => void): unknown;
  off(event: 'ready', listener: () => void): unknown;
  /** The WebSocket, where the transport is one. */
  readonly socket?: { readonly readyState: number } | undefined;
}

/** `WebSocket.OPEN` of the standard. */
const webSocketOpen = 1;

/**
 * Between the client's close frame and the end of its connection Engine.IO still calls a transport
 * writable, and it writes a pre-encoded frame without asking the WebSocket: such a frame would
 * break the protocol after the answer to the close frame.
 */
function isClosing({ socket }: StreamTransport): boolean {
  return socket !== undefined && socket.readyState !== webSocketOpen;
}

interface OutboxDeps {
  readonly connection: StreamConnection;
  readonly clock: Clock;
  readonly join: PacketJoiner;
  /** Called when the client keeps asking without reading the answers. */
  onUnread(): void;
}

/**
 * A full burst of requests (40) with up to three answers each: with more than that, nobody is
 * reading.
 */
export const unreadAnswersMax = 128;
/**
 * Maximum bytes handed to a transport at once (one packet may exceed it). A client that drains
 * slowly then gets newer books in its next portion; 64 KB is three full snapshots.
 */
export const portionBytesMax = 65_536;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { connection, clock } = deps;
  /**
   * In the order of first owing; every source at most once, so that no slow client makes it grow.
   */
  const owed = new Set<PacketSource>();
  const unread = new Set<PacketSource>();
  let busySinceMs: number | undefined;
  let transport: StreamTransport | undefined;

  const flush = (): void => {
    if (!transport || owed.size === 0) return;
    if (connection.readyState !== 'open' || !transport.writable || isClosing(transport)) {
      busySinceMs ??= clock.monotonic();
      return;
    }
    const packets = takePortion(outbox, owed, unread);
    const packet = deps.join(packets);
    if (packet) {
      connection.send(packet.text, { compress: false, wsPreEncodedFrame: [packet.frame] });
    }
    busySinceMs = owed.size > 0 ? clock.monotonic() : undefined;
  };

  /** An upgrade from polling replaces the transport. */
  const follow = (): void => {
    transport?.off('ready', flush);
    transport = connection.transport;
    transport.on('ready', flush);
    flush();
  };

  const outbox: Outbox = {
    schedule: (source) => void owed.add(source),
    forget: (source) => void owed.delete(source),
    answer(source) {
      if (unread.size >= unreadAnswersMax) return deps.onUnread();
      unread.add(source);
      owed.add(source);
    },
    flush,
    busySinceMs: () => busySinceMs,
    pendingCount: () => owed.size,
    close() {
      connection.off('upgrade', follow);
      transport?.off('ready', flush);
      transport = undefined;
      owed.clear();
      unread.clear();
      busySinceMs = undefined;
    },
  };
  connection.on('upgrade', follow);
  follow();
  return outbox;
}

/** Returns the next packets of what is owed, oldest first, up to one portion. */
function takePortion(
  outbox: Outbox,
  owed: Set<PacketSource>,
  unread: Set<PacketSource>,
): readonly Packet[] {
  const packets: Packet[] = [];
  let bytes = 0;
  for (const source of owed) {
    owed.delete(source);
    unread.delete(source);
    const packet = source.packetFor(outbox);
    if (!packet) continue;
    packets.push(packet);
    bytes += packet.frame.length;
    if (bytes >= portionBytesMax) break;
  }
  return packets;
}

/** Returns a source that always gives the same finished packet. */
export function always(packet: Packet): PacketSource {
  return { packetFor: () => packet };
}
