import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { pageQuery, queryFlag } from '../../query.ts';
import { marketTypeWords } from '../orders/words.ts';

/** Kinds of differences between an account and its exchange. */
export const differenceKindWords = [
  'order_changed',
  'order_still_open',
  'foreign_order',
  'order_missing',
  'missed_fill',
  'fills_differ',
  'balance_changed',
  'position_changed',
] as const;

/** Results of the comparison of an account with its exchange. */
export const reconciliationStatuses = [
  'ok',
  'differences',
  'venue_unavailable',
  'not_compared',
] as const;

/** States of a stream over which an exchange reports an account's orders. */
export const orderStreamStates = ['closed', 'opening', 'live', 'down'] as const;

const orderStream = z.object({
  name: z.string(),
  state: z.enum(orderStreamStates).describe('closed while no order is in flight'),
  quiet_seconds: z.number().nullable().describe("since the exchange's last message or heartbeat"),
});

const reconciledAccount = z.object({
  exchange_account_id: z.string(),
  exchange: z.string(),
  status: z.enum(reconciliationStatuses),
  last_compared_at: z.string().nullable(),
  next_at: z.string().nullable(),
  unavailable_since: z.string().nullable().describe('while the exchange cannot be asked'),
  unavailable_reason: z.string().nullable(),
  orders_compared: z.int(),
  fills_compared: z.int(),
  balances_compared: z.int().describe('0 when the account never rested: the next one looks again'),
  unsettled_orders: z.int().describe('orders whose outcome is not known yet'),
  open_differences: z.int(),
  orders_followed: z.int().describe('orders in flight of a live account that are followed'),
  order_streams: z
    .array(orderStream)
    .describe('empty where orders are polled, or reported without them'),
});
export type ReconciledAccountWire = z.output<typeof reconciledAccount>;

const difference = z.object({
  id: z.string(),
  exchange_account_id: z.string(),
  kind: z.enum(differenceKindWords),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
  resolved_at: z.string().nullable().describe('null while it is so'),
  market_type: z.enum(marketTypeWords),
  symbol: z.string().nullable(),
  order_id: z.string().nullable().describe("ours; the exchange's where the order is not ours"),
  asset: z.string().nullable(),
  expected: z.string().nullable().describe('as it is stored, or as the fills explain it'),
  found: z.string().nullable().describe('as the exchange has it'),
  reason: z.string(),
});
export type DifferenceWire = z.output<typeof difference>;

const reconciliationData = z.object({
  accounts: z.array(reconciledAccount),
  differences: z.array(difference),
  total: z.int(),
  page: z.int(),
  size: z.int(),
});

const accountId = z
  .string()
  .min(1, 'exchange_account_id must not be empty')
  .max(64, 'exchange_account_id must be at most 64 characters')
  .describe('every account the key reaches when omitted');

const common = { service: 'trading', tag: 'Reconciliation', access: ['admin'] } as const;
const path = '/admin/reconciliation';

export const reconciliationEndpoints = {
  /**
   * Returns how the accounts compare with their exchanges, and the differences, newest first.
   *
   * @example
   * const { differences } = await client.getReconciliation({ resolved: false });
   */
  getReconciliation: defineEndpoint({
    ...common,
    method: 'GET',
    path,
    summary: 'What accounts and exchanges disagree on',
    description:
      'Every account is compared with its exchange once a minute: open orders, fills, balances ' +
      'and positions. What the evidence proves is corrected at once and is listed as resolved.',
    query: z.object({
      exchange_account_id: accountId.optional(),
      kind: z
        .enum(differenceKindWords, {
          error: `kind must be one of ${differenceKindWords.join(', ')}`,
        })
        .optional(),
      resolved: queryFlag('resolved').optional().describe('both when omitted'),
      ...pageQuery({ max: 500, usual: 100 }),
    }),
    data: reconciliationData,
    message: 'Reconciliation retrieved successfully',
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
  /**
   * Compares now. Answers with the differences of this comparison, whether repaired or not.
   *
   * @example
   * await client.compareAccounts({ exchange_account_id: 'paper-binance' });
   */
  compareAccounts: defineEndpoint({
    ...common,
    method: 'POST',
    path,
    summary: 'Compare accounts with their exchanges now',
    description: 'The accounts are compared one after another. Nothing is sent or cancelled.',
    body: z.strictObject({ exchange_account_id: accountId.optional() }),
    data: reconciliationData,
    message: 'Accounts compared',
    // An exchange may be slow in all of its answers, and many accounts take turns.
    answersWithinMs: 60_000,
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
} as const;
