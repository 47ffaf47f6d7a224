import { Agent, request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { BodyTooLargeError, readBody } from '../../kit/readBody.ts';
import { parseRetryAfter } from '../../kit/retryAfter.ts';
import type { Secret } from '../../kit/secret.ts';
import { PriceProviderError } from './priceProvider.ts';

const connectTimeoutMs = 5_000;
const headersTimeoutMs = 5_000;
/** Longest silence inside a body. */
const bodyTimeoutMs = 5_000;
/** Deadline of the whole call: a body that trickles passes every other deadline. */
export const callDeadlineMs = 10_000;
/** Maximum size of an answer. The list of all coins has about 2 MB; 250 tickers under 0.5 MB. */
const bodyBytesMax = 16 * 1024 * 1024;
/** Length of a refusal that is kept: a code and a sentence; a page of HTML is useless. */
const refusalCharsMax = 200;

export interface CoinGeckoHttpDeps {
  readonly baseUrl: string;
  /** Header of the key; it never goes into an address, which ends up in logs. */
  readonly key: { readonly header: string; readonly value: Secret } | undefined;
  readonly clock: Clock;
}

export type QueryFields = Readonly<Record<string, string>>;

/** Makes one GET to the provider; rejects with `PriceProviderError`, without address and key. */
export type CoinGeckoGet = (
  path: string,
  query: QueryFields,
  signal: AbortSignal,
) => Promise<string>;

export function createCoinGeckoGet(deps: CoinGeckoHttpDeps): CoinGeckoGet {
  const { clock } = deps;
  const dispatcher = new Agent({ connect: { timeout: connectTimeoutMs } });
  return async (path, query, signal) => {
    const deadline = new AbortController();
    const cancel = clock.schedule(callDeadlineMs, () => deadline.abort());
    try {
      // Redirects are not followed: the key goes to the configured host and no other.
      const answer = await request(urlOf(deps.baseUrl, path, query), {
        dispatcher,
        signal: AbortSignal.any([signal, deadline.signal]),
        headersTimeout: headersTimeoutMs,
        bodyTimeout: bodyTimeoutMs,
        headers: {
          accept: 'application/json',
          ...(deps.key && { [deps.key.header]: deps.key.value.reveal() }),
        },
      });
      const text = await readBody(answer.body, { bytesMax: bodyBytesMax });
      if (answer.statusCode >= 200 && answer.statusCode < 300) return text;
      const retryAfterMs = parseRetryAfter(answer.headers['retry-after'], clock.now());
      throw toError({ status: answer.statusCode, text, retryAfterMs }, deps.key?.value);
    } catch (error) {
      if (error instanceof PriceProviderError) throw error;
      if (error instanceof BodyTooLargeError) {
        throw new PriceProviderError('unavailable', `its answer is over ${bodyBytesMax} bytes`);
      }
      const what = deadline.signal.aborted
        ? `no full answer within ${callDeadlineMs} ms`
        : connectionFault(error);
      throw new PriceProviderError('unavailable', what, { cause: error });
    } finally {
      cancel();
    }
  };
}

function urlOf(baseUrl: string, path: string, query: QueryFields): URL {
  const url = new URL(baseUrl);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

interface Refusal {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

function toError(refusal: Refusal, key: Secret | undefined): PriceProviderError {
  const { status, text, retryAfterMs } = refusal;
  if (status === 429) {
    const options = retryAfterMs === undefined ? {} : { retryAfterMs };
    return new PriceProviderError('limited', 'too many calls', options);
  }
  const isTheirs = status >= 500 || status === 408 || status < 400;
  if (isTheirs) return new PriceProviderError('unavailable', `status ${status}`);
  const said = redacted(refusalText(text), key);
  const what = said === '' ? `status ${status}` : `${said} (status ${status})`;
  return new PriceProviderError('refused', what);
}

const refusalSchema = z.union([
  z
    .object({ status: z.object({ error_message: z.string() }) })
    .transform(({ status }) => status.error_message),
  z
    .object({ error: z.object({ status: z.object({ error_message: z.string() }) }) })
    .transform(({ error }) => error.status.error_message),
  z.object({ error: z.string() }).transform(({ error }) => error),
]);

/** Returns the provider's own sentence, in any of its formats; a page of HTML has none. */
function refusalText(text: string): string {
  try {
    return refusalSchema.safeParse(JSON.parse(text)).data ?? '';
  } catch {
    return /^[^<]{1,200}$/.test(text) ? text : '';
  }
}

/** A provider may repeat the key it refuses. */
function redacted(text: string, key: Secret | undefined): string {
  const shown = key === undefined ? text : text.replaceAll(key.reveal(), '[secret]');
  return shown.replaceAll(/\s+/g, ' ').trim().slice(0, refusalCharsMax);
}

/** Returns the code of a failed connection, or its kind; its text may contain the address. */
function connectionFault(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return `no connection or an incomplete answer (${error.code})`;
  }
  return 'no connection or an incomplete answer';
}
