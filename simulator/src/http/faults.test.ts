import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, signedText } from '../../test/support/binance.ts';
import { type Received, send } from '../../test/support/fixtures.ts';
import type { Fault, FaultPlan, RawRequest } from '../index.ts';

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
const isOrder = ({ method, path }: RawRequest) => method === 'POST' && path === '/api/v3/order';

let bench: Bench;
let late: { readonly ms: number; readonly work: () => void }[];
beforeEach(async () => {
  late = [];
  bench = await openBench((ms, work) => late.push({ ms, work }));
});
afterEach(() => bench.simulator.close());

interface Sending {
  readonly answer: Promise<Received>;
  /** Status, once the headers of the answer have arrived. */
  readonly headers: Promise<number>;
  stop(): void;
}

function sendOrder(): Sending {
  const controller = new AbortController();
  const headers = Promise.withResolvers<number>();
  const answer = send(bench.url, {
    method: 'POST',
    host: 'api.binance.com',
    target: '/api/v3/order',
    headers: { 'X-MBX-APIKEY': apiKey },
    body: signedText({ ...order, timestamp: bench.now() }),
    signal: controller.signal,
    onHeaders: headers.resolve,
  });
  answer.catch(() => undefined);
  return { answer, headers: headers.promise, stop: () => controller.abort() };
}

const fail = (how: Fault, when: FaultPlan['when'] = 'after', times = 1) =>
  bench.simulator.fail('binance', { match: isOrder, times, when, how });
const accepted = () => bench.simulator.accepted('binance');
/** Waits until the exchange has seen so many requests. */
const seen = (count: number) =>
  expect.poll(() => bench.simulator.requests('binance').length).toBe(count);

describe.each([
  ['before', 0],
  ['after', 1],
] as const)('a fault %s the order is carried out', (when, count) => {
  it('never answers', async () => {
    fail({ kind: 'neverAnswers' }, when);
    const { answer, stop } = sendOrder();
    await seen(1);
    expect([accepted(), bench.simulator.requests('binance')[0]?.status]).toEqual([
      count,
      undefined,
    ]);
    stop();
    await expect(answer).rejects.toThrow('aborted');
  });

  it('cuts the connection before the headers', async () => {
    fail({ kind: 'resetsBeforeHeaders' }, when);
    await expect(sendOrder().answer).rejects.toThrow(/ECONNRESET|socket hang up/);
    expect(accepted()).toBe(count);
  });

  it('cuts the connection in the body', async () => {
    fail({ kind: 'resetsInBody' }, when);
    const { answer, headers } = sendOrder();
    expect(await headers).toBe(200);
    await expect(answer).rejects.toThrow(/ECONNRESET|aborted/);
    expect(accepted()).toBe(count);
  });

  it('stalls in the body', async () => {
    fail({ kind: 'stallsInBody' }, when);
    const { answer, headers, stop } = sendOrder();
    expect(await headers).toBe(200);
    stop();
    await expect(answer).rejects.toThrow('aborted');
    expect(accepted()).toBe(count);
  });

  it.each([200, 302, 403, 418, 429, 502, 503, 504])('answers %s with a page', async (status) => {
    const headers = { 'retry-after': '7' };
    fail({ kind: 'answers', status, body: '<html></html>', headers }, when);
    const heard = await sendOrder().answer;
    expect([heard.status, heard.text]).toEqual([status, '<html></html>']);
    expect(heard.headers).toMatchObject({ 'content-type': 'text/html', 'retry-after': '7' });
    expect(accepted()).toBe(count);
  });

  it('answers an error of the exchange', async () => {
    fail({ kind: 'exchangeError', code: -1007, status: 504 }, when);
    const heard = await sendOrder().answer;
    expect([heard.status, JSON.parse(heard.text)]).toEqual([
      504,
      { code: -1007, msg: expect.stringMatching(/^Timeout waiting for response/) },
    ]);
    expect(accepted()).toBe(count);
  });

  it('is late', async () => {
    fail({ kind: 'answersLate', ms: 300 }, when);
    const { answer } = sendOrder();
    await expect.poll(() => late.length).toBe(1);
    expect([late[0]?.ms, accepted()]).toEqual([300, count]);
    late[0]?.work();
    expect((await answer).status).toBe(200);
    expect(accepted()).toBe(1);
  });
});

describe('a fault', () => {
  it('meets only what it matches, and only so often', async () => {
    fail({ kind: 'exchangeError', code: -1000, message: 'Odd.' }, 'before', 2);
    expect((await bench.call('GET /api/v3/openOrders')).status).toBe(200);
    const refused = [400, -1000, 'Odd.'];
    expect(await bench.no('POST /api/v3/order', order)).toEqual(refused);
    expect(await bench.no('POST /api/v3/order', order)).toEqual(refused);
    await bench.ok('POST /api/v3/order', order);
    expect(accepted()).toBe(1);
  });

  it('that reaches the exchange late finds the request too old', async () => {
    fail({ kind: 'answersLate', ms: 6_000 }, 'before');
    const { answer } = sendOrder();
    await expect.poll(() => late.length).toBe(1);
    bench.pass(6_000);
    late[0]?.work();
    expect(JSON.parse((await answer).text).code).toBe(-1021);
  });

  it('is refused where it could never do what it says', async () => {
    expect(() => fail({ kind: 'neverAnswers' }, 'after', 0)).toThrow(/^times must be a whole/);
    const plain = await openBench();
    const plan = { match: isOrder, times: 1, when: 'after' } as const;
    expect(() =>
      plain.simulator.fail('binance', { ...plan, how: { kind: 'answersLate', ms: 1 } }),
    ).toThrow(/needs schedule/);
    await plain.simulator.close();
  });
});

describe('the server', () => {
  it('refuses a body that no client would send', async () => {
    const target = '/api/v3/order';
    const body = 'a'.repeat(1_048_577);
    const sent = { method: 'POST', host: 'api.binance.com', target, body };
    const heard = await send(bench.url, sent);
    expect([heard.status, heard.text]).toEqual([413, 'Bodies have at most 1048576 bytes']);
  });

  it('closes with requests that it never answered', async () => {
    fail({ kind: 'neverAnswers' });
    const { answer } = sendOrder();
    await seen(1);
    await bench.simulator.close();
    await expect(answer).rejects.toThrow(/ECONNRESET|socket hang up/);
  });
});
