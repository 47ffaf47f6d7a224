import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { MarketSourceError } from '../marketPort.ts';
import {
  bodyBytesMax,
  bodyDeadlineMs,
  createHttpSend,
  type HttpRequest,
  type HttpResponse,
  type HttpSend,
  headersDeadlineMs,
  readAnswer,
} from './marketHttp.ts';

const never = new AbortController().signal;
const request = { url: 'https://exchange.test/list', method: 'GET' } as const;

function call(send: HttpSend, signal = never) {
  const clock = createManualClock();
  const answer = readAnswer(request, { send, clock, signal });
  const message = answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof MarketSourceError ? error.message : `raw ${error}`),
  );
  return { clock, answer, message };
}

const answering =
  (body: AsyncIterable<Uint8Array>): HttpSend =>
  async () => ({ status: 200, header: () => undefined, body });

async function* parts(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

describe('deadlines', () => {
  test('an answer leaves no timer', async () => {
    const { clock, answer } = call(answering(parts('[1,', '2]')));
    expect(await answer).toEqual({ status: 200, retryAfter: undefined, text: '[1,2]' });
    expect(clock.pending()).toBe(0);
  });

  test('silence before the headers ends at their deadline', async () => {
    const signals: AbortSignal[] = [];
    const { clock, message } = call((_, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    await clock.advance(headersDeadlineMs - 1);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    expect(await message).toBe('no answer within 10 s');
    expect(signals[0]?.aborted).toBe(true);
  });

  test('a body that stalls ends at its own deadline, counted from the headers', async () => {
    const headers = Promise.withResolvers<HttpResponse>();
    const { clock, message } = call(() => headers.promise);
    const heard: string[] = [];
    void message.then((text) => heard.push(text));
    await clock.advance(headersDeadlineMs - 1);
    headers.resolve({ status: 200, header: () => undefined, body: stalled() });
    await clock.advance(bodyDeadlineMs - 1);
    expect(heard).toEqual([]);
    await clock.advance(1);
    expect(heard).toEqual(['no full answer within 30 s']);
    expect(clock.pending()).toBe(0);
  });

  test('the caller can call it off', async () => {
    const abort = new AbortController();
    const { clock, message } = call(() => new Promise(() => undefined), abort.signal);
    abort.abort();
    expect(await message).toBe('called off');
    expect(clock.pending()).toBe(0);
  });
});

test('a body beyond the bound is refused', async () => {
  const part = Buffer.alloc(1024 * 1024);
  let sent = 0;
  async function* endless() {
    for (;;) {
      sent += part.length;
      yield part;
    }
  }
  expect(await call(answering(endless())).message).toBe('answer over 48 MiB');
  expect(sent).toBe(bodyBytesMax + part.length);
});

async function* stalled() {
  yield Buffer.from('[');
  await new Promise(() => undefined);
}

describe('over the network', () => {
  const servers: Server[] = [];

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function get(listener: RequestListener, change: Partial<HttpRequest> = {}) {
    const server = createServer(listener);
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const clock = createManualClock();
    const deps = { send: createHttpSend(), clock, signal: never };
    return readAnswer({ ...request, url: `http://127.0.0.1:${port}/list`, ...change }, deps);
  }

  test('a compressed answer is unpacked', async () => {
    const answer = await get((_, response) => {
      response.writeHead(429, { 'Retry-After': '7', 'Content-Encoding': 'gzip' });
      response.end(gzipSync('["é"]'));
    });
    expect(answer).toEqual({ status: 429, retryAfter: '7', text: '["é"]' });
  });

  test('a request says who asks and what its body is, and nothing else of ours', async () => {
    const ofTheConnection = ['host', 'connection', 'content-length', 'accept', 'accept-language'];
    const ofFetch = ['accept-encoding', 'sec-fetch-mode'];
    const answer = await get(
      ({ headers }, response) => {
        const ours = Object.entries(headers).filter(
          ([name]) => !ofTheConnection.includes(name) && !ofFetch.includes(name),
        );
        response.end(JSON.stringify(Object.fromEntries(ours)));
      },
      { method: 'POST', body: '{}' },
    );
    const headers = { 'content-type': 'application/json', 'user-agent': 'windlass' };
    expect(JSON.parse(answer.text)).toEqual(headers);
  });

  test('a redirect is not followed', async () => {
    const answer = await get((_, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:1/elsewhere' }).end();
    });
    expect(answer.status).toBe(302);
  });

  test('a truncated body and a reset are lost connections', async () => {
    const truncated = get((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('[');
      response.socket?.end();
    });
    await expect(truncated).rejects.toThrow(/^connection lost: /);
    const reset = get(({ socket }) => socket.resetAndDestroy());
    await expect(reset).rejects.toThrow(/^connection lost: .*ECONNRESET/);
  });
});
