import type { VaultWire } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type Screen, type ServedPage } from './support/servedPage.ts';

describe.skipIf(browserPath === undefined)('the page of vaults', () => {
  let served: ServedPage;
  let vaults: readonly VaultWire[];
  beforeAll(async () => {
    served = await openServedPage();
    vaults = await served.client.listVaults({ limit: 100 });
  });
  afterAll(() => served.close());

  const open = (hash: string, screen?: Screen) => openForTest(served, hash, screen);

  const vaultOf = (name: string) => {
    const found = vaults.find(({ vaultName }) => vaultName === name);
    if (!found) throw new Error(`no vault is called ${name}`);
    return found;
  };

  it('lists and narrows the registry, and reads the balances of a vault from the ledger', async () => {
    const { page, troubles } = await open('#/vaults');
    const list = page.getByRole('region', { name: 'All vaults' });
    await list.getByText('1–8 of 8 vaults').waitFor();
    await list.getByLabel('Search names').fill('harb');
    await list.getByText('1–1 of 1 vaults').waitFor();
    expect(page.url()).toContain('search=harb');
    await list.getByLabel('Owner').fill('GSHORT');
    await list.getByText("Must be a valid Stellar address starting with 'G'").waitFor();
    await list.getByLabel('Owner').fill('');
    await list.getByRole('link', { name: 'Harbor Treasury' }).click();

    const holdings = page.getByRole('region', { name: 'Holdings', exact: true }).first();
    await holdings.getByText('No balance on mainnet is stored.').waitFor();
    await holdings.getByRole('button', { name: 'Refresh' }).click();
    await holdings.getByText('33 of 33 tokens read on mainnet.').waitFor();
    const { id } = vaultOf('Harbor Treasury');
    const [largest] = await served.client.listHoldings({ id, limit: 1 });
    if (!largest) throw new Error('the vault holds nothing');
    const [whole = '', fraction = ''] = largest.balance.split('.');
    const exact = `${Number(whole).toLocaleString('en-US')}.${fraction}`;
    await holdings.getByRole('cell', { name: exact, exact: true }).waitFor();
    await holdings.getByText('just now', { exact: true }).first().waitFor();

    const history = page.getByRole('region', { name: 'History', exact: true });
    await history
      .getByRole('figure', { name: `Balance of ${largest.tokenSymbol} over time` })
      .waitFor();
    await history.getByText('first read').waitFor();
    await holdings.getByRole('button', { name: 'Refresh' }).click();
    await holdings.getByText('Nothing was read: 33 tokens had been read a moment ago.').waitFor();
    expect(troubles).toEqual([]);
  });

  it('refreshes all vaults and says what came of each', async () => {
    const { page, troubles } = await open('#/vaults');
    await page.getByRole('button', { name: 'Refresh all…' }).click();
    await page.getByLabel('Force').check();
    await page.getByRole('button', { name: 'Refresh all vaults on mainnet' }).click();
    await page.getByText('8 vaults refreshed, 0 failed; 264 balances read.').waitFor();
    const results = page.getByRole('region', { name: 'Result of each vault' });
    await results.getByRole('row', { name: /Summit Growth Read 33/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('stops and allows trading of a vault, and names its limits', async () => {
    const { id, vaultName } = vaultOf('Summit Growth');
    const { page, troubles } = await open(`#/vaults?vault=${id}`);
    const panel = page.getByRole('region', { name: vaultName, exact: true });
    await panel.getByRole('button', { name: 'Stop trading…' }).click();
    await panel.getByText('up to 25 % of its value in a trade, 5 times a day').waitFor();
    await panel.getByRole('button', { name: 'Stop trading', exact: true }).click();
    await panel.getByText('No trading').waitFor();
    expect((await served.client.getVault({ id })).tradePermission).toBe(false);

    await panel.getByRole('button', { name: 'Allow trading…' }).click();
    const form = page.getByRole('dialog', { name: `Allow trading of ${vaultName}` });
    await form.getByLabel('Max trade size, %').fill('400');
    await form.getByRole('button', { name: 'Allow trading' }).click();
    await form.getByText('Maximum trade size must be between 0 and 100').waitFor();
    await form.getByLabel('Max trade size, %').fill('4');
    await form.getByText('up to 4 % of its value in a trade').waitFor();
    await form.getByRole('button', { name: 'Allow trading' }).click();
    await panel.getByText('May trade').waitFor();
    const { tradePermission, maxTradeSize } = await served.client.getVault({ id });
    expect({ tradePermission, maxTradeSize }).toEqual({ tradePermission: true, maxTradeSize: 4 });
    expect(troubles).toEqual([]);
  });

  it('refuses a wrong address in its field, makes a vault and deletes it', async () => {
    const { page, troubles } = await open('#/vaults');
    await page.getByRole('button', { name: 'Add a vault…' }).click();
    const form = page.getByRole('dialog', { name: 'Add a vault' });
    await form.getByLabel('Name').fill('Test Vault');
    await form.getByLabel('Owner account').fill(vaultOf('Summit Growth').vaultOwner);
    await form.getByLabel('Contract address').fill('GNOTACONTRACT');
    await form.getByRole('button', { name: 'Add the vault' }).click();
    await form.getByText('Invalid Stellar address format').waitFor();
    const address = form.getByLabel('Contract address');
    expect(await address.getAttribute('aria-invalid')).toBe('true');
    await address.fill('CAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABSC4');
    await form.getByRole('button', { name: 'Add the vault' }).click();

    const panel = page.getByRole('region', { name: 'Test Vault', exact: true });
    await panel.getByRole('button', { name: 'Delete…' }).click();
    await panel.getByText('Test Vault leaves the registry').waitFor();
    await panel.getByRole('button', { name: 'Delete the vault' }).click();
    await page.getByText('1–8 of 8 vaults').waitFor();
    expect(troubles).toEqual([]);
  });

  it.each([1280, 390] as const)('has nothing serious for axe at %d pixels', async (width) => {
    const { id } = vaultOf('Summit Growth');
    const { page, troubles } = await open(`#/vaults?vault=${id}`, { width, theme: 'dark' });
    await page.getByText('first read').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual([]);
  });
});
