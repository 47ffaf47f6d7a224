import type { FieldIssue } from '@windlass/contract';
import { AppError, StoreError, toAppError, withoutPrefix } from '../../../kit/errors.ts';

/** Answers of the access rules, which are the same at every endpoint (Trading §7). */
const ofAccess: ReadonlySet<AppError['code']> = new Set(['UNAUTHORIZED', 'FORBIDDEN']);

/** The refusal of a start as all of them are told: its message begins with "Error - ". */
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

/** Answers put what is wrong with their fields into one sentence, which begins so. */
function inASentence(issue: FieldIssue): FieldIssue {
  return { ...issue, message: issue.message.replace(/\.$/, '') };
}
