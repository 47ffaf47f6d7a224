import { Agent, request } from 'undici';
import type { Clock } from '../../kit/clock.ts';
import { BodyTooLargeError, readBody } from '../../kit/readBody.ts';
import { parseRetryAfter } from '../../kit/retryAfter.ts';
import type { Network } from '../network.ts';
import { LedgerError } from './ledgerPort.ts';
import { unavailable } from './unavailable.ts';

/** An entry is at most 64 KiB by the network's settings: 200 of them in base64 are 17 MB. */
const bodyBytesMax = 32 * 1024 * 1024;

interface RpcPostDeps {
  readonly network: Network;
  /** It may contain a credential, so no error names it. */
  readonly url: string;
  readonly clock: Clock;
}

/** Sends one request and returns its answer, parsed as JSON. */
export type RpcPost = (body: unknown, signal: AbortSignal) => Promise<object>;

/** Failures are `LedgerError`, except that an abort rejects with whatever it interrupts. */
export function createRpcPost({ network, url, clock }: RpcPostDeps): RpcPost {
  const dispatcher = new Agent();
  return async (message, signal) => {
    const { statusCode, headers, body } = await request(url, {
      dispatcher,
      signal,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(message),
      // The caller's signal is the only deadline of the call.
      headersTimeout: 0,
      bodyTimeout: 0,
    }).catch((error: unknown) => {
      throw unavailable(network, `could not be reached (${reasonOf(error)})`);
    });
    if (statusCode < 200 || statusCode > 299) {
      // The status is enough; a body that never ends must not delay the refusal.
      body.on('error', () => undefined).destroy();
      const retryAfterMs = parseRetryAfter(headers['retry-after'], clock.now());
      throw statusError(network, statusCode, retryAfterMs);
    }
    const text = await readBody(body, { bytesMax: bodyBytesMax }).catch((error: unknown) => {
      if (error instanceof BodyTooLargeError) throw unavailable(network, 'sent too long an answer');
      throw unavailable(network, `broke off its answer (${reasonOf(error)})`);
    });
    const answer = parseJson(text);
    if (typeof answer !== 'object' || answer === null)
      throw unavailable(network, 'sent an unreadable answer');
    return answer;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusError(network: Network, status: number, retryAfterMs?: number): LedgerError {
  if (status === 429 || (status === 503 && retryAfterMs !== undefined)) {
    return new LedgerError('limited', `The ${network} ledger asks for a pause.`, { retryAfterMs });
  }
  // A server that took too long to read the request does not mean that the request is wrong.
  if (status >= 500 || status === 408) {
    return unavailable(network, `failed (HTTP ${status})`);
  }
  return new LedgerError('refused', `The ${network} ledger refused the call (HTTP ${status}).`);
}

/** Returns only the error's code: its message may name the address. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no connection';
}
