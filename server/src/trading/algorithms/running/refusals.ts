import { AppError } from '../../../kit/errors.ts';
import type { AlgorithmRecord } from '../types.ts';

/** Returns the refusal of a verb that an algorithm's state does not allow; `why` follows its id. */
export function refusedVerb(
  { id, status, reason }: AlgorithmRecord,
  verb: string,
  why: string,
): AppError {
  const because = reason === undefined ? '' : ` ${reason}`;
  const message = `The algorithm ${id} ${why} (${status}): it cannot ${verb}.${because}`;
  return new AppError('ALGORITHM_STATE', { message, data: { order_id: id, status } });
}

/** Returns the error between a service start, or a fault, and the algorithm's next run. */
export function notTakenUp({ id }: AlgorithmRecord): AppError {
  return new AppError('STORE_UNAVAILABLE', {
    message: `The algorithm ${id} is being resumed. Try again shortly.`,
  });
}

/** Throws the error of a database that cannot be read now. */
export function notRead(cause: unknown): never {
  throw cause instanceof AppError ? cause : new AppError('STORE_UNAVAILABLE', { cause });
}

/** Returns the error for a request that is kept and carried out once the database takes it. */
export function notWrittenYet({ id }: AlgorithmRecord): AppError {
  return new AppError('STORE_UNAVAILABLE', {
    message: `The request to the algorithm ${id} cannot be stored yet. It is retried.`,
  });
}

/** Returns the error for a start that may or may not be stored. If it is, the algorithm runs. */
export function maybeStarted({ id }: AlgorithmRecord, cause: unknown): AppError {
  return new AppError('STORE_UNAVAILABLE', {
    message:
      `Start not confirmed: look up ${id} first. If it is stored, it runs; ` +
      'start another only if it is not.',
    data: { order_id: id },
    cause,
  });
}

export function tooManyOwnRuns({ ownMax, allMax }: { ownMax: number; allMax: number }): AppError {
  return new AppError('RATE_LIMITED', {
    message:
      `Limit of ${ownMax} running algorithms of this key reached, of ${allMax} for all keys. ` +
      'Try again when some of its own have ended.',
  });
}

export function tooManyRuns(runsMax: number): AppError {
  return new AppError('RATE_LIMITED', {
    message: `Limit of ${runsMax} running algorithms reached. Try again when some have ended.`,
  });
}
