import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock.ts';

/** Requests in flight get this long to be answered; then their connections are cut. */
const graceMs = 1_500;

/** Closes the server: idle connections at once, silent and stuck ones when the grace is over. */
export async function closeHttp(instance: FastifyInstance, clock: Clock): Promise<void> {
  const cancel = clock.schedule(graceMs, () => instance.server.closeAllConnections());
  await instance.close();
  cancel();
}
