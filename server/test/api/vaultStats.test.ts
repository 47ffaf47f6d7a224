import type { vaultEndpoints } from '@windlass/contract';
import { beforeAll, expect, it } from 'vitest';
import { account, eachVaultApp } from '../support/vault/app.ts';

const name = (endpoint: keyof typeof vaultEndpoints) => endpoint;

const url = '/api/vaults/stats';
const [ann, bob] = [account('ANN'), account('BOB')];
const dayMs = 86_400_000;

const nothing = {
  totalVaults: 0,
  tradeEnabledVaults: 0,
  tradeDisabledVaults: 0,
  averageMaxTradeSize: 0,
  averageDailyTradeLimit: 0,
  averageSlippageTolerance: 0,
  vaultsByCreationDate: { last24Hours: 0, last7Days: 0, last30Days: 0, last90Days: 0 },
  vaultsByLedgerRange: { minLedger: null, maxLedger: null, averageLedger: null },
  topOwners: [],
};

eachVaultApp(`${name('getVaultStats')} of an empty registry`, (vaults) => {
  it.each(['', `?owner=${ann}`, '?tradePermission=true', '?minLedger=1', '?maxLedger=9'])(
    'is all zeros with %s',
    async (query) => {
      const { status, json } = await vaults.get(`${url}${query}`);
      expect(status).toBe(200);
      expect(json).toEqual({
        success: true,
        message: 'Vault statistics retrieved successfully',
        data: nothing,
      });
    },
  );
});

eachVaultApp('statistics', (vaults) => {
  const stats = async (query = '') => (await vaults.get(`${url}${query}`)).json.data;
  beforeAll(async () => {
    const { clock } = vaults.app();
    const enabled = { tradePermission: true, maxTradeSize: 10, dailyTradeLimit: 4 };
    await vaults.make({ vaultOwner: ann });
    await clock.advance(60 * dayMs);
    await vaults.make({ vaultOwner: ann, ...enabled, creationLedger: 10 });
    await clock.advance(20 * dayMs);
    await vaults.make({ vaultOwner: bob, maxTradeSize: 0.1, slippageTolerance: 0.2 });
    await clock.advance(6 * dayMs);
    await vaults.make({ vaultOwner: ann, ...enabled, creationLedger: 25 });
    await clock.advance(dayMs);
  });

  it('cover the whole registry', async () => {
    expect(await stats()).toEqual({
      totalVaults: 4,
      tradeEnabledVaults: 2,
      tradeDisabledVaults: 2,
      averageMaxTradeSize: 5.025,
      averageDailyTradeLimit: 2,
      averageSlippageTolerance: 0.8,
      vaultsByCreationDate: { last24Hours: 1, last7Days: 2, last30Days: 3, last90Days: 4 },
      vaultsByLedgerRange: { minLedger: 10, maxLedger: 25, averageLedger: 17.5 },
      topOwners: [
        { owner: ann, vaultCount: 3, tradeEnabledCount: 2 },
        { owner: bob, vaultCount: 1, tradeEnabledCount: 0 },
      ],
    });
  });

  it('cover one owner', async () => {
    expect(await stats(`?owner=${bob}`)).toEqual({
      ...nothing,
      totalVaults: 1,
      tradeDisabledVaults: 1,
      averageMaxTradeSize: 0.1,
      averageSlippageTolerance: 0.2,
      vaultsByCreationDate: { last24Hours: 0, last7Days: 1, last30Days: 1, last90Days: 1 },
      topOwners: [{ owner: bob, vaultCount: 1, tradeEnabledCount: 0 }],
    });
    expect(await stats(`?owner=${account('NOBODY')}`)).toEqual(nothing);
  });

  it('round averages to six places', async () => {
    const { averageMaxTradeSize } = await stats(`?owner=${ann}`);
    expect(averageMaxTradeSize).toBe(6.666667);
  });

  it('cover those that may trade, or may not', async () => {
    expect(await stats('?tradePermission=true')).toMatchObject({
      totalVaults: 2,
      tradeEnabledVaults: 2,
      tradeDisabledVaults: 0,
      averageMaxTradeSize: 10,
      vaultsByCreationDate: { last24Hours: 1, last7Days: 1, last30Days: 2, last90Days: 2 },
      topOwners: [{ owner: ann, vaultCount: 2, tradeEnabledCount: 2 }],
    });
    expect(await stats('?tradePermission=false')).toMatchObject({
      totalVaults: 2,
      tradeEnabledVaults: 0,
      tradeDisabledVaults: 2,
      averageMaxTradeSize: 0.05,
      vaultsByLedgerRange: { minLedger: null, maxLedger: null, averageLedger: null },
      topOwners: [
        { owner: ann, vaultCount: 1, tradeEnabledCount: 0 },
        { owner: bob, vaultCount: 1, tradeEnabledCount: 0 },
      ],
    });
  });

  it('cover a range of ledgers without its ends', async () => {
    const later = {
      totalVaults: 1,
      tradeEnabledVaults: 1,
      tradeDisabledVaults: 0,
      averageMaxTradeSize: 10,
      averageDailyTradeLimit: 4,
      averageSlippageTolerance: 1,
      vaultsByCreationDate: { last24Hours: 1, last7Days: 1, last30Days: 1, last90Days: 1 },
      vaultsByLedgerRange: { minLedger: 25, maxLedger: 25, averageLedger: 25 },
      topOwners: [{ owner: ann, vaultCount: 1, tradeEnabledCount: 1 }],
    };
    expect(await stats('?minLedger=10')).toEqual(later);
    expect(await stats(`?minLedger=10&maxLedger=26&owner=${ann}`)).toEqual(later);
    expect((await stats('?minLedger=0')).totalVaults).toBe(2);
    expect(await stats('?maxLedger=10')).toEqual(nothing);
    expect(await stats('?minLedger=10&tradePermission=false')).toEqual(nothing);
  });

  it.each([
    ['tradePermission=1', 'tradePermission', 'Trade permission must be true or false', '1'],
    ['minLedger=x', 'minLedger', 'Minimum ledger must be an integer between 0 and 4294967295', 'x'],
  ])('refuse %s', async (query, field, message, value) => {
    const { status, json } = await vaults.get(`${url}?${query}`);
    expect(status).toBe(400);
    expect(json).toEqual({
      success: false,
      message: 'Invalid query parameters',
      errors: [{ field, message, value }],
    });
  });
});

eachVaultApp('the top owners', (vaults) => {
  it('are ten, those with most vaults first and equal ones by name', async () => {
    const owners = Array.from('ABCDEFGHIJKL', (letter) => account(letter.repeat(3)));
    for (const owner of owners.toReversed()) await vaults.make({ vaultOwner: owner });
    const [, , third] = owners;
    await vaults.make({ vaultOwner: third, creationLedger: 5 });
    const expected = [third, ...owners.filter((owner) => owner !== third)].slice(0, 10);
    const { topOwners } = (await vaults.get(url)).json.data;
    expect(topOwners.map(({ owner }: { owner: string }) => owner)).toEqual(expected);
  });
});
