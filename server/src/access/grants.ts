import type { Caller } from '../http/scope.ts';
import { AppError } from '../kit/errors.ts';

interface Wanted {
  readonly paths: readonly string[];
  readonly expiresAtMs?: number;
}

/**
 * Refuses to create a key that reaches further or lives longer than the key that creates it. A key
 * that is bound to accounts creates none.
 */
export function refuseBeyond(caller: Caller, wanted: Wanted): void {
  const path = wanted.paths.find((glob) => !caller.paths.includes(glob));
  if (path !== undefined && !caller.paths.includes('/**')) throw beyond(`the path ${path}`);
  const { expiresAtMs: endMs } = caller;
  if (endMs !== undefined && (wanted.expiresAtMs ?? Number.POSITIVE_INFINITY) > endMs) {
    throw beyond(`a life beyond ${new Date(endMs).toISOString()}`);
  }
}

function beyond(what: string): AppError {
  return new AppError('FORBIDDEN', {
    message: `Forbidden - a key cannot grant what it does not have: ${what}.`,
  });
}
