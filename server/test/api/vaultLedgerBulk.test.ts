import { expect, it } from 'vitest';
import { failure, pathOf } from '../support/vault/holdingsApp.ts';
import {
  accountOf,
  advanceUntil,
  contractsOf,
  eachLedgerApp,
  type LedgerApp,
  type MadeVault,
  openLedgerApp,
} from '../support/vault/ledgerApp.ts';

const tokens = contractsOf('mainnet');
const [xlm = '', second = ''] = tokens;
const bulkPath = pathOf('refreshAllHoldings');
const force = { forceUpdate: true };

const byId = (vaults: readonly MadeVault[]) => vaults.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const idsOf = (vaults: readonly MadeVault[]) => byId(vaults).map(({ id }) => id);
const idsIn = (data: { readonly results: readonly { readonly vaultId: string }[] }) =>
  data.results.map(({ vaultId }) => vaultId);

async function balance({ get }: LedgerApp, { id }: MadeVault, symbol: string) {
  const { json } = await get(`${pathOf('listHoldings', id)}?tokenSymbol=${symbol}`);
  return json.data[0]?.balance;
}

eachLedgerApp('refreshing many vaults over Stellar RPC', (open) => {
  it('answers a line for each, and totals', async () => {
    const app = await open();
    const vaults = await app.makeMany(12);
    for (const [index, { vaultAddress }] of vaults.entries()) {
      app.mainnet.setBalance(xlm, vaultAddress, BigInt(index + 1));
    }
    const { status, json } = await app.post(`${bulkPath}?batchSize=5`);
    expect(status).toBe(200);
    const lastUpdated = new Date(app.clock.now()).toISOString();
    expect(json.message).toBe('Bulk token holdings update completed');
    expect(json.data).toMatchObject({
      network: 'mainnet',
      batchSize: 5,
      totalVaultsProcessed: 12,
      totalVaultsUpdated: 12,
      totalVaultsFailed: 0,
      totalTokensUpdated: 12 * tokens.length,
      results: byId(vaults).map(({ id: vaultId, vaultAddress }) => ({
        vaultId,
        vaultAddress,
        status: 'success',
        tokensUpdated: tokens.length,
        lastUpdated,
      })),
      summary: { successRate: '100.0%', averageTokensPerVault: tokens.length },
      nextAfterId: null,
    });
    for (const [index, vault] of vaults.entries()) {
      const units = String(index + 1).padStart(7, '0');
      expect(await balance(app, vault, 'XLM')).toBe(`0.${units}`);
    }
  });

  it('answers 207 when a vault has no contract, which keeps what it had', async () => {
    const app = await open();
    const [gone, kept] = await app.makeMany(2);
    if (!gone || !kept) throw new Error('Two were made.');
    for (const { vaultAddress } of [gone, kept]) app.mainnet.setBalance(xlm, vaultAddress, 5n);
    await app.post(bulkPath);
    app.mainnet.setContract(gone.vaultAddress, undefined);
    for (const { vaultAddress } of [gone, kept]) app.mainnet.setBalance(xlm, vaultAddress, 9n);
    const { status, json } = await app.post(bulkPath, force);
    expect([status, json.message]).toEqual([207, 'Bulk update completed with some failures']);
    expect(json.data).toMatchObject({
      totalVaultsProcessed: 2,
      totalVaultsUpdated: 1,
      totalVaultsFailed: 1,
      totalTokensUpdated: tokens.length,
      summary: { successRate: '50.0%', averageTokensPerVault: tokens.length / 2 },
    });
    const failed = json.data.results.find(({ vaultId }: { vaultId: string }) => {
      return vaultId === gone.id;
    });
    expect(failed).toEqual({
      vaultId: gone.id,
      vaultAddress: gone.vaultAddress,
      status: 'failed',
      tokensUpdated: 0,
      error: 'Vault address not found on the mainnet ledger',
    });
    expect(await balance(app, gone, 'XLM')).toBe('0.0000005');
    expect(await balance(app, kept, 'XLM')).toBe('0.0000009');
  });

  it('answers 207 while the ledger is down, and every vault keeps what it had', async () => {
    const app = await open();
    const [vault] = await app.makeMany(3);
    if (!vault) throw new Error('Three were made.');
    app.mainnet.setBalance(xlm, vault.vaultAddress, 5n);
    await app.post(bulkPath);
    app.mainnet.close();
    const { status, json } = await advanceUntil(app.clock, app.post(bulkPath, force));
    expect(status).toBe(207);
    expect(json.data).toMatchObject({
      totalVaultsUpdated: 0,
      totalVaultsFailed: 3,
      totalTokensUpdated: 0,
      summary: { successRate: '0.0%' },
    });
    expect(await balance(app, vault, 'XLM')).toBe('0.0000005');
  });

  it('takes only the vaults that are asked for', async () => {
    const app = await open();
    const first = await app.makeMany(3);
    const trading = { tradePermission: true, maxTradeSize: 1, dailyTradeLimit: 1 };
    const other = await app.make(4, { vaultOwner: accountOf(2) });
    const trader = await app.make(5, { vaultOwner: accountOf(2), ...trading });
    const ownTrader = await app.make(6, trading);
    const chosen = async (body: object) => {
      const { status, json } = await app.post(bulkPath, { ...force, ...body });
      expect(status).toBe(200);
      expect(json.data.totalVaultsProcessed).toBe(json.data.results.length);
      return json.data;
    };
    const all = idsOf([...first, other, trader, ownTrader]);
    expect(idsIn(await chosen({}))).toEqual(all);
    const owned = await chosen({ owner: accountOf(2) });
    expect(idsIn(owned)).toEqual(idsOf([other, trader]));
    const traders = await chosen({ tradePermissionOnly: true });
    expect(idsIn(traders)).toEqual(idsOf([trader, ownTrader]));
    const both = await chosen({ tradePermissionOnly: true, owner: accountOf(2) });
    expect(idsIn(both)).toEqual([trader.id]);
    const vaultIds = [other.id, ...first.map(({ id }) => id), other.id];
    expect(idsIn(await chosen({ vaultIds }))).toEqual(idsOf([...first, other]));
    const named = await chosen({ vaultIds, owner: accountOf(2) });
    expect(idsIn(named)).toEqual([other.id]);
    const few = await chosen({ vaultIds: [other.id], tokens: [second, xlm, second] });
    expect(few.results).toMatchObject([{ vaultId: other.id, tokensUpdated: 2 }]);
  });

  it('refuses an owner whose checksum is wrong, as the lists do', async () => {
    const app = await open();
    const owner = `G${'A'.repeat(55)}`;
    const { status, json } = await app.post(bulkPath, { owner });
    expect([status, json]).toEqual([
      400,
      failure('Invalid request parameters', ['owner', 'Invalid Stellar address format', owner]),
    ]);
  });

  it('goes through all vaults in parts, each of them once', async () => {
    const app = await open();
    const vaults = await app.makeMany(7);
    const seen: string[][] = [];
    const refreshPart = async (part: object): Promise<string | null> => {
      const { json } = await app.post(bulkPath, { ...force, maxVaults: 3, ...part });
      seen.push(idsIn(json.data));
      return json.data.nextAfterId;
    };
    let afterId = await refreshPart({});
    while (afterId !== null) afterId = await refreshPart({ afterId });
    expect(seen.map(({ length }) => length)).toEqual([3, 3, 1]);
    expect(seen.flat()).toEqual(idsOf(vaults));
  });

  it('refuses tokens of the other network before it reads anything', async () => {
    const app = await open();
    await app.makeMany(1);
    const [testXlm = ''] = contractsOf('testnet');
    const { status, json } = await app.post(bulkPath, { tokens: [testXlm] });
    const issue = ['tokens', 'Token contract not supported on mainnet', testXlm] as const;
    expect([status, json]).toEqual([400, failure('Unsupported token contracts', issue)]);
    const onTestnet = await app.post(`${bulkPath}?network=testnet`, { tokens: [testXlm] });
    expect(onTestnet.json.data).toMatchObject({ network: 'testnet', totalTokensUpdated: 1 });
  });
});

it.each([
  [50, 5],
  [1_000, 84],
])('reads 15 tokens of %i vaults in %i calls', async (vaultCount, callCount) => {
  const app = await openLedgerApp();
  const [first] = await app.makeMany(vaultCount);
  if (!first) throw new Error('Some were made.');
  const body = { ...force, tokens: tokens.slice(0, 15) };
  // The first use of a network checks its name and its tokens.
  await app.post(pathOf('refreshHoldings', first.id));
  const before = app.mainnet.calls.length;
  const { status, json } = await app.post(bulkPath, body);
  expect([status, json.data.totalVaultsUpdated]).toEqual([200, vaultCount]);
  const calls = app.mainnet.calls.slice(before);
  expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['getLedgerEntries']));
  expect(calls).toHaveLength(callCount);
  for (const { keys } of calls) {
    expect(keys.length).toBeLessThanOrEqual(200);
    expect(new Set(keys).size).toBe(keys.length);
  }
  // An instance and 15 balances each, none requested twice in the whole run.
  const asked = calls.flatMap(({ keys }) => keys);
  expect([asked.length, new Set(asked).size]).toEqual([vaultCount * 16, vaultCount * 16]);
});
