import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  apiKey,
  type Bench,
  openBench,
  secret,
  signing,
  startedAt,
} from '../../test/support/bybit.ts';

const path = '/v5/account/wallet-balance';
const query = 'accountType=UNIFIED';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

async function heard(headers: Record<string, string>, asked = query) {
  const { status, json } = await bench.raw('GET', { target: `${path}?${asked}`, headers });
  return [status, json.retCode, json.retMsg];
}

describe('a signed request to bybit', () => {
  it('is answered, in the shell of every answer', async () => {
    const headers = signing(startedAt, query);
    const { status, json } = await bench.raw('GET', { target: `${path}?${query}`, headers });
    expect([status, json]).toEqual([
      200,
      {
        retCode: 0,
        retMsg: 'OK',
        retExtInfo: {},
        time: startedAt,
        result: { list: [expect.objectContaining({ accountType: 'UNIFIED' })] },
      },
    ]);
  });

  it('needs its key, its time and its signature', async () => {
    const empty = 'empty value: apiTimestamp[] apiKey[] apiSignature[]';
    expect(await heard({})).toEqual([200, 10001, empty]);
    for (const name of ['X-BAPI-API-KEY', 'X-BAPI-TIMESTAMP', 'X-BAPI-SIGN']) {
      const { [name]: _, ...rest } = signing(startedAt, query);
      expect((await heard(rest)).slice(0, 2)).toEqual([200, 10001]);
    }
  });

  it('needs a key that is known', async () => {
    const headers = { ...signing(startedAt, query), 'X-BAPI-API-KEY': 'other' };
    expect(await heard(headers)).toEqual([200, 10003, 'API key is invalid.']);
  });

  it.each([
    ['by another secret', signing(startedAt, query, 'other secret')],
    ['of other fields', signing(startedAt, 'accountType=CONTRACT')],
    ['of nothing', signing(startedAt, '')],
    ['of another window', { ...signing(startedAt, query), 'X-BAPI-RECV-WINDOW': '6000' }],
    ['that is no hexadecimal', { ...signing(startedAt, query), 'X-BAPI-SIGN': 'zz' }],
  ])('is refused with a signature %s', async (_, headers) => {
    const [status, code, text] = await heard(headers);
    expect([status, code]).toEqual([200, 10004]);
    expect(text).toMatch(/^error sign! origin_string\[1800000000000key-of-a-test/);
    expect(bench.simulator.accepted('bybit')).toBe(0);
  });

  it('signs its body where it writes, byte by byte', async () => {
    const body = '{ "category":"spot","symbol":"BTCUSDT","orderId":"1" }';
    const target = '/v5/order/cancel';
    const sent = { target, body, headers: signing(startedAt, body) };
    expect((await bench.raw('POST', sent)).json.retCode).toBe(170213);
    const packed = { ...sent, body: body.replaceAll(' ', '') };
    expect((await bench.raw('POST', packed)).json.retCode).toBe(10004);
  });

  it('may leave out its window, which is then five seconds', async () => {
    const sign = createHmac('sha256', secret).update(`${startedAt}${apiKey}${query}`).digest('hex');
    const headers = {
      'X-BAPI-API-KEY': apiKey,
      'X-BAPI-TIMESTAMP': String(startedAt),
      'X-BAPI-SIGN': sign,
    };
    bench.pass(5_000);
    expect((await heard(headers))[1]).toBe(0);
    bench.pass(1);
    expect((await heard(headers))[1]).toBe(10002);
  });

  it('is too old beyond its window, and too new a second ahead', async () => {
    const headers = signing(startedAt, query);
    bench.pass(5_000);
    expect((await heard(headers))[1]).toBe(0);
    bench.pass(1);
    expect(await heard(headers)).toEqual([
      200,
      10002,
      'invalid request, please check your server timestamp or recv_window param. ' +
        'req_timestamp[1800000000000],server_timestamp[1800000005001],recv_window[5000]',
    ]);
    expect((await heard(signing(bench.now() + 999, query)))[1]).toBe(0);
    expect((await heard(signing(bench.now() + 1_000, query)))[1]).toBe(10002);
  });

  it('is told how much may still be asked, and nothing of it stays in the log', async () => {
    const headers = signing(startedAt, query);
    const sent = { target: `${path}?${query}`, headers };
    expect((await bench.raw('GET', sent)).headers).toMatchObject({
      'x-bapi-limit': '10',
      'x-bapi-limit-status': '9',
      'x-bapi-limit-reset-timestamp': '1800000001000',
    });
    expect((await bench.raw('GET', sent)).headers['x-bapi-limit-status']).toBe('8');
    const log = JSON.stringify(bench.simulator.requests('bybit'));
    expect(log).toContain('x-bapi-timestamp');
    for (const value of [apiKey, headers['X-BAPI-SIGN'] ?? '']) expect(log).not.toContain(value);
  });
});
