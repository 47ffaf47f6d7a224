import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../../kit/clock.ts';
import { readBody } from '../../kit/readBody.ts';
import { parseRetryAfter } from '../../kit/retryAfter.ts';
import type { Secret } from '../../kit/secret.ts';
import { NoAnswerError, type SendWebhook } from './types.ts';

const connectTimeoutMs = 5_000;
const headersTimeoutMs = 5_000;
/** Longest silence inside a body. */
const bodyTimeoutMs = 5_000;
/** Deadline of the whole attempt: headers that trickle pass every other deadline. */
const attemptDeadlineMs = 10_000;
/**
 * Maximum size of an answer's body. Its content is ignored; it is read so that its connection ends
 * properly.
 */
const bodyBytesMax = 4_096;

/** Sends over the network. Any host is allowed: somebody with an admin key chose it. */
export function createWebhookHttp({ clock }: { readonly clock: Clock }): SendWebhook {
  // Alerts are rare. The receiver might close a connection that is kept between them at a bad
  // moment.
  const dispatcher = new Agent({ pipelining: 0, connect: { timeout: connectTimeoutMs } });
  return async (post, signal) => {
    const deadline = new AbortController();
    const cancel = clock.schedule(attemptDeadlineMs, () => deadline.abort());
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      const { url, headers } = addressed(post.url);
      // Redirects are not followed: an alert goes to the configured address and no other.
      const answer = await request(url, {
        method: 'POST',
        dispatcher,
        signal: either,
        headersTimeout: headersTimeoutMs,
        bodyTimeout: bodyTimeoutMs,
        headers: { ...headers, ...post.headers },
        body: post.body,
      });
      await dropBody(answer.body);
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], clock.now());
      return { status: answer.statusCode, retryAfterMs };
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.signal.aborted) {
        throw new NoAnswerError(`no answer within ${attemptDeadlineMs} ms`);
      }
      throw new NoAnswerError(connectionFault(error));
    } finally {
      cancel();
    }
  };
}

/** The status is all that matters; a body that is too long, stalls or breaks changes nothing. */
async function dropBody(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await readBody(body, { bytesMax: bodyBytesMax });
  } catch {
    body.destroy();
  }
}

/** User and password go into the authorization header. */
function addressed(address: Secret): { url: URL; headers: Record<string, string> } {
  const url = new URL(address.reveal());
  const { username, password } = url;
  if (username === '' && password === '') return { url, headers: {} };
  url.username = '';
  url.password = '';
  const pair = [username, password].map(decoded).join(':');
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`;
  return { url, headers: { authorization } };
}

/** The parser of addresses accepts a lone percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the code of a failed connection; its text may contain the address. */
function connectionFault(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `no connection or no answer (${error.code})`;
  }
  return 'no connection or no answer';
}
