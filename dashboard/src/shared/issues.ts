import { ApiError } from '@windlass/client';
import type { z } from 'zod';

/**
 * The input as the contract takes it. What it does not take is refused before anything is sent, in
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

/** A part that an endpoint has for sure; its type says only that endpoints may. */
export function partOf<Schema>(part: Schema | undefined): Schema {
  if (part === undefined) throw new Error('The endpoint has no such part');
  return part;
}

/** What an error says of a field or of a part of it. */
export function issueOf(error: unknown, field: string): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.issues.find((issue) => {
    const rest = issue.field.startsWith(field) ? issue.field.slice(field.length) : undefined;
    return rest === '' || rest?.startsWith('.') || rest?.startsWith('[');
  })?.message;
}
