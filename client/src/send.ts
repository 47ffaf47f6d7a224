import { redact } from './answer.ts';
import { ApiError } from './errors.ts';
import type { BuiltRequest } from './request.ts';
import { backoffMs, type Runtime } from './runtime.ts';
import type { Transport, TransportAnswer } from './transport.ts';

export interface SendSettings {
  readonly transport: Transport;
  readonly runtime: Runtime;
  readonly timeoutMs: number;
  /** Number of tries after the first, for reads only. */
  readonly retries: number;
  readonly key: string | undefined;
  /** A status that is an answer of this endpoint and is not tried again. */
  readonly finalStatus?: number | undefined;
}

/** Longest Retry-After that is waited for. The caller has to plan for a longer one. */
const retryAfterMsMax = 10_000;
/**
 * Statuses of a gateway that lost its upstream, or of a service that is busy or restarting. They
 * may pass by themselves.
 */
const passingStatuses: readonly number[] = [429, 502, 503, 504];

/**
 * Sends a request and returns the last answer. Only reads are tried again: a lost answer to
 * anything else leaves open whether the service acted, and sending twice could act twice.
 *
 * Rejects with ApiError, or with the caller's own reason when the caller aborts.
 */
export async function send(
  request: BuiltRequest,
  settings: SendSettings,
  signal?: AbortSignal,
): Promise<TransportAnswer> {
  const tries = request.method === 'GET' ? settings.retries + 1 : 1;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(request, settings, signal);
    const waitMs = attempt < tries ? retryDelayMs(outcome, attempt, settings) : undefined;
    if (waitMs === undefined) {
      if (outcome instanceof ApiError) throw outcome;
      return outcome;
    }
    await settings.runtime.sleep(waitMs, signal);
  }
}

/** Returns how long to wait before the next try, or undefined when another would not help. */
function retryDelayMs(
  outcome: TransportAnswer | ApiError,
  attempt: number,
  { runtime, finalStatus }: Pick<SendSettings, 'runtime' | 'finalStatus'>,
): number | undefined {
  if (outcome instanceof ApiError) return backoffMs(attempt, runtime.random);
  if (outcome.status === finalStatus) return undefined;
  if (!passingStatuses.includes(outcome.status)) return undefined;
  const askedMs = parseRetryAfterMs(outcome.headers['retry-after'], runtime.now());
  if (askedMs === undefined) return backoffMs(attempt, runtime.random);
  return askedMs <= retryAfterMsMax ? askedMs : undefined;
}

/** Returns the wait that a Retry-After asks for: whole seconds or a date (RFC 9110 §10.2.3). */
export function parseRetryAfterMs(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const atMs = Date.parse(value);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

/**
 * Makes one attempt. The timeout and the caller's signal end it even if the transport ignores them.
 */
async function sendOnce(
  request: BuiltRequest,
  settings: SendSettings,
  signal: AbortSignal | undefined,
): Promise<TransportAnswer | ApiError> {
  signal?.throwIfAborted();
  const attempt = new AbortController();
  const timer = new AbortController();
  const giveUp = () => attempt.abort(signal?.reason);
  signal?.addEventListener('abort', giveUp, { once: true });
  const ended = new Promise<never>((_resolve, reject) => {
    attempt.signal.addEventListener('abort', () => reject(attempt.signal.reason), { once: true });
  });
  const overdue = settings.runtime.sleep(settings.timeoutMs, timer.signal).then(() => {
    if (timer.signal.aborted) return ended;
    const seconds = settings.timeoutMs / 1_000;
    const late = new ApiError('TIMEOUT', `No answer from ${origin(request)} within ${seconds} s.`);
    attempt.abort(late);
    return ended;
  });
  try {
    const answer = settings.transport({ ...request, signal: attempt.signal });
    return await Promise.race([answer, ended, overdue]);
  } catch (failure) {
    signal?.throwIfAborted();
    if (failure instanceof ApiError) return failure;
    const why = redact(describeFailure(failure), settings.key);
    return new ApiError('NETWORK_ERROR', `Cannot reach ${origin(request)}: ${why}.`);
  } finally {
    timer.abort();
    signal?.removeEventListener('abort', giveUp);
  }
}

const origin = (request: BuiltRequest): string => new URL(request.url).origin;

/** Returns the reason, which `fetch` hides in `cause`: its text only, as it may hold headers. */
function describeFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const { cause } = failure;
  if (!(cause instanceof Error)) return failure.message;
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  return cause.message === '' ? (code ?? failure.message) : cause.message;
}
