import { type ClientEvents, type ServerEvents, streamPath } from '@windlass/contract';
import { io, type Socket } from 'socket.io-client';
import { type BaseUrl, parseBaseUrl } from './baseUrl.ts';
import { ApiError } from './errors.ts';
import { backoffMs, type Runtime, systemRuntime } from './runtime.ts';

/** Options that every stream takes. */
export interface StreamOptions {
  readonly baseUrl: string;
  /** Called once for each failure: an outage (not each retry), a refusal, a listener that threw. */
  readonly onError: (error: ApiError) => void;
  /** Engine transports in order of preference. The service documents websocket. */
  readonly transports?: readonly ('websocket' | 'polling')[];
  readonly runtime?: Runtime;
}

/** Returns whether an error comes just before a disconnection: it answers no request. */
export function isLastWord(message: string): boolean {
  return message.startsWith('Disconnected:');
}

export interface ConnectionDeps {
  readonly baseUrl: BaseUrl;
  readonly transports: readonly ('websocket' | 'polling')[];
  readonly runtime: Runtime;
  readonly onError: (error: ApiError) => void;
}

export type StreamSocket = Socket<ServerEvents, ClientEvents>;

export function toConnectionDeps(options: StreamOptions): ConnectionDeps {
  return {
    baseUrl: parseBaseUrl(options.baseUrl),
    transports: options.transports ?? ['websocket'],
    runtime: options.runtime ?? systemRuntime,
    onError: options.onError,
  };
}

export function openSocket({
  baseUrl,
  transports,
}: Pick<ConnectionDeps, 'baseUrl' | 'transports'>): StreamSocket {
  return io(baseUrl.origin, {
    path: `${baseUrl.prefix}${streamPath}`,
    transports: [...transports],
    // Sockets must not share a connection: each needs its own.
    forceNew: true,
    autoConnect: false,
    // The library stops after a disconnect that the service asked for; `keepConnected` does not.
    reconnection: false,
  });
}

/**
 * Connects, and reconnects after every loss with growing waits. Returns a function that ends it.
 */
export function keepConnected(
  socket: StreamSocket,
  { runtime, onError, baseUrl }: Pick<ConnectionDeps, 'runtime' | 'onError' | 'baseUrl'>,
  heard: { up(): void; down(): void },
): () => void {
  let failures = 0;
  let isReported = false;
  const stopped = new AbortController();
  const tryAgain = async () => {
    failures += 1;
    await runtime.sleep(backoffMs(failures, runtime.random), stopped.signal);
    if (!stopped.signal.aborted) socket.connect();
  };
  socket.on('connect', () => {
    failures = 0;
    isReported = false;
    heard.up();
  });
  socket.on('disconnect', () => {
    heard.down();
    if (!stopped.signal.aborted) void tryAgain();
  });
  socket.on('connect_error', (failure) => {
    if (stopped.signal.aborted) return;
    void tryAgain();
    if (isReported) return;
    isReported = true;
    const why = `Cannot reach the stream at ${baseUrl.origin}: ${failure.message}.`;
    onError(new ApiError('NETWORK_ERROR', why));
  });
  socket.connect();
  return () => {
    stopped.abort();
    socket.disconnect();
  };
}
