import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from './createClient.ts';
import { backoffMs, type Runtime } from './runtime.ts';
import { parseRetryAfterMs } from './send.ts';

type Reply = { status: number; headers?: Record<string, string>; body?: string } | 'drop' | 'hang';

const defaultReply: Reply = {
  status: 200,
  body: '{"isError":false,"message":"","statusCode":200,"data":{}}',
};
const timeoutMs = 7_777;
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a real service with the given replies, and a client whose time the test controls. */
async function serving(replies: Reply[], retries = 2) {
  const seen: string[] = [];
  const waits: number[] = [];
  let hung: () => void = () => undefined;
  const isHung = new Promise<void>((resolve) => {
    hung = resolve;
  });
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const reply = replies.shift() ?? defaultReply;
    if (reply === 'drop') return void request.socket.destroy();
    if (reply === 'hang') return hung();
    response.writeHead(reply.status, reply.headers).end(reply.body ?? '');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const runtime: Runtime = {
    now: () => Date.parse('2026-01-01T00:00:00Z'),
    random: () => 0.5,
    async sleep(delayMs, signal) {
      if (delayMs !== timeoutMs) return void waits.push(delayMs);
      const settled = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      await Promise.race([isHung, settled]);
    },
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  return { client: createClient({ baseUrl, timeoutMs, retries, runtime }), seen, waits, isHung };
}

/** Returns a client of a service that never answers, and the times that the client waited. */
function silent(timeoutMs?: number) {
  const slept: number[] = [];
  const client = createClient({
    baseUrl: 'http://windlass.test',
    retries: 0,
    transport: () => new Promise(() => undefined),
    runtime: { now: () => 0, random: () => 0, sleep: async (ms) => void slept.push(ms) },
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  return { client, slept };
}

describe('a read', () => {
  test.each<Reply>([
    'drop',
    { status: 502, body: 'gateway' },
    { status: 503 },
    { status: 504 },
    { status: 429 },
  ])('is tried again after %o', async (first) => {
    const { client, seen, waits } = await serving([first]);
    await client.listKeys();
    expect(seen).toHaveLength(2);
    expect(waits).toEqual([150]);
  });

  test('is given up after the last retry, with the last failure', async () => {
    const { client, seen, waits } = await serving(['drop', 'drop', { status: 503 }]);
    await expect(client.listKeys()).rejects.toMatchObject({ code: 'BAD_ANSWER', status: 503 });
    expect(seen).toHaveLength(3);
    expect(waits).toEqual([150, 300]);
  });

  test('waits as long as Retry-After asks', async () => {
    const { client, waits } = await serving([{ status: 429, headers: { 'retry-after': '4' } }]);
    await client.listKeys();
    expect(waits).toEqual([4_000]);
  });

  test('is not tried again when Retry-After is too far away', async () => {
    const body = '{"isError":true,"message":"Slow down","statusCode":429}';
    const reply = { status: 429, headers: { 'retry-after': '60' }, body };
    const { client, seen } = await serving([reply]);
    await expect(client.listKeys()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 });
    expect(seen).toHaveLength(1);
  });

  test.each([400, 401, 404, 500])('is not tried again after a plain %i', async (status) => {
    const { client, seen } = await serving([{ status }]);
    await expect(client.listKeys()).rejects.toMatchObject({ status });
    expect(seen).toHaveLength(1);
  });

  test('that hangs ends as TIMEOUT', async () => {
    const { client } = await serving(['hang'], 0);
    await expect(client.listKeys()).rejects.toMatchObject({
      code: 'TIMEOUT',
      status: undefined,
      message: expect.stringMatching(
        /^No answer from http:\/\/127\.0\.0\.1:\d+ within 7\.777 s\.$/,
      ),
    });
  });

  test('may take as long as its own timeout says', async () => {
    const { client, slept } = silent();
    const call = client.listKeys({}, { timeoutMs: 240_000 });
    await expect(call).rejects.toThrow('within 240 s');
    expect(slept).toEqual([240_000]);
  });

  test('may take as long as the contract says, or the client when that is longer', async () => {
    const id = '65f000000000000000000001';
    for (const [timeoutMs, expected] of [
      [undefined, [60_000, 280_000, 60_000, 10_000]],
      [100_000, [100_000, 280_000, 100_000, 100_000]],
    ] as const) {
      const { client, slept } = silent(timeoutMs);
      const calls = [
        client.refreshHoldings({ id }),
        client.refreshAllHoldings({}),
        client.refreshMarkets(),
        client.listHoldings({ id }),
      ];
      for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'TIMEOUT' });
      expect(slept).toEqual(expected);
    }
    const { client, slept } = silent(100_000);
    await expect(client.refreshHoldings({ id }, { timeoutMs: 50 })).rejects.toThrow('0.05 s');
    expect(slept).toEqual([50]);
  });

  test('the caller gives up rejects with the reason of the signal', async () => {
    const caller = new AbortController();
    const { client, seen } = await serving(['drop', 'drop', 'drop']);
    const reason = new Error('left the page');
    caller.abort(reason);
    await expect(client.listKeys({}, { signal: caller.signal })).rejects.toBe(reason);
    expect(seen).toEqual([]);
  });
});

test.each<Reply>(['drop', { status: 503 }])(
  'anything but a read is sent once, even after %o',
  async (first) => {
    const { client, seen } = await serving([first]);
    await expect(client.revokeKey({ id: 'k' })).rejects.toThrow();
    expect(seen).toEqual(['DELETE /admin/keys/k']);
  },
);

test('nobody listening is NETWORK_ERROR with the reason', async () => {
  const client = createClient({ baseUrl: 'http://127.0.0.1:1', retries: 0 });
  await expect(client.listKeys()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
});

test('a redirect is not followed, as it would carry the key away', async () => {
  const { client, seen } = await serving([{ status: 302, headers: { location: '/elsewhere' } }], 0);
  await expect(client.listKeys()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  expect(seen).toHaveLength(1);
});

test('an abort ends an attempt whose transport ignores it', async () => {
  const caller = new AbortController();
  const client = createClient({
    baseUrl: 'http://windlass.test',
    transport: () => new Promise(() => undefined),
    runtime: { now: () => 0, random: () => 0, sleep: () => new Promise(() => undefined) },
  });
  const call = client.listKeys({}, { signal: caller.signal });
  caller.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
});

test('Retry-After is read as seconds, as a date, and not otherwise', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfterMs('3', nowMs)).toBe(3_000);
  expect(parseRetryAfterMs('Thu, 01 Jan 2026 00:00:05 GMT', nowMs)).toBe(5_000);
  expect(parseRetryAfterMs('Wed, 31 Dec 2025 00:00:00 GMT', nowMs)).toBe(0);
  expect(parseRetryAfterMs('soon', nowMs)).toBeUndefined();
  expect(parseRetryAfterMs(undefined, nowMs)).toBeUndefined();
});

test('the backoff doubles, is jittered by half and bounded', () => {
  const waits = [1, 2, 3, 10, 1_000].map((attempt) => backoffMs(attempt, () => 0.999_999));
  expect(waits).toEqual([200, 400, 800, 5_000, 5_000]);
  expect(backoffMs(1, () => 0)).toBe(100);
});
