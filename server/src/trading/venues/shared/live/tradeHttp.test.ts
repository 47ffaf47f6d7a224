import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createTradeSend, NoAnswerError, NotSentError } from './tradeHttp.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

/** Starts a server that does this with every request, once its text is there. */
async function serve(answer: (socket: Socket, text: string) => void): Promise<URL> {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (data) => answer(socket, data.toString()));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return new URL(`http://127.0.0.1:${port}`);
}

const neverAborted = new AbortController().signal;

function sender(simulator?: URL) {
  const send = createTradeSend(simulator);
  closing.push(send.close);
  return (url: string, signal = neverAborted) =>
    send({ url, method: 'POST', headers: { 'x-key': '1' }, body: 'a=1' }, signal);
}

const full = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-used: 7\r\n\r\n{}';

describe('a request to an exchange', () => {
  it('is answered with status, headers and text', async () => {
    const url = await serve((socket) => socket.write(full));
    const answer = await sender()(`${url}order`);
    expect(answer).toMatchObject({ status: 200, text: '{}', headers: { 'x-used': '7' } });
  });

  it('goes to the simulator with its own address and host', async () => {
    let heard = '';
    const simulator = await serve((socket, text) => {
      heard = text;
      socket.write(full);
    });
    await sender(simulator)('https://api.exchange.example/v1/order?x=1');
    expect(heard).toMatch(/^POST \/v1\/order\?x=1 HTTP\/1\.1\r\n/);
    expect(heard.toLowerCase()).toContain('host: api.exchange.example');
  });

  it('is not led elsewhere by a redirect', async () => {
    const url = await serve((socket) =>
      socket.write(
        'HTTP/1.1 302 Found\r\nlocation: http://x.example/\r\ncontent-length: 0\r\n\r\n',
      ),
    );
    expect((await sender()(`${url}`)).status).toBe(302);
  });

  it('is asked for leave once the connection stands, and never leaves without it', async () => {
    const heard: string[] = [];
    const url = await serve((socket, text) => {
      heard.push(text);
      socket.write(full);
    });
    const send = createTradeSend();
    closing.push(send.close);
    const order = { url: `${url}order`, method: 'POST', headers: {}, body: 'a=1' } as const;
    const connected: number[] = [];
    const leaving = () => {
      connected.push(sockets.length);
      throw new NotSentError('the lease is over');
    };
    await expect(send(order, neverAborted, leaving)).rejects.toThrow('the lease is over');
    await expect(send(order, neverAborted, leaving)).rejects.toThrow(NotSentError);
    expect(heard).toEqual([]);
    expect(connected).toHaveLength(2);
    expect((await send(order, neverAborted, () => undefined)).status).toBe(200);
    expect(heard).toHaveLength(1);
  });

  it('that found no connection was not sent', async () => {
    const url = await serve(() => undefined);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    await expect(sender()(`${url}`)).rejects.toThrow(NotSentError);
    await expect(sender(url)('https://api.exchange.example/')).rejects.toThrow(NotSentError);
  });

  it('that was given up before it was sent was not sent', async () => {
    let requests = 0;
    const url = await serve(() => {
      requests += 1;
    });
    await expect(sender()(`${url}`, AbortSignal.abort())).rejects.toThrow(NotSentError);
    expect(requests).toBe(0);
  });

  it.each([
    ['is cut before the headers', (socket: Socket) => socket.resetAndDestroy()],
    ['is ended before the headers', (socket: Socket) => socket.end()],
    [
      'is cut in the body',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{', () =>
          socket.resetAndDestroy(),
        );
      },
    ],
    ['is no HTTP', (socket: Socket) => socket.write('hello\r\n\r\n')],
  ])('whose answer %s may have been carried out, and is not sent again', async (_, answer) => {
    let requests = 0;
    const url = await serve((socket) => {
      requests += 1;
      answer(socket);
    });
    await expect(sender()(`${url}`)).rejects.toThrow(NoAnswerError);
    expect(requests).toBe(1);
  });

  it.each([
    ['before the headers', ''],
    ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'],
  ])('that is given up while the answer stalls %s may have been carried out', async (_, part) => {
    const caller = new AbortController();
    const url = await serve((socket) => {
      if (part) socket.write(part);
      setImmediate(() => caller.abort());
    });
    await expect(sender()(`${url}`, caller.signal)).rejects.toThrow(NoAnswerError);
  });
});
