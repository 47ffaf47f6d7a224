import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  root,
  signedHeaders,
  startedText,
} from '../../test/support/krakenfutures.ts';

const path = `${root}/openorders`;
const history = '/api/history/v2/orders';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function errorOf(headers: Record<string, string>, target = path) {
  const { status, json } = await bench.raw('GET', target, { headers });
  return [status, json.result, json.error];
}

const refused = [200, 'error', 'authenticationError'];
const taken = [200, 'success', undefined];

describe('a signed request', () => {
  it('is answered, with the time of the exchange', async () => {
    const { json } = await bench.raw('GET', path, { headers: signedHeaders(path, '') });
    expect(json).toEqual({ result: 'success', serverTime: startedText, openOrders: [] });
  });

  it('has a signature that was worked out by hand', async () => {
    // base64(HMAC-SHA512(SHA256('/api/v3/openorders'), 'secret-of-a-test'))
    const Authent =
      'x61DMdpN1wnrj6DCPDcFRZRKVeBpVXl4CSl+tAM1pwrMYX5nboSfMHUtnOJJXPdcMGU2qjqR8n5G9fKYV6RPhA==';
    expect(await errorOf({ APIKey: apiKey, Authent })).toEqual(taken);
  });

  it('needs a key that is known', async () => {
    const signed = signedHeaders(path, '');
    expect(await errorOf({ ...signed, APIKey: 'other' })).toEqual(refused);
    const { APIKey: _, ...keyless } = signed;
    expect(await errorOf(keyless)).toEqual(refused);
  });

  it('needs a signature that fits', async () => {
    const other = Buffer.from('other secret').toString('base64');
    expect(await errorOf(signedHeaders(path, '', { key: other }))).toEqual(refused);
    expect(await errorOf({ APIKey: apiKey })).toEqual(refused);
    expect(await errorOf({ APIKey: apiKey, Authent: 'zz' })).toEqual(refused);
  });

  it('signs its arguments as they are sent, and its path below derivatives', async () => {
    const fills = `${root}/fills`;
    const query = 'lastFillTime=2027-01-15T08%3A00%3A00.000Z';
    expect(await errorOf(signedHeaders(fills, query), `${fills}?${query}`)).toEqual(taken);
    const plain = decodeURIComponent(query);
    expect(await errorOf(signedHeaders(fills, plain), `${fills}?${query}`)).toEqual(refused);
    expect(await errorOf(signedHeaders(fills, ''), `${fills}?${query}`)).toEqual(refused);
    // The same parameters at another endpoint.
    expect(await errorOf(signedHeaders(fills, ''))).toEqual(refused);
  });

  it('signs the whole path of the history', async () => {
    const right = await bench.raw('GET', history, { headers: signedHeaders(history, '') });
    expect(right.json).toMatchObject({ len: 0, elements: [] });
    expect(await errorOf(signedHeaders('/api/v2/orders', ''), history)).toEqual(refused);
  });

  it('may say its arguments in a form, which is signed as well', async () => {
    const cancel = `${root}/cancelorder`;
    const body = 'cliOrdId=mine';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const headers = { ...signedHeaders(cancel, body), ...form };
    const { json } = await bench.raw('POST', cancel, { headers, body });
    expect(json.cancelStatus).toMatchObject({ status: 'notFound' });
    const other = await bench.raw('POST', cancel, { headers, body: 'cliOrdId=other' });
    expect(other.json.error).toBe('authenticationError');
  });

  it('counts its nonces up, where it has any', async () => {
    const by = (nonce: string) => errorOf(signedHeaders(path, '', { nonce }));
    expect(await by('5')).toEqual(taken);
    expect(await by('5')).toEqual([200, 'error', 'nonceDuplicate']);
    expect(await by('4')).toEqual([200, 'error', 'nonceBelowThreshold']);
    expect(await by('x')).toEqual([200, 'error', 'nonceBelowThreshold']);
    expect(await by('6')).toEqual(taken);
    expect(await errorOf(signedHeaders(path, ''))).toEqual(taken);
    // The nonce is signed too.
    expect(await errorOf({ ...signedHeaders(path, '', { nonce: '7' }), Nonce: '8' })).toEqual(
      refused,
    );
  });
});

it('what came is kept without its key and its signature', async () => {
  await bench.ok(`GET ${path}`);
  const [kept] = bench.simulator.requests('krakenfutures');
  expect(kept).toMatchObject({
    method: 'GET',
    path,
    status: 200,
    headers: { apikey: '[secret]', authent: '[secret]' },
  });
});
