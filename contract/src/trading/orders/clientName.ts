import { z } from 'zod';

/**
 * Returns the schema of a name that a caller gives to something it later asks for by path. It
 * refuses characters that not every client and proxy can carry in a path: nobody could ask for such
 * a name.
 */
export function clientName(field: string, lengthMax: number) {
  return z
    .string({ error: `${field} must be a string` })
    .min(1, `${field} must not be empty`)
    .max(lengthMax, `${field} must be at most ${lengthMax} characters`)
    .regex(
      /^[^\p{Cc}\p{Cs}/?#%\\]*$/u,
      `${field} must not contain /, ?, #, %, \\ or control characters; ` +
        'letters, digits and all other signs are allowed',
    )
    .refine((name) => name !== '.' && name !== '..', {
      error: `${field} must not be . or .., which no path can ask for; add a letter or digit`,
    });
}
