import type { AppError } from '../kit/errors.ts';

/** Returns the one line of a refusal for people, in which the first refused fields are said. */
export function issuesHeadline(error: AppError): string {
  const messages = [...new Set(error.issues?.map((issue) => issue.message))];
  const [first] = messages;
  if (first === undefined) return error.message;
  // A whole sentence is the specification's own and stands as it is (Trading §7).
  if (messages.length === 1 && first.endsWith('.')) return first;
  return `Error - ${messages.slice(0, 3).join('; ')}.`;
}
