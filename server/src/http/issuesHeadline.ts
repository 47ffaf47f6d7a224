import type { AppError } from '../kit/errors.ts';

/** Returns the one line of a refusal for people, which names the first refused fields. */
export function issuesHeadline(error: AppError): string {
  const messages = [...new Set(error.issues?.map((issue) => issue.message))];
  const [first] = messages;
  if (first === undefined) return error.message;
  // A whole sentence is the specification's own and is used unchanged (Trading §7).
  if (messages.length === 1 && first.endsWith('.')) return first;
  const said = messages.slice(0, 3).join('; ');
  // The last of them may end with a question: which field was meant.
  return `Error - ${said}${said.endsWith('?') ? '' : '.'}`;
}
