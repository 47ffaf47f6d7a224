import { ApiError, type ApiErrorCode } from '@windlass/client';
import { CommandError, explain } from '../failures.ts';
import { withoutStop } from '../text.ts';

/** Refusals with a status of 500 and above that say themselves that nothing was sent. */
const nothingSent: readonly ApiErrorCode[] = [
  'STORE_UNAVAILABLE',
  'MARKETS_UNAVAILABLE',
  'PRICES_UNAVAILABLE',
  'SHUTTING_DOWN',
];

/**
 * Whether something may have been sent although it was not acknowledged (design: sending has three
 * outcomes). Only a word of the service makes it a refusal.
 */
function isUndecided(failure: unknown): failure is ApiError {
  if (!(failure instanceof ApiError)) return false;
  const { code, status, data } = failure;
  const told = orderStatusOf(data);
  if (told !== undefined) return told === 'unknown' || told === 'pending';
  if (status === undefined || code === 'BAD_ANSWER') return true;
  return status >= 500 && code !== 'EXCHANGE_ERROR' && !nothingSent.includes(code);
}

/** Adds how to find out to a failure that leaves it open whether something was sent. */
export function toSendFailure(failure: unknown, next: { readonly look: string }): unknown {
  if (!isUndecided(failure)) return failure;
  const said = withoutStop(explain(failure));
  return new CommandError(
    `${said}. Whether it was sent is not known. Do not send another; look first: ${next.look}. ` +
      'If it is not found there, the same command with the same --client-id sends it once.',
  );
}

/** Returns a word as a shell takes it. */
export function quoted(word: string): string {
  if (/^[\w.:@%+-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the status that a refusal tells of its order, if it does. */
export function orderStatusOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('order_status' in data)) return undefined;
  return String(data.order_status);
}
