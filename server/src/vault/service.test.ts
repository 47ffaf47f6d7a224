import { type Endpoint, systemEndpoints, vaultEndpoints } from '@windlass/contract';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { openMemoryStore } from '../../test/support/databases/memoryStore.ts';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { account, newAddress, vaultBody } from '../../test/support/vault/app.ts';
import { createFakeLedger } from '../../test/support/vault/fakeLedgerReader.ts';
import type { RawInput } from '../http/bind.ts';
import { createIds } from '../kit/ids.ts';
import { createSeededRandom } from '../kit/random.ts';
import { createVaultService } from './service.ts';
import { curatedTokens } from './tokens/curatedTokens.ts';

/** A token of the main network, as its issuer publishes it. */
const usdc = 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75';
/** A valid address with a right checksum; addresses made up for tests have a wrong one. */
const rightContract = 'CBXBUPRFFYZ5P5ZQSMYZYHNPQOFUAYMU5FVYQVNTWTVW44COVRTHY2UJ';

async function open() {
  const clock = createManualClock();
  const service = createVaultService({
    store: await openMemoryStore(),
    clock,
    ids: createIds(createSeededRandom('service')),
    logger: silentLogger,
    registry: new Registry(),
    readers: {
      mainnet: createFakeLedger({ tokens: curatedTokens('mainnet'), clock }).reader,
      testnet: createFakeLedger({ network: 'testnet', tokens: curatedTokens('testnet'), clock })
        .reader,
    },
    version: '1.2.3',
    baseUrl: 'http://desk:3000',
    addressCheck: 'strict',
    freshMs: 60_000,
  });
  return async (endpoint: Endpoint, raw: Partial<RawInput>) => {
    const binding = service.bindings.find((bound) => bound.endpoint === endpoint);
    const { signal } = new AbortController();
    const context = { caller: undefined, requestId: 'test', signal };
    return binding?.handle({ params: {}, query: {}, body: {}, ...raw }, context);
  };
}

const [owner, vaultAddress] = [account('A'), newAddress()];
const anyMessage = 'Invalid Stellar address format';
const ownerMessage = "Must be a valid Stellar address starting with 'G'";
const contractMessage = "Must be a valid Stellar contract address starting with 'C'";
const ownerIssue = { field: 'owner', message: ownerMessage, value: owner };

it.each<[string, Endpoint, Partial<RawInput>, string, object[]]>([
  [
    'a body, with all else that is wrong',
    vaultEndpoints.createVault,
    { body: vaultBody({ vaultName: 'x', vaultOwner: owner, vaultAddress }) },
    'Validation failed',
    [
      {
        field: 'vaultName',
        message: 'Vault name must be between 2 and 100 characters',
        value: 'x',
      },
      { field: 'vaultOwner', message: anyMessage, value: owner },
      { field: 'vaultAddress', message: anyMessage, value: vaultAddress },
    ],
  ],
  [
    'a body, once when its shape is wrong as well',
    vaultEndpoints.createVault,
    { body: vaultBody({ vaultOwner: 'G', vaultAddress: rightContract }) },
    'Validation failed',
    [{ field: 'vaultOwner', message: anyMessage, value: 'G' }],
  ],
  [
    'the filter of a list',
    vaultEndpoints.listVaults,
    { query: { owner, limit: '0' } },
    'Invalid query parameters',
    [{ field: 'limit', message: 'Limit must be between 1 and 100', value: '0' }, ownerIssue],
  ],
  [
    'the filter of vaults that may trade',
    vaultEndpoints.listTradeVaults,
    { query: { owner } },
    'Invalid query parameters',
    [ownerIssue],
  ],
  [
    'the filter of statistics',
    vaultEndpoints.getVaultStats,
    { query: { owner } },
    'Invalid query parameters',
    [ownerIssue],
  ],
  [
    'the path of an owner',
    vaultEndpoints.listOwnerVaults,
    { params: { owner } },
    anyMessage,
    [ownerIssue],
  ],
  [
    'the path of a contract',
    vaultEndpoints.getVaultByAddress,
    { params: { address: vaultAddress } },
    anyMessage,
    [{ field: 'address', message: contractMessage, value: vaultAddress }],
  ],
])(
  'refuses an address its rules do not take, in %s',
  async (_where, endpoint, raw, ...expected) => {
    const call = await open();
    const [message, issues] = expected;
    const refusal = await call(endpoint, raw).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', message });
    expect(Reflect.get(Object(refusal), 'issues')).toMatchObject(issues);
    expect(Reflect.get(Object(refusal), 'issues')).toHaveLength(issues.length);
  },
);

it('documents the curated tokens by network and group', async () => {
  const call = await open();
  const answered = await call(systemEndpoints.getApiDocs, {});
  expect(answered?.body).toMatchObject({
    data: {
      version: '1.2.3',
      baseUrl: 'http://desk:3000',
      examples: { refreshHoldings: { body: { forceUpdate: false } } },
      supportedTokens: {
        mainnet: {
          majorTokens: expect.arrayContaining([expect.objectContaining({ symbol: 'XLM' })]),
          defiTokens: expect.arrayContaining([expect.objectContaining({ symbol: 'AQUA' })]),
          stablecoins: expect.arrayContaining([
            { symbol: 'USDC', name: expect.any(String), contract: usdc },
          ]),
        },
        testnet: {
          testTokens: expect.arrayContaining([expect.objectContaining({ symbol: 'XLM' })]),
          developmentTokens: expect.arrayContaining([expect.objectContaining({ symbol: 'BLND' })]),
        },
      },
    },
  });
});
