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
/** The whole attempt: headers that trickle pass every other deadline. */
const attemptDeadlineMs = 10_000;
/** Nothing in an answer's body matters; it is read so that its connection ends in order. */
const bodyBytesMax = 4_096;

/** Sends over the network. Any host is allowed: whoever holds an admin key chose it. */
export function createWebhookHttp({ clock }: { readonly clock: Clock }): SendWebhook {
  // Alerts are rare. A connection kept between them is one the receiver closes at a bad moment.
  const dispatcher = new Agent({ pipelining: 0, connect: { timeout: connectTimeoutMs } });
  return async (post, signal) => {
    const deadline = new AbortController();
    const cancel = clock.schedule(attemptDeadlineMs, () => deadline.abort());
    const either = AbortSignal.any([signal, deadline.signal]);
    try {
      const { url, headers } = addressed(post.url);
      // Redirects are not followed: an alert goes to the address that was configured and no other.
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

/** The status has said it all; a body that is too long, stalls or breaks changes nothing. */
async function dropBody(body: Dispatcher.ResponseData['body']): Promise<void> {
  try {
    await readBody(body, { bytesMax: bodyBytesMax });
  } catch {
    body.destroy();
  }
}

/** User and password go into the header that is for them. */
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

/** The parser of addresses lets a lone percent sign stand. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The code of a failed connection; its text may hold the address. */
function connectionFault(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `no connection or no answer (${error.code})`;
  }
  return 'no connection or no answer';
}
