import type { Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Connection, ConnectionEvents } from '../../transportPort.ts';
import { detourTo } from '../detour.ts';
import { openSocket } from '../liveTransport.ts';

interface StreamSocketsDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * Address of the simulator that all connections go to instead; their own addresses do not change.
   * For tests.
   */
  readonly simulator: URL | undefined;
}

/** Opens the streams of accounts in the way that the streams of books are opened. */
export function createStreamConnect({ clock, logger, simulator }: StreamSocketsDeps) {
  const detour = simulator && detourTo(simulator);
  return (url: string, events: ConnectionEvents): Connection =>
    openSocket(url, events, { clock, logger, detour });
}
