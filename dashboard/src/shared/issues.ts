import { ApiError } from '@windlass/client';
import type { z } from 'zod';

/**
 * Returns the input as the contract takes it. Invalid input is refused before anything is sent, in
 * the form and words of the service's own refusal, so that a form shows both in one way.
 */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: z.input<Schema>,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message }) => {
    return { field: path.join('.'), message, value: null };
  });
  throw new ApiError('VALIDATION_FAILED', 'Validation failed', { issues });
}

/**
 * Returns a part that the endpoint is known to have. Its type only says that endpoints may have it.
 */
export function partOf<Schema>(part: Schema | undefined): Schema {
  if (part === undefined) throw new Error('The endpoint has no such part');
  return part;
}

/** Returns an error's message about a field or a part of it. */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.issues.find((issue) => {
    const rest = issue.field.startsWith(field) ? issue.field.slice(field.length) : undefined;
    return rest === '' || rest?.startsWith('.') || rest?.startsWith('[');
  })?.message;
}
