import { AppError } from '../../kit/errors.ts';

/**
 * Returns the refusal when the database could not take an intent: nothing was sent. If the intent
 * was stored after all (its answer was lost), the venue is asked for the order and does not know
 * it.
 */
export function storeRefusal(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('STORE_UNAVAILABLE', { cause });
}
