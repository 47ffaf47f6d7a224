import { abortable } from '../../kit/abortable.ts';
import { createBreaker } from '../../kit/breaker.ts';
import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { type RetryAdvice, retry } from '../../kit/retry.ts';
import { createSlots } from '../../kit/slots.ts';
import type { Network } from '../network.ts';
import type { LedgerMetrics } from './ledgerMetrics.ts';
import { LedgerError } from './ledgerPort.ts';
import { unavailable } from './unavailable.ts';

/**
 * Maximum number of calls at once. With 33 tokens a call takes five vaults, so a thousand vaults
 * are 200 calls: four at once take less than a minute even when each takes a second. Public servers
 * count requests per address, and would sooner limit more at once.
 */
export const callsAtOnceMax = 4;
/** Two more tries get past a lost packet or a server's restart; after that it is down. */
const attemptsMax = 3;
/**
 * Delay after a failure: half a second at first, and two at most, so that a struggling server is
 * not left idle longer.
 */
const firstDelayMs = 500;
const delayMsMax = 2_000;
/** A full answer is under 100 kB: after ten seconds none will come. */
const attemptMsMax = 10_000;
/** Longest pause: a caller waits for the reading, so a longer one is reported instead. */
const pauseMsMax = 10_000;
/** Two rounds of all calls without one answer: the server is down, not only in a bad moment. */
export const failedCallsMax = 2 * callsAtOnceMax;
/** A server's restart takes about this long; callers that ask again are not refused for longer. */
export const notAskedForMs = 15_000;

interface LedgerCallDeps {
  readonly network: Network;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics?: LedgerMetrics | undefined;
}

/** Sends one request to the port. */
type Ask<Answer> = (signal: AbortSignal) => Promise<Answer>;

/**
 * Asks until there is an answer or asking is useless. Rejects with `LedgerError`, or with the
 * signal's reason. At most `callsAtOnceMax` are in progress for all callers together. After
 * `failedCallsMax` calls in a row without an answer it rejects at once for `notAskedForMs`.
 */
export type LedgerCall = <Answer>(ask: Ask<Answer>, signal: AbortSignal) => Promise<Answer>;

export function createLedgerCall(deps: LedgerCallDeps): LedgerCall {
  const { network, clock, random, logger } = deps;
  const slots = createSlots(callsAtOnceMax);
  const breaker = createBreaker({
    clock,
    failuresMax: failedCallsMax,
    openMs: notAskedForMs,
    isFailure: (error) => error instanceof LedgerError && error.kind === 'unavailable',
    refusal: () => unavailable(network, 'is not answering; it is asked again in a moment'),
  });
  return async (ask, signal) => {
    const options = { clock, random, attemptsMax, firstDelayMs, delayMsMax, signal, advise };
    const askOften = () => retry(() => attempt(ask, signal, deps), options);
    try {
      // The slot is kept through the pauses: a server that struggles gets fewer calls, not other
      // ones. An open breaker holds no slot, so callers that wait for one are refused at once as
      // well.
      return await slots.use(signal, () => breaker.use(signal, askOften));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LedgerError) throw error;
      const stack = error instanceof Error ? error.stack : undefined;
      logger.error({ error: errorText(error), stack }, 'Reading the ledger ended in a fault');
      throw new LedgerError('unavailable', 'The ledger could not be read.', { cause: error });
    }
  };
}

/** Makes one attempt within its own deadline, even if the port ignores the signal. */
async function attempt<Answer>(
  ask: Ask<Answer>,
  signal: AbortSignal,
  { clock, metrics }: LedgerCallDeps,
): Promise<Answer> {
  const deadline = new AbortController();
  const seconds = attemptMsMax / 1000;
  const late = new LedgerError('unavailable', `The ledger did not answer in ${seconds} seconds.`);
  const cancel = clock.schedule(attemptMsMax, () => deadline.abort(late));
  const either = AbortSignal.any([signal, deadline.signal]);
  const startedMs = clock.monotonic();
  const report = (outcome: Parameters<LedgerMetrics['call']>[0]) =>
    metrics?.call(outcome, (clock.monotonic() - startedMs) / 1000);
  try {
    const answer = await abortable(ask(either), either);
    report('ok');
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    const failure = deadline.signal.aborted ? late : error;
    // For the figures, every error except a LedgerError counts as a broken answer.
    report(failure instanceof LedgerError ? failure.kind : 'unavailable');
    throw failure instanceof LedgerError && isTooLong(failure) ? pauseRefused(failure) : failure;
  } finally {
    cancel();
  }
}

function advise(error: unknown): RetryAdvice {
  if (!(error instanceof LedgerError)) return { again: false };
  switch (error.kind) {
    case 'unavailable':
      return { again: true };
    case 'limited':
      if (isTooLong(error)) return { again: false };
      return { again: true, afterMs: error.retryAfterMs ?? 0 };
    case 'refused':
    case 'wrongNetwork':
      return { again: false };
  }
}

function isTooLong(error: LedgerError): boolean {
  return error.kind === 'limited' && (error.retryAfterMs ?? 0) > pauseMsMax;
}

function pauseRefused(error: LedgerError): LedgerError {
  const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  return new LedgerError('limited', `The ledger server asks for a pause of ${seconds} seconds.`, {
    retryAfterMs: error.retryAfterMs,
    cause: error,
  });
}
