import { z } from 'zod';
import { queryInteger, queryTime } from '../../query.ts';
import { accountId, optionalSymbol, symbolLengthMax } from '../accounts/fields.ts';

export const perpSymbol = z
  .string({ error: 'symbol is required' })
  .min(1, 'symbol is required')
  .max(symbolLengthMax, `symbol must be at most ${symbolLengthMax} characters`)
  .describe('of a perpetual, like BTC/USDT:USDT');

export const derivativeType = z
  .enum(['swap', 'future'], { error: "market_type must be 'swap' or 'future'" })
  .optional()
  .describe('swap when omitted');

export const assetCode = z
  .string({ error: 'asset is required' })
  .regex(/^[A-Z0-9\p{Lo}]{1,20}$/u, 'asset must be a code like USDT')
  .describe('like USDT');

/** Venues give at most a thousand records at once. */
const recordsMax = 1_000;

export const ledgerQuery = z.object({
  exchange_account_id: accountId,
  symbol: optionalSymbol,
  since: queryTime('since').describe(
    'epoch ms; with it the first records from then on, without it the newest',
  ),
  limit: queryInteger({
    low: 1,
    high: recordsMax,
    error: `limit must be a whole number from 1 to ${recordsMax}`,
  })
    .default(100)
    .describe('most records of the answer'),
  market_type: derivativeType,
});

/** A record as the exchange itself answered it. */
export const rawRecord = z.record(z.string(), z.unknown());

/** Trading §2.6. */
export const ledgerEntry = z.object({
  id: z.string(),
  symbol: z.string().nullable().describe('null where the exchange does not say'),
  amount: z.number().describe('negative for funding paid, or for a loss'),
  code: z.string().describe('currency'),
  timestamp: z.int(),
  datetime: z.string(),
  info: rawRecord.describe("the exchange's own record"),
});
export type LedgerEntryWire = z.output<typeof ledgerEntry>;

export const accountFacts = {
  exchange: z.string(),
  exchange_account_id: z.string(),
} as const;
