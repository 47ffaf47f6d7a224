import { z } from 'zod';

const fieldIssue = z.object({
  field: z.string(),
  message: z.string(),
  value: z.unknown().optional().describe('the offending input; null when it was missing'),
});

/** Vaults §2.1. */
export const pagination = z.object({
  page: z.int().min(1),
  limit: z.int().min(1),
  totalItems: z.int().min(0),
  totalPages: z.int().min(0),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
});
export type Pagination = z.output<typeof pagination>;

/** Answer of the vault API to a failed request (Vaults §2.1). */
export const vaultFailure = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(fieldIssue).optional(),
});
export type VaultFailure = z.output<typeof vaultFailure>;

/** Answer of the trading API to a failed request (Trading §2.1). */
export const tradingFailure = z.object({
  isError: z.literal(true),
  message: z.string(),
  statusCode: z.int(),
  data: z
    .looseObject({
      error: z
        .string()
        .describe('code of the error catalogue; of an order that is not valid, the reason'),
      errors: z.array(fieldIssue).optional(),
    })
    .optional(),
});
export type TradingFailure = z.output<typeof tradingFailure>;

/** Returns the vault envelope of a success. */
export function vaultSuccess<Data extends z.ZodType>(data: Data) {
  return z.object({
    success: z.literal(true),
    message: z.string(),
    data,
    pagination: pagination.optional(),
  });
}

/** Returns the trading envelope of a success. */
export function tradingSuccess<Data extends z.ZodType>(data: Data) {
  return z.object({
    isError: z.literal(false),
    message: z.string(),
    statusCode: z.int(),
    data,
  });
}
