import { z } from 'zod';
import { defineEndpoint } from '../../endpoint.ts';
import { venueIds } from '../../venues.ts';
import { marketTypeWords } from '../orders/words.ts';
import {
  accountEnvironments,
  accountUnifiedModes,
  chosenId,
  credentialsBody,
  feeOverridesBody,
  limitsBody,
  paperBalancesBody,
  regionBody,
  usd,
} from './shapes.ts';

const pairFees = z.object({ maker_bps: z.number(), taker_bps: z.number() });

const accountRecord = z.object({
  exchange_account_id: z.string(),
  exchange: z.enum(venueIds),
  mode: z.enum(['paper', 'live']),
  environment: z.enum(accountEnvironments),
  region: z.string(),
  portfolio_id: z.string().nullable(),
  portfolio_margin: z.boolean(),
  hedge_mode: z
    .boolean()
    .describe(
      'true: a long and a short position of one contract at once; of a live account as its ' +
        'exchange reported it last, false until it was read',
    ),
  unified_mode: z
    .enum(accountUnifiedModes)
    .nullable()
    .describe(
      'how the exchange margins a live account, as last reported: classic has a wallet for ' +
        'each kind of market, all others one for everything; null where nothing was reported',
    ),
  daily_limit_usd: z.number().describe('what its orders may be worth in a day (UTC)'),
  limits: z.object({
    max_order_usd: z.number().nullable().describe('null = off'),
    price_collar_pct: z.number(),
    max_open_orders: z.int().nullable().describe('null = off'),
    cancel_after_s: z.int().nullable().describe("dead man's switch; null = off"),
  }),
  fee_overrides: z
    .object({
      maker_bps: z.number().nullable(),
      taker_bps: z.number().nullable(),
      tier: z.string().nullable(),
      pairs: z.record(z.string(), pairFees),
    })
    .nullable(),
  paper_balances: z
    .record(z.string(), z.record(z.string(), z.string()))
    .nullable()
    .describe('what a paper account started with: wallet to asset to decimal text'),
  has_credentials: z.boolean(),
  has_futures_credentials: z.boolean(),
  credentials_updated_at: z.string().nullable(),
  halted: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AccountRecord = z.output<typeof accountRecord>;

const countedAccount = accountRecord.extend({
  warnings: z
    .array(z.string())
    .describe('what the limits of its exchange make impossible with so many accounts; mostly none'),
});

const verification = z.object({
  exchange_account_id: z.string(),
  exchange: z.enum(venueIds),
  mode: z.enum(['paper', 'live']),
  ok: z.boolean().describe('whether nothing failed; warnings may be there'),
  checks: z.array(
    z.object({
      check: z.enum([
        'credentials',
        'clock',
        'trading',
        'withdrawals',
        'addresses',
        'position_mode',
        'unified_mode',
        'comparisons',
      ]),
      market_types: z.array(z.enum(marketTypeWords)),
      status: z
        .enum(['ok', 'warning', 'failed', 'unknown'])
        .describe('unknown = the exchange does not say'),
      message: z.string(),
    }),
  ),
});
export type AccountVerification = z.output<typeof verification>;

const portfolioRecord = z.object({
  portfolio_id: z.string(),
  name: z.string(),
  exchange_account_ids: z.array(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
});
export type PortfolioRecord = z.output<typeof portfolioRecord>;

const idParam = z.object({ id: z.string().max(64) });
const flag = (field: string) => z.boolean({ error: `${field} must be true or false` });
const portfolioName = z
  .string({ error: 'name must be a string' })
  .trim()
  .min(1, 'name must not be empty')
  .max(100, 'name must be at most 100 characters')
  .regex(/^\P{Cc}*$/u, 'name must not contain control characters');

const accountTag = { service: 'trading', tag: 'Exchange accounts', access: ['admin'] } as const;
/** Refusals must not repeat values of these bodies: a misspelt field may hold a secret. */
const secretive = { ...accountTag, hidesValues: true } as const;

const haltBody = z.strictObject({
  exchange_account_id: chosenId('exchange_account_id')
    .optional()
    .describe('every account the key reaches when omitted'),
});
const haltAndCancelBody = haltBody.extend({
  cancel_open: flag('cancel_open').default(false).describe('also cancel what is open'),
});
const haltData = z.object({
  exchange_account_ids: z.array(z.string()).describe('the accounts that were meant'),
  changed: z.array(z.string()).describe('those of them that were not so before'),
});
const haltAndCancelData = haltData.extend({
  canceled_orders: z.int().describe('orders that were cancelled, with cancel_open'),
  not_canceled: z
    .array(z.object({ exchange_account_id: z.string(), order_id: z.string(), reason: z.string() }))
    .describe('orders that may still be open; order_id * where they could not be listed'),
});

export const accountEndpoints = {
  /** Adds an account. Its credentials are encrypted at once, and never answered. */
  createAccount: defineEndpoint({
    ...secretive,
    method: 'POST',
    path: '/admin/accounts',
    summary: 'Add an exchange account',
    description:
      'A live account needs the credentials of its exchange: api_key and api_secret; on okx also ' +
      'passphrase; on hyperliquid wallet_address and private_key, and vault_address for a vault ' +
      'or sub-account. On kraken, derivatives need futures_credentials. ' +
      'A paper account takes none, starts with paper_balances, and keeps the ' +
      'hedge_mode that it is made with; for live accounts the exchange reports it. An id ' +
      'keeps its mode, environment and region for ever, also when its account is removed and ' +
      'made again.',
    body: z.strictObject({
      exchange_account_id: chosenId('exchange_account_id'),
      exchange: z.enum([...venueIds, 'gate'], {
        error: `exchange must be one of ${venueIds.join(', ')}`,
      }),
      mode: z.enum(['paper', 'live'], { error: 'mode must be paper or live' }),
      environment: z
        .enum(accountEnvironments, {
          error: `environment must be one of ${accountEnvironments.join(', ')}`,
        })
        .default('production')
        .describe('production is real money; never changes'),
      region: regionBody.default('global'),
      credentials: credentialsBody.optional(),
      futures_credentials: credentialsBody.optional(),
      daily_limit_usd: usd('daily_limit_usd', 0).default(100).describe('default 100'),
      portfolio_id: chosenId('portfolio_id').optional(),
      portfolio_margin: flag('portfolio_margin').default(false),
      hedge_mode: flag('hedge_mode')
        .default(false)
        .describe('of a paper account: a long and a short position of one contract at once'),
      fee_overrides: feeOverridesBody.optional(),
      limits: limitsBody.optional(),
      paper_balances: paperBalancesBody.optional(),
    }),
    data: countedAccount,
    message: 'Exchange account created successfully',
    status: 201,
    errors: ['ACCOUNT_EXISTS', 'CONFLICT', 'NOT_SUPPORTED'],
  }),
  /** Lists every account that the key reaches, by id. */
  listAccounts: defineEndpoint({
    ...accountTag,
    method: 'GET',
    path: '/admin/accounts',
    summary: 'List exchange accounts',
    data: z.object({ accounts: z.array(accountRecord) }),
    message: 'Exchange accounts retrieved successfully',
  }),
  getAccount: defineEndpoint({
    ...accountTag,
    method: 'GET',
    path: '/admin/accounts/:id',
    summary: 'Read an exchange account',
    params: idParam,
    data: accountRecord,
    message: 'Exchange account retrieved successfully',
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
  /** Changes the given fields; null removes a field. Credentials are replaced as a whole. */
  changeAccount: defineEndpoint({
    ...secretive,
    method: 'PATCH',
    path: '/admin/accounts/:id',
    summary: 'Change an exchange account',
    description:
      'Changes what is given; null removes. Credentials are replaced as a whole. Exchange, mode, ' +
      'hedge mode, environment, region and first balances of a paper account stay as they are. ' +
      'portfolio_margin of a live account changes only while none of its orders is live.',
    params: idParam,
    body: z.strictObject({
      credentials: credentialsBody.optional(),
      futures_credentials: credentialsBody.nullable().optional(),
      daily_limit_usd: usd('daily_limit_usd', 0).optional(),
      portfolio_id: chosenId('portfolio_id').nullable().optional(),
      portfolio_margin: flag('portfolio_margin').optional(),
      fee_overrides: feeOverridesBody.nullable().optional(),
      limits: limitsBody.optional(),
      environment: z.enum(accountEnvironments).optional().describe('stays: only its own is taken'),
      region: regionBody.optional().describe('stays: only its own is taken'),
    }),
    data: countedAccount,
    message: 'Exchange account updated successfully',
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT'],
  }),
  /** Removes an account with its credentials. */
  removeAccount: defineEndpoint({
    ...accountTag,
    method: 'DELETE',
    path: '/admin/accounts/:id',
    summary: 'Remove an exchange account',
    params: idParam,
    data: accountRecord,
    message: 'Exchange account removed successfully',
    errors: ['ACCOUNT_NOT_FOUND', 'CONFLICT'],
  }),
  /** Checks a live account at its exchange, without trading. */
  verifyAccount: defineEndpoint({
    ...accountTag,
    method: 'POST',
    path: '/admin/accounts/:id/verify',
    summary: 'Verify an exchange account',
    description:
      'Asks the exchange whether it takes the credentials, what the key may do (a key that may ' +
      'withdraw is warned of), how far the clocks are apart and how positions are held; and ' +
      'tells how often the limits of the exchange let so many accounts be compared. Nothing is ' +
      'traded or changed. A paper account has nothing to verify, and no checks.',
    params: idParam,
    data: verification,
    message: 'Exchange account verified',
    // A dozen reads of the exchange, after its list of markets.
    answersWithinMs: 70_000,
    errors: ['ACCOUNT_NOT_FOUND', 'NOT_SUPPORTED'],
  }),
  createPortfolio: defineEndpoint({
    ...accountTag,
    needsWholeReach: true,
    method: 'POST',
    path: '/admin/portfolios',
    summary: 'Add a portfolio',
    description: 'Accounts are put into it by their portfolio_id.',
    body: z.strictObject({
      portfolio_id: chosenId('portfolio_id'),
      name: portfolioName.optional().describe('default: the id'),
    }),
    data: portfolioRecord,
    message: 'Portfolio created successfully',
    status: 201,
    errors: ['PORTFOLIO_EXISTS', 'CONFLICT'],
  }),
  /** Lists every portfolio by id, each with those of its accounts that the key reaches. */
  listPortfolios: defineEndpoint({
    ...accountTag,
    method: 'GET',
    path: '/admin/portfolios',
    summary: 'List portfolios',
    data: z.object({ portfolios: z.array(portfolioRecord) }),
    message: 'Portfolios retrieved successfully',
  }),
  getPortfolio: defineEndpoint({
    ...accountTag,
    method: 'GET',
    path: '/admin/portfolios/:id',
    summary: 'Read a portfolio',
    params: idParam,
    data: portfolioRecord,
    message: 'Portfolio retrieved successfully',
    errors: ['PORTFOLIO_NOT_FOUND'],
  }),
  changePortfolio: defineEndpoint({
    ...accountTag,
    needsWholeReach: true,
    method: 'PATCH',
    path: '/admin/portfolios/:id',
    summary: 'Rename a portfolio',
    params: idParam,
    body: z.strictObject({ name: portfolioName }),
    data: portfolioRecord,
    message: 'Portfolio updated successfully',
    errors: ['PORTFOLIO_NOT_FOUND'],
  }),
  /** Removes an empty portfolio. */
  removePortfolio: defineEndpoint({
    ...accountTag,
    needsWholeReach: true,
    method: 'DELETE',
    path: '/admin/portfolios/:id',
    summary: 'Remove a portfolio that has no accounts',
    params: idParam,
    data: portfolioRecord,
    message: 'Portfolio removed successfully',
    errors: ['PORTFOLIO_NOT_FOUND', 'CONFLICT'],
  }),
  /** Halts one account, or every account the key reaches. */
  haltTrading: defineEndpoint({
    ...accountTag,
    method: 'POST',
    path: '/admin/halt',
    summary: 'Halt trading',
    description: 'No new order leaves a halted account. Cancels always do.',
    body: haltAndCancelBody,
    data: haltAndCancelData,
    message: 'Trading halted',
    // With cancel_open every open order is cancelled, a few at a time.
    answersWithinMs: 60_000,
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
  resumeTrading: defineEndpoint({
    ...accountTag,
    method: 'POST',
    path: '/admin/resume',
    summary: 'Resume trading',
    body: haltBody,
    data: haltData,
    message: 'Trading resumed',
    errors: ['ACCOUNT_NOT_FOUND'],
  }),
} as const;
