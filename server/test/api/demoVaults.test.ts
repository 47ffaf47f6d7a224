import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { absentContract } from '../../src/vault/ledger/simulatedLedger.ts';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';
import { newDatabase } from '../support/databases/databases.ts';
import { failure, pathOf } from '../support/vault/holdingsApp.ts';
import { accountOf, contractOf } from '../support/vault/ledgerApp.ts';

const demoNames = [
  'Beacon Rebalancing',
  'Delta Neutral One',
  'Granite Reserve',
  'Harbor Treasury',
  'Lagoon Yield',
  'Northwind Market Making',
  'Orchard Savings',
  'Summit Growth',
];
const vaultOnly = { WINDLASS_SERVICES: 'vault', VAULT_RATE_LIMIT_MAX: '1000000' };

async function open(env: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const test = await createTestApp(env);
  onTestFinished(test.stop);
  return test;
}

interface Demo {
  readonly id: string;
  readonly vaultName: string;
}

async function demosOf({ call }: TestApp): Promise<readonly Demo[]> {
  const url = '/api/vaults?limit=100&sortBy=vaultName&sortOrder=asc';
  return (await call({ url })).json.data;
}

const namesOf = async (test: TestApp) => (await demosOf(test)).map(({ vaultName }) => vaultName);

function create({ call }: TestApp, vaultAddress: string) {
  const body = { vaultName: 'Own', vaultOwner: accountOf(1), vaultAddress };
  return call({ method: 'POST', url: '/api/vaults', body });
}

describe('an app with the default settings', () => {
  it('has eight vaults to try on an empty database', async () => {
    const test = await open();
    expect(await namesOf(test)).toEqual(demoNames);
    const { json } = await test.call({ url: '/api/vaults/stats' });
    expect(json.data).toMatchObject({
      totalVaults: 8,
      tradeEnabledVaults: 5,
      tradeDisabledVaults: 3,
    });
  });

  it.each(['mainnet', 'testnet'])(
    'refreshes them on the %s, whose balances move',
    async (network) => {
      const test = await open(vaultOnly);
      const refresh = async () => {
        const url = `${pathOf('refreshAllHoldings')}?network=${network}`;
        const { status, json } = await test.call({ method: 'POST', url });
        expect([status, json.data.totalVaultsUpdated]).toEqual([200, 8]);
        return json.data.totalTokensUpdated;
      };
      const [{ id } = { id: '' }] = await demosOf(test);
      const shown = async (name: 'listHoldings' | 'listHoldingHistory') =>
        (await test.call({ url: `${pathOf(name, id)}?limit=100&network=${network}` })).json;
      expect(await refresh()).toBeGreaterThanOrEqual(8);
      const first = await shown('listHoldings');
      expect(first.data.length).toBeGreaterThan(0);
      const lines = (await shown('listHoldingHistory')).pagination.totalItems;
      expect(lines).toBe(first.data.length);
      await test.clock.advance(11 * 60_000);
      await refresh();
      const second = await shown('listHoldings');
      for (const { tokenId, balance, ledger } of first.data) {
        const later = second.data.find((one: { tokenId: string }) => one.tokenId === tokenId);
        // Eleven minutes are 132 ledgers, and no balance stays for more than 120.
        expect(later.ledger).toBe(ledger + 132);
        expect(later.balance).not.toBe(balance);
        const ratio = Number(later.balance) / Number(balance);
        expect(Math.abs(ratio - 1)).toBeLessThan(0.021);
      }
      const grown = (await shown('listHoldingHistory')).pagination.totalItems;
      expect(grown).toBe(2 * lines);
    },
  );

  it('answers 404 for the one address without a contract', async () => {
    const test = await open(vaultOnly);
    const { status, json } = await create(test, absentContract);
    expect(status).toBe(201);
    const url = pathOf('refreshHoldings', json.data.id);
    for (const network of ['mainnet', 'testnet']) {
      const answer = await test.call({ method: 'POST', url: `${url}?network=${network}` });
      const message = `Vault address not found on the ${network} ledger`;
      expect([answer.status, answer.json]).toEqual([404, failure(message)]);
    }
    const bulk = await test.call({ method: 'POST', url: pathOf('refreshAllHoldings') });
    expect([bulk.status, bulk.json.data.totalVaultsFailed]).toEqual([207, 1]);
  });
});

describe.each(['SQLite', 'PostgreSQL'])('starting again on %s', (database) => {
  let env: Readonly<Record<string, string>> = {};
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'windlass-demo-'));
    const place = database === 'SQLite' ? {} : { DATABASE_URL: await newDatabase() };
    env = { ...vaultOnly, WINDLASS_DATA_DIR: dataDir, ...place };
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('makes no vault twice, and brings none back', async () => {
    const first = await open(env);
    const [kept, ...others] = await demosOf(first);
    for (const { id } of others) await first.call({ method: 'DELETE', url: `/api/vaults/${id}` });
    await first.stop();
    const second = await open(env);
    expect(await namesOf(second)).toEqual([kept?.vaultName]);
    await second.call({ method: 'DELETE', url: `/api/vaults/${kept?.id}` });
    await second.stop();
    expect(await namesOf(await open(env))).toEqual([]);
  });

  it('leaves a registry that has vaults as it is, also once it is empty', async () => {
    const before = await open({ ...env, WINDLASS_DEMO: 'off' });
    const { json } = await create(before, contractOf(1));
    await before.stop();
    const second = await open(env);
    expect(await namesOf(second)).toEqual(['Own']);
    await second.call({ method: 'DELETE', url: `/api/vaults/${json.data.id}` });
    await second.stop();
    expect(await namesOf(await open(env))).toEqual([]);
  });
});

it.each([{ NODE_ENV: 'production' }, { WINDLASS_DEMO: 'off' }, { WINDLASS_LEDGER: 'rpc' }])(
  'makes no vaults to try with %o',
  async (env) => {
    expect(await namesOf(await open({ ...vaultOnly, ...env }))).toEqual([]);
  },
);
