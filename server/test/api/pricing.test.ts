import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessEndpoints, pricingEndpoints, pricingTickerSchema } from '@windlass/contract';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import {
  createTestApp,
  type TestAnswer,
  type TestApp,
  type TestRequest,
} from '../support/app/testApp.ts';
import { makeTicker } from '../support/prices/fixtures.ts';
import { answerWith, type PriceUpstream, startPriceUpstream } from '../support/prices/upstream.ts';

const { path: tickersPath } = pricingEndpoints.getTickers;
const { path: tickerPath } = pricingEndpoints.getTicker;
const quarterMs = 900_000;

let upstream: PriceUpstream;
let test: TestApp;
beforeEach(async () => {
  upstream = await startPriceUpstream();
  test = await open();
});
afterEach(async () => {
  await test.stop();
  await upstream.close();
});

const open = (env: Readonly<Record<string, string>> = {}) =>
  createTestApp({ COINGECKO_BASE_URL: upstream.url, ...env });

/** Advances the clock in small steps until the answer is there. */
async function ask(request: TestRequest | string, stepMs = 1): Promise<TestAnswer> {
  return settle(test.call(typeof request === 'string' ? { url: request } : request), stepMs);
}
async function settle<Value>(work: Promise<Value>, stepMs = 1): Promise<Value> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await test.clock.advance(stepMs);
  return done;
}
const many = (symbols: string, vsCurrency = 'usd') =>
  `${tickersPath}?vs_currency=${vsCurrency}&symbols=${encodeURIComponent(symbols)}`;
const one = (symbol: string, vsCurrency = 'usd') =>
  `${tickerPath}?vs_currency=${vsCurrency}&symbol=${encodeURIComponent(symbol)}`;
const sourcesOf = ({ json }: TestAnswer) =>
  Object.fromEntries(
    json.data.map(({ id, source }: { id: string; source: string }) => [id, source]),
  );

describe('many tickers', () => {
  it('have every documented field, and leave out who nobody knows', async () => {
    const answer = await ask(many('bitcoin,nobody'));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      isError: false,
      message: 'Tickers retrieved successfully',
      statusCode: 200,
      data: [
        {
          ...makeTicker('bitcoin', { current_price: 77_671 }),
          vs_currency: 'usd',
          fetched_at: expect.stringMatching(/^2023-11-14T22:13:20\.\d{3}Z$/),
          source: 'fresh',
        },
      ],
    });
    expect(Object.keys(answer.json.data[0]).sort()).toEqual(
      Object.keys(pricingTickerSchema.shape).sort(),
    );
    expect(sourcesOf(await ask(many('bitcoin,cardano')))).toEqual({
      bitcoin: 'cached',
      cardano: 'fresh',
    });
  });

  it('take any case, blanks, doubles and commas too many', async () => {
    const answer = await ask(many(' BitCoin , ,ETHEREUM,bitcoin,', '%20USD%20'));
    expect(sourcesOf(answer)).toEqual({ bitcoin: 'fresh', ethereum: 'fresh' });
    const asked = new URL(upstream.requests[0] ?? '', upstream.url).searchParams;
    expect([asked.get('ids'), asked.get('vs_currency')]).toEqual(['bitcoin,ethereum', 'usd']);
  });

  it('serve a coin of which every number is null', async () => {
    const { json } = await ask(many('nothing'));
    expect(json.data).toMatchObject([{ id: 'nothing', current_price: null, ath_date: null }]);
  });

  it.each([
    '',
    '?vs_currency=usd',
    '?symbols=bitcoin',
    '?vs_currency=&symbols=',
    '?vs_currency=usd&symbols=%20,',
  ])('want both parameters: %s', async (query) => {
    const answer = await ask(tickersPath + query);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({
      isError: true,
      message: 'vs_currency and symbols are required.',
      statusCode: 400,
      data: { error: 'VALIDATION_FAILED' },
    });
  });

  it('refuse more coins than one call can name, and no fewer', async () => {
    const ids = Array.from({ length: 251 }, (_, i) => `coin-${i}`);
    const refused = await ask(many(ids.join(',')));
    expect(refused.status).toBe(400);
    expect(refused.json.message).toBe('Error - symbols must name at most 250 coins, not 251.');
    expect((await ask(many([...ids.slice(0, 250), 'coin-1'].join(',')))).json.data).toEqual([]);
    expect(upstream.requests).toHaveLength(1);
    const tooLong = await ask(many('x'.repeat(15_001)));
    expect(tooLong.json.message).toBe('Error - symbols must be at most 15000 characters.');
  });

  it('refuse a currency the provider does not have', async () => {
    const refused = await ask(many('bitcoin', 'usdt'));
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      message: "Error - vs_currency 'usdt' is not supported. Use usd.",
      data: { error: 'UNSUPPORTED_CURRENCY', vs_currency: 'usdt' },
    });
    const { json } = await ask(many('bitcoin', 'xyz'));
    expect(json.message).toBe("Error - vs_currency 'xyz' is not supported.");
    expect(upstream.requests).toEqual([]);
  });

  it('are one call for a thousand requests at the same time', async () => {
    const requests = Array.from({ length: 1_000 }, () =>
      test.call({ url: many('bitcoin,ethereum,cardano') }),
    );
    const answers = await settle(Promise.all(requests));
    expect(answers.every(({ status, json }) => status === 200 && json.data.length === 3)).toBe(
      true,
    );
    expect(upstream.requests).toHaveLength(1);
  });
});

describe('one ticker', () => {
  it('is an object, in any case', async () => {
    const { status, json } = await ask(one(' Bitcoin '));
    expect(status).toBe(200);
    expect(json).toMatchObject({
      message: 'Ticker retrieved successfully',
      data: { id: 'bitcoin', vs_currency: 'usd', source: 'fresh' },
    });
  });

  it('is a 404 when nobody knows the coin', async () => {
    const { status, json } = await ask(one('nobody'));
    expect(status).toBe(404);
    expect(json).toMatchObject({
      isError: true,
      message: 'Price not found',
      statusCode: 404,
      data: { error: 'PRICE_NOT_FOUND' },
    });
  });

  it.each(['', '?vs_currency=usd', '?symbol=bitcoin', '?vs_currency=usd&symbol=%20'])(
    'wants both parameters: %s',
    async (query) => {
      const { status, json } = await ask(tickerPath + query);
      expect([status, json.message]).toEqual([400, 'vs_currency and symbol are required.']);
    },
  );

  it('refuses a currency the provider does not have', async () => {
    const { status, json } = await ask(one('bitcoin', 'usdc'));
    expect([status, json.data.error]).toEqual([400, 'UNSUPPORTED_CURRENCY']);
  });
});

describe('keys', () => {
  const makeKey = async (roles: readonly string[], paths: readonly string[]) => {
    const url = accessEndpoints.createKey.path;
    const made = await test.call({ method: 'POST', url, body: { name: 'desk', roles, paths } });
    return made.json.data.key as string;
  };
  const statuses = async (key: string | null) => [
    (await ask({ url: many('bitcoin'), key })).status,
    (await ask({ url: one('bitcoin'), key })).status,
  ];

  it.each(['admin', 'trader', 'pms_user', 'analyst'])('of role %s read prices', async (role) => {
    expect(await statuses(await makeKey([role], ['/data/**']))).toEqual([200, 200]);
  });

  it.each(['viewer', 'vault_manager'])('of role %s do not', async (role) => {
    expect(await statuses(await makeKey([role], ['/**']))).toEqual([403, 403]);
  });

  it('of another path do not, and nobody does without one', async () => {
    const key = await makeKey(['trader'], ['/order-execution/**']);
    expect(await statuses(key)).toEqual([403, 403]);
    const { status, json } = await ask({ url: one('bitcoin'), key });
    expect([status, json.message]).toEqual([403, 'Forbidden - Insufficient permissions.']);
    expect(await statuses(null)).toEqual([401, 401]);
  });
});

describe('a provider in trouble', () => {
  const cut = '[{"id":"bitcoin","sym';
  it.each([
    ['limits us', answerWith(429, 'Throttled', { 'retry-after': '90' })],
    ['limits us without a word on when', answerWith(429, { status: { error_code: 429 } })],
    ['fails', answerWith(503, 'oops')],
    ['is cut short', answerWith(200, cut)],
    ['talks nonsense', answerWith(200, { bitcoin: 1 })],
    ['refuses us', answerWith(401, { error: 'bad key' })],
  ])('that %s is answered from what was known', async (_name, answer) => {
    await ask(many('bitcoin'));
    await test.clock.advance(quarterMs);
    upstream.answer = answer;
    expect(sourcesOf(await ask(many('bitcoin')))).toEqual({ bitcoin: 'stale' });
    const { status, json } = await ask(one('bitcoin'));
    expect([status, json.data.source, json.data.current_price]).toEqual([200, 'stale', 77_671]);
  });

  it('is left alone until the time it names', async () => {
    upstream.answer = answerWith(429, 'Throttled', { 'retry-after': '90' });
    const refused = await ask(many('bitcoin'));
    expect(refused.status).toBe(503);
    expect(refused.json).toMatchObject({
      isError: true,
      message: 'The price provider allows no more calls for now.',
      statusCode: 503,
      data: { error: 'PRICES_UNAVAILABLE' },
    });
    await test.clock.advance(80_000);
    const again = await ask(one('bitcoin'));
    expect(again.status).toBe(503);
    expect(again.json.message).toMatch(
      /allows no more calls for now. It is called again in \d+ s.$/,
    );
    expect(upstream.requests).toHaveLength(1);
    upstream.answer = undefined;
    await test.clock.advance(10_000);
    expect(sourcesOf(await ask(many('bitcoin')))).toEqual({ bitcoin: 'fresh' });
  });

  it('is left alone for a minute when it names no time', async () => {
    upstream.answer = answerWith(429, 'Throttled');
    const beganMs = test.clock.now();
    await ask(many('bitcoin'));
    // The answer came over a real socket, at some time since then.
    const answeredMs = test.clock.now();
    upstream.answer = undefined;
    await test.clock.advance(beganMs + 45_000 - answeredMs);
    expect((await ask(many('bitcoin'))).status).toBe(503);
    await test.clock.advance(Math.max(0, answeredMs + 60_000 - test.clock.now()));
    expect((await ask(many('bitcoin'))).status).toBe(200);
  });

  it('is waited for ten seconds when it is slow', async () => {
    await ask(many('bitcoin'));
    await test.clock.advance(quarterMs);
    upstream.answer = () => undefined;
    const beganMs = test.clock.now();
    expect(sourcesOf(await ask(many('bitcoin'), 50))).toEqual({ bitcoin: 'stale' });
    expect(test.clock.now() - beganMs).toBeGreaterThanOrEqual(10_000);
  });

  it('serves what is known, and names what is not known yet', async () => {
    await ask(many('bitcoin'));
    upstream.answer = answerWith(500, '');
    const { status, json } = await ask(many('bitcoin,ethereum'));
    expect(status).toBe(200);
    expect(json.data.map(({ id }: { id: string }) => id)).toEqual(['bitcoin']);
    expect(json.message).toBe(
      'Tickers retrieved successfully; of ethereum none yet: The price provider does not answer: status 500.',
    );
  });

  it('never makes one bad row cost the others', async () => {
    upstream.answer = answerWith(200, [{ id: 'ethereum' }, makeTicker('bitcoin')]);
    expect(sourcesOf(await ask(many('bitcoin,ethereum')))).toEqual({ bitcoin: 'fresh' });
  });

  it('does not matter after a restart for what was known before', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'windlass-test-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    await test.stop();
    test = await open({ WINDLASS_DATA_DIR: dataDir });
    await ask(many('bitcoin'));
    await test.stop();
    await upstream.close();
    test = await open({ WINDLASS_DATA_DIR: dataDir });
    await test.clock.advance(quarterMs + 60_000);
    const { status, json } = await ask(many('bitcoin'));
    expect(status).toBe(200);
    expect(json.data).toMatchObject([{ id: 'bitcoin', current_price: 77_671, source: 'stale' }]);
    const none = await ask(one('ethereum'));
    expect(none.status).toBe(503);
    expect(none.json.message).toMatch(/^The price provider does not answer: no connection/);
  });

  it('is counted', async () => {
    await ask(many('bitcoin,nobody'));
    upstream.answer = answerWith(429, 'Throttled');
    await ask(many('bitcoin,ethereum'));
    const { text } = await test.call({ url: '/metrics' });
    expect(text).toContain('windlass_price_calls_total{outcome="ok"} 1');
    expect(text).toContain('windlass_price_calls_total{outcome="limited"} 1');
    expect(text).toContain('windlass_price_answers_total{source="fresh"} 1');
    expect(text).toContain('windlass_price_answers_total{source="cached"} 1');
    expect(text).toContain('windlass_price_answers_total{source="none"} 1');
  });

  it('never sees the key in an address, nor does the caller in a refusal', async () => {
    await test.stop();
    test = await open({ COINGECKO_API_KEY: 'CG-secret-key', COINGECKO_PLAN: 'pro' });
    upstream.answer = answerWith(401, { error: 'CG-secret-key is no key' });
    const { json } = await ask(many('bitcoin'));
    expect(json.message).toBe('The price provider refuses: [secret] is no key (status 401).');
    expect(upstream.headers[0]?.['x-cg-pro-api-key']).toBe('CG-secret-key');
    expect(upstream.requests.join()).not.toContain('CG-secret-key');
  });
});

describe('without a provider', () => {
  it('prices come from the simulated market, and are not kept', async () => {
    await test.stop();
    test = await createTestApp();
    const answer = await ask(many('bitcoin,tether,nobody'));
    expect(sourcesOf(answer)).toEqual({ bitcoin: 'fresh', tether: 'fresh' });
    const [bitcoin] = answer.json.data;
    expect(bitcoin).toMatchObject({ symbol: 'btc', market_cap_rank: 1, ath: null });
    expect(bitcoin.high_24h).toBeGreaterThan(bitcoin.low_24h);
    const refused = await ask(many('bitcoin', 'gbp'));
    expect(refused.json.data.supported).toEqual(['usd', 'eur', 'btc', 'eth']);
    await test.stop();
    await upstream.close();
    test = await open();
    expect((await ask(many('bitcoin'))).status).toBe(503);
  });
});
