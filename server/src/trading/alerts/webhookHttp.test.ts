import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../test/support/manualClock.ts';
import { readBody } from '../../kit/readBody.ts';
import { Secret } from '../../kit/secret.ts';
import type { SendWebhook } from './types.ts';
import { createWebhookHttp } from './webhookHttp.ts';

type Reply = (request: IncomingMessage, response: ServerResponse) => void;

let reply: Reply;
let requests: { url: string; headers: IncomingMessage['headers']; body: string }[];
let openSockets: number;
let port: number;
let close: () => Promise<void>;
let clock: ManualClock;
let send: SendWebhook;

beforeEach(async () => {
  requests = [];
  openSockets = 0;
  reply = (_request, response) => response.end('thanks');
  const server = createServer(async (request, response) => {
    const body = await readBody(request, { bytesMax: 10_000 });
    requests.push({ url: request.url ?? '', headers: request.headers, body });
    reply(request, response);
  });
  server.on('connection', (socket) => {
    openSockets += 1;
    socket.on('close', () => {
      openSockets -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  clock = createManualClock();
  send = createWebhookHttp({ clock });
});
afterEach(() => close());

const never = new AbortController().signal;
const post = (rest = '/in?token=Never4Seen', signal = never) => {
  const url = new Secret(`http://${rest.includes('@') ? '' : `127.0.0.1:${port}`}${rest}`);
  return send({ url, headers: { 'x-windlass-event': 'test' }, body: '{"a":1}' }, signal);
};

it('posts the very body with its headers, and gives back the status', async () => {
  reply = (_request, response) => response.writeHead(202, { 'retry-after': '7' }).end();
  expect(await post()).toEqual({ status: 202, retryAfterMs: 7_000 });
  expect(requests).toMatchObject([
    { url: '/in?token=Never4Seen', body: '{"a":1}', headers: { 'x-windlass-event': 'test' } },
  ]);
  expect(clock.pending()).toBe(0);
});

it('keeps no connection, so that none goes stale between two alerts', async () => {
  await post();
  await expect.poll(() => openSockets).toBe(0);
});

it.each([
  ['user:p%40ss', 'user:p@ss'],
  ['user', 'user:'],
  ['us%zzer:p', 'us%zzer:p'],
])('sends %s as user and password', async (given, sent) => {
  await post(`${given}@127.0.0.1:${port}/`);
  const expected = `Basic ${Buffer.from(sent).toString('base64')}`;
  expect(requests[0]?.headers.authorization).toBe(expected);
});

it('does not follow a redirect', async () => {
  reply = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
  expect(await post()).toMatchObject({ status: 307 });
  expect(requests).toHaveLength(1);
});

it.each([
  ['endless', pour],
  ['broken', (response: ServerResponse) => response.write('half', () => response.destroy())],
])('goes by the status when the body is %s', async (_name, write) => {
  reply = (_request, response) => void write(response.writeHead(200));
  expect(await post()).toMatchObject({ status: 200 });
  await expect.poll(() => openSockets).toBe(0);
});

it('goes by the status when the body stalls, and cuts it off at the deadline', async () => {
  reply = (_request, response) => response.writeHead(201).write('and then');
  const answer = post();
  await expect.poll(() => clock.pending()).toBe(1);
  await expect.poll(() => requests.length).toBe(1);
  let isOver = false;
  void answer.then(() => {
    isOver = true;
  });
  await clock.advance(9_999);
  expect(isOver).toBe(false);
  await clock.advance(1);
  expect(await answer).toMatchObject({ status: 201 });
  await expect.poll(() => openSockets).toBe(0);
});

it('gives up headers that never come', async () => {
  reply = () => undefined;
  const answer = post();
  const failure = expect(answer).rejects.toThrow('no answer within 10000 ms');
  await expect.poll(() => requests.length).toBe(1);
  await clock.advance(10_000);
  await failure;
  await expect.poll(() => openSockets).toBe(0);
});

it.each([
  ['a reset', (request: IncomingMessage) => request.socket.resetAndDestroy()],
  ['a close', (request: IncomingMessage) => request.socket.destroy()],
])('says no more than the code of %s', async (_name, end) => {
  reply = (request) => void end(request);
  const error: unknown = await post().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'NoAnswerError' });
  expect(String(error)).toMatch(/no connection or no answer \((ECONNRESET|UND_ERR_SOCKET)\)/);
});

it('names no address when nobody listens there', async () => {
  const dead = port;
  await close();
  const url = new Secret(`http://Never4Seen:Never4Seen@127.0.0.1:${dead}/?Never4Seen`);
  const error: unknown = await send({ url, headers: {}, body: '' }, never).catch((e: unknown) => e);
  expect(String(error)).toBe('NoAnswerError: no connection or no answer (ECONNREFUSED)');
  expect(error).not.toHaveProperty('cause');
});

it('ends with the reason of its signal', async () => {
  reply = () => undefined;
  const stop = new AbortController();
  const failure = expect(post('/', stop.signal)).rejects.toThrow('stopping');
  await expect.poll(() => requests.length).toBe(1);
  stop.abort(new Error('stopping'));
  await failure;
});

/** Writes for as long as the client reads. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(1_000)));
  };
  response.on('drain', more);
  more();
}
