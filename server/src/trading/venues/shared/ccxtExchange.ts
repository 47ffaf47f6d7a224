import type { Clock } from '../../../kit/clock.ts';
import { parseRetryAfter } from '../../../kit/retryAfter.ts';
import { MarketSourceError } from '../marketPort.ts';
import { parseJson } from './json.ts';
import { type HttpAnswer, type HttpSend, readAnswer } from './marketHttp.ts';
import type { CcxtMarket, VenueListing } from './venueListing.ts';

/** The part of a ccxt exchange that is used here; its own types are a hundred times as large. */
export interface CcxtExchange {
  readonly precisionMode: number;
  options: Record<string, unknown>;
  fetch(url: string, method: string, headers: unknown, body: unknown): Promise<unknown>;
  fetchMarkets(params: object): Promise<readonly CcxtMarket[]>;
  request(
    path: string,
    api: string | readonly string[],
    method: string,
    params: object,
  ): Promise<unknown>;
  /** Throws when the answer is an error of the exchange. */
  handleErrors: (...answer: readonly unknown[]) => unknown;
}

export type CcxtClass = new (config: object) => CcxtExchange;

interface CallDeps {
  readonly clock: Clock;
  readonly send: HttpSend;
  readonly signal: AbortSignal;
}

/** Maximum pages of a list: the longest has a dozen; a cursor that leads in a circle ends here. */
const requestsPerCallMax = 40;
/** Enough for a code and a sentence. */
const messageCharsMax = 200;

/**
 * Creates an exchange for one call: without credentials, its requests sent by our own HTTP.
 * Replacing its `fetch` leaves out ccxt's throttle, retries, proxies, timers and headers (its
 * broker tags too).
 */
export function createCcxtExchange(Exchange: CcxtClass, deps: CallDeps): CcxtExchange {
  const exchange = new Exchange({ enableRateLimit: false });
  let requestCount = 0;
  exchange.fetch = async (...[url, method, headers, body]) => {
    requestCount += 1;
    if (requestCount > requestsPerCallMax) {
      throw new MarketSourceError(`more than ${requestsPerCallMax} requests for one list`);
    }
    const text = typeof body === 'string' ? body : undefined;
    const request = { url, method: method === 'POST' ? 'POST' : 'GET', body: text } as const;
    const answer = await readAnswer(request, deps);
    refuseStatus(answer, deps.clock.now());
    const parsed = parseJson(answer.text);
    if (typeof parsed !== 'object' || parsed === null) {
      throw new MarketSourceError('answer is not JSON');
    }
    exchange.handleErrors(answer.status, '', url, method, {}, answer.text, parsed, headers, body);
    return parsed;
  };
  return exchange;
}

function refuseStatus({ status, retryAfter }: HttpAnswer, nowMs: number): void {
  if (status >= 200 && status < 300) return;
  const retryAfterMs = parseRetryAfter(retryAfter, nowMs);
  throw new MarketSourceError(status === 429 ? 'rate limit (status 429)' : `status ${status}`, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

/** Returns all markets of a class, in the passes that its listing names. */
export async function fetchListed(
  exchange: Pick<CcxtExchange, 'options' | 'fetchMarkets'>,
  { marketQueries }: VenueListing,
): Promise<readonly CcxtMarket[]> {
  const markets: CcxtMarket[] = [];
  for (const { types, params = {} } of marketQueries) {
    if (types) exchange.options.fetchMarkets = { types };
    markets.push(...(await exchange.fetchMarkets(params)));
  }
  return markets;
}

/** Returns our error for any failure of a call through ccxt; it begins with the venue's name. */
export function toMarketSourceError(error: unknown, venue: string): MarketSourceError {
  const isOurs = error instanceof MarketSourceError;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const said = (isOurs ? message : `${name}: ${message}`).replace(/\s+/g, ' ');
  const text = said.length > messageCharsMax ? `${said.slice(0, messageCharsMax)}…` : said;
  const retryAfterMs = isOurs ? error.retryAfterMs : undefined;
  return new MarketSourceError(`${venue}: ${text}`, {
    cause: error,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
