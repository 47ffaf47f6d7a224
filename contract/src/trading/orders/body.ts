import { z } from 'zod';
import { clientName } from './clientName.ts';
import { marketTypeWords, orderTypes, sides, timesInForce } from './words.ts';

const list = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');

const choice = <const Words extends readonly [string, ...string[]]>(field: string, words: Words) =>
  z.enum(words, { error: `${field} must be one of ${list(words)}` });

/** More than exists of any asset, and more than any asset costs: the value is still a number. */
const amountMax = 1e15;

const amount = (field: string) =>
  z
    .number({ error: `${field} must be a number` })
    .positive(`${field} must be above 0`)
    .max(amountMax, `${field} must be at most ${amountMax}`)
    .nullish()
    .transform((value) => value ?? undefined);

const flag = (field: string) =>
  z.boolean({ error: `${field} must be true or false` }).default(false);

/** The fields of an order request (Trading §4.1). */
export const orderFields = {
  exchange_account_id: z
    .string({ error: 'exchange_account_id is required and must be a string' })
    .min(1, 'exchange_account_id is required')
    .max(64, 'exchange_account_id must be at most 64 characters'),
  symbol: z
    .string({ error: 'symbol is required and must be a string' })
    .min(1, 'symbol is required')
    .max(64, 'symbol must be at most 64 characters')
    .describe('BTC/USDT, or BTC/USDT:USDT for a perpetual'),
  side: choice('side', sides),
  order_type: choice('order_type', orderTypes),
  quantity: z
    .number({ error: 'quantity is required and must be a number' })
    .positive('quantity must be above 0')
    .max(amountMax, `quantity must be at most ${amountMax}`)
    .describe('base units; rounded down to the step of the market'),
  price: amount('price').describe(
    'for limit, stop_loss_limit, take_profit_limit and oco (its limit leg)',
  ),
  stop_price: amount('stop_price').describe(
    'for stop_loss, stop_loss_limit, take_profit, take_profit_limit and oco (its stop leg)',
  ),
  trailing_delta: amount('trailing_delta').describe(
    'percent, for trailing_stop: binance takes 0.1 to 10 in steps of 0.1, okx 0.1 to 99.99 in ' +
      'steps of 0.01, bybit at least one tick of the price',
  ),
  time_in_force: choice('time_in_force', timesInForce).default('GTC'),
  reduce_only: flag('reduce_only').describe('perpetuals only'),
  post_only: flag('post_only'),
  client_order_id: clientName('client_order_id', 128)
    .nullish()
    .transform((value) => value ?? undefined)
    .describe('your own name for the order, unique per account for ever'),
  market_type: choice('market_type', marketTypeWords)
    .optional()
    .describe('swap when omitted and the symbol contains a colon, else spot'),
} as const;

/** Prices that each order type has. Any other price is refused, not ignored. */
const pricesOf: Readonly<Record<(typeof orderTypes)[number], readonly PriceField[]>> = {
  market: [],
  limit: ['price'],
  stop_loss: ['stop_price'],
  stop_loss_limit: ['price', 'stop_price'],
  take_profit: ['stop_price'],
  take_profit_limit: ['price', 'stop_price'],
  trailing_stop: ['trailing_delta'],
  oco: ['price', 'stop_price'],
};

const priceFields = ['price', 'stop_price', 'trailing_delta'] as const;
type PriceField = (typeof priceFields)[number];

/** Percent. A stop that trails by the whole price is none. */
const trailingDeltaMax = 100;

interface PricedBody extends Partial<Readonly<Record<PriceField, number | undefined>>> {
  readonly order_type: (typeof orderTypes)[number];
}

/** Returns the problems of an order's prices, field by field. */
export function priceIssues(body: PricedBody): { field: PriceField; message: string }[] {
  const { order_type } = body;
  const wanted = pricesOf[order_type];
  return priceFields.flatMap((field) => {
    const value = body[field];
    if (wanted.includes(field) && value === undefined) {
      return [{ field, message: `${field} is required for ${order_type} orders` }];
    }
    if (!wanted.includes(field) && value !== undefined) {
      return [{ field, message: `${field} has no place in ${order_type} orders` }];
    }
    if (field === 'trailing_delta' && value !== undefined && value >= trailingDeltaMax) {
      return [{ field, message: `${field} must be below ${trailingDeltaMax} percent` }];
    }
    return [];
  });
}

/** An order as callers send it. Unknown fields are refused. */
export const orderBody = z.strictObject(orderFields).superRefine((body, context) => {
  for (const { field, message } of priceIssues(body)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
});
