import { Agent, request } from 'undici';
import { WebSocket } from 'ws';
import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import { BodyTooLargeError, readBody } from '../../../kit/readBody.ts';
import { parseRetryAfter } from '../../../kit/retryAfter.ts';
import {
  type Connection,
  type ConnectionEvents,
  type FeedTransport,
  TransportError,
} from '../transportPort.ts';
import { type Detour, detourTo } from './detour.ts';

/** A TCP, TLS and WebSocket handshake takes under a second; ten mean that the route is broken. */
const handshakeTimeoutMs = 10_000;
/** The largest frames seen are full snapshots of a few hundred kilobytes. */
const frameBytesMax = 8 * 1024 * 1024;
/** A snapshot of 5,000 levels a side is 400 kB; anything near this is not a snapshot. */
const bodyBytesMax = 16 * 1024 * 1024;
const connectTimeoutMs = 5_000;
const headersTimeoutMs = 5_000;
/** Longest silence inside a body. */
const bodyTimeoutMs = 5_000;
/** For the whole call: a body that trickles passes every other deadline. */
export const getDeadlineMs = 10_000;
/** Maximum time for a peer to answer a close before the socket is terminated. */
const closeGraceMs = 1_000;
/** Shorter than any venue waits for a silent client; the shortest is 30 s. */
const pingEveryMs = 20_000;
/** Enough of a refusal's body to hold a code and a sentence. */
const errorBodyCharsMax = 2_000;

export interface LiveTransportDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Address of the simulator that all connections go to instead; their own addresses do not change.
   */
  readonly simulator?: URL | undefined;
}

/** Connects to venues over the network. */
export function createLiveTransport({
  clock,
  logger,
  simulator,
}: LiveTransportDeps): FeedTransport {
  const detour = simulator && detourTo(simulator);
  const dispatcher = new Agent({ connect: detour?.connect ?? { timeout: connectTimeoutMs } });
  return {
    isRecording: false,
    connect: (url, events) => openSocket(url, events, { clock, logger, detour }),
    async get(url, signal, headers) {
      const deadline = new AbortController();
      const cancel = clock.schedule(getDeadlineMs, () => deadline.abort());
      try {
        return await fetchText(url, {
          dispatcher,
          headers,
          nowMs: clock.now(),
          signal: AbortSignal.any([signal, deadline.signal]),
        });
      } catch (error) {
        if (error instanceof TransportError) throw error;
        const problem = deadline.signal.aborted
          ? `no full answer within ${getDeadlineMs} ms`
          : errorText(error);
        throw new TransportError(`GET ${url}: ${problem}`, { cause: error });
      } finally {
        cancel();
      }
    },
  };
}

interface FetchOptions {
  readonly dispatcher: Agent;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

async function fetchText(url: string, options: FetchOptions): Promise<string> {
  const { statusCode, headers, body } = await request(url, {
    dispatcher: options.dispatcher,
    headers: options.headers ?? null,
    signal: options.signal,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs,
  });
  const text = await readBody(body, { bytesMax: bodyBytesMax }).catch((error: unknown) => {
    if (!(error instanceof BodyTooLargeError)) throw error;
    throw new TransportError(`GET ${url}: body over ${bodyBytesMax} bytes`);
  });
  if (statusCode >= 200 && statusCode < 300) return text;
  const retryAfterMs = parseRetryAfter(headers['retry-after'], options.nowMs);
  throw new TransportError(`GET ${url}: status ${statusCode}`, {
    status: statusCode,
    body: text.slice(0, errorBodyCharsMax),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

interface SocketDeps extends Pick<LiveTransportDeps, 'clock' | 'logger'> {
  /** The destination of the connection, if it is not the address. */
  readonly detour?: Detour | undefined;
}

/** Opens one WebSocket; the part of its address after the question mark is never reported. */
export function openSocket(url: string, events: ConnectionEvents, deps: SocketDeps): Connection {
  const socket = new WebSocket(url, {
    ...(deps.detour && { createConnection: deps.detour.createConnection }),
    handshakeTimeout: handshakeTimeoutMs,
    maxPayload: frameBytesMax,
    perMessageDeflate: false,
    autoPong: true,
  });
  let failure: string | undefined;
  let cancelTerminate = () => {};
  // Sent beside the venues' own pings: some venues count only these as a sign of life.
  const cancelPing = deps.clock.every(pingEveryMs, () => {
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  });
  socket.on('open', () => events.opened());
  socket.on('message', (data) => events.frame(data.toString()));
  socket.on('ping', () => events.alive());
  socket.on('pong', () => events.alive());
  // `ws` emits `close` after every `error`; only the text is kept here.
  socket.on('error', (error) => {
    failure = errorText(error);
  });
  socket.on('close', (code, reason) => {
    cancelTerminate();
    cancelPing();
    events.closed(failure ?? `closed with code ${code} ${reason.toString()}`.trim());
  });
  return {
    send(text) {
      // A closing socket is reported by `closed`, so the lost frame needs no report.
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(text, (error) => {
        const details = { url: url.replace(/\?.*$/, ''), error: error && errorText(error) };
        if (error) deps.logger.debug(details, 'Frame was not sent');
      });
    },
    close() {
      if (socket.readyState === WebSocket.CLOSED || socket.readyState === WebSocket.CLOSING) return;
      socket.close(1000);
      cancelTerminate = deps.clock.schedule(closeGraceMs, () => socket.terminate());
    },
  };
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
