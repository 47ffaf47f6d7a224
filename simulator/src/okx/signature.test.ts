import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  passphrase,
  signedHeaders,
  startedAt,
} from '../../test/support/okx.ts';

const target = '/api/v5/account/balance?ccy=BTC';
const asked = { method: 'GET', target, body: '', at: startedAt };
const order = '/api/v5/trade/order';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** Returns status, code and text. */
async function heard(headers: Readonly<Record<string, string>>) {
  const { status, json } = await bench.raw('GET', target, { headers });
  return [status, json.code, json.msg];
}

describe('a signed request', () => {
  it('is answered', async () => {
    // Computed with openssl.
    const headers = signedHeaders(asked);
    expect(headers['OK-ACCESS-TIMESTAMP']).toBe('2027-01-15T08:00:00.000Z');
    expect(headers['OK-ACCESS-SIGN']).toBe('FZQnSuc0BHR8/nX2nDdqr/EpeiTsQ89BABMg6Q//dMA=');
    expect(await heard(headers)).toEqual([200, '0', '']);
  });

  it.each([
    ['OK-ACCESS-KEY', '50103'],
    ['OK-ACCESS-PASSPHRASE', '50104'],
    ['OK-ACCESS-SIGN', '50106'],
    ['OK-ACCESS-TIMESTAMP', '50107'],
  ])('needs %s', async (name, code) => {
    const all = Object.entries(signedHeaders(asked)).filter(([header]) => header !== name);
    const text = `Request header ${name} can not be empty.`;
    expect(await heard(Object.fromEntries(all))).toEqual([401, code, text]);
  });

  it('needs a key that is known', async () => {
    const odd = await heard(signedHeaders(asked, { id: 'odd' }));
    expect(odd).toEqual([401, '50111', 'Invalid OK-ACCESS-KEY']);
    const other = await heard(signedHeaders(asked, { id: apiKey.replace('0a', 'ff') }));
    expect(other).toEqual([401, '50119', "API key doesn't exist"]);
  });

  it('needs the words that belong to the key', async () => {
    const text = 'Request header OK-ACCESS-PASSPHRASE incorrect.';
    expect(await heard(signedHeaders(asked, { words: 'others' }))).toEqual([401, '50105', text]);
  });

  it('needs a signature over its time, method, path, query and body', async () => {
    const no = [401, '50113', 'Invalid Sign'];
    expect(await heard(signedHeaders(asked, { key: 'another secret' }))).toEqual(no);
    expect(await heard({ ...signedHeaders(asked), 'OK-ACCESS-SIGN': 'zz' })).toEqual(no);
    const [path = ''] = target.split('?');
    for (const wrong of [{ target: path }, { method: 'POST' }, { body: '{}' }]) {
      expect(await heard(signedHeaders({ ...asked, ...wrong }))).toEqual(no);
    }
    const time = { 'OK-ACCESS-TIMESTAMP': '2027-01-15T08:00:00.001Z' };
    expect(await heard({ ...signedHeaders(asked), ...time })).toEqual(no);
    const body = JSON.stringify({ instId: 'BTC-USDT' });
    const headers = signedHeaders({ method: 'POST', target: order, body, at: startedAt });
    const changed = await bench.raw('POST', order, { headers, body: body.replace('T"', 'X"') });
    expect([changed.status, changed.json.code]).toEqual([401, '50113']);
  });

  it('is too old or too new beyond half a minute', async () => {
    const expired = [401, '50102', 'Timestamp request expired'];
    for (const [offMs, answer] of [
      [30_000, [200, '0', '']],
      [30_001, expired],
      [-30_000, [200, '0', '']],
      [-30_001, expired],
    ] as const) {
      expect(await heard(signedHeaders({ ...asked, at: startedAt + offMs }))).toEqual(answer);
    }
  });

  it('tells its time in full', async () => {
    for (const time of [String(startedAt), '2027-01-15T08:00:00Z', '2027-13-15T08:00:00.000Z']) {
      const headers = { ...signedHeaders(asked), 'OK-ACCESS-TIMESTAMP': time };
      expect(await heard(headers)).toEqual([401, '50112', 'Invalid OK-ACCESS-TIMESTAMP']);
    }
  });

  it('is measured by the clock of the exchange', async () => {
    bench.simulator.skewMs('okx', 31_000);
    expect((await heard(signedHeaders(asked)))[1]).toBe('50102');
    const { json } = await bench.raw('GET', '/api/v5/public/time');
    expect(json).toEqual({ code: '0', msg: '', data: [{ ts: String(startedAt + 31_000) }] });
  });
});

describe('a request that writes', () => {
  const sent = (body: string, type: string) => {
    const headers = signedHeaders({ method: 'POST', target: order, body, at: startedAt });
    return bench.raw('POST', order, { headers: { ...headers, 'Content-Type': type }, body });
  };

  it('brings JSON', async () => {
    const json = 'application/json';
    const told = async (body: string, type: string) => {
      const { status, json: answer } = await sent(body, type);
      return [status, answer.code];
    };
    expect(await told('{}', 'text/plain')).toEqual([400, '50006']);
    expect(await told('', json)).toEqual([400, '50000']);
    expect(await told('{"a":', json)).toEqual([400, '50002']);
    expect(await told('7', json)).toEqual([400, '50002']);
    expect(await told('{}', json)).toEqual([400, '50014']);
  });

  it('may name the time until which it may be carried out', async () => {
    const limit = {
      instId: 'BTC-USDT',
      tdMode: 'cash',
      side: 'buy',
      ordType: 'limit',
      px: '90',
      sz: '1',
    };
    const until = async (expTime: string) => {
      const { json } = await bench.call(`POST ${order}`, limit, { expTime });
      return json.data[0].sCode;
    };
    expect(await until(String(startedAt))).toBe('0');
    expect(await until(String(startedAt - 1))).toBe('51149');
    expect(await until('soon')).toBe('51000');
    expect(bench.simulator.accepted('okx')).toBe(1);
  });
});

describe('what came is kept', () => {
  it('with its answer, and without its credentials', async () => {
    await bench.ok('GET /api/v5/account/balance', { ccy: 'BTC' });
    await bench.no('GET /api/v5/trade/order', { instId: 'BTC-USDT', ordId: '1' });
    const requests = bench.simulator.requests('okx');
    expect(requests).toMatchObject([
      {
        method: 'GET',
        path: '/api/v5/account/balance',
        query: 'ccy=BTC',
        status: 200,
        headers: { 'ok-access-key': '[secret]', 'ok-access-sign': '[secret]' },
      },
      { status: 200 },
    ]);
    const text = JSON.stringify(requests);
    expect(text.includes(apiKey) || text.includes(passphrase)).toBe(false);
  });
});
