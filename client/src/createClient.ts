import { type Endpoint, endpoints } from '@windlass/contract';
import { readAnswer } from './answer.ts';
import { parseBaseUrl } from './baseUrl.ts';
import type { Client } from './client.ts';
import type { CallOptions } from './method.ts';
import { buildRequest, type FlatInput } from './request.ts';
import { type Runtime, systemRuntime } from './runtime.ts';
import { parseRetryAfterMs, send } from './send.ts';
import { createFetchTransport, type Transport } from './transport.ts';

export interface ClientOptions {
  /** Address of the service, e.g. `http://127.0.0.1:3000`; a path in front of it is kept. */
  readonly baseUrl: string;
  /** Sent in the header each service expects; never shown in errors. */
  readonly key?: string | undefined;
  readonly transport?: Transport;
  /** Milliseconds for each attempt. Calls that may take longer by the contract wait that long. */
  readonly timeoutMs?: number;
  /** Number of times that a failed read is tried again; 0 to 10. */
  readonly retries?: number;
  readonly runtime?: Runtime;
}

/** Ten seconds: longer than any answer takes for which the contract names no time. */
const timeoutMsDefault = 10_000;
/** Two more tries bridge a restarted connection without hiding an outage. */
const retriesDefault = 2;
/** Beyond this a caller waits for minutes without knowing why. */
const retriesMax = 10;

/**
 * Returns a client of the service at `baseUrl`.
 *
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:3000', key });
 * const book = await client.getBook({ symbol: 'BTC/USDT', venue: 'kraken' });
 */
export function createClient(options: ClientOptions): Client {
  const ask = createAsk(options);
  const toMethod =
    (endpoint: Endpoint) =>
    async (input: FlatInput = {}, callOptions: CallOptions = {}): Promise<unknown> => {
      const { answer, context } = await ask(endpoint, input, callOptions);
      const { data, note } = readAnswer(endpoint, answer, context);
      callOptions.onAnswer?.(note);
      return data;
    };
  const methods = Object.entries(endpoints).map(
    ([name, endpoint]) => [name, toMethod(endpoint)] as const,
  );
  // The names and types above come from the same object, which the compiler cannot follow here.
  return Object.freeze(Object.fromEntries(methods)) as unknown as Client;
}

/** Returns a function that sends a request and returns the answer with what reading it needs. */
export function createAsk(options: ClientOptions) {
  const { key } = options;
  const base = { baseUrl: parseBaseUrl(options.baseUrl).href, key: checkKey(key) };
  const settings = {
    transport: options.transport ?? createFetchTransport(),
    runtime: options.runtime ?? systemRuntime,
    timeoutMs: checkTimeout(options.timeoutMs ?? timeoutMsDefault),
    retries: checkRetries(options.retries ?? retriesDefault),
    key,
  };
  return async (endpoint: Endpoint, input: FlatInput, callOptions: CallOptions) => {
    const usualMs = Math.max(settings.timeoutMs, endpoint.answersWithinMs ?? 0);
    const timeoutMs = checkTimeout(callOptions.timeoutMs ?? usualMs);
    const request = buildRequest(endpoint, input, base);
    const own = { ...settings, timeoutMs, finalStatus: endpoint.statusOfNo };
    const answer = await send(request, own, callOptions.signal);
    const nowMs = settings.runtime.now();
    const retryAfterMs = parseRetryAfterMs(answer.headers['retry-after'], nowMs);
    return { answer, context: { key, retryAfterMs } };
  };
}

function checkKey(key: string | undefined): string | undefined {
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new TypeError('key must be visible ASCII characters without spaces');
  }
  return key;
}

function checkTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && Number.isFinite(timeoutMs)) return timeoutMs;
  throw new TypeError(`timeoutMs must be above 0, received ${timeoutMs}`);
}

function checkRetries(retries: number): number {
  if (Number.isInteger(retries) && retries >= 0 && retries <= retriesMax) return retries;
  throw new TypeError(`retries must be an integer from 0 to ${retriesMax}, received ${retries}`);
}
