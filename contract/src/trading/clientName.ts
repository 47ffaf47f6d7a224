import { z } from 'zod';

/**
 * A caller's own name for something that is asked for by a path afterwards. Signs that a path
 * cannot carry in every client and proxy are refused, as what bears them could never be asked for.
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
