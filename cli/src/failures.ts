import { ApiError } from '@windlass/client';
import { printable } from './text.ts';

/** Exit codes of the command. */
export const exitCodes = { ok: 0, failure: 1, usage: 2 } as const;

/** The command was called wrongly; the message is one line that says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The request could not be fulfilled. The message is one line for people. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** True when a repetition may succeed: no answer came, or the service could not decide. */
export function mayPass(failure: unknown): boolean {
  if (!(failure instanceof ApiError)) return false;
  const { status } = failure;
  return status === undefined || status === 429 || status >= 500;
}

/** Returns a failure as one line, with advice where there is some. */
export function explain(failure: unknown): string {
  if (failure instanceof ApiError) return printable(explainApi(failure));
  return printable(failure instanceof Error ? failure.message : String(failure));
}

function explainApi(failure: ApiError): string {
  const { code, message, data, requestId } = failure;
  const request = requestId === undefined ? '' : ` (request ${requestId})`;
  switch (code) {
    case 'UNAUTHORIZED':
      return `${message} Pass --key, set WINDLASS_KEY, or run where the data directory is.`;
    case 'NETWORK_ERROR':
      // A status means that the service answered: an exchange could not be reached.
      if (failure.status !== undefined) return message;
      return `${message} Is the service running? "npx windlass serve" starts it.`;
    case 'ALGORITHM_NOT_FOUND':
      return `${message} "npx windlass algos list" shows those that the key reaches.`;
    case 'INTERNAL_ERROR':
      return `${message}${request}`;
    default:
      return issuesOf(data) ?? message;
  }
}

/**
 * Returns the fields that a validation refused. They contain its message, which names one of them.
 */
function issuesOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('errors' in data)) return undefined;
  if (!Array.isArray(data.errors) || data.errors.length === 0) return undefined;
  const issues = data.errors.map((issue: { message?: unknown }) => String(issue.message));
  return issues.join('; ');
}
