import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { accountId, optionalSymbol, readers } from '../accounts/fields.ts';
import { accountEnvironments } from '../accounts/shapes.ts';
import { walletWords } from '../accounts/wallets.ts';
import { orderBody } from './body.ts';
import { marketTypeWords, orderStatuses, orderTypes, sides } from './words.ts';

/**
 * Maximum length of ids of venues and callers. The longest id of a venue has some 60 characters.
 */
const idLengthMax = 128;

const marketType = z
  .enum(marketTypeWords, { error: "market_type must be 'spot', 'swap' or 'future'" })
  .optional()
  .describe('spot when omitted, or swap when the symbol contains a colon');

const number = z.number();

/** Trading §2.2. */
export const executionResultSchema = z.object({
  order_id: z.string().describe("the exchange's id of the order"),
  client_order_id: z.string().describe('the one that was sent, or one of ours'),
  exchange: z.string(),
  market: z.string().describe('symbol'),
  order_type: z.enum(orderTypes),
  order_side: z.enum(sides),
  order_status: z.enum(orderStatuses),
  quantity: number.describe('base units, as sent: on the step of the market'),
  quantity_filled: number,
  avg_fill_price: number.nullable().describe('null before the first fill'),
  order_fee: number.describe('negative is a rebate'),
  fee_currency: z.string().nullable(),
  execution_time: number.describe("seconds from the request to the exchange's answer"),
  execution_date: z.string(),
});
export type ExecutionResultWire = z.output<typeof executionResultSchema>;

/** Trading §2.3. */
export const orderStatusSchema = z.object({
  order_id: z.string(),
  client_order_id: z.string().nullable().describe('null for an order that was not made here'),
  symbol: z.string(),
  market_type: z.enum(marketTypeWords),
  status: z.enum(orderStatuses),
  type: z.enum(orderTypes),
  side: z.enum(sides),
  price: number.nullable(),
  stop_price: number.nullable(),
  amount: number.describe('base units'),
  filled: number,
  remaining: number,
  average: number.nullable().describe('null before the first fill'),
  cost: number.describe('quote units of the fills'),
  fee: z.object({ cost: number, currency: z.string().nullable() }),
  reason: z.string().nullable().describe('why it ended, where the exchange says so'),
  timestamp: z.int().describe('epoch ms of its making'),
  datetime: z.string(),
  last_traded_timestamp: z.int().nullable(),
  age_ms: z
    .int()
    .optional()
    .describe(
      'how long ago the exchange reported it, where the stream of the account proves that ' +
        'nothing changed since; absent where the exchange was asked just now',
    ),
});
export type OrderStatusWire = z.output<typeof orderStatusSchema>;

/**
 * The fields of an account that every trader may see. Its limits and credentials are for admins.
 */
export const tradedAccountSchema = z.object({
  exchange_account_id: z.string(),
  exchange: z.string(),
  mode: z.enum(['paper', 'live']).describe('for ever that of the id'),
  environment: z.enum(accountEnvironments).describe('all but production is simulated money'),
  region: z.string(),
  portfolio_id: z.string().nullable(),
  halted: z.boolean().describe('no new order leaves while it is'),
});
export type TradedAccountWire = z.output<typeof tradedAccountSchema>;

const amounts = z.record(z.string(), number).describe('by asset');

const orderParams = z.object({
  order_id: z
    .string()
    .min(1, 'order_id must not be empty')
    .max(idLengthMax, `order_id must be at most ${idLengthMax} characters`)
    .describe("the exchange's id, ours, or the client_order_id"),
});
const orderQuery = z.object({
  exchange_account_id: accountId,
  symbol: optionalSymbol,
  market_type: marketType,
});

const common = { service: 'trading', tag: 'Execution' } as const;

export const orderEndpoints = {
  /**
   * Lists the accounts that the key reaches, by id, and tells paper accounts from live ones.
   *
   * @example
   * const { accounts } = await client.listTradedAccounts();
   */
  listTradedAccounts: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/accounts',
    summary: 'Accounts that the key reaches',
    access: readers,
    data: z.object({ accounts: z.array(tradedAccountSchema) }),
    message: 'Exchange accounts retrieved successfully',
  }),
  /**
   * Sends an order. The same `client_order_id` on the same account always answers with the first
   * order, so a call that failed half-way may be repeated unchanged.
   *
   * @example
   * await client.submitOrder({
   *   exchange_account_id: 'paper-binance',
   *   symbol: 'BTC/USDT',
   *   side: 'buy',
   *   order_type: 'limit',
   *   quantity: 0.01,
   *   price: 50_000,
   *   client_order_id: 'my-order-1',
   * });
   */
  submitOrder: defineEndpoint({
    ...common,
    method: 'POST',
    path: '/order-execution/execution/order',
    summary: 'Send an order',
    description:
      'The order is stored before it is sent. NETWORK_ERROR with `order_status` `unknown` means ' +
      'that nobody knows yet whether it reached the exchange: it is looked up until that is ' +
      'known and never sent again. Ask for it by the `order_id` of the answer. RATE_LIMITED with ' +
      '`order_status` `rejected` means that the limits of the exchange left no room in time, and ' +
      'that it was not sent. What is proven to be refused is refused before it is stored or ' +
      'sent, without an `order_status`: a trigger that has been passed, a reduce-only order with ' +
      'nothing to reduce, a post-only order that would take, and what the account cannot pay. ' +
      'Only a book and a balance of the last two seconds prove that; a stop or a reduce-only ' +
      'order is sent unless they are newer than everything that happened in its account.',
    access: ['trader'],
    body: orderBody,
    data: executionResultSchema,
    message: 'Order executed successfully',
    // At worst the book takes 2 s and the exchange 10 s, and the database needs time too.
    answersWithinMs: 20_000,
    errors: [
      'NOT_SUPPORTED',
      'INVALID_ORDER',
      'BELOW_MINIMUM_ORDER',
      'DAILY_LIMIT_EXCEEDED',
      'DEV_MODE_LIMIT_EXCEEDED',
      'MAX_ORDER_EXCEEDED',
      'PRICE_COLLAR_EXCEEDED',
      'TOO_MANY_OPEN_ORDERS',
      'POST_ONLY_WOULD_TAKE',
      'ORDER_WOULD_TRIGGER',
      'NOTHING_TO_REDUCE',
      'INSUFFICIENT_BALANCE',
      'INSUFFICIENT_MARGIN',
      'ACCOUNT_NOT_FOUND',
      'SYMBOL_NOT_FOUND',
      'ACCOUNT_HALTED',
      'DUPLICATE_CLIENT_ORDER_ID',
      'EXCHANGE_ERROR',
      'NETWORK_ERROR',
      'MARKETS_UNAVAILABLE',
      'PRICES_UNAVAILABLE',
      'STORE_UNAVAILABLE',
    ],
  }),
  /**
   * Returns an order as the exchange has it now. The stored order is updated with the answer; an
   * error changes nothing.
   *
   * @example
   * await client.getOrder({ order_id: 'my-order-1', exchange_account_id: 'paper-binance' });
   */
  getOrder: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/order/:order_id',
    summary: 'One order, as the exchange has it now',
    access: readers,
    params: orderParams,
    query: orderQuery,
    data: orderStatusSchema,
    message: 'Order retrieved successfully',
    answersWithinMs: 15_000,
    errors: ['ACCOUNT_NOT_FOUND', 'ORDER_NOT_FOUND', 'NETWORK_ERROR'],
  }),
  /**
   * Cancels an order. Answers with the order after the cancel; one that filled first is `closed`.
   *
   * @example
   * await client.cancelOrder({ order_id: 'my-order-1', exchange_account_id: 'paper-binance' });
   */
  cancelOrder: defineEndpoint({
    ...common,
    method: 'DELETE',
    path: '/order-execution/execution/order/:order_id',
    summary: 'Cancel an order',
    description:
      'Cancelling twice does no harm. An order that filled before the cancel came is answered ' +
      'as it is, with a message that says so. NETWORK_ERROR names the `cancel_status`: ' +
      '`not_sent` (it never left), `taken` or `unknown`. RATE_LIMITED with `cancel_status` ' +
      '`not_sent` means that the limits of the exchange left no room in time: `Retry-After` says ' +
      'when there is some.',
    access: ['trader'],
    params: orderParams,
    query: orderQuery,
    data: orderStatusSchema,
    message: 'Order cancelled successfully',
    answersWithinMs: 15_000,
    errors: ['ACCOUNT_NOT_FOUND', 'ORDER_NOT_FOUND', 'NETWORK_ERROR'],
  }),
  /**
   * Returns the balances of one wallet of an account.
   *
   * @example
   * const { free } = await client.getBalance({ exchange_account_id: 'paper-binance' });
   */
  getBalance: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/balance',
    summary: 'Balances of an account',
    access: readers,
    query: orderQuery.omit({ symbol: true }).extend({
      market_type: marketType.describe(
        'the wallet that markets of the type are paid from: spot (default) or swap; future is ' +
          'the wallet of that name in transfers at binance and gateio',
      ),
      wallet: z
        .enum(walletWords, { error: `wallet must be one of ${walletWords.join(', ')}` })
        .optional()
        .describe('a wallet by its name in transfers, in place of market_type'),
    }),
    data: z.object({
      exchange: z.string(),
      exchange_account_id: z.string(),
      free: amounts,
      used: amounts,
      total: amounts,
      age_ms: z
        .int()
        .optional()
        .describe(
          'how long ago the exchange reported it, a minute at most, and no order of ours was ' +
            'sent or filled since; absent where the exchange was asked just now',
        ),
    }),
    message: 'Balance retrieved successfully',
    answersWithinMs: 15_000,
    errors: ['ACCOUNT_NOT_FOUND', 'NOT_SUPPORTED', 'NETWORK_ERROR'],
  }),
  /**
   * Lists the open orders of an account, including those that were not made here.
   *
   * @example
   * const orders = await client.listOpenOrders({ exchange_account_id: 'paper-binance' });
   */
  listOpenOrders: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/orders/open',
    summary: 'Open orders of an account',
    access: readers,
    query: orderQuery,
    data: z.array(orderStatusSchema),
    message: 'Open orders retrieved successfully',
    answersWithinMs: 15_000,
    errors: ['ACCOUNT_NOT_FOUND', 'NOT_SUPPORTED', 'NETWORK_ERROR'],
  }),
  /**
   * Returns how much of its daily limit an account has used (UTC).
   *
   * @example
   * const { remaining_usd } = await client.getDailyLimit({ exchange_account_id: 'paper-okx' });
   */
  getDailyLimit: defineEndpoint({
    ...common,
    method: 'GET',
    path: '/order-execution/execution/daily-limit',
    summary: 'Use of the daily limit of an account',
    access: readers,
    query: orderQuery.pick({ exchange_account_id: true }),
    data: z.object({
      date: z.string().describe('YYYY-MM-DD (UTC)'),
      exchange_account_id: z.string(),
      limit_usd: number,
      used_usd: number.describe('reserved by open orders, or filled'),
      remaining_usd: number,
      pct_used: number,
      order_count: z.int(),
    }),
    message: 'Daily limit retrieved successfully',
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
} as const;
