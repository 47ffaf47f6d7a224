import { z } from 'zod';
import { queryInteger } from '../query.ts';

/** The two ledger networks. */
export const networkNames = ['testnet', 'mainnet'] as const;

const objectIdPattern = /^[0-9a-f]{24}$/i;

/** Vaults §4.3: the identifier in a path. */
export const vaultIdParams = z.object({
  id: z
    .string({ error: 'Must be a valid MongoDB ObjectId' })
    .regex(objectIdPattern, 'Must be a valid MongoDB ObjectId')
    .toLowerCase()
    .describe('24 hexadecimal characters'),
});

/** Headline of a bad identifier (Vaults §4.3). */
export const invalidVaultId = 'Invalid vault ID format';
export const invalidQuery = 'Invalid query parameters';

/** More pages than any registry has, and fewer than a database can count. */
const pageMax = 1_000_000;

/** Vaults §4.2, §4.7, §4.8, §4.12: the wanted page of a list. */
export const paging = {
  page: queryInteger({
    low: 1,
    high: pageMax,
    error: `Page must be an integer between 1 and ${pageMax}`,
  })
    .default(1)
    .describe('from 1; default 1'),
  limit: queryInteger({ low: 1, high: 100, error: 'Limit must be between 1 and 100' })
    .default(10)
    .describe('default 10'),
};

export const sortOrder = z
  .enum(['asc', 'desc'], { error: 'Sort order must be asc or desc' })
  .default('desc');

export function networkQuery() {
  return z
    .enum(networkNames, { error: "Network must be 'testnet' or 'mainnet'" })
    .default('mainnet');
}

/**
 * Maximum number of bad identifiers that an answer lists. A body of one megabyte can name half a
 * million, and an issue for each would block the event loop.
 */
const badIdsMax = 50;

/** Creates one issue per bad identifier, each repeating that identifier (Vaults §4.13). */
export const vaultIdList = z
  .array(z.unknown(), { error: 'Vault IDs must be an array of MongoDB ObjectIds' })
  .superRefine((ids, context) => {
    let badCount = 0;
    for (const id of ids) {
      if (typeof id === 'string' && objectIdPattern.test(id)) continue;
      const message = 'Invalid MongoDB ObjectId format';
      context.addIssue({ code: 'custom', message, params: { value: id } });
      badCount += 1;
      if (badCount === badIdsMax) return;
    }
  })
  .transform((ids) => ids.map((id) => String(id).toLowerCase()));
