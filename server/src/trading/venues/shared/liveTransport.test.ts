import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { silentLogger } from '../../../../test/support/silentLogger.ts';
import { TransportError } from '../transportPort.ts';
import { createLiveTransport, getDeadlineMs } from './liveTransport.ts';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}/depth`, socketUrl: `ws://127.0.0.1:${port}/ws` };
}

function setUp() {
  const clock = createManualClock();
  return { clock, transport: createLiveTransport({ clock, logger: silentLogger }) };
}

const never = new AbortController().signal;

async function failure(call: Promise<string>): Promise<TransportError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof TransportError)) throw new Error(`expected a TransportError: ${error}`);
  return error;
}

describe('get', () => {
  it('returns the document and leaves no timer', async () => {
    const { url } = await serve((_, response) => response.end('{"é":1}'));
    const { clock, transport } = setUp();
    expect(await transport.get(url, never)).toBe('{"é":1}');
    expect(clock.pending()).toBe(0);
  });

  it('a refusal carries status, body and the wait it asked for', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(429, { 'Retry-After': '7' }).end('{"code":-1003}');
    });
    const error = await failure(setUp().transport.get(url, never));
    expect([error.status, error.body, error.retryAfterMs]).toEqual([429, '{"code":-1003}', 7_000]);
  });

  it.each([
    ['before the headers', false],
    ['inside the body', true],
  ])('a stall %s ends at the deadline', async (_, sendsHead) => {
    const arrived = Promise.withResolvers<void>();
    const { url } = await serve((_request, response) => {
      if (sendsHead) response.writeHead(200).write('{"half":');
      arrived.resolve();
    });
    const { clock, transport } = setUp();
    const call = failure(transport.get(url, never));
    await arrived.promise;
    await clock.advance(getDeadlineMs);
    const error = await call;
    expect([error.status, error.message]).toEqual([
      undefined,
      `GET ${url}: no full answer within ${getDeadlineMs} ms`,
    ]);
  });

  it('a reset, a cut body and a closed port are lost connections', async () => {
    const reset = await serve((request) => request.socket.resetAndDestroy());
    const cut = await serve((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      response.socket?.end();
    });
    const { transport } = setUp();
    expect((await failure(transport.get(reset.url, never))).status).toBeUndefined();
    expect((await failure(transport.get(cut.url, never))).status).toBeUndefined();
    const refused = await failure(transport.get('http://127.0.0.1:1/depth', never));
    expect(refused.message).toMatch(/ECONNREFUSED/);
  });

  it('a body beyond the bound is refused', async () => {
    const { url } = await serve((_, response) => {
      const part = Buffer.alloc(1024 * 1024);
      const pump = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', pump);
      pump();
    });
    const error = await failure(setUp().transport.get(url, never));
    expect(error.message).toMatch(/body over \d+ bytes/);
  });

  it('ends with its signal', async () => {
    const { url } = await serve(() => undefined);
    const abort = new AbortController();
    const call = failure(setUp().transport.get(url, abort.signal));
    abort.abort();
    expect((await call).status).toBeUndefined();
  });
});

function listen(url: string, parts: ReturnType<typeof setUp>) {
  const heard: string[] = [];
  const opened = Promise.withResolvers<void>();
  const alive = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  const connection = parts.transport.connect(url, {
    opened: () => {
      heard.push('opened');
      opened.resolve();
    },
    frame: (text) => heard.push(`frame ${text}`),
    alive: () => {
      heard.push('alive');
      alive.resolve();
    },
    closed: (reason) => {
      heard.push('closed');
      closed.resolve(reason);
    },
  });
  return {
    heard,
    connection,
    opened: opened.promise,
    alive: alive.promise,
    closed: closed.promise,
  };
}

describe('connect', () => {
  it('says what it is told, echoes pings, and closes once', async () => {
    const { server, socketUrl } = await serve(() => undefined);
    const venue = new WebSocketServer({ server });
    const ponged = Promise.withResolvers<string>();
    venue.on('connection', (socket) => {
      socket.on('message', (data) => {
        socket.send(`got ${data}`);
        socket.on('pong', (payload) => ponged.resolve(payload.toString()));
        socket.ping('echo me');
      });
    });
    const client = listen(socketUrl, setUp());
    await client.opened;
    client.connection.send('hello');
    expect(await ponged.promise).toBe('echo me');
    await client.alive;
    client.connection.close();
    client.connection.close();
    await client.closed;
    expect(client.heard).toEqual(['opened', 'frame got hello', 'alive', 'closed']);
    client.connection.send('into the void');
  });

  it('pings a quiet venue while it is open, and hears the answer', async () => {
    const { server, socketUrl } = await serve(() => undefined);
    const pinged = Promise.withResolvers<void>();
    new WebSocketServer({ server }).on('connection', (socket) =>
      socket.on('ping', () => pinged.resolve()),
    );
    const parts = setUp();
    const client = listen(socketUrl, parts);
    await client.opened;
    await parts.clock.advance(20_000);
    await pinged.promise;
    await client.alive;
    client.connection.close();
    await client.closed;
    await parts.clock.advance(60_000);
    expect(parts.clock.pending()).toBe(0);
  });

  it('a handshake that is refused, or a port that is closed, is one closed event', async () => {
    const { socketUrl } = await serve((_, response) => response.writeHead(403).end());
    const refused = listen(socketUrl, setUp());
    await refused.closed;
    const nobody = listen('ws://127.0.0.1:1/', setUp());
    expect(await nobody.closed).toMatch(/ECONNREFUSED/);
    expect([refused.heard, nobody.heard]).toEqual([['closed'], ['closed']]);
  });

  it('a frame beyond the bound ends the connection', async () => {
    const { server, socketUrl } = await serve(() => undefined);
    new WebSocketServer({ server }).on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.send('x'.repeat(9 * 1024 * 1024));
    });
    const client = listen(socketUrl, setUp());
    expect(await client.closed).toMatch(/payload/i);
    expect(client.heard).toEqual(['opened', 'closed']);
  });

  it('a reset is reported, and a peer that ignores the close is cut', async () => {
    const { server, socketUrl } = await serve(() => undefined);
    const venue = new WebSocketServer({ server });
    const joined = Promise.withResolvers<void>();
    venue.on('connection', () => joined.resolve());
    const parts = setUp();
    const client = listen(socketUrl, parts);
    await Promise.all([client.opened, joined.promise]);
    for (const socket of venue.clients) socket.pause();
    client.connection.close();
    await parts.clock.advance(1_000);
    await client.closed;
    expect(client.heard).toEqual(['opened', 'closed']);
    expect(parts.clock.pending()).toBe(0);

    const second = listen(socketUrl, parts);
    await second.opened;
    for (const socket of venue.clients) socket.terminate();
    expect(await second.closed).toMatch(/1006/);
  });
});

describe('a simulator of the exchanges', () => {
  it('is asked for every document, under the address of the exchange', async () => {
    const { server, url } = await serve(({ headers, url: path }, response) =>
      response.end(`${headers.host} ${path}`),
    );
    const simulator = new URL(url);
    const transport = createLiveTransport({
      clock: createManualClock(),
      logger: silentLogger,
      simulator,
    });
    const text = await transport.get('https://api.exchange.test/v1/depth?symbol=X', never);
    expect(text).toBe('api.exchange.test /v1/depth?symbol=X');
    expect(server.listening).toBe(true);
  });

  it('is where every stream leads', async () => {
    const { server, url } = await serve((_, response) => response.end());
    const hosts: (string | undefined)[] = [];
    const sockets = new WebSocketServer({ server });
    sockets.on('connection', (socket, { headers }) => {
      hosts.push(headers.host);
      socket.send('a frame');
    });
    const transport = createLiveTransport({
      clock: createManualClock(),
      logger: silentLogger,
      simulator: new URL(url),
    });
    const frame = await new Promise<string>((heard) => {
      const ignored = { opened: () => {}, alive: () => {}, closed: () => {} };
      transport.connect('wss://ws.exchange.test:8443/books', { ...ignored, frame: heard });
    });
    expect([frame, hosts]).toEqual(['a frame', ['ws.exchange.test:8443']]);
    sockets.close();
  });
});
