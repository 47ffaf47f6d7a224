import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { queryFlag } from '../../query.ts';
import { readers } from '../accounts/fields.ts';
import { accountEnvironments } from '../accounts/shapes.ts';
import { marketTypeWords, orderTypes, sides, timesInForce } from '../orders/words.ts';

/** The longest name here, `take_profit_limit`, has 17 characters. */
const nameLengthMax = 64;

const name = (field: string) =>
  z
    .string({ error: `${field} must be a string` })
    .min(1, `${field} must not be empty`)
    .max(nameLengthMax, `${field} must be at most ${nameLengthMax} characters`);

const requiredName = (field: string) =>
  z
    .string({ error: `${field} is required and must be a string` })
    .min(1, `${field} is required`)
    .max(nameLengthMax, `${field} must be at most ${nameLengthMax} characters`);

const optionalNumber = (field: string) =>
  z.number({ error: `${field} must be a number` }).optional();

const flag = (field: string) =>
  z
    .boolean({ error: `${field} must be true or false` })
    .default(false)
    .describe('default false');

const marketCapabilities = z.object({
  order_types: z.array(z.string()).describe('in alphabetical order, like the lists below'),
  time_in_force: z.array(z.string()),
  features: z.array(z.string()),
});

/** Trading §2.4. The lists of a market the exchange does not have are empty. */
export const capabilitySchema = z.object({
  exchange: z.string(),
  supports_spot: z.boolean(),
  supports_perp: z.boolean(),
  spot: marketCapabilities,
  perp: marketCapabilities.describe('perpetuals and dated futures'),
  notes: z.record(z.string(), z.string()).describe('short texts by feature'),
  environments: z
    .array(z.object({ environment: z.enum(accountEnvironments), regions: z.array(z.string()) }))
    .describe('where an account of the exchange can be'),
});
export type CapabilityWire = z.output<typeof capabilitySchema>;

/** Returns an unchecked field. With `preview` the endpoint checks it as part of an order body. */
const wholeOrder = (what: string) =>
  z.unknown().optional().describe(`${what}, as of an order; only with preview`);

const decimalText = z.string().describe('decimal text, on the step of the market');

/** An order as it would be sent to the exchange. */
export const orderPreview = z.object({
  exchange: z.string(),
  exchange_account_id: z.string(),
  symbol: z.string(),
  market_type: z.enum(marketTypeWords),
  side: z.enum(sides),
  order_type: z.enum(orderTypes),
  quantity: decimalText,
  price: decimalText.nullable(),
  stop_price: decimalText.nullable(),
  trailing_delta: z.number().nullable().describe('percent'),
  time_in_force: z.enum(timesInForce),
  reduce_only: z.boolean(),
  order_value_usd: z.number().describe('what the limits count'),
  remaining_usd: z.number().describe('of the daily limit, before this order'),
  changes: z
    .array(z.object({ field: z.string(), from: z.number(), to: z.number(), reason: z.string() }))
    .describe('what was moved to the steps of the market, and why'),
});
export type OrderPreviewWire = z.output<typeof orderPreview>;

export const executionEndpoints = {
  /**
   * Returns the capabilities of one exchange, or of every exchange when none is named.
   *
   * @example
   * const { exchanges } = await client.getCapabilities({});
   */
  getCapabilities: defineEndpoint({
    service: 'trading',
    method: 'GET',
    path: '/order-execution/execution/capabilities',
    tag: 'Execution',
    summary: 'What an exchange takes, or all of them',
    access: readers,
    query: z.object({
      exchange: name('exchange').optional().describe('omit for all exchanges'),
    }),
    data: z.union([
      capabilitySchema,
      z.object({ exchanges: z.record(z.string(), capabilitySchema) }),
    ]),
    message: 'Capabilities retrieved successfully',
    errors: ['UNSUPPORTED_EXCHANGE'],
  }),
  /**
   * Tells whether an exchange takes orders like this one. Sends nothing.
   *
   * @example
   * await client.validateOrder({ exchange: 'okx', order_type: 'oco', market_type: 'spot' });
   */
  validateOrder: defineEndpoint({
    service: 'trading',
    method: 'POST',
    path: '/order-execution/execution/validate',
    tag: 'Execution',
    summary: 'Check the parameters of an order',
    description:
      'Answers 400 with `data` {valid: false, error, warnings} when the exchange does not take ' +
      'the order. Unknown words are refused the same way. Sends nothing. With ' +
      '`preview=true` the body is that of an order: it goes through everything that sending it ' +
      'would, up to the sending itself, and `preview` shows what the exchange would be asked.',
    access: readers,
    readsOnly: true,
    query: z.object({
      preview: queryFlag('preview')
        .default(false)
        .describe('take a whole order body and show what the exchange would be asked'),
    }),
    body: z.strictObject({
      exchange: requiredName('exchange').optional().describe('not needed with preview'),
      order_type: requiredName('order_type').describe(
        'market, limit, stop_loss, stop_loss_limit, take_profit, take_profit_limit, ' +
          'trailing_stop or oco',
      ),
      market_type: name('market_type')
        .optional()
        .describe('spot (default), swap or future; with preview as in a sent order'),
      time_in_force: name('time_in_force').optional().describe('GTC, IOC, FOK or POST_ONLY'),
      reduce_only: flag('reduce_only'),
      post_only: flag('post_only'),
      stop_price: optionalNumber('stop_price').describe(
        'required for stop_loss, stop_loss_limit, take_profit and take_profit_limit',
      ),
      trailing_delta: optionalNumber('trailing_delta').describe(
        'percent; required for trailing_stop',
      ),
      // The fields that a preview needs to make a whole order.
      exchange_account_id: wholeOrder('string'),
      symbol: z
        .unknown()
        .optional()
        .describe(
          'string, as of an order; without preview it is read only to recognise inverse contracts',
        ),
      side: wholeOrder('buy or sell'),
      quantity: wholeOrder('number'),
      price: wholeOrder('number'),
      client_order_id: wholeOrder('string'),
    }),
    data: z.object({
      valid: z.boolean(),
      error: z.string().nullable().describe('why not; null when valid'),
      warnings: z.array(z.string()).describe('worth knowing, not against the order'),
      preview: orderPreview.optional(),
    }),
    message: 'Order parameters are valid',
    errors: ['INVALID_ORDER'],
  }),
} as const;
