import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, signedText } from '../../test/support/binance.ts';
import { type Received, send } from '../../test/support/fixtures.ts';
import type { FaultName } from './catalogue.ts';
import type { ScriptStep } from './planning.ts';
import { isRequestFaultName, requestFaults } from './requests.ts';

const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '1' };
const endpoint = 'POST /api/v3/order';

let bench: Bench;
let late: { readonly ms: number; readonly work: () => void }[];
beforeEach(async () => {
  late = [];
  bench = await openBench((ms, work) => late.push({ ms, work }));
});
afterEach(() => bench.simulator.close());

/** Makes one fault strike from now on. */
const script = (fault: FaultName, more: Partial<ScriptStep> = {}) =>
  bench.simulator.misbehave(
    { chances: {}, script: [{ at: 0, fault, venue: 'binance', ...more }] },
    1,
  );
const struck = () => bench.simulator.strikes().map(({ fault, request }) => [fault, request]);
const accepted = () => bench.simulator.accepted('binance');
const seen = (count: number) =>
  expect.poll(() => bench.simulator.requests('binance').length).toBe(count);

interface Sending {
  readonly answer: Promise<Received>;
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

/** Checks what a client sees of an order that was struck. */
const sights: Readonly<Record<string, (sending: Sending) => Promise<void>>> = {
  async silence({ answer, stop }) {
    await seen(1);
    stop();
    await expect(answer).rejects.toThrow('aborted');
  },
  async reset({ answer }) {
    await expect(answer).rejects.toThrow(/ECONNRESET|socket hang up/);
  },
  async 'half an answer, cut'({ answer, headers }) {
    expect(await headers).toBe(200);
    await expect(answer).rejects.toThrow(/ECONNRESET|aborted/);
  },
  async 'half an answer'({ answer, headers, stop }) {
    expect(await headers).toBe(200);
    stop();
    await expect(answer).rejects.toThrow('aborted');
  },
  async 'a page'({ answer }) {
    const { status, headers, text } = await answer;
    expect([200, 403, 502, 503, 504]).toContain(status);
    expect([headers['content-type'], text]).toEqual([
      'text/html',
      expect.stringMatching(/^<html>/),
    ]);
  },
  async 'no JSON'({ answer }) {
    const { status, headers, text } = await answer;
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
  },
  async 'an answer later'({ answer }) {
    await expect.poll(() => late.length).toBe(1);
    late[0]?.work();
    expect((await answer).status).toBe(200);
  },
  async 'one too many'({ answer }) {
    const { status, text, headers } = await answer;
    expect([status, JSON.parse(text).code, headers['retry-after']]).toEqual([429, -1003, '1']);
  },
  async 'a ban'({ answer }) {
    const { status, text, headers } = await answer;
    expect([status, JSON.parse(text).code]).toEqual([418, -1003]);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(5);
  },
};

const table = [
  ['noAnswerBefore', 'silence', 0],
  ['noAnswerAfterAccept', 'silence', 1],
  ['resetBefore', 'reset', 0],
  ['resetBeforeAfterAccept', 'reset', 1],
  ['resetInBody', 'half an answer, cut', 1],
  ['stallInBody', 'half an answer', 1],
  ['serverErrorAfterAccept', 'a page', 1],
  ['garbageBody', 'no JSON', 1],
  ['htmlBody', 'a page', 0],
  ['delay', 'an answer later', 1],
  ['tooManyRequests', 'one too many', 0],
  ['ban', 'a ban', 0],
] as const satisfies readonly (readonly [FaultName, string, number])[];

describe('a request', () => {
  it.each(table)('that %s strikes ends in %s, and %s orders', async (fault, sight, count) => {
    script(fault);
    await sights[sight]?.(sendOrder());
    expect(accepted()).toBe(count);
    expect(struck()).toEqual([[fault, endpoint]]);
    expect(bench.simulator.injected()).toEqual([{ venue: 'binance', fault, count: 1 }]);
  });

  it('has a test of each of its faults', () => {
    const names = Object.keys(requestFaults).filter(isRequestFaultName);
    expect(table.map(([fault]) => fault)).toEqual(names);
  });

  it.each(['noAnswerAfterAccept', 'resetBeforeAfterAccept', 'serverErrorAfterAccept'] as const)(
    'that only asks is not struck by %s',
    async (fault) => {
      script(fault);
      await bench.ok('GET /api/v3/openOrders', { symbol: 'BTCUSDT' });
      expect(struck()).toEqual([]);
    },
  );

  it('gets through when it is sent a third time', async () => {
    bench.simulator.misbehave({ chances: { htmlBody: 1 }, script: [] }, 7);
    const titles: string[] = [];
    for (let count = 0; count < 4; count += 1) titles.push((await sendOrder().answer).text);
    expect(titles.map((text) => text.startsWith('<html>'))).toEqual([true, true, false, true]);
    expect(accepted()).toBe(1);
  });

  it('is refused with all others for as long as a ban lasts', async () => {
    script('ban', { seconds: 8 });
    await sendOrder().answer;
    bench.pass(7_500);
    const other = await bench.call('GET /api/v3/time');
    expect([other.status, other.headers['retry-after']]).toEqual([418, '1']);
    bench.pass(500);
    await bench.ok('GET /api/v3/time');
    expect(struck()).toEqual([['ban', endpoint]]);
  });

  it('is late by as much as a script says, on its way or on the way back', async () => {
    script('delay', { seconds: 1.5 });
    const { answer } = sendOrder();
    await expect.poll(() => late.length).toBe(1);
    expect(late[0]?.ms).toBe(1_500);
    bench.simulator.calm();
    expect((await answer).status).toBe(200);
    late[0]?.work();
    expect(accepted()).toBe(1);
  });

  it('meets what a test planned first, and the rest of the faults behind it', async () => {
    const how = { kind: 'exchangeError', code: -1007 } as const;
    bench.simulator.fail('binance', { match: () => true, times: 1, when: 'after', how });
    script('tooManyRequests');
    expect((await sendOrder().answer).status).toBe(400);
    expect(struck()).toEqual([]);
    expect((await sendOrder().answer).status).toBe(429);
  });
});

describe('an exchange', () => {
  it('misbehaves by itself, and is calm when it is told so', async () => {
    const planning = { chances: { tooManyRequests: 1 }, script: [] };
    bench.simulator.misbehave(planning, 1, 'bybit');
    await bench.ok('GET /api/v3/time');
    bench.simulator.misbehave(planning, 1);
    expect((await bench.call('GET /api/v3/time')).status).toBe(429);
    bench.simulator.calm();
    await bench.ok('GET /api/v3/time');
  });

  it('needs something that does things later', async () => {
    const plain = await openBench();
    const planning = { chances: { delay: 1 }, script: [] };
    expect(() => plain.simulator.misbehave(planning, 1)).toThrow(/needs schedule/);
    plain.simulator.misbehave({ chances: { delay: 0 }, script: [] }, 1);
    await plain.simulator.close();
  });

  it('strikes the same for the same seed and traffic, and otherwise for another', async () => {
    const run = async (seed: number) => {
      const chances = { tooManyRequests: 0.2, htmlBody: 0.2, garbageBody: 0.2, resetBefore: 0.1 };
      const before = bench.simulator.strikes().length;
      bench.simulator.misbehave({ chances, script: [] }, seed);
      const target = { method: 'GET', host: 'api.binance.com', target: '/api/v3/time' };
      const heard: string[] = [];
      for (let count = 0; count < 60; count += 1) {
        const told = await send(bench.url, target).catch(() => undefined);
        heard.push(told ? `${told.status} ${told.text}` : 'reset');
      }
      bench.simulator.calm();
      return { heard, strikes: bench.simulator.strikes().slice(before) };
    };
    const first = await run(11);
    expect(first.strikes.length).toBeGreaterThan(10);
    expect(await run(11)).toEqual(first);
    expect((await run(12)).heard).not.toEqual(first.heard);
  });
});
