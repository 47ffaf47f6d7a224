import { ApiError, mayHaveHappened } from '@windlass/client';
import { CommandError, explain } from '../failures.ts';
import { withoutStop } from '../text.ts';

/**
 * Whether something may have been sent although it was not acknowledged (design: sending has three
 * outcomes). Only a word of the service makes it a refusal.
 */
function isUndecided(failure: unknown): failure is ApiError {
  if (!(failure instanceof ApiError)) return false;
  // What is sent is stored before.
  return failure.code !== 'STORE_UNAVAILABLE' && mayHaveHappened(failure);
}

/** Adds how to find out to a failure that leaves it open whether something was sent. */
export function toSendFailure(failure: unknown, next: { readonly look: string }): unknown {
  if (!isUndecided(failure)) return failure;
  const said = withoutStop(explain(failure));
  return new CommandError(
    `${said}. Not confirmed. Do not send another; look first: ${next.look}. ` +
      'If it is not found there, the same command with the same --client-id sends it once.',
  );
}

/** Returns a word as a shell takes it. */
export function quoted(word: string): string {
  if (/^[\w.:@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
