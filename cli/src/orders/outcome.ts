import { ApiError, mayHaveHappened } from '@windlass/client';
import { CommandError, explain } from '../failures.ts';
import { withoutStop } from '../text.ts';

/**
 * True when something may have been sent although it was not acknowledged (design: sending has
 * three outcomes). Only the service's own word makes it a refusal.
 */
function isUndecided(failure: unknown): failure is ApiError {
  if (!(failure instanceof ApiError)) return false;
  // Orders are stored before they are sent.
  return failure.code !== 'STORE_UNAVAILABLE' && mayHaveHappened(failure);
}

/** Adds to a failure with an unknown outcome how to find out whether something was sent. */
export function toSendFailure(failure: unknown, next: { readonly look: string }): unknown {
  if (!isUndecided(failure)) return failure;
  const said = withoutStop(explain(failure));
  return new CommandError(
    `${said}. Not confirmed. Do not send another; look first: ${next.look}. ` +
      'If it is not found there, the same command with the same --client-id sends it once.',
  );
}

/** Returns a word quoted for a shell. */
export function quoted(word: string): string {
  if (/^[\w.:@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
