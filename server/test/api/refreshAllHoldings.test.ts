import { holdingEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { insertVaults, ownerOf, vaultAddressOf, vaultIdOf } from '../support/vault/fixtures.ts';
import { failure, openHoldingsApp, pathOf, testnetTokens } from '../support/vault/holdingsApp.ts';

const bulkPath = pathOf('refreshAllHoldings');
const startTime = '2023-11-14T22:13:20.000Z';

describe('refreshing many vaults', () => {
  it('answers a line for each and what it took', async () => {
    const { call, mainnet, clock } = await openHoldingsApp(2);
    mainnet.delayMs = 2_300;
    const answering = call('POST', bulkPath);
    while (mainnet.asked.length === 0) await clock.advance(0);
    await clock.advance(2_300);
    const { status, json } = await answering;
    expect(status).toBe(200);
    const lineOf = (vault: number) => ({
      vaultId: vaultIdOf(vault),
      vaultAddress: vaultAddressOf(vault),
      status: 'success',
      tokensUpdated: 3,
      lastUpdated: '2023-11-14T22:13:22.300Z',
    });
    expect(json).toEqual({
      success: true,
      message: 'Bulk token holdings update completed',
      data: {
        network: 'mainnet',
        batchSize: 10,
        totalVaultsProcessed: 2,
        totalVaultsUpdated: 2,
        totalVaultsFailed: 0,
        totalTokensUpdated: 6,
        processingTime: '2.3s',
        startTime,
        endTime: '2023-11-14T22:13:22.300Z',
        results: [lineOf(1), lineOf(2)],
        summary: {
          successRate: '100.0%',
          averageTokensPerVault: 3,
          averageProcessingTimePerVault: '1.15s',
        },
        nextAfterId: null,
      },
    });
  });

  it('answers 207 when some fail, which keep what they had', async () => {
    const { call, mainnet, setBalance } = await openHoldingsApp(3);
    for (const vault of [1, 2, 3]) setBalance(vault, 0, 5n);
    await call('POST', bulkPath);
    for (const vault of [1, 2, 3]) setBalance(vault, 0, 9n);
    const faults = new Map([
      [vaultAddressOf(1), 'absent' as const],
      [vaultAddressOf(2), 'failed' as const],
    ]);
    mainnet.faultOf = (address) => faults.get(address);
    const { status, json } = await call('POST', bulkPath, { forceUpdate: true });
    expect(status).toBe(207);
    expect(json).toMatchObject({
      success: true,
      message: 'Bulk update completed with some failures',
      data: {
        totalVaultsProcessed: 3,
        totalVaultsUpdated: 1,
        totalVaultsFailed: 2,
        totalTokensUpdated: 3,
        summary: { successRate: '33.3%', averageTokensPerVault: 1 },
      },
    });
    const failed = (vault: number, error: string) => ({
      vaultId: vaultIdOf(vault),
      vaultAddress: vaultAddressOf(vault),
      status: 'failed',
      tokensUpdated: 0,
      error,
    });
    expect(json.data.results.slice(0, 2)).toEqual([
      failed(1, 'Vault address not found on the mainnet ledger'),
      failed(2, 'Ledger network unavailable'),
    ]);
    const balanceOf = async (vault: number) =>
      (await call('GET', pathOf('listHoldings', vaultIdOf(vault)))).json.data[0].balance;
    expect(await balanceOf(1)).toBe('0.0000005');
    expect(await balanceOf(3)).toBe('0.0000009');
  });

  it('takes network, batch size, tokens, owner, trade permission and parts', async () => {
    const { call, store } = await openHoldingsApp(3);
    await insertVaults(store, [4], { owner: ownerOf(2), tradePermission: true });
    const body = {
      owner: ownerOf(2),
      tradePermissionOnly: true,
      tokens: [testnetTokens[1]?.contract],
    };
    const { json } = await call('POST', `${bulkPath}?network=testnet&batchSize=50`, body);
    expect(json.data).toMatchObject({
      network: 'testnet',
      batchSize: 50,
      totalTokensUpdated: 1,
      results: [{ vaultId: vaultIdOf(4), tokensUpdated: 1 }],
    });
    const part = await call('POST', bulkPath, { maxVaults: 2, afterId: vaultIdOf(1) });
    expect(part.json.data).toMatchObject({ totalVaultsProcessed: 2, nextAfterId: vaultIdOf(3) });
  });

  it('fails named vaults that do not exist, and has nothing to do without any', async () => {
    const { call } = await openHoldingsApp(0);
    const { status, json } = await call('POST', bulkPath, {
      vaultIds: [vaultIdOf(9).toUpperCase()],
    });
    expect(status).toBe(207);
    expect(json.data.results).toEqual([
      {
        vaultId: vaultIdOf(9),
        vaultAddress: '',
        status: 'failed',
        tokensUpdated: 0,
        error: 'Vault not found',
      },
    ]);
    const nothing = await call('POST', bulkPath);
    expect(nothing.status).toBe(200);
    expect(nothing.json.data).toMatchObject({
      results: [],
      totalVaultsProcessed: 0,
      summary: {
        successRate: '100.0%',
        averageTokensPerVault: 0,
        averageProcessingTimePerVault: '0.00s',
      },
    });
  });

  it('fails every vault when the network cannot be verified', async () => {
    const { call, mainnet } = await openHoldingsApp(2);
    mainnet.unverified = 'The ledger server is for another network';
    const { status, json } = await call('POST', bulkPath);
    expect(status).toBe(207);
    expect(json.data).toMatchObject({
      totalVaultsFailed: 2,
      results: [{ error: mainnet.unverified }, { error: mainnet.unverified }],
      summary: { successRate: '0.0%' },
    });
  });

  it('refuses tokens that the network does not list', async () => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', bulkPath, { tokens: ['nonsense'] });
    const issue = ['tokens', 'Token contract not supported on mainnet', 'nonsense'] as const;
    expect([status, json]).toEqual([400, failure('Unsupported token contracts', issue)]);
  });

  it.each([
    ['batchSize=0', {}, 'batchSize', 'Batch size must be between 1 and 50', '0'],
    ['batchSize=51', {}, 'batchSize', 'Batch size must be between 1 and 50', '51'],
    ['network=x', {}, 'network', "Network must be 'testnet' or 'mainnet'", 'x'],
    ['', { owner: 'x' }, 'owner', 'Invalid Stellar address format', 'x'],
    ['', { tokens: 1 }, 'tokens', 'Tokens must be an array of token contracts', 1],
    ['', { forceUpdate: 1 }, 'forceUpdate', 'Force update must be a boolean', 1],
    [
      '',
      { tradePermissionOnly: 1 },
      'tradePermissionOnly',
      'Trade permission only must be a boolean',
      1,
    ],
    ['', { afterId: 'x' }, 'afterId', 'Invalid MongoDB ObjectId format', 'x'],
    ['', { maxVaults: 0 }, 'maxVaults', 'Max vaults must be a positive integer', 0],
    ['', { maxVaults: 200_001 }, 'maxVaults', 'Max vaults must be at most 200000', 200_001],
  ])('refuses %s %j', async (query, body, field, message, value) => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', `${bulkPath}?${query}`, body);
    expect([status, json]).toEqual([
      400,
      failure('Invalid request parameters', [field, message, value]),
    ]);
  });

  it('refuses ids that are none, each by its value', async () => {
    const { call } = await openHoldingsApp();
    const { status, json } = await call('POST', bulkPath, { vaultIds: ['x', vaultIdOf(1), 7] });
    const message = 'Invalid MongoDB ObjectId format';
    expect([status, json]).toEqual([
      400,
      failure('Invalid vault IDs provided', ['vaultIds', message, 'x'], ['vaultIds', message, 7]),
    ]);
  });

  it('looks at no more bad ids than an answer lists', () => {
    const vaultIds = Array.from({ length: 1_000 }, () => 'x');
    const parsed = holdingEndpoints.refreshAllHoldings.body?.safeParse({ vaultIds });
    expect(parsed?.error?.issues).toHaveLength(50);
  });

  it('is counted vault by vault for the metrics', async () => {
    const { call, mainnet, registry } = await openHoldingsApp(3);
    mainnet.faultOf = (address) => (address === vaultAddressOf(2) ? 'absent' : undefined);
    await call('POST', bulkPath);
    const text = await registry.metrics();
    const name = 'windlass_holdings_refreshed_total';
    expect(text).toContain(`${name}{network="mainnet",status="success"} 2`);
    expect(text).toContain(`${name}{network="mainnet",status="failed"} 1`);
  });
});
