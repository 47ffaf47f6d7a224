import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { capturesFolder, capturesNotice } from '../../../test/support/marketData/captures.ts';
import { makeTicker } from '../../../test/support/prices/fixtures.ts';
import {
  answerWith,
  type PriceUpstream,
  startPriceUpstream,
} from '../../../test/support/prices/upstream.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import type { Logger } from '../../kit/logger.ts';
import { Secret } from '../../kit/secret.ts';
import { type CoinGeckoPlan, createCoinGecko } from './coinGecko.ts';
import { callDeadlineMs } from './coinGeckoHttp.ts';
import { coinGeckoCurrencies } from './currencies.ts';
import { PriceProviderError } from './priceProvider.ts';

const never = new AbortController().signal;
const key = 'CG-0123456789';

describe('the CoinGecko provider', () => {
  let upstream: PriceUpstream;
  beforeEach(async () => {
    upstream = await startPriceUpstream();
  });
  afterEach(() => upstream.close());

  const clock = createManualClock(Date.parse('2026-05-18T12:00:00Z'));
  const provider = (plan: CoinGeckoPlan = 'keyless', logger: Logger = silentLogger) =>
    createCoinGecko({
      baseUrl: upstream.url,
      apiKey: plan === 'keyless' ? undefined : new Secret(key),
      plan,
      clock,
      logger,
    });
  const tickers = (...ids: string[]) => provider().tickers('usd', ids, never);
  const failure = async (plan?: CoinGeckoPlan): Promise<PriceProviderError> => {
    const error: unknown = await provider(plan)
      .tickers('usd', ['bitcoin'], never)
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
    if (error instanceof PriceProviderError) return error;
    throw new Error(`not refused as it should: ${String(error)}`);
  };

  it('asks for whole pages and gives the documented fields alone', async () => {
    expect(await tickers('bitcoin', 'nobody')).toEqual([
      makeTicker('bitcoin', { current_price: 77_671 }),
    ]);
    const url = new URL(upstream.requests[0] ?? '', upstream.url);
    expect(url.pathname).toBe('/api/v3/coins/markets');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      vs_currency: 'usd',
      ids: 'bitcoin,nobody',
      per_page: '250',
    });
  });

  it.each([
    ['demo', 'x-cg-demo-api-key', 25],
    ['pro', 'x-cg-pro-api-key', 250],
  ] as const)('sends the key of the %s plan in %s and never in an address', async (...row) => {
    const [plan, header, callsPerMinute] = row;
    await provider(plan).tickers('usd', ['bitcoin'], never);
    expect(upstream.headers[0]).toMatchObject({ [header]: key });
    expect(upstream.requests.join()).not.toContain(key);
    expect(provider(plan).callsPerMinute).toBe(callsPerMinute);
  });

  it('sends no key without one, and knows its limit', async () => {
    await tickers('bitcoin');
    expect(Object.keys(upstream.headers[0] ?? {}).join()).not.toContain('x-cg');
    expect(provider().callsPerMinute).toBe(10);
  });

  it('takes what is missing for null and drops bad rows, telling once', async () => {
    const { ath: _, ...row } = makeTicker('bitcoin', { current_price: 1 });
    upstream.answer = answerWith(200, [row, { ...row, id: 7 }, { ...row, ath: '9' }, null]);
    const told: unknown[] = [];
    const logger = { ...silentLogger, warn: (fields: unknown) => void told.push(fields) };
    const one = provider('keyless', logger);
    const rows = await one.tickers('usd', ['bitcoin'], never);
    expect(rows).toEqual([makeTicker('bitcoin', { current_price: 1, ath: null })]);
    await one.tickers('usd', ['bitcoin'], never);
    expect(told).toEqual([{ what: 'ticker', fields: ['id'] }]);
  });

  it.each([
    ['a body that is no JSON', answerWith(200, '[{"id":"bit')],
    ['a body that is no list', answerWith(200, { coins: [] })],
    ['a list without one good row', answerWith(200, [{ id: 'bitcoin' }])],
    ['a fault of theirs', answerWith(502, 'Bad gateway')],
    ['a redirect', answerWith(302, '', { location: 'http://elsewhere.test/' })],
  ])('calls %s unavailable', async (_name, answer) => {
    upstream.answer = answer;
    expect(await failure()).toMatchObject({ kind: 'unavailable', retryAfterMs: undefined });
  });

  it('calls a body cut short and a lost connection unavailable, without naming the address', async () => {
    upstream.answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('[{"id":');
      response.destroy();
    };
    expect((await failure()).kind).toBe('unavailable');
    await upstream.close();
    const error = await failure();
    expect(error).toMatchObject({ kind: 'unavailable' });
    expect(error.message).toBe('no connection or an incomplete answer (ECONNREFUSED)');
  });

  it('gives up on an answer that trickles', async () => {
    const begun = Promise.withResolvers<void>();
    upstream.answer = (_request, response) => {
      response.writeHead(200);
      response.write('[');
      begun.resolve();
    };
    const outcome = failure();
    await begun.promise;
    await clock.advance(callDeadlineMs);
    expect(await outcome).toMatchObject({
      kind: 'unavailable',
      message: 'no full answer within 10000 ms',
    });
  });

  const limitBody = { status: { error_code: 429, error_message: 'Exceeded' } };
  it.each([
    ['seconds', limitBody, { 'retry-after': '119' }, 119_000],
    ['a date', 'Throttled', { 'retry-after': 'Mon, 18 May 2026 12:01:30 GMT' }, undefined],
    ['nothing', 'Throttled', {}, undefined],
    ['nonsense', limitBody, { 'retry-after': 'soon' }, undefined],
  ])('understands a limit with %s to wait for', async (name, body, headers, retryAfterMs) => {
    upstream.answer = answerWith(429, body, headers);
    const expected =
      name === 'a date' ? Date.parse('2026-05-18T12:01:30Z') - clock.now() : retryAfterMs;
    expect(await failure()).toMatchObject({ kind: 'limited', retryAfterMs: expected });
  });

  it.each([
    [400, { error: 'invalid vs_currency' }, 'invalid vs_currency (status 400)'],
    [
      401,
      { status: { error_code: 10002, error_message: `Key ${key} is unknown` } },
      'Key [secret] is unknown (status 401)',
    ],
    [403, { error: { status: { error_message: 'Blocked' } } }, 'Blocked (status 403)'],
    [403, '<html><body>1020</body></html>', 'status 403'],
    [404, 'Not here', 'Not here (status 404)'],
  ])('passes on why status %d refuses, without the key', async (status, body, message) => {
    upstream.answer = answerWith(status, body);
    expect(await failure('demo')).toMatchObject({ kind: 'refused', message });
  });

  it('lists coins', async () => {
    const coin = { id: 'bitcoin', symbol: 'btc', name: 'Bitcoin' };
    upstream.answer = answerWith(200, [{ ...coin, platforms: {} }, { id: 'x' }]);
    expect(await provider().coins(never)).toEqual([coin]);
    expect(upstream.requests).toEqual(['/api/v3/coins/list']);
  });

  it('prices in 63 currencies, stablecoins not among them', () => {
    expect(coinGeckoCurrencies.size).toBe(63);
    expect([coinGeckoCurrencies.has('usdt'), coinGeckoCurrencies.has('eur')]).toEqual([
      false,
      true,
    ]);
  });

  it.skipIf(!capturesFolder)(`reads a published answer${capturesNotice}`, async () => {
    const file = 'coingecko-coingecko-api-oas/coingecko/examples.json';
    const examples = JSON.parse(readFileSync(join(capturesFolder ?? '', file), 'utf8'));
    upstream.answer = answerWith(200, examples['/coins/markets']);
    const [row] = await tickers('bitcoin');
    expect(row).toMatchObject({ id: 'bitcoin', current_price: 77_671, max_supply: 21_000_000 });
    expect(Object.keys(row ?? {})).toEqual(Object.keys(makeTicker('bitcoin')));
    const rates = Object.keys(examples['/exchange_rates'].rates);
    expect(rates.filter((name) => coinGeckoCurrencies.has(name)).length).toBeGreaterThan(50);
  });
});
