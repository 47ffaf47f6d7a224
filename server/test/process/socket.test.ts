import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
let port = 0;

beforeAll(async () => {
  test = await createTestApp();
  await test.app.listen();
  ({ port } = test.app.http.server.address() as AddressInfo);
});
afterAll(() => test.stop());

/** Sends raw bytes and reads until the other side closes. */
async function send(bytes: string): Promise<{ status: number; body: string; text: string }> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // A request that is refused early is cut off while we still send: the test wants that.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(bytes);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), body, text };
}

const post = (headers: string, body: string) =>
  `POST /admin/keys HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n\r\n${body}`;

describe('stopping', () => {
  it('cuts connections that say nothing once the grace is over', async () => {
    const stopping = await createTestApp();
    await stopping.app.listen();
    const { port: own } = stopping.app.http.server.address() as AddressInfo;
    const silent = connect(own, '127.0.0.1');
    await once(silent, 'connect');
    const closed = once(silent, 'close');
    await stopping.stop();
    await closed;
    expect(stopping.clock.pending()).toBe(0);
  });
});

describe('over a real socket', () => {
  it.each([
    [
      'headers of 20 kB',
      `GET /health HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    ['bytes that are no HTTP', 'EHLO windlass\r\n\r\n', 400],
    ['a broken length', post('content-length: many', ''), 400],
    ['two lengths', post('content-length: 3\r\ncontent-length: 5', 'abcde'), 400],
    [
      'a length and chunks',
      post('content-length: 3\r\ntransfer-encoding: chunked', '0\r\n\r\n'),
      400,
    ],
  ])('answers %s with both envelopes, since no path is known', async (_name, bytes, status) => {
    const answer = await send(bytes);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({
      isError: true,
      success: false,
      statusCode: status,
    });
  });

  it('refuses a body of 10 MB by its announced length, before reading it', async () => {
    const key = 'x-api-key: ak_test-admin-key-0123456789';
    const headers = `${key}\r\ncontent-type: application/json\r\ncontent-length: 10000000`;
    const answer = await send(post(headers, '{"name":"'));
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.body)).toMatchObject({ isError: true, statusCode: 413 });
  });

  it('refuses a body that grows past the limit in chunks', async () => {
    const key = 'x-api-key: ak_test-admin-key-0123456789';
    const headers = `${key}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked`;
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`;
    const answer = await send(post(headers, chunk.repeat(20)));
    expect(answer.status).toBe(413);
  });

  it('answers a client that offers HTTP/2 on every request', async () => {
    const offer = 'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk';
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n${offer}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ignores an expectation it does not know', async () => {
    const head = ['GET /health HTTP/1.1', 'host: x', 'expect: miracles', 'connection: close'];
    expect((await send([...head, '', ''].join('\r\n'))).status).toBe(200);
  });

  it('understands an address in absolute form', async () => {
    const key = 'authorization: Bearer ak_test-admin-key-0123456789';
    const head = ['GET http://desk.example/api HTTP/1.1', 'host: desk.example', key];
    const answer = await send([...head, 'connection: close', '', ''].join('\r\n'));
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body)).toMatchObject({ success: true });
  });

  it.each([
    '/order-execution/socket.iox/?EIO=4&transport=websocket',
    '/order-execution/socket.io?EIO=4&transport=websocket',
    'http://127.0.0.1/order-execution/socket.io/?EIO=4&transport=websocket',
  ])('answers an upgrade of %s, which is not the stream, like any request', async (url) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const key = 'sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==';
    const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\n${key}`;
    socket.write(`GET ${url} HTTP/1.1\r\nhost: 127.0.0.1\r\n${upgrade}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    socket.destroy();
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('closes a connection whose requests wait in a long row for their answers', async () => {
    const request = (more = '') => `GET /health HTTP/1.1\r\nhost: x\r\n${more}\r\n`;
    const last = request('connection: close\r\n');
    const answered = ({ text }: { text: string }) => text.match(/HTTP\/1\.1 200/g)?.length ?? 0;
    expect(answered(await send(request().repeat(15) + last))).toBe(16);
    expect(answered(await send(request().repeat(1_000) + last))).toBeLessThan(17);
  });

  it('opens no file for those who ask for one and do not read it', async () => {
    const opened = async () => (await readdir('/proc/self/fd')).length;
    const before = await opened();
    const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1').pause());
    for (const socket of sockets) {
      await once(socket, 'connect');
      socket.write('GET /docs/scalar.js HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(16));
    }
    await send(`GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    // Both ends of each connection are here.
    expect((await opened()) - before).toBeLessThan(30);
    for (const socket of sockets) socket.destroy();
  });

  it('goes on serving afterwards', async () => {
    const answer = await send('GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(answer.status).toBe(200);
  });
});
