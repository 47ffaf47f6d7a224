import { TransportError } from '../transportPort.ts';

/** What a refusing host said about when to come back; travels as the cause of a TransportError. */
export class RetryAfter extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super(`The host asked for ${retryAfterMs} ms of silence`);
    this.name = 'RetryAfter';
    this.retryAfterMs = retryAfterMs;
  }
}

/** The wait a failed call asked for, when it asked for one. */
export function retryAfterMs(error: unknown): number | undefined {
  if (!(error instanceof TransportError)) return undefined;
  return error.cause instanceof RetryAfter ? error.cause.retryAfterMs : undefined;
}

/** Reads a Retry-After header (RFC 9110 §10.2.3): seconds, or a date. */
export function parseRetryAfter(header: unknown, nowMs: number): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
