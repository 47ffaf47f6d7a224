/**
 * The floors. `node bareServer.ts ws <port>` sends texts to every client of a bare `ws` server.
 * `node bareServer.ts fastify <port>` answers one route of a bare Fastify with a text, and another
 * with the body that it received. Commands come from the parent process; at the command `cpu` it
 * reports the processor time that it has used.
 */
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { WebSocket, WebSocketServer } from 'ws';

interface Order {
  readonly ask?: 'cpu';
  /** Texts of one beat, each sent to every client. */
  readonly texts?: readonly string[];
  readonly beatsPerSecond?: number;
  /** Answer of the route. */
  readonly answer?: string;
}

const [kind, port] = process.argv.slice(2);
let texts: readonly string[] = [];
let answer = '{}';
let timer: NodeJS.Timeout | undefined;
const clients = new Set<WebSocket>();

process.on('message', (order: Order) => {
  if (order.ask === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.((user + system) / 1e6);
  }
  if (order.answer !== undefined) answer = order.answer;
  if (order.texts && order.beatsPerSecond) {
    texts = order.texts;
    clearInterval(timer);
    timer = setInterval(beat, 1_000 / order.beatsPerSecond);
  }
});

function beat(): void {
  for (const client of clients) {
    if (client.readyState !== WebSocket.OPEN) continue;
    for (const text of texts) client.send(text);
  }
}

if (kind === 'ws') {
  const server = createServer((_, response) => response.end('ok'));
  new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
    clients.add(socket);
    socket.on('close', () => clients.delete(socket));
  });
  server.listen(Number(port), '127.0.0.1');
} else {
  const app = Fastify();
  app.get('/health', async () => 'ok');
  app.get('/book', (_, reply) => {
    reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });
  app.post('/echo', async (request) => request.body);
  await app.listen({ port: Number(port), host: '127.0.0.1' });
}
