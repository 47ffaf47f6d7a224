import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  signedHeaders,
  startedAt,
} from '../../test/support/gateio.ts';

const accounts = 'GET /spot/accounts';
const right = { endpoint: accounts, atMs: startedAt };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function heard(headers: Readonly<Record<string, string>>, endpoint = accounts) {
  const { status, json } = await bench.raw(endpoint, { headers });
  return [status, json.label, json.message];
}

describe('a signed request', () => {
  it('is answered', async () => {
    expect((await heard(signedHeaders(right)))[0]).toBe(200);
  });

  it.each(['KEY', 'Timestamp', 'SIGN'])('names its %s', async (name) => {
    const headers = Object.entries(signedHeaders(right)).filter(([each]) => each !== name);
    const text = `Missing required header: ${name}`;
    const wanted = [401, 'MISSING_REQUIRED_HEADER', text];
    expect(await heard(Object.fromEntries(headers))).toEqual(wanted);
  });

  it('needs a key that is known', async () => {
    const headers = { ...signedHeaders(right), KEY: 'other' };
    expect(await heard(headers)).toEqual([401, 'INVALID_KEY', 'Invalid key provided']);
  });

  const mismatch = [401, 'INVALID_SIGNATURE', 'Signature mismatch'];
  it.each([
    ['by another', { ...right, with: 'other secret' }],
    ['of another method', { ...right, endpoint: 'DELETE /spot/accounts' }],
    ['of another path', { ...right, endpoint: 'GET /spot/orders' }],
    ['of another query', { ...right, endpoint: 'GET /spot/accounts?currency=BTC' }],
    ['of another body', { ...right, body: '{}' }],
  ])('is not taken with a signature %s', async (_, signing) => {
    expect(await heard(signedHeaders(signing))).toEqual(mismatch);
  });

  it('is not taken with a signature of another time, or one that is none', async () => {
    const headers = signedHeaders(right);
    const later = String(startedAt / 1_000 + 1);
    expect(await heard({ ...headers, Timestamp: later })).toEqual(mismatch);
    expect(await heard({ ...headers, SIGN: 'zz' })).toEqual(mismatch);
    // The signature covers the decoded query, not the query as sent.
    const plain = signedHeaders({ ...right, endpoint: `${accounts}?currency=B:C` });
    expect((await heard(plain, `${accounts}?currency=B%3AC`))[0]).toBe(200);
  });

  it('is signed with its body', async () => {
    const body = JSON.stringify({ currency_pair: 'BTC_USDT' });
    const endpoint = 'POST /spot/orders';
    const headers = signedHeaders({ endpoint, body, atMs: startedAt });
    const asSigned = await bench.raw(endpoint, { headers, body });
    expect(asSigned.json.label).toBe('MISSING_REQUIRED_PARAM');
    const other = await bench.raw(endpoint, { headers, body: `${body} ` });
    expect(other.json.label).toBe('INVALID_SIGNATURE');
  });

  it('is within a minute of the clock of the exchange', async () => {
    const text = 'gap between request Timestamp and server time exceeds 60';
    for (const [ms, status] of [
      [60_000, 200],
      [61_000, 403],
      [-60_000, 200],
      [-61_000, 403],
    ]) {
      bench.simulator.skewMs('gateio', ms ?? 0);
      const [code, label, words] = await heard(signedHeaders(right));
      expect(code).toBe(status);
      if (status === 403) expect([label, words]).toEqual(['REQUEST_EXPIRED', text]);
    }
  });

  it('is not carried out after the deadline that it names', async () => {
    const until = (ms: number) => ({ 'x-gate-exptime': String(startedAt + ms) });
    expect((await bench.call(accounts, { headers: until(0) })).status).toBe(200);
    const late = await bench.no(accounts, { headers: until(-1) });
    expect(late.slice(0, 2)).toEqual([403, 'REQUEST_EXPIRED']);
    const odd = await bench.no(accounts, { headers: { 'x-gate-exptime': '5' } });
    expect(odd.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
  });
});

it('is kept with its answer, without its key and signature, and counted', async () => {
  const first = await bench.call(accounts);
  expect(first.headers['x-gate-ratelimit-requests-remain']).toBe('199');
  const second = await bench.call(accounts);
  expect(second.headers).toMatchObject({
    'x-gate-ratelimit-requests-remain': '198',
    'x-gate-ratelimit-limit': '200',
    'x-gate-ratelimit-reset-timestamp': String(startedAt + 10_000),
  });
  bench.pass(10_000);
  const later = await bench.call(accounts);
  expect(later.headers['x-gate-ratelimit-requests-remain']).toBe('199');
  const [logged] = bench.simulator.requests('gateio');
  expect(logged).toMatchObject({
    method: 'GET',
    path: '/api/v4/spot/accounts',
    status: 200,
    headers: { key: '[secret]', sign: '[secret]' },
  });
  expect(JSON.stringify(bench.simulator.requests('gateio'))).not.toContain(apiKey);
});

it('fails with an error of the exchange in its own shape', async () => {
  const plan = { match: () => true, times: 1, when: 'before' } as const;
  bench.simulator.fail('gateio', { ...plan, how: { kind: 'exchangeError', code: 'TOO_BUSY' } });
  const text = 'System is busy, please try again later';
  expect(await bench.no(accounts)).toEqual([400, 'TOO_BUSY', text]);
});

it('says what it does not know', async () => {
  const { status, json } = await bench.raw('GET /odd');
  const message = 'The simulator does not know GET /api/v4/odd';
  expect([status, json]).toEqual([404, { label: 'NOT_FOUND', message }]);
});
