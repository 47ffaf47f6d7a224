import { AppError } from '../../kit/errors.ts';

/**
 * The database could not take an intent: nothing was sent. Should the intent be stored all the same
 * (its answer was lost), the venue is asked for the order and knows none.
 */
export function storeRefusal(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError('STORE_UNAVAILABLE', { cause });
}
