import { Agent, fetch } from 'undici';
import { abortable } from '../../../kit/abortable.ts';
import type { Clock } from '../../../kit/clock.ts';
import { BodyTooLargeError, readBody } from '../../../kit/readBody.ts';
import { MarketSourceError } from '../marketPort.ts';
import { detourTo } from './detour.ts';

export interface HttpRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Returns the value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends a request; replaced in tests. */
export type HttpSend = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>;

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Name lookup, handshake and the venue's own work: a list of markets is made in a second. */
export const headersDeadlineMs = 10_000;
/** The largest lists are tens of megabytes unpacked: 30 s are enough at 10 Mbit/s. */
export const bodyDeadlineMs = 30_000;
/** Three times the longest known list of markets; a longer answer is not a list. */
export const bodyBytesMax = 48 * 1024 * 1024;
/** Below our header deadline, so that a dead route is reported as such. */
const connectTimeoutMs = 5_000;

/**
 * Creates a sender over the network. It unpacks compressed bodies and uses no proxy of the
 * environment.
 * @param simulator Address that all connections go to instead; their own addresses do not change.
 */
export function createHttpSend(simulator?: URL): HttpSend {
  const detour = simulator && detourTo(simulator);
  const dispatcher = new Agent({ connect: detour?.connect ?? { timeout: connectTimeoutMs } });
  return async ({ url, method, body, headers }, signal) => {
    const response = await fetch(url, {
      method,
      signal,
      dispatcher,
      // A redirect is an answer that we did not ask for: its status is reported.
      redirect: 'manual',
      headers: { 'user-agent': 'windlass', ...(body !== undefined && jsonBody), ...headers },
      ...(body !== undefined && { body }),
    });
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? undefined,
      body: response.body ?? noBody(),
    };
  };
}

const jsonBody = { 'content-type': 'application/json' };

async function* noBody(): AsyncGenerator<Uint8Array> {}

/** Sends a request and reads the whole answer, within both deadlines and the size limit. */
export async function readAnswer(
  request: HttpRequest,
  deps: { readonly send: HttpSend; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<HttpAnswer> {
  const { clock, signal } = deps;
  const limit = createDeadline(clock);
  const aborted = AbortSignal.any([signal, limit.signal]);
  try {
    limit.set(headersDeadlineMs, 'no answer');
    const response = await abortable(deps.send(request, aborted), aborted);
    limit.set(bodyDeadlineMs, 'no full answer');
    const reading = readBody(response.body, { bytesMax: bodyBytesMax, signal: aborted });
    const text = await abortable(reading, aborted);
    return { status: response.status, retryAfter: response.header('retry-after'), text };
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw new MarketSourceError(`answer over ${bodyBytesMax / (1024 * 1024)} MiB`);
    }
    if (error instanceof MarketSourceError) throw error;
    throw new MarketSourceError(limit.passed() ?? lossText(error, signal), { cause: error });
  } finally {
    limit.clear();
  }
}

function createDeadline(clock: Clock) {
  const controller = new AbortController();
  let passed: string | undefined;
  let cancel = () => {};
  return {
    signal: controller.signal,
    passed: () => passed,
    set(afterMs: number, what: string) {
      cancel();
      cancel = clock.schedule(afterMs, () => {
        passed = `${what} within ${afterMs / 1_000} s`;
        controller.abort();
      });
    },
    clear: () => cancel(),
  };
}

function lossText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'called off';
  // `fetch` only says "fetch failed"; what happened is in its cause.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const said = cause instanceof Error ? cause.message || cause.name : String(cause);
  return `connection lost: ${said}`;
}
