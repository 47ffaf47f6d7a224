import { abortable } from '../../kit/abortable.ts';
import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { type RetryAdvice, retry } from '../../kit/retry.ts';
import { createSlots } from '../../kit/slots.ts';
import type { LedgerMetrics } from './ledgerMetrics.ts';
import { LedgerError } from './ledgerPort.ts';

/**
 * A thousand vaults are 84 calls: four at once take half a minute even when each takes a second.
 * Public servers count requests per address, and more at once would sooner be limited.
 */
export const callsAtOnceMax = 4;
/** Two more tries pass over a lost packet or a server's restart; beyond that it is down. */
const attemptsMax = 3;
/** A server that struggles gets half a second at first, and is not left idle longer than two. */
const firstDelayMs = 500;
const delayMsMax = 2_000;
/** A full answer is under 100 kB: after ten seconds none will come. */
const attemptMsMax = 10_000;
/** A caller waits for the reading: a longer pause is better told than waited for. */
const pauseMsMax = 10_000;

interface LedgerCallDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly metrics?: LedgerMetrics | undefined;
}

/** Asks the port something. */
type Ask<Answer> = (signal: AbortSignal) => Promise<Answer>;

/**
 * Asks until there is an answer or no use in asking. Rejects with `LedgerError`, or with the
 * signal's reason. At most `callsAtOnceMax` are under way for all callers together.
 */
export type LedgerCall = <Answer>(ask: Ask<Answer>, signal: AbortSignal) => Promise<Answer>;

export function createLedgerCall(deps: LedgerCallDeps): LedgerCall {
  const { clock, random, logger } = deps;
  const slots = createSlots(callsAtOnceMax);
  return async (ask, signal) => {
    const options = { clock, random, attemptsMax, firstDelayMs, delayMsMax, signal, advise };
    try {
      // The slot is kept through the pauses: a server that struggles gets fewer calls, not others.
      return await slots.use(signal, () => retry(() => attempt(ask, signal, deps), options));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LedgerError) throw error;
      const stack = error instanceof Error ? error.stack : undefined;
      logger.error({ error: errorText(error), stack }, 'Reading the ledger ended in a fault');
      throw new LedgerError('unavailable', 'The ledger could not be read.', { cause: error });
    }
  };
}

/** One attempt within its own deadline, whether or not the port heeds the signal. */
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
    // Whatever is no LedgerError is a broken answer as far as the figures go.
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
