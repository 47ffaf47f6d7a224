import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClientEvents, type ServerEvents, streamPath } from '@windlass/contract';
// The service's own library, so that both ends are tested as they meet.
import { Server as SocketServer } from 'socket.io';
import { vi } from 'vitest';
import type { Runtime } from '../../src/index.ts';

/** A runtime whose waits between tries pass at once. */
export const hurriedRuntime: Runtime = {
  now: () => 0,
  random: () => 0,
  sleep: () => new Promise((resolve) => setImmediate(resolve)),
};

/** Opens the stream of a service that answers nothing by itself. */
export async function openFakeStream() {
  const http = createServer();
  const io = new SocketServer<ClientEvents, ServerEvents>(http, {
    path: streamPath,
    transports: ['websocket'],
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return { io, baseUrl: `http://127.0.0.1:${port}`, close: () => io.close() };
}

export const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });
