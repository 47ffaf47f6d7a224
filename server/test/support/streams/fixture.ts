import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { serverEvents, streamPath } from '@windlass/contract';
import { io, type Socket } from 'socket.io-client';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { type IsTrustedProxy, loopbackHosts } from '../../../src/kit/networks.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { orderbookVenueIds } from '../../../src/trading/model/venue.ts';
import { createOrderbook } from '../../../src/trading/orderbook/orderbook.ts';
import {
  type BookTopic,
  createBookTopic,
} from '../../../src/trading/orderbook/stream/bookTopic.ts';
import type { Orderbook } from '../../../src/trading/orderbook/types.ts';
import {
  createStream,
  defaultStreamLimits,
  type Stream,
  type StreamLimits,
  type StreamStats,
} from '../../../src/trading/stream/stream.ts';
import type { StreamTopic } from '../../../src/trading/stream/types.ts';
import type { BookFeed, BookWriter, WireLevel } from '../../../src/trading/venues/bookPort.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';

/** The venues' side of the books: opened by the service, written by the test. */
export interface ScriptedBooks {
  readonly clock: ManualClock;
  readonly orderbook: Orderbook;
  /** Replaces a book: one level a side at the price, and as many behind it as requested. */
  write(venue: string, price: number, options?: WriteOptions): void;
  writer(venue: string, symbol?: string): BookWriter;
  /** Gives BTC/USDT data on every venue, with references that are not counted. */
  warm(): void;
  /** Returns references by venue, for those that have any. */
  references(): Record<string, number>;
}

interface WriteOptions {
  readonly symbol?: string;
  readonly levels?: number;
  readonly quantity?: number;
}

/** Kraken lists everything but DOGE, the others list all; NONE/USDT is listed nowhere. */
export function createScriptedBooks(): ScriptedBooks {
  const clock = createManualClock();
  const writers = new Map<string, BookWriter>();
  let sequence = 0;
  const feeds = orderbookVenueIds.map((venue): [typeof venue, BookFeed] => [
    venue,
    {
      venue,
      lists: (symbol) =>
        symbol === 'NONE/USDT' || (venue === 'kraken' && symbol === 'DOGE/USDT') ? 'no' : 'yes',
      open(symbol, book) {
        writers.set(`${venue} ${symbol}`, book);
        return { close: () => writers.delete(`${venue} ${symbol}`) };
      },
      stop: async () => undefined,
    },
  ]);
  const orderbook = createOrderbook({ feeds: new Map(feeds), venues: orderbookVenueIds, clock });

  const writer = (venue: string, symbol = 'BTC/USDT'): BookWriter => {
    const book = writers.get(`${venue} ${symbol}`);
    if (!book) throw new Error(`${venue} ${symbol} is not open`);
    return book;
  };
  const write: ScriptedBooks['write'] = (
    venue,
    price,
    { symbol, levels = 1, quantity = 1 } = {},
  ) => {
    const side = (step: number): WireLevel[] =>
      Array.from({ length: levels }, (_, index) => [price + step * (1 + index), quantity]);
    sequence += 1;
    writer(venue, symbol).snapshot(side(-1), side(1), { sequence });
  };
  return {
    clock,
    orderbook,
    writer,
    write,
    warm() {
      for (const venue of orderbook.venues) {
        orderbook.keep('BTC/USDT' as InstrumentSymbol, venue);
        write(venue, 50);
      }
    },
    references() {
      const counted = orderbook.subscriptions().filter(({ refCount }) => refCount > 0);
      return Object.fromEntries(counted.map(({ venue, refCount }) => [venue, refCount]));
    },
  };
}

/** One event as a client got it. */
export interface Received {
  readonly event: string;
  // The wire format under test: read field by field.
  readonly payload: Record<string, unknown>;
}

export interface TestClient {
  readonly socket: Socket;
  readonly received: Received[];
  /** Returns the next event of the name that was not waited for yet, now or when it comes. */
  next(event: string): Promise<Record<string, unknown>>;
  /** Resolves when everything that the server sent before has arrived. */
  fence(): Promise<void>;
  /** Returns how many of the event came. */
  count(event: string): number;
}

export interface TestStream extends ScriptedBooks {
  readonly stream: Omit<Stream, 'stats'> & {
    stats(): StreamStats & ReturnType<BookTopic['stats']>;
  };
  readonly port: number;
  readonly lateMs: number[];
  readonly dropped: string[];
  connect(transports?: string[]): Promise<TestClient>;
  /** Returns a raw WebSocket that has joined the stream. */
  connectRaw(): Promise<WebSocket>;
  close(): Promise<void>;
}

export interface TestStreamOptions extends Partial<StreamLimits> {
  readonly symbolsMax?: number;
  /** Topics beside the books. */
  readonly also?: (clock: ManualClock) => readonly StreamTopic[];
  readonly isTrustedProxy?: IsTrustedProxy;
}

const allowedHosts = [...loopbackHosts, 'windlass'];

/** Starts the real stream on a real port, over scripted books and a clock that stands still. */
async function startTestStream(options: TestStreamOptions): Promise<TestStream> {
  const { symbolsMax, also, isTrustedProxy = () => false, ...limits } = options;
  const books = createScriptedBooks();
  const lateMs: number[] = [];
  const dropped: string[] = [];
  const { clock, orderbook } = books;
  const topic = createBookTopic({
    orderbook,
    clock,
    ...(symbolsMax !== undefined && { limits: { symbolsMax } }),
    metrics: { beatLate: (ms) => lateMs.push(ms), turnTook: () => undefined },
  });
  const opened = createStream({
    topics: [topic, ...(also?.(clock) ?? [])],
    clock,
    logger: silentLogger,
    limits: { ...defaultStreamLimits, ...limits },
    doors: { corsOrigins: ['https://desk.example'], allowedHosts, isTrustedProxy },
    metrics: { clientDropped: (reason) => dropped.push(reason) },
  });
  const stats = () => ({ ...opened.stats(), ...topic.stats() });
  const stream: TestStream['stream'] = { ...opened, stats };
  const server = createServer();
  stream.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connections: { close(): unknown }[] = [];
  return {
    ...books,
    stream,
    port,
    lateMs,
    dropped,
    async connect(transports) {
      const client = await openTestClient(port, transports);
      connections.push(client.socket);
      return client;
    },
    async connectRaw() {
      const socket = await openRaw(port);
      connections.push({ close: () => socket.terminate() });
      return socket;
    },
    async close() {
      for (const one of connections) one.close();
      await stream.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Opens a client of the stream on this port, greeted or refused. */
export async function openTestClient(
  port: number,
  transports: string[] = ['websocket'],
): Promise<TestClient> {
  const socket = io(`http://127.0.0.1:${port}`, {
    path: streamPath,
    transports,
    reconnection: false,
    forceNew: true,
  });
  const client = record(socket);
  await client.next('connected');
  return client;
}

/**
 * The symbol that the fence requests; no venue has it, so the answer is an error that nobody else
 * gets.
 */
const fenceSymbol = 'FENCE/USDT';
const fenceMessage = `No orderbook data available for ${fenceSymbol}`;

interface Waiting {
  readonly event: string;
  resolve(payload: Record<string, unknown>): void;
  reject(fault: Error): void;
}

/** An event that breaks the contract, or has extra fields, is a fault of ours. */
function faultOf(name: string, payload: unknown): Error | undefined {
  const event = Object.entries(serverEvents).find(([known]) => known === name)?.[1];
  if (!event) return new Error(`The contract has no event ${name}`);
  const { success, data, error } = event.payload.safeParse(payload);
  if (success && isDeepStrictEqual(data, payload)) return undefined;
  const why = error?.message ?? `it names no such fields: ${JSON.stringify(payload)}`;
  return new Error(`${name} is sent against its contract: ${why}`);
}

function record(socket: Socket): TestClient {
  const received: Received[] = [];
  const taken = new Map<string, number>();
  const waiting: Waiting[] = [];
  const fences: PromiseWithResolvers<void>[] = [];
  let fault: Error | undefined;

  const settle = (): void => {
    if (fault) {
      for (const { reject } of [...waiting.splice(0), ...fences.splice(0)]) reject(fault);
    }
    for (const wait of [...waiting]) {
      const seen = received.filter(({ event }) => event === wait.event);
      const index = taken.get(wait.event) ?? 0;
      const found = seen[index];
      if (!found) continue;
      taken.set(wait.event, index + 1);
      waiting.splice(waiting.indexOf(wait), 1);
      wait.resolve(found.payload);
    }
  };
  socket.onAny((event: string, payload: Record<string, unknown>) => {
    if (payload.message === fenceMessage) {
      fences.shift()?.resolve();
      return;
    }
    fault ??= faultOf(event, payload);
    received.push({ event, payload });
    settle();
  });
  socket.on('disconnect', (reason) => {
    received.push({ event: 'disconnect', payload: { reason } });
    settle();
  });
  socket.on('connect_error', (error) => {
    received.push({ event: 'connected', payload: { error: error.message } });
    settle();
  });
  return {
    socket,
    received,
    next: (event) =>
      new Promise((resolve, reject) => {
        waiting.push({ event, resolve, reject });
        settle();
      }),
    fence() {
      const fence = Promise.withResolvers<void>();
      fences.push(fence);
      settle();
      socket.emit('get_snapshot', { symbol: fenceSymbol });
      return fence.promise;
    },
    count: (event) => received.filter((one) => one.event === event).length,
  };
}

function openRaw(port: number): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${port}${streamPath}/?EIO=4&transport=websocket`;
  const socket = new WebSocket(url);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('0')) socket.send('40');
      if (text.startsWith('42["connected"')) resolve(socket);
    });
  });
}

/** Opens test streams and closes them after each test. */
export function testStreams(): (options?: TestStreamOptions) => Promise<TestStream> {
  const started: TestStream[] = [];
  afterEach(async () => {
    for (const stream of started.splice(0)) await stream.close();
  });
  return async (options = {}) => {
    const stream = await startTestStream(options);
    started.push(stream);
    return stream;
  };
}
