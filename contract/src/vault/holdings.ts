import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { queryFlag, queryInteger, queryNumber } from '../query.ts';
import {
  invalidQuery,
  invalidVaultId,
  networkNames,
  networkQuery,
  paging,
  sortOrder,
  vaultIdList,
  vaultIdParams,
} from './fields.ts';

const network = z.enum(networkNames);

/** Vaults §2.3, with the network and ledger at which the balance was read. */
export const holdingSchema = z.object({
  id: z.string(),
  vaultId: z.string(),
  vaultAddress: z.string(),
  tokenId: z.string().describe('contract address of the token'),
  tokenSymbol: z.string(),
  tokenName: z.string(),
  tokenContract: z.string().describe('equal to tokenId'),
  balance: z.string().describe('exact decimal text'),
  decimal: z.int().describe('decimal places of the token'),
  lastUpdated: z.string().describe('ISO 8601; when the balance was last read'),
  network,
  ledger: z.int().describe('ledger the balance was read at'),
});
export type HoldingWire = z.output<typeof holdingSchema>;

/** One change of a balance. */
export const balanceChangeSchema = z.object({
  tokenId: z.string(),
  tokenSymbol: z.string(),
  network,
  balance: z.string().describe('the balance from then on; exact decimal text'),
  previousBalance: z.string().nullable().describe('null for the first balance read'),
  ledger: z.int(),
  timestamp: z.string().describe('ISO 8601; when the change was seen'),
});
export type BalanceChangeWire = z.output<typeof balanceChangeSchema>;

/**
 * Maximum number of vaults of one bulk refresh. Its answer of 40 MB is what a server can hold for a
 * few callers.
 */
const vaultsPerRunMax = 200_000;

const flag = (name: string) => z.boolean({ error: `${name} must be a boolean` }).default(false);

/** More than any list names, so only a mistake is longer. */
const tokensMax = 199;
const tokenLengthMax = 100;
/** Maximum number of bad tokens that an answer lists. */
const badTokensMax = 50;

/** The list checks its items, so that an issue names the list and repeats the token. */
const tokenItem = z
  .unknown()
  .meta({ type: 'string', maxLength: tokenLengthMax }) as unknown as z.ZodType<string>;
const tokenList = z
  .array(tokenItem, { error: 'Tokens must be an array of token contracts' })
  .min(1, 'Tokens must name at least one')
  .max(tokensMax, `Tokens must name at most ${tokensMax}`)
  .superRefine((tokens: readonly unknown[], context) => {
    const isBad = (token: unknown) => typeof token !== 'string' || token.length > tokenLengthMax;
    for (const value of tokens.filter(isBad).slice(0, badTokensMax)) {
      const message = 'Each token must be a contract address';
      context.addIssue({ code: 'custom', message, params: { value } });
    }
  })
  .optional()
  .describe('token contracts; omitted = all supported ones');

/** A silent ledger is given up after three attempts in some 35 seconds: its refusal arrives too. */
const refreshMsMax = 60_000;
/** The longest that a caller can wait: below the five minutes after which `fetch` gives up. */
const refreshAllMsMax = 280_000;

/** Maximum number of identifiers in a request: as many as easily fit a body of one megabyte. */
const vaultIdsMax = 20_000;

const positiveBalance = 'Minimum balance must be a positive number';

const tokenSymbol = z
  .string({ error: 'Token symbol must be a text' })
  .max(32, 'Token symbol must be at most 32 characters')
  .optional();

const onlyNetwork = z
  .enum(networkNames, { error: "Network must be 'testnet' or 'mainnet'" })
  .optional()
  .describe('omitted = both');

const timeBound = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 time with zone` }).optional();

/** Vaults §2.5. */
const bulkResult = z.discriminatedUnion('status', [
  z.object({
    vaultId: z.string(),
    vaultAddress: z.string(),
    status: z.literal('success'),
    tokensUpdated: z.int(),
    lastUpdated: z.string(),
  }),
  z.object({
    vaultId: z.string(),
    vaultAddress: z.string(),
    status: z.literal('failed'),
    tokensUpdated: z.literal(0),
    error: z.string(),
  }),
]);
export type BulkResultWire = z.output<typeof bulkResult>;

const tag = 'Token holdings';

export const holdingEndpoints = {
  /** Reads a vault's balances from the ledger and stores them. */
  refreshHoldings: defineEndpoint({
    service: 'vault',
    method: 'POST',
    path: '/api/vaults/:id/update-holdings',
    tag,
    summary: "Read a vault's balances from the ledger",
    access: ['vault_manager'],
    params: vaultIdParams,
    query: z.object({ network: networkQuery() }),
    body: z.object({ tokens: tokenList, forceUpdate: flag('Force update') }),
    data: z.object({
      vaultId: z.string(),
      vaultAddress: z.string(),
      network,
      updatedTokens: z.int(),
      totalTokens: z.int(),
      lastUpdated: z.string(),
      holdings: z.array(holdingSchema),
    }),
    message: 'Token holdings updated successfully',
    answersWithinMs: refreshMsMax,
    invalid: { params: invalidVaultId, query: 'Invalid network parameter' },
    errors: ['VAULT_NOT_FOUND', 'VAULT_NOT_ON_LEDGER', 'UNSUPPORTED_TOKEN', 'LEDGER_UNAVAILABLE'],
  }),
  /** Lists the stored balances of a vault. */
  listHoldings: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/:id/holdings',
    tag,
    summary: "List a vault's balances",
    access: 'any',
    params: vaultIdParams,
    query: z.object({
      ...paging,
      tokenSymbol,
      minBalance: queryNumber(positiveBalance)
        .pipe(z.number().gt(0, positiveBalance))
        .optional()
        .describe('greater than this'),
      maxBalance: queryNumber('Maximum balance must be a number')
        .optional()
        .describe('less than this'),
      sortBy: z
        .enum(['balance', 'tokenSymbol', 'lastUpdated'], {
          error: 'Sort field must be one of balance, tokenSymbol, lastUpdated',
        })
        .default('balance'),
      sortOrder,
      includeZeroBalances: queryFlag('Include zero balances').default(false),
      network: onlyNetwork,
    }),
    data: z.array(holdingSchema),
    message: 'Token holdings retrieved successfully',
    invalid: { params: invalidVaultId, query: invalidQuery },
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Lists every recorded change of a vault's balances, newest first. */
  listHoldingHistory: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/:id/holdings/history',
    tag,
    summary: "List changes of a vault's balances",
    access: 'any',
    params: vaultIdParams,
    query: z.object({
      ...paging,
      // Only the shape is checked: PostgreSQL refuses to search for a text with a NUL in it.
      tokenId: z
        .string({ error: 'Token must be a contract address' })
        .regex(/^C[A-Z2-7]{55}$/, 'Token must be a contract address')
        .optional(),
      network: onlyNetwork,
      from: timeBound('From').describe('changes seen at or after this time'),
      to: timeBound('To').describe('changes seen before this time'),
      sortOrder,
    }),
    data: z.array(balanceChangeSchema),
    message: 'Balance history retrieved successfully',
    invalid: { params: invalidVaultId, query: invalidQuery },
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Reads the balances of many vaults from the ledger. */
  refreshAllHoldings: defineEndpoint({
    service: 'vault',
    method: 'POST',
    path: '/api/vaults/update-all-holdings',
    tag,
    summary: 'Read balances of many vaults from the ledger',
    description:
      'Answers 207 when some vaults failed; their stored balances stay. With `afterId` and ' +
      '`maxVaults` a long run is done in parts: each answer names where the next one begins.',
    access: ['vault_manager'],
    query: z.object({
      network: networkQuery(),
      batchSize: queryInteger({ low: 1, high: 50, error: 'Batch size must be between 1 and 50' })
        .default(10)
        .describe('vaults stored together'),
    }),
    body: z.object({
      vaultIds: vaultIdList
        .pipe(z.array(z.string()).max(vaultIdsMax, `Vault IDs must be at most ${vaultIdsMax}`))
        .optional()
        .describe('omitted = all vaults'),
      tokens: tokenList,
      forceUpdate: flag('Force update'),
      owner: z
        .string({ error: 'Invalid Stellar address format' })
        .regex(/^G[A-Z2-7]{55}$/, 'Invalid Stellar address format')
        .optional(),
      tradePermissionOnly: flag('Trade permission only'),
      afterId: z
        .string({ error: 'Invalid MongoDB ObjectId format' })
        .regex(/^[0-9a-f]{24}$/i, 'Invalid MongoDB ObjectId format')
        .toLowerCase()
        .optional()
        .describe('only vaults whose id comes after this one'),
      maxVaults: z
        .int({ error: 'Max vaults must be a positive integer' })
        .min(1, 'Max vaults must be a positive integer')
        .max(vaultsPerRunMax, `Max vaults must be at most ${vaultsPerRunMax}`)
        .default(vaultsPerRunMax)
        .describe('end after so many vaults'),
    }),
    data: z.object({
      network,
      batchSize: z.int(),
      totalVaultsProcessed: z.int(),
      totalVaultsUpdated: z.int(),
      totalVaultsFailed: z.int(),
      totalTokensUpdated: z.int(),
      processingTime: z.string().describe("seconds with unit, for example '2.3s'"),
      startTime: z.string(),
      endTime: z.string(),
      results: z.array(bulkResult).describe("in the order of the vaults' ids"),
      summary: z.object({
        successRate: z.string().describe("for example '98.5%'"),
        averageTokensPerVault: z.number(),
        averageProcessingTimePerVault: z.string(),
      }),
      nextAfterId: z
        .string()
        .nullable()
        .describe('where the next part begins; null when no vault is left'),
    }),
    message: 'Bulk token holdings update completed',
    answersWithinMs: refreshAllMsMax,
    invalid: {
      query: 'Invalid request parameters',
      body: 'Invalid request parameters',
      fields: { vaultIds: 'Invalid vault IDs provided' },
    },
    errors: ['UNSUPPORTED_TOKEN', 'CONFLICT'],
  }),
} as const;
