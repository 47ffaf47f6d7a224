import { holdingEndpoints } from '@windlass/contract';
import { Registry } from 'prom-client';
import { onTestFinished } from 'vitest';
import type { Binding } from '../../../src/http/bind.ts';
import { createHttpServer } from '../../../src/http/server.ts';
import { createIds } from '../../../src/kit/ids.ts';
import type { LogFields } from '../../../src/kit/logger.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { createFixedWindow } from '../../../src/kit/rateLimit.ts';
import { isAccountAddress, isContractAddress } from '../../../src/vault/address.ts';
import { createHoldingsService } from '../../../src/vault/holdings/service.ts';
import type { Network } from '../../../src/vault/network.ts';
import { createVaultRegistry } from '../../../src/vault/registry/registry.ts';
import { createVaultScope } from '../../../src/vault/scope.ts';
import { openMemoryStore } from '../databases/memoryStore.ts';
import { createManualClock } from '../manualClock.ts';
import { silentLogger } from '../silentLogger.ts';
import { createFakeLedger } from './fakeLedgerReader.ts';
import { insertVaults, tokenOf, vaultAddressOf, vaultIdOf } from './fixtures.ts';

/** Tokens of both networks, as the service gets them. */
export const mainnetTokens = [tokenOf(0), tokenOf(1), tokenOf(2)];
export const testnetTokens = [
  tokenOf(0, { network: 'testnet' }),
  tokenOf(1, { network: 'testnet' }),
];

/** Returns the path of an endpoint, about vault 1 by default. */
export const pathOf = (name: keyof typeof holdingEndpoints, id = vaultIdOf(1)) =>
  holdingEndpoints[name].path.replace(':id', id);

/** Returns the body of a refusal; each issue is a field, its message and the value. */
export const failure = (
  message: string,
  ...issues: readonly (readonly [field: string, message: string, value: unknown])[]
) => ({
  success: false,
  message,
  ...(issues.length > 0 && {
    errors: issues.map(([field, text, value]) => ({ field, message: text, value })),
  }),
});

/** Opens the holdings of vaults 1 and up with routes, on ledgers in memory, and checks answers. */
export async function openHoldingsApp(vaults = 1) {
  const app = await createHoldingsApp();
  const numbers = Array.from({ length: vaults }, (_, number) => number + 1);
  await insertVaults(app.store, numbers);
  const setBalance = (vault: number, token: number, amount: bigint) =>
    app.mainnet.balances.set(`${vaultAddressOf(vault)} ${tokenOf(token).contract}`, amount);
  return { ...app, setBalance };
}

async function createHoldingsApp() {
  const store = await openMemoryStore();
  const clock = createManualClock();
  const ids = createIds(createSeededRandom('holdings app'));
  const mainnet = createFakeLedger({ tokens: mainnetTokens, clock });
  const testnet = createFakeLedger({ network: 'testnet', tokens: testnetTokens, clock });
  const registry = new Registry();
  const vaults = createVaultRegistry({ store, clock, ids });
  const warnings: LogFields[] = [];
  const lists = [...mainnetTokens, ...testnetTokens];
  const service = createHoldingsService({
    store,
    clock,
    ids,
    logger: { ...silentLogger, warn: (fields) => warnings.push(fields) },
    registry,
    readers: { mainnet: mainnet.reader, testnet: testnet.reader },
    findToken: (network: Network, contract: string) =>
      lists.find((token) => token.network === network && token.contract === contract),
    addresses: {
      isAccount: (text) => isAccountAddress(text, 'format'),
      isContract: (text) => isContractAddress(text, 'format'),
    },
    findVault: (id) => vaults.find(id),
    freshMs: 60_000,
  });
  const http = await openDoor(service.bindings);
  onTestFinished(async () => {
    await service.stop();
    await http.close();
    await store.close();
  });
  const call = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await http.inject({
      method,
      url,
      headers: { authorization: 'Bearer ak_test' },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, text: answer.body, json: JSON.parse(answer.body) };
  };
  return { store, clock, mainnet, testnet, registry, warnings, service, http, call };
}

function openDoor(bindings: readonly Binding[]) {
  const limit = createFixedWindow({
    clock: createManualClock(),
    limit: 10_000,
    windowMs: 1_000,
    callersMax: 10,
  });
  return createHttpServer({
    scopes: [createVaultScope({ limit })],
    bindings,
    authenticate: async () => ({
      id: 'test',
      name: 'test',
      roles: ['admin'],
      paths: ['/**'],
      exchangeAccountIds: undefined,
      owner: 'main',
      expiresAtMs: undefined,
    }),
    pathAllowed: () => true,
    corsOrigins: [],
    clock: createManualClock(),
    isTrustedProxy: () => false,
    ids: createIds(createSeededRandom('door')),
    logger: silentLogger,
    metrics: { answered: () => undefined },
    checkAnswers: true,
    documents: async () => undefined,
    refusal: () => undefined,
  });
}
