import { AppError } from '../kit/errors.ts';
import type { Context } from './bind.ts';

/** Who acts, as the audit log names them. */
export function actorOf({ caller, requestId }: Context) {
  if (!caller) throw new AppError('UNAUTHORIZED');
  return { id: caller.id, name: caller.name, requestId };
}
