import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createManualClock } from '../../test/support/manualClock.ts';
import { answerClientError } from './clientError.ts';

it('hangs up on who was too slow and never hangs up itself', async () => {
  const clock = createManualClock();
  const server = createServer({ allowHalfOpen: true });
  const socketSeen = once(server, 'connection');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  try {
    const [socket] = await socketSeen;
    const closed = once(socket, 'close');
    const said = once(client, 'data');
    answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, clock);
    const [text] = await said;
    expect(String(text)).toMatch(/^HTTP\/1\.1 408 Request Timeout/);
    expect(socket.destroyed).toBe(false);
    await clock.advance(1_000);
    await closed;
    expect(socket.destroyed).toBe(true);
  } finally {
    client.destroy();
    server.close();
  }
});
