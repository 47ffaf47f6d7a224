import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Answer, RawRequest } from '../http/request.ts';
import type { StreamFault } from './faults.ts';
import { createFrameReader, encodeFrame, type Frame, opcodes } from './frames.ts';

/** A client's connection, as the protocol of an exchange sees it. */
export interface Line {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What a protocol does with a connection. */
export interface Listener {
  message(text: string): void;
  closed(): void;
}

/** Makes a protocol's own of a connection, or refuses it with an answer. */
export type Connect = (request: RawRequest, line: Line) => Listener | Answer;

/** The open streams of one exchange. */
export interface Streams {
  open(request: RawRequest, upgrade: Upgrade, connect: Connect): void;
  fail(how: StreamFault): void;
  count(): number;
  close(): void;
}

/** A request to go on as a WebSocket, and the connection it came over. */
export interface Upgrade {
  readonly message: IncomingMessage;
  readonly socket: Duplex;
  /** What came behind the request already. */
  readonly head: Buffer;
}

/** The constant of RFC 6455 that proves to a client that a server knows it. */
const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const policyViolation = 1008;

export function createStreams(): Streams {
  const open = new Set<Peer>();
  let refusals = 0;
  return {
    open(request, upgrade, connect) {
      if (refusals > 0) {
        refusals -= 1;
        refuse(upgrade.socket, 503, 'Streams are refused');
        return;
      }
      const peer = createPeer(upgrade.socket, () => open.delete(peer));
      const listener = connect(request, peer.line);
      if ('status' in listener) {
        refuse(upgrade.socket, listener.status, listener.body);
        return;
      }
      open.add(peer);
      peer.begin(upgrade, listener);
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
  begin(upgrade: Upgrade, listener: Listener): void;
  silence(): void;
  cut(): void;
}

function createPeer(socket: Duplex, gone: () => void): Peer {
  let isSilent = false;
  const write = (opcode: number, payload: Buffer) => {
    if (!isSilent && socket.writable) socket.write(encodeFrame(opcode, payload));
  };
  const close = (code: number, reason: string) => {
    const payload = Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]);
    write(opcodes.close, payload);
    socket.end();
  };
  return {
    line: { send: (text) => write(opcodes.text, Buffer.from(text)), close },
    begin({ message, head }, listener) {
      const read = createFrameReader();
      const take = (piece: Buffer) => {
        if (isSilent) return;
        for (const frame of read(piece)) answer(frame, { listener, write, close });
      };
      const safely = (piece: Buffer) => {
        try {
          take(piece);
        } catch (error) {
          close(policyViolation, String(error));
        }
      };
      socket.write(handshake(message));
      socket.on('data', safely);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        gone();
        listener.closed();
      });
      if (head.length > 0) safely(head);
    },
    silence: () => {
      isSilent = true;
    },
    cut: () => socket.destroy(),
  };
}

interface Answering {
  readonly listener: Listener;
  readonly write: (opcode: number, payload: Buffer) => void;
  readonly close: (code: number, reason: string) => void;
}

function answer({ opcode, payload }: Frame, { listener, write, close }: Answering): void {
  if (opcode === opcodes.text) listener.message(payload.toString('utf8'));
  if (opcode === opcodes.ping) write(opcodes.pong, payload);
  if (opcode === opcodes.close) close(1000, '');
}

function handshake({ headers }: IncomingMessage): string {
  const key = headers['sec-websocket-key'] ?? '';
  const proof = createHash('sha1').update(`${key}${magic}`).digest('base64');
  const head = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\n';
  return `${head}sec-websocket-accept: ${proof}\r\n\r\n`;
}
