import { isFields, parseJson } from '../../shared/json.ts';
import { TransportError } from '../../transportPort.ts';

/**
 * Meaning of a failed depth request:
 *
 * - `limited`: the host wants silence for a while;
 * - `refused`: it will answer the same again (an unknown symbol, a region that it does not serve);
 * - `failed`: another try may succeed.
 */
export type Refusal =
  | { readonly kind: 'limited'; readonly waitMs: number }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string };

/** The request weight is counted per minute. */
const limitPauseMs = 60_000;
/** Bans last from two minutes to three days; the firewall counts over five minutes. */
const banPauseMs = 300_000;

/** @param nowMs Now in ms since the epoch, to calculate how long a ban with an end still lasts. */
export function toRefusal(error: unknown, nowMs: number): Refusal {
  if (!(error instanceof TransportError)) return { kind: 'failed', reason: String(error) };
  const { status, body = '', message } = error;
  switch (status) {
    case 429:
      return { kind: 'limited', waitMs: toldWaitMs(error, nowMs) ?? limitPauseMs };
    case 418:
    case 403:
      return { kind: 'limited', waitMs: toldWaitMs(error, nowMs) ?? banPauseMs };
    case 400:
    case 404:
    case 451:
      return { kind: 'refused', reason: venueWords(body) ?? message };
    default:
      // This includes 408: the venue's own servers did not answer each other in time.
      return { kind: 'failed', reason: message };
  }
}

/**
 * Returns the wait from the header, or else from the sentence `IP banned until <epoch ms>`, the
 * only other source.
 */
function toldWaitMs(error: TransportError, nowMs: number): number | undefined {
  if (error.retryAfterMs !== undefined) return error.retryAfterMs;
  const untilMs = /banned until (\d{13})/.exec(error.body ?? '')?.[1];
  return untilMs === undefined ? undefined : Math.max(0, Number(untilMs) - nowMs);
}

/** Returns `{"code":-1121,"msg":"Invalid symbol."}` as text. */
function venueWords(body: string): string | undefined {
  const answer = parseJson(body);
  if (!isFields(answer) || typeof answer.msg !== 'string') return undefined;
  return `${answer.msg} (code ${String(answer.code)})`;
}
