import { AppError } from '../kit/errors.ts';
import type { Context } from './bind.ts';

/** Returns the caller as the audit log names it. */
export function actorOf({ caller, requestId }: Context) {
  if (!caller) throw new AppError('UNAUTHORIZED');
  return { id: caller.id, name: caller.name, requestId };
}
