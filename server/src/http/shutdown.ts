import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock.ts';

/** Time that requests in progress get to be answered; then their connections are cut. */
const graceMs = 1_500;
/** The same for a process that must end at once: enough for answers that are being sent. */
const hurriedGraceMs = 50;

interface Closing {
  readonly clock: Clock;
  readonly isHurried?: boolean;
}

/** Closes the server: idle connections at once, silent and stuck ones after the grace period. */
export async function closeHttp(
  instance: FastifyInstance,
  { clock, isHurried = false }: Closing,
): Promise<void> {
  const limitMs = isHurried ? hurriedGraceMs : graceMs;
  const cancel = clock.schedule(limitMs, () => instance.server.closeAllConnections());
  await instance.close();
  cancel();
}
