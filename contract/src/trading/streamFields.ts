import { z } from 'zod';

/** Maximum length of a key: `ak_` and 253 characters. */
const keyLengthMax = 256;

/** Returns the schema of a text in a request on the stream. */
export const requestText = (field: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined ? `${field} is required` : `${field} must be a string`,
  });

export const keyText = requestText('key')
  .min(1, 'key is required')
  .max(keyLengthMax, 'key is too long');

/** Field of the answers to subscriptions. */
export const streamId = z.string().describe('names the start of the process');

export const eventSequence = z.int().describe('grows with each event');

export const subscriptionEnd = z
  .string()
  .nullable()
  .describe('why the service ended it; null when the client asked');
