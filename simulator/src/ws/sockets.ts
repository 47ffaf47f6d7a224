import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FrameInfo } from '../faults/frameInfo.ts';
import type { StreamFaults } from '../faults/injector.ts';
import type { Answer, RawRequest } from '../http/request.ts';
import type { StreamFault } from './faults.ts';

/** A client's connection, as the protocol of an exchange sees it. */
export interface Line {
  /**
   * Sends a frame. Only frames with a note of a book or user stream can be lost, doubled or
   * reordered.
   */
  send(text: string, about?: FrameInfo): void;
  close(code: number, reason: string): void;
}

/** A protocol's handlers for a connection. */
export interface Listener {
  message(text: string): void;
  /** Called at a ping of the socket itself. */
  pinged?(): void;
  closed(): void;
}

/** Takes a connection for a protocol, or refuses it with an answer. */
export type Connect = (request: RawRequest, line: Line) => Listener | Answer;

/** The open streams of one exchange. */
export interface Streams {
  open(request: RawRequest, upgrade: Upgrade, connect: Connect): void;
  fail(how: StreamFault): void;
  count(): number;
  close(): void;
}

/** A request to become a WebSocket, and its connection. */
export interface Upgrade {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that came behind the request. */
  readonly head: Buffer;
}

/** Many times the longest message that any exchange takes. */
const payloadBytesMax = 1_048_576;

export function createStreams(faults: StreamFaults): Streams {
  // Pings are answered here, because a silent connection must not answer any.
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    autoPong: false,
    maxPayload: payloadBytesMax,
  });
  const open = new Set<Peer>();
  let refusals = 0;
  return {
    open(request, upgrade, connect) {
      const isRefused = refusals > 0;
      if (isRefused) refusals -= 1;
      if (isRefused || faults.refuses()) {
        refuse(upgrade.socket, 503, 'Streams are refused');
        return;
      }
      const gone = () => open.delete(peer);
      const peer = createPeer(upgrade.socket, faults, gone);
      const listener = connect(request, peer.line);
      if ('status' in listener) {
        refuse(upgrade.socket, listener.status, listener.body);
        return;
      }
      open.add(peer);
      server.handleUpgrade(upgrade.message, upgrade.socket, upgrade.head, (socket) =>
        peer.begin(socket, listener),
      );
    },
    fail(how) {
      switch (how.kind) {
        case 'drop':
          for (const peer of [...open]) peer.cut();
          break;
        case 'silence':
          for (const peer of open) peer.silence();
          break;
        case 'refuse':
          refusals = how.times;
          break;
      }
    },
    count: () => open.size,
    close() {
      for (const peer of [...open]) peer.cut();
    },
  };
}

export function refuse(socket: Duplex, status: number, body: string): void {
  const head = `HTTP/1.1 ${status} Refused\r\nconnection: close\r\n`;
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

interface Peer {
  readonly line: Line;
  begin(socket: WebSocket, listener: Listener): void;
  silence(): void;
  cut(): void;
}

function createPeer(below: Duplex, faults: StreamFaults, gone: () => void): Peer {
  let open: WebSocket | undefined;
  let isSilent = false;
  // Frames that a protocol sends while it takes the connection, before the socket exists.
  const early: ((socket: WebSocket) => void)[] = [];
  const say = (work: (socket: WebSocket) => void): void => {
    if (isSilent) return;
    if (open) work(open);
    else early.push(work);
  };
  const silence = () => {
    isSilent = true;
  };
  const cut = () => void below.destroy();
  const { gate, end } = faults.gate({
    silence,
    cut,
    send: (text) => say((socket) => socket.send(text)),
  });
  below.on('close', () => {
    end();
    gone();
  });
  const inTurn = (work: (socket: WebSocket) => void) => gate.inTurn(() => say(work));
  return {
    line: {
      send: gate.send,
      close: (code, reason) =>
        inTurn((socket) => {
          socket.close(code, reason);
          // The connection ends whether or not the client sends a close frame.
          below.end();
        }),
    },
    begin(socket, listener) {
      open = socket;
      // A bad frame only ends its own connection; nothing else is told.
      socket.on('error', () => undefined);
      socket.on('message', (data) => {
        if (!isSilent) listener.message(String(data));
      });
      socket.on('ping', (data) => {
        listener.pinged?.();
        inTurn(() => socket.pong(data));
      });
      socket.on('close', () => listener.closed());
      for (const work of early.splice(0)) work(socket);
    },
    silence,
    cut,
  };
}
