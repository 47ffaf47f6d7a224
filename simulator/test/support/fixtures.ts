import { createHash } from 'node:crypto';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import fc from 'fast-check';
import type { ShownBook, ShownLevel } from '../../src/exchange/marketMaker.ts';
import type { FrameInfo } from '../../src/faults/frameInfo.ts';
import type { Connect, Line } from '../../src/ws/sockets.ts';

/** A request that a test sends over a real socket. */
export interface Sent {
  readonly method: string;
  readonly host: string;
  /** Path with the query. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request from the client's side. */
  readonly signal?: AbortSignal;
  /** Called when the headers of the answer have arrived. */
  readonly onHeaders?: (status: number) => void;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** Sends one request; rejects when the connection fails before the whole answer arrived. */
export function send(url: string, sent: Sent): Promise<Received> {
  const { port } = new URL(url);
  const { method, host, target, body, signal, onHeaders } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        agent: false,
        headers: { ...sent.headers, host },
        ...(signal && { signal }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        onHeaders?.(status);
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status, headers: answer.headers, text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** A client's end of a stream. */
export interface Stream {
  /** Received texts. */
  readonly texts: string[];
  /** Opcodes of received frames that carry no text. */
  readonly others: number[];
  send(text: string): void;
  ping(): void;
  /** Writes bytes as they are. */
  write(bytes: Buffer): void;
  readonly closed: Promise<void>;
  isClosed(): boolean;
  /** Resolves when so many texts have arrived. */
  until(count: number): Promise<void>;
}

/** Opens a WebSocket; rejects with the status when the upgrade is refused. */
export function openStream(url: string, host: string, target: string): Promise<Stream> {
  const { port } = new URL(url);
  const key = Buffer.from('a key of sixteen').toString('base64');
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-key': key };
  return new Promise((resolve, reject) => {
    const headers = { host, 'sec-websocket-version': '13', ...upgrade };
    const outgoing = request({ host: '127.0.0.1', port, path: target, agent: false, headers });
    outgoing.on('response', (answer) => reject(new Error(`status ${answer.statusCode}`)));
    outgoing.on('error', reject);
    outgoing.on('upgrade', (answer, socket, head) => {
      const proof = createHash('sha1')
        .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64');
      if (answer.headers['sec-websocket-accept'] === proof) resolve(streamOf(socket, head));
      else reject(new Error('the server did not prove itself'));
    });
    outgoing.end();
  });
}

function streamOf(socket: Duplex, head: Buffer): Stream {
  const texts: string[] = [];
  const others: number[] = [];
  let rest = Buffer.alloc(0);
  const take = (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    while (rest.length >= 2) {
      const short = rest.readUInt8(1);
      const start = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (rest.length < start) return;
      const length =
        short < 126 ? short : rest.readUIntBE(start === 4 ? 2 : 4, start === 4 ? 2 : 6);
      if (rest.length < start + length) return;
      const opcode = rest.readUInt8(0) & 0x0f;
      const payload = rest.subarray(start, start + length);
      if (opcode === 1) texts.push(payload.toString());
      else others.push(opcode);
      rest = rest.subarray(start + length);
    }
  };
  let isOver = false;
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isOver = true;
      resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.on('data', take);
  take(head);
  return {
    texts,
    others,
    closed,
    send: (text) => socket.write(masked(1, text)),
    ping: () => socket.write(masked(9, 'ping')),
    write: (bytes) => socket.write(bytes),
    isClosed: () => isOver,
    async until(count) {
      while (texts.length < count) await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Returns a masked frame, as clients send them. */
export function masked(opcode: number, text: string): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const bytes = Buffer.from(text);
  const payload = bytes.map((byte, at) => byte ^ (mask[at % 4] ?? 0));
  const { length } = payload;
  const size = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([0x80 | opcode, ...size]), mask, payload]);
}

/** A connection without a socket: what is sent arrives at once. */
export interface OpenLine {
  readonly frames: { readonly text: string; readonly about: FrameInfo | undefined }[];
  say(message: unknown): void;
  leave(): void;
}

export function openLine(connect: Connect, host: string, path: string): OpenLine {
  const frames: OpenLine['frames'] = [];
  const line: Line = {
    send: (text, about) => void frames.push({ text, about }),
    close: () => undefined,
  };
  const request = { method: 'GET', host, path, query: '', headers: {}, body: '' };
  const listener = connect(request, line);
  if ('status' in listener) throw new Error(`status ${listener.status}`);
  return {
    frames,
    say: (message) => listener.message(JSON.stringify(message)),
    leave: () => listener.closed(),
  };
}

const side = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 9 })),
  {
    selector: ([offset]) => offset,
    maxLength: 70,
  },
);

/** Books with whole prices around 1,000 and whole quantities: thin, deep, and sometimes empty. */
export const shownBooks: fc.Arbitrary<readonly ShownBook[]> = fc.array(
  fc.tuple(fc.integer({ min: 960, max: 1_040 }), side, side).map(([middle, below, above]) => ({
    bids: below.map(([offset, quantity]): ShownLevel => [middle - offset, quantity]),
    asks: above.map(([offset, quantity]): ShownLevel => [middle + offset, quantity]),
  })),
  { minLength: 2, maxLength: 12 },
);
