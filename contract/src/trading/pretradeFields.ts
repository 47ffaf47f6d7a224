import { z } from 'zod';
import { queryText } from '../query.ts';
import { symbolLengthMax } from './accountFields.ts';
import { sides } from './orderWords.ts';

/** More accounts than a desk has at the exchanges of one route. */
const accountsPerRouteMax = 32;
const accountIdLengthMax = 64;

export const tradedSymbol = z
  .string({ error: 'symbol is required and must be a string' })
  .min(1, 'symbol is required')
  .max(symbolLengthMax, `symbol must be at most ${symbolLengthMax} characters`)
  .describe('BTC/USDT, or BTC/USDT:USDT for a perpetual');

export const tradedSide = z.enum(sides, { error: "side must be 'buy' or 'sell'" });

/** More than there is of any asset; its value in USD is still a number. */
const quantityMax = 1e15;

export const tradedQuantity = z
  .number({ error: 'quantity is required and must be a number' })
  .positive('quantity must be above 0')
  .max(quantityMax, `quantity must be at most ${quantityMax}`)
  .describe('base units');

/** Accounts that may trade, each named once. */
export const eligibleAccounts = z
  .array(
    z
      .string({ error: 'each of exchange_account_ids must be a string' })
      .min(1, 'each of exchange_account_ids must be a name')
      .max(accountIdLengthMax, `names have at most ${accountIdLengthMax} characters`),
    { error: 'exchange_account_ids is required and must be an array of strings' },
  )
  .min(1, 'exchange_account_ids must name at least one account')
  .max(accountsPerRouteMax, `exchange_account_ids must name at most ${accountsPerRouteMax}`)
  .refine((ids) => new Set(ids).size === ids.length, 'exchange_account_ids names one twice')
  .describe('accounts that may trade; each is used on its own exchange');

export const querySymbol = queryText('symbol', symbolLengthMax);
