import { z } from 'zod';

/** Fields that the endpoints of an account's trading share. */
export const accountId = z
  .string({ error: 'exchange_account_id is required' })
  .min(1, 'exchange_account_id is required')
  .max(64, 'exchange_account_id must be at most 64 characters');

export const symbolLengthMax = 64;

export const optionalSymbol = z
  .string({ error: 'symbol must be a string' })
  .min(1, 'symbol must not be empty')
  .max(symbolLengthMax, `symbol must be at most ${symbolLengthMax} characters`)
  .optional();

/** Roles that may look at an account: Trading names no role for these endpoints. */
export const readers = ['trader', 'viewer', 'pms_user', 'analyst'] as const;
