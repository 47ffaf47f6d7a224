import type { FieldIssue } from '@windlass/contract';
import { AppError, StoreError, toAppError, withoutPrefix } from '../../../kit/errors.ts';

/** Codes of the access rules, which are the same at every endpoint (Trading §7). */
const ofAccess: ReadonlySet<AppError['code']> = new Set(['UNAUTHORIZED', 'FORBIDDEN']);

/** Returns the refusal of a start in the common form: its message begins with "Error - ". */
export function startRefusal(error: unknown): unknown {
  const refusal = error instanceof StoreError ? toAppError(error) : error;
  if (!(refusal instanceof AppError) || ofAccess.has(refusal.code)) return error;
  const { code, message, issues, data, retryAfterMs, cause } = refusal;
  return new AppError(code, {
    message: `Error - ${withoutPrefix(message)}`,
    ...(issues && { issues: issues.map(inASentence) }),
    ...(data && { data }),
    retryAfterMs,
    cause,
  });
}

/** Removes the full stop: answers join the problems of fields into one sentence. */
function inASentence(issue: FieldIssue): FieldIssue {
  return { ...issue, message: issue.message.replace(/\.$/, '') };
}
