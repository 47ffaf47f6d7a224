import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountId, optionalSymbol, readers } from '../accounts/fields.ts';
import { sides } from '../orders/words.ts';
import {
  eligibleAccounts,
  querySymbol,
  tradedQuantity,
  tradedSide,
  tradedSymbol,
} from './fields.ts';
import {
  costSchema,
  liquiditySchema,
  scenariosSchema,
  summarySchema,
  validationSchema,
} from './shapes.ts';

const number = z.number();
const unknownNumber = number.nullable();
/** Trading, Conventions: fields named `timestamp` are in epoch milliseconds. */
const epochMs = z.int().describe('epoch milliseconds');

export const analysisOrderTypes = ['market', 'limit', 'algo'] as const;
export const urgencies = ['low', 'normal', 'high'] as const;

/** Sources of a fee, the most specific first (Trading §4.5). */
export const feeSources = [
  'db_pair_override',
  'db_account_override',
  'exchange_api',
  'exchange_markets',
  'config',
  'default',
] as const;

/** Trading §2.8. */
export const feeRecordSchema = z.object({
  venue: z.string(),
  exchange_account_id: z.string().optional().describe('of account requests'),
  symbol: z.string().optional().describe('of account requests that name one'),
  maker_bps: number.describe('negative is a rebate'),
  taker_bps: number,
  source: z.enum(feeSources),
  tier: z.string().describe('as the exchange or the override names it'),
  tier_based: z.boolean().describe('whether the fees are those of a volume tier'),
  last_updated: z.string().describe('ISO 8601; when the fees were last learned'),
});
export type FeeRecordWire = z.output<typeof feeRecordSchema>;

/** Trading §2.7. Parts that need a passed validation are missing without one. */
const analysisSchema = z.object({
  request_id: z.string(),
  timestamp: epochMs,
  symbol: z.string(),
  side: z.enum(sides),
  quantity: number,
  can_execute: z.boolean(),
  validation: validationSchema,
  liquidity: liquiditySchema.optional(),
  cost: costSchema.optional(),
  scenarios: scenariosSchema.optional(),
  summary: summarySchema,
});
export type AnalysisWire = z.output<typeof analysisSchema>;

const venueDepthSchema = z.object({
  venue: z.string(),
  bid_depth: number.describe('USD, the best 1,000 levels at their own prices'),
  ask_depth: number.describe('USD, likewise'),
  spread_bps: unknownNumber,
  confidence: number.min(0).max(1),
});

const symbolLiquiditySchema = z.object({
  symbol: z.string(),
  available: z.boolean().describe('whether a usable book is open, for whomever'),
  timestamp: epochMs,
  mid_price: unknownNumber.describe('between the best bid and the best ask of all usable books'),
  spread_bps: unknownNumber.describe('between them; negative while exchanges cross each other'),
  adv_usd: unknownNumber.describe('volume of the pair in 24 hours over all exchanges'),
  depth_usd: z
    .object({ top_10: number, top_20: number })
    .describe('USD of the best 10 and 20 price levels of the merged books, bids and asks together'),
  by_venue: z.array(venueDepthSchema).describe('exchanges whose book is open and usable'),
});
export type LiquidityWire = z.output<typeof symbolLiquiditySchema>;

const order = {
  symbol: tradedSymbol,
  side: tradedSide,
  quantity: tradedQuantity,
  exchange_account_ids: eligibleAccounts,
} as const;

/** A thousand times the price of any unit of any asset in the weakest currency. */
const limitPriceMax = 1e15;

const common = { service: 'trading', tag: 'Pre-trade' } as const;
/**
 * At worst the endpoint waits for the lists of markets (12 s). Then it waits, at the same time, for
 * the first books (2 s), the exchanges' answers about accounts (10 s) and the value of the quote
 * currency (two calls of 12 s).
 */
const answersWithinMs = 40_000;

export const pretradeEndpoints = {
  /**
   * Returns the cost of an order, where the liquidity is, and what speaks against it, before it is
   * sent. A failed check is an answer, not an error: `can_execute` is false then.
   *
   * @example
   * const { summary } = await client.analyzeOrder({
   *   symbol: 'BTC/USDT',
   *   side: 'buy',
   *   quantity: 0.5,
   *   exchange_account_ids: ['paper-binance', 'paper-kraken'],
   *   include_scenarios: true,
   * });
   */
  analyzeOrder: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/pretrade/analyze',
    summary: 'What an order would cost',
    access: readers,
    readsOnly: true,
    body: z
      .strictObject({
        ...order,
        order_type: z
          .enum(analysisOrderTypes, { error: "order_type must be 'market', 'limit' or 'algo'" })
          .default('market'),
        limit_price: z
          .number({ error: 'limit_price must be a number' })
          .positive('limit_price must be above 0')
          .max(limitPriceMax, `limit_price must be at most ${limitPriceMax}`)
          .nullish()
          .describe('required when order_type is limit; null is none'),
        urgency: z
          .enum(urgencies, { error: "urgency must be 'low', 'normal' or 'high'" })
          .default('normal')
          .describe('the share of daily volume that estimates of time reckon with'),
        include_scenarios: z
          .boolean({ error: 'include_scenarios must be true or false' })
          .default(false),
      })
      .superRefine((body, context) => {
        const message =
          body.order_type === 'limit'
            ? 'limit_price is required when order_type is limit'
            : `limit_price has no place in ${body.order_type} orders`;
        const isGiven = typeof body.limit_price === 'number';
        if (isGiven === (body.order_type === 'limit')) return;
        context.addIssue({ code: 'custom', path: ['limit_price'], message });
      }),
    data: analysisSchema,
    message: 'Pre-trade analysis',
    answersWithinMs,
    errors: ['NETWORK_ERROR', 'MARKETS_UNAVAILABLE', 'PRICES_UNAVAILABLE'],
  }),
  /**
   * Tells whether an order could be sent now: balance, daily limit, symbol and size.
   *
   * @example
   * const { can_execute } = await client.validatePretrade({
   *   symbol: 'BTC/USDT',
   *   side: 'sell',
   *   quantity: 0.5,
   *   exchange_account_ids: ['paper-okx'],
   * });
   */
  validatePretrade: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/pretrade/validate',
    summary: 'Whether an order could be sent now',
    access: readers,
    readsOnly: true,
    body: z.strictObject(order),
    data: z.object({ can_execute: z.boolean(), validation: validationSchema }),
    message: 'Pre-trade validation',
    answersWithinMs,
    errors: ['NETWORK_ERROR', 'MARKETS_UNAVAILABLE', 'PRICES_UNAVAILABLE'],
  }),
  /**
   * Returns the liquidity in the open books of a symbol. Subscribes to nothing.
   *
   * @example
   * const { depth_usd } = await client.getLiquidity({ symbol: 'BTC/USDT' });
   */
  getLiquidity: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/pretrade/liquidity',
    summary: 'What the open books of a symbol offer',
    description: 'Without an active orderbook subscription `available` is false.',
    access: readers,
    query: z.object({ symbol: querySymbol }),
    data: symbolLiquiditySchema,
    message: 'Liquidity retrieved',
    answersWithinMs,
    errors: ['PRICES_UNAVAILABLE'],
  }),
  /**
   * Returns trading fees of all exchanges, of one exchange or of an account.
   *
   * @example
   * const { taker_bps, source } = await client.getFees({ exchange_account_id: 'paper-binance' });
   */
  getFees: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/pretrade/fees',
    summary: 'Trading fees',
    description:
      'Without a parameter the static fees of all exchanges, in `venues`. With an account the ' +
      'first that is known: an override of the pair, an override of the account, what the ' +
      'exchange charges the account, the static fees.',
    access: readers,
    query: z
      .object({
        venue: z
          .string()
          .min(1, 'venue must not be empty')
          .max(64, 'venue must be at most 64 characters')
          .optional()
          .describe('beside exchange_account_id that of the account'),
        exchange_account_id: accountId.optional(),
        symbol: optionalSymbol.describe('only with exchange_account_id'),
      })
      .superRefine((query, context) => {
        if (query.symbol === undefined || query.exchange_account_id !== undefined) return;
        const message = 'symbol needs exchange_account_id';
        context.addIssue({ code: 'custom', path: ['symbol'], message });
      }),
    data: z.union([z.object({ venues: z.array(feeRecordSchema) }), feeRecordSchema]),
    message: 'Fees retrieved',
    answersWithinMs,
    errors: ['ACCOUNT_NOT_FOUND', 'UNSUPPORTED_EXCHANGE'],
  }),
} as const;
