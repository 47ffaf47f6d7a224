import { kindOf } from '../echo.ts';

interface Issues {
  readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
}

/** Returns what is wrong with a request, in words that repeat nothing of it: it may hold a key. */
export function firstIssue(payload: unknown, error: Issues, example: string): string {
  const [issue] = error.issues;
  if (issue && issue.path.length > 0) return issue.message;
  return `Expected an object such as ${example}, received ${kindOf(payload)}`;
}
