import { z } from 'zod';
import { queryText } from '../../query.ts';
import { symbolLengthMax } from '../accounts/fields.ts';
import { sides } from '../orders/words.ts';

/** More accounts than a desk has at the exchanges of one route. */
export const accountsPerRouteMax = 32;
export const accountIdLengthMax = 64;

export const tradedSymbol = z
  .string({ error: 'symbol is required and must be a string' })
  .min(1, 'symbol is required')
  .max(symbolLengthMax, `symbol must be at most ${symbolLengthMax} characters`)
  .describe('BTC/USDT, or BTC/USDT:USDT for a perpetual');

export const tradedSide = z.enum(sides, { error: "side must be 'buy' or 'sell'" });

/** More than exists of any asset. Its value in USD is still a number. */
const quantityMax = 1e15;

export const tradedQuantity = z
  .number({ error: 'quantity is required and must be a number' })
  .positive('quantity must be above 0')
  .max(quantityMax, `quantity must be at most ${quantityMax}`)
  .describe('base units');

export const tradedReduceOnly = z
  .boolean({ error: 'reduce_only must be true or false' })
  .default(false)
  .describe('only makes positions smaller; for derivatives');

/** A spot order has no position to reduce. */
export const spotReduceOnly = 'reduce_only is for derivatives: a spot market has no positions';

/** True for a market without positions. */
export function isSpotSymbol(symbol: string): boolean {
  return !symbol.includes(':');
}

/** Returns the schema of a list of accounts that names each once. */
export const namedAccounts = (name: string) =>
  z
    .array(
      z
        .string({ error: `each of ${name} must be a string` })
        .min(1, `each of ${name} must be a name`)
        .max(accountIdLengthMax, `names have at most ${accountIdLengthMax} characters`),
      { error: `${name} is required and must be an array of strings` },
    )
    .min(1, `${name} must name at least one account`)
    .max(accountsPerRouteMax, `${name} must name at most ${accountsPerRouteMax}`)
    .refine((ids) => new Set(ids).size === ids.length, `${name} names one twice`);

export const eligibleAccounts = namedAccounts('exchange_account_ids').describe(
  'accounts that may trade; each is used on its own exchange',
);

export const querySymbol = queryText('symbol', symbolLengthMax);
