import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  signedText,
  startedAt,
} from '../../test/support/binance.ts';

const account = '/api/v3/account';
const headers = { 'X-MBX-APIKEY': apiKey };
const signed = (fields: Record<string, string | number> = {}) =>
  signedText({ ...fields, timestamp: startedAt });

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function heard(query: string, sent: Record<string, string> = headers) {
  const target = `${account}?${query}`;
  const { status, json } = await bench.raw('api', 'GET', { target, headers: sent });
  return [status, json.code, json.msg];
}

describe('a signed request', () => {
  it('is answered', async () => {
    const target = `${account}?${signed()}`;
    expect((await bench.raw('api', 'GET', { target, headers })).status).toBe(200);
  });

  it('needs a key that is known', async () => {
    expect(await heard(signed(), {})).toEqual([401, -2014, 'API-key format invalid.']);
    const other = await heard(signed(), { 'X-MBX-APIKEY': 'other' });
    expect(other).toEqual([401, -2015, 'Invalid API-key, IP, or permissions for action.']);
  });

  it('needs a signature that fits', async () => {
    const text = 'Signature for this request is not valid.';
    const byAnother = signedText({ timestamp: startedAt }, 'other secret');
    expect(await heard(byAnother)).toEqual([400, -1022, text]);
    expect(await heard(`a=1&${signed()}`)).toEqual([400, -1022, text]);
    expect(await heard(`timestamp=${startedAt}&signature=zz`)).toEqual([400, -1022, text]);
  });

  it('has its signature at the end, over the fields in the order in which they came', async () => {
    const [fields, signature] = signed({ b: 2, a: 1 }).split('&signature=');
    expect((await heard(`signature=${signature}&${fields}`))[1]).toBe(-1022);
    const [first, ...others] = (fields ?? '').split('&');
    const between = [first, `signature=${signature}`, ...others].join('&');
    expect((await heard(between))[1]).toBe(-1022);
    const turned = (fields ?? '').split('&').toReversed().join('&');
    expect((await heard(`${turned}&signature=${signature}`))[1]).toBe(-1022);
  });

  it('may split its fields between query and body', async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
    const query = new URLSearchParams(order).toString();
    const rest = signedText({ ...order, timestamp: startedAt }).slice(query.length);
    // The exchange joins both without anything between them.
    const wrong = { target: `/api/v3/order?${query}`, headers, body: rest.slice(1) };
    expect((await bench.raw('api', 'POST', wrong)).json.code).toBe(-1022);
    const right = { ...wrong, body: rest };
    expect((await bench.raw('api', 'POST', right)).json.status).toBe('FILLED');
  });

  it('names its time and its signature', async () => {
    const text = (name: string) =>
      `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`;
    expect(await heard('a=1')).toEqual([400, -1102, text('timestamp')]);
    expect(await heard(`timestamp=${startedAt}`)).toEqual([400, -1102, text('signature')]);
    const twice = await heard(`a=1&a=2&${signed()}`);
    expect(twice).toEqual([400, -1101, "Duplicate values for parameter 'a'."]);
  });

  it('is too old beyond its window, and too new a second ahead', async () => {
    const sent = signed();
    bench.pass(5_000);
    expect((await heard(sent))[0]).toBe(200);
    bench.pass(1);
    const old = 'Timestamp for this request is outside of the recvWindow.';
    expect(await heard(sent)).toEqual([400, -1021, old]);
    expect((await heard(signed({ recvWindow: 6_000 })))[0]).toBe(200);
    const ahead = (ms: number) => heard(signedText({ timestamp: bench.now() + ms }));
    expect((await ahead(1_000))[0]).toBe(200);
    const early = "Timestamp for this request was 1000ms ahead of the server's time.";
    expect(await ahead(1_001)).toEqual([400, -1021, early]);
    const wide = await heard(signed({ recvWindow: 60_001 }));
    expect(wide).toEqual([400, -1131, 'recvWindow must be less than 60000.']);
  });

  it('is measured by the clock of the exchange', async () => {
    bench.simulator.skewMs('binance', 7_000);
    expect((await heard(signed()))[1]).toBe(-1021);
    const { json } = await bench.raw('api', 'GET', { target: '/api/v3/time' });
    expect(json).toEqual({ serverTime: startedAt + 7_000 });
  });
});

describe('what came is kept', () => {
  it('with its answer, and without its key', async () => {
    await bench.call('GET /api/v3/openOrders');
    await bench.no('GET /api/v3/openOrders', { symbol: 'XYZ' });
    expect(bench.simulator.requests('binance')).toMatchObject([
      {
        method: 'GET',
        host: 'api.binance.com',
        path: '/api/v3/openOrders',
        body: '',
        query: signed(),
        status: 200,
        at: startedAt,
        headers: { 'x-mbx-apikey': '[secret]', host: 'api.binance.com' },
      },
      { status: 400 },
    ]);
    expect(JSON.stringify(bench.simulator.requests('binance'))).not.toContain(apiKey);
  });

  it('and counted, as the answers say', async () => {
    const first = await bench.call('GET /api/v3/openOrders');
    expect(first.headers['x-mbx-used-weight-1m']).toBe('1');
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
    const second = await bench.call('POST /api/v3/order', order);
    expect(second.headers['x-mbx-used-weight-1m']).toBe('2');
    expect(second.headers['x-mbx-order-count-10s']).toBe('1');
    bench.pass(60_000);
    const later = await bench.call('GET /api/v3/openOrders');
    expect(later.headers['x-mbx-used-weight-1m']).toBe('1');
  });
});
