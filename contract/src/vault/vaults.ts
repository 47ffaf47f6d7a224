import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { queryFlag, queryInteger } from '../query.ts';
import { invalidQuery, invalidVaultId, paging, sortOrder, vaultIdParams } from './fields.ts';

/** Vaults §2.2. */
export const vaultSchema = z.object({
  id: z.string(),
  vaultName: z.string(),
  vaultOwner: z.string(),
  vaultAddress: z.string(),
  creationDate: z.string().describe('ISO 8601'),
  creationLedger: z.int().nullable().describe('null when it was not given'),
  tradePermission: z.boolean(),
  maxTradeSize: z.number().describe('percent of the total vault value'),
  dailyTradeLimit: z.number().describe('trades a day'),
  slippageTolerance: z.number().describe('percent'),
  updatedAt: z.string().describe('ISO 8601'),
  createdAt: z.string().describe('ISO 8601'),
});
export type VaultWire = z.output<typeof vaultSchema>;

const nameError = 'Vault name must be between 2 and 100 characters';

/** Messages for bad addresses: `any` in bodies and headlines, by kind elsewhere (Vaults §4). */
export const addressErrors = {
  any: 'Invalid Stellar address format',
  account: "Must be a valid Stellar address starting with 'G'",
  contract: "Must be a valid Stellar contract address starting with 'C'",
} as const;

const ledgerError = 'Creation ledger must be a positive integer';
const dailyError = 'Daily trade limit must be an integer between 0 and 1000000';

/** True for an allowed length. It counts characters as people see them, not UTF-16 units. */
function isNameLength(name: string): boolean {
  const { length } = Array.from(name);
  return length >= 2 && length <= 100;
}

const vaultName = z
  .string({ error: nameError })
  .trim()
  .refine(isNameLength, nameError)
  .refine((name) => !name.includes('\u0000'), 'Vault name must not contain a NUL character')
  // Half a surrogate pair has no UTF-8 form: a database would store another character.
  .refine((name) => name.isWellFormed(), 'Vault name must be valid Unicode text');

const tradePermission = z.boolean({ error: 'Trade permission must be a boolean' });
const percent = (error: string) => z.number({ error }).min(0, error).max(100, error);

/** Ledger numbers are 32 bits. */
const ledgerMax = 4_294_967_295;

/** The three optional settings of Vaults §2.2. */
const tradeSettings = {
  maxTradeSize: percent('Maximum trade size must be between 0 and 100').optional(),
  dailyTradeLimit: z
    .int({ error: dailyError })
    .min(0, dailyError)
    .max(1_000_000, dailyError)
    .optional(),
  slippageTolerance: percent('Slippage tolerance must be between 0 and 100').optional(),
};

/** Checks the shape only: the operator decides whether checksums are checked. */
const accountAddress = (error: string) => z.string({ error }).regex(/^G[A-Z2-7]{55}$/, error);
const contractAddress = (error: string) => z.string({ error }).regex(/^C[A-Z2-7]{55}$/, error);

export const vaultSortFields = [
  'creationDate',
  'creationLedger',
  'vaultName',
  'updatedAt',
] as const;
export type VaultSortField = (typeof vaultSortFields)[number];

const sorting = {
  sortBy: z
    .enum(vaultSortFields, { error: `Sort field must be one of ${vaultSortFields.join(', ')}` })
    .default('creationDate'),
  sortOrder,
};

const ledgerNumber = (name: string) =>
  queryInteger({
    low: 0,
    high: ledgerMax,
    error: `${name} ledger must be an integer between 0 and ${ledgerMax}`,
  }).optional();

/** Vaults §4.2, §4.10: ledgers strictly between the two bounds. */
const ledgerRange = {
  minLedger: ledgerNumber('Minimum').describe('created after this ledger'),
  maxLedger: ledgerNumber('Maximum').describe('created before this ledger'),
};

const ownerFilter = accountAddress(addressErrors.account).optional();

/** Requires a setting when trading is switched on, whatever else is wrong with the body. */
function requiredToEnable(field: 'maxTradeSize' | 'dailyTradeLimit', name: string) {
  const isEnabling = (value: unknown): value is { tradePermission: true } =>
    typeof value === 'object' &&
    value !== null &&
    'tradePermission' in value &&
    value.tradePermission === true;
  return z.refine<unknown>((value) => !isEnabling(value) || Object.hasOwn(value, field), {
    path: [field],
    error: `${name} is required when enabling trading`,
    when: () => true,
  });
}

/** Vaults §4.9. */
const toggleBody = z
  .object({ tradePermission, ...tradeSettings })
  .check(
    requiredToEnable('maxTradeSize', 'Max trade size'),
    requiredToEnable('dailyTradeLimit', 'Daily trade limit'),
  );

const vaultList = z.array(vaultSchema);
const writers = ['vault_manager'] as const;
const tag = 'Vaults';

export const vaultEndpoints = {
  /** Registers a vault. */
  createVault: defineEndpoint({
    service: 'vault',
    method: 'POST',
    path: '/api/vaults',
    tag,
    summary: 'Register a vault',
    access: writers,
    body: z.object({
      vaultName,
      vaultOwner: accountAddress(addressErrors.any),
      vaultAddress: contractAddress(addressErrors.any),
      creationLedger: z
        .int({ error: ledgerError })
        .min(1, ledgerError)
        .max(ledgerMax, ledgerError)
        .optional(),
      tradePermission: tradePermission.default(false),
      ...tradeSettings,
    }),
    data: vaultSchema,
    message: 'Vault created successfully',
    status: 201,
    errors: ['VAULT_EXISTS'],
  }),
  /** Lists vaults, newest first unless asked otherwise. */
  listVaults: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults',
    tag,
    summary: 'List vaults',
    access: 'any',
    query: z.object({
      ...paging,
      owner: ownerFilter,
      tradePermission: queryFlag('Trade permission').optional(),
      search: z
        .string({ error: 'Search must be a text' })
        .max(100, 'Search must be at most 100 characters')
        .optional()
        .describe('part of the name, in any case'),
      ...sorting,
      ...ledgerRange,
    }),
    data: vaultList,
    message: 'Vaults retrieved successfully',
    invalid: invalidQuery,
  }),
  /** Lists vaults that may trade. */
  listTradeVaults: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/trade-permission',
    tag,
    summary: 'List vaults that may trade',
    access: 'any',
    query: z.object({ ...paging, owner: ownerFilter, ...sorting }),
    data: vaultList,
    message: 'Trade-enabled vaults retrieved successfully',
    invalid: invalidQuery,
  }),
  /** Returns counts and averages over the registry. */
  getVaultStats: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/stats',
    tag,
    summary: 'Statistics of the registry',
    access: 'any',
    query: z.object({
      owner: ownerFilter,
      tradePermission: queryFlag('Trade permission').optional(),
      ...ledgerRange,
    }),
    data: z.object({
      totalVaults: z.int(),
      tradeEnabledVaults: z.int(),
      tradeDisabledVaults: z.int(),
      averageMaxTradeSize: z.number(),
      averageDailyTradeLimit: z.number(),
      averageSlippageTolerance: z.number(),
      vaultsByCreationDate: z.object({
        last24Hours: z.int(),
        last7Days: z.int(),
        last30Days: z.int(),
        last90Days: z.int(),
      }),
      vaultsByLedgerRange: z.object({
        minLedger: z.int().nullable().describe('null when no vault has a creation ledger'),
        maxLedger: z.int().nullable(),
        averageLedger: z.number().nullable(),
      }),
      topOwners: z
        .array(z.object({ owner: z.string(), vaultCount: z.int(), tradeEnabledCount: z.int() }))
        .describe('the ten with most vaults'),
    }),
    message: 'Vault statistics retrieved successfully',
    invalid: invalidQuery,
  }),
  /** Returns the vault at a contract address. */
  getVaultByAddress: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/by-address/:address',
    tag,
    summary: 'Find a vault by its contract address',
    access: 'any',
    params: z.object({
      address: contractAddress(addressErrors.contract),
    }),
    data: vaultSchema,
    message: 'Vault retrieved successfully',
    invalid: addressErrors.any,
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Lists the vaults of one owner account. */
  listOwnerVaults: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/by-owner/:owner',
    tag,
    summary: 'List vaults of an owner',
    access: 'any',
    params: z.object({ owner: accountAddress(addressErrors.account) }),
    query: z.object({ ...paging, ...sorting }),
    data: vaultList,
    message: 'Vaults retrieved successfully',
    invalid: { params: addressErrors.any, query: invalidQuery },
  }),
  /** Returns one vault. */
  getVault: defineEndpoint({
    service: 'vault',
    method: 'GET',
    path: '/api/vaults/:id',
    tag,
    summary: 'Read a vault',
    access: 'any',
    params: vaultIdParams,
    data: vaultSchema,
    message: 'Vault retrieved successfully',
    invalid: invalidVaultId,
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Changes the fields that may change. A body with owner or address is refused. */
  updateVault: defineEndpoint({
    service: 'vault',
    method: 'PUT',
    path: '/api/vaults/:id',
    tag,
    summary: 'Change a vault',
    description:
      'What is left out stays as it is. Owner and address cannot be changed: a body with ' +
      '`vaultOwner` or `vaultAddress` is refused.',
    access: writers,
    params: vaultIdParams,
    body: z.object({
      vaultName: vaultName.optional(),
      tradePermission: tradePermission.optional(),
      ...tradeSettings,
    }),
    data: vaultSchema,
    message: 'Vault updated successfully',
    invalid: { params: invalidVaultId },
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Switches trading of a vault on or off. */
  toggleVaultTrade: defineEndpoint({
    service: 'vault',
    method: 'PATCH',
    path: '/api/vaults/:id/toggle-trade',
    tag,
    summary: 'Switch trading on or off',
    description: 'Enabling stores the settings given with it; disabling keeps the stored ones.',
    access: writers,
    params: vaultIdParams,
    body: toggleBody,
    data: vaultSchema,
    message: 'Trade permission updated successfully',
    invalid: { params: invalidVaultId },
    errors: ['VAULT_NOT_FOUND'],
  }),
  /** Removes a vault with its holdings and their history, for good. */
  deleteVault: defineEndpoint({
    service: 'vault',
    method: 'DELETE',
    path: '/api/vaults/:id',
    tag,
    summary: 'Delete a vault and its holdings',
    access: writers,
    params: vaultIdParams,
    data: z.object({ id: z.string(), deletedAt: z.string() }),
    message: 'Vault deleted successfully',
    invalid: invalidVaultId,
    errors: ['VAULT_NOT_FOUND'],
  }),
} as const;
