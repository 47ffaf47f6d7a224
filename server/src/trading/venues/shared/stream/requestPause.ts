import { TransportError } from '../../transportPort.ts';

/** Most hosts count requests by the minute. */
const limitPauseMs = 60_000;
/** A firewall that shut us out is not asked again soon. */
const banPauseMs = 300_000;

/**
 * Returns the pause that a failed request asks for: as the host says, or by the meaning of its
 * status.
 */
export function requestPauseMs(error: unknown): number | undefined {
  if (!(error instanceof TransportError)) return undefined;
  switch (error.status) {
    case 429:
      return error.retryAfterMs ?? limitPauseMs;
    case 403:
    case 418:
      return error.retryAfterMs ?? banPauseMs;
    default:
      return error.retryAfterMs;
  }
}
