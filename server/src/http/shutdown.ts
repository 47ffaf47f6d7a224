import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock.ts';

/** Requests in flight get this long to be answered; then their connections are cut. */
const graceMs = 1_500;
/** Of a process that must be gone: for answers that are on the way already. */
const hurriedGraceMs = 50;

interface Closing {
  readonly clock: Clock;
  readonly isHurried?: boolean;
}

/** Closes the server: idle connections at once, silent and stuck ones when the grace is over. */
export async function closeHttp(
  instance: FastifyInstance,
  { clock, isHurried = false }: Closing,
): Promise<void> {
  const limitMs = isHurried ? hurriedGraceMs : graceMs;
  const cancel = clock.schedule(limitMs, () => instance.server.closeAllConnections());
  await instance.close();
  cancel();
}
