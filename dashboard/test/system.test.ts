import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type Screen, type ServedPage } from './support/servedPage.ts';

describe.skipIf(browserPath === undefined)('the page of the system', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  const open = (hash: string, screen?: Screen) => openForTest(served, hash, screen);

  it('halts all trading with the orders that rest, says so, and resumes', async () => {
    const account = { exchange_account_id: 'paper-binance', symbol: 'BTC/USDT' };
    const { order_id } = await served.client.submitOrder({
      ...account,
      side: 'buy',
      order_type: 'limit',
      quantity: 0.1,
      price: 20_000,
    });
    const { page, troubles } = await open('#/system?tab=accounts');
    await page.getByRole('button', { name: 'Halt all trading…' }).click();
    const question = page.getByRole('dialog', { name: 'Halt all trading' });
    await question.getByText('1 order stays open:').waitFor();
    await question.getByLabel('Also cancel open orders').check();
    await question.getByText('1 order will be cancelled:').waitFor();
    await question.getByText('Buy 0.1 BTC/USDT at 20,000.00 on paper-binance').waitFor();
    await question.getByRole('button', { name: 'Halt and cancel open orders' }).click();

    await page.getByText('6 accounts halted; 1 order cancelled.').waitFor();
    await page.getByText('All trading is halted:').waitFor();
    const table = page.getByRole('region', { name: 'Exchange accounts' }).last();
    await table.getByRole('row', { name: /paper-okx OKX Paper Halted/ }).waitFor();
    expect((await served.client.getOrder({ order_id, ...account })).status).toBe('canceled');

    await page.getByRole('link', { name: 'Audit' }).click();
    await page.getByLabel('Action').fill('account.halted');
    const entry = page.getByRole('row', { name: /account\.halted paper-okx/ });
    await entry.getByText('halted', { exact: true }).waitFor();
    expect(await entry.locator('del').textContent()).toBe('false');
    expect(await entry.locator('ins').textContent()).toBe('true');

    await page.getByRole('button', { name: 'Resume all trading…' }).click();
    await page.getByRole('button', { name: 'Resume trading', exact: true }).click();
    await page.getByText('All trading is halted:').waitFor({ state: 'detached' });
    const { accounts } = await served.client.listTradedAccounts();
    expect(accounts.filter(({ halted }) => halted)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('changes the limits of an account, naming what changes', async () => {
    const { page, troubles } = await open('#/system?tab=accounts');
    await page.getByRole('button', { name: 'Limits of paper-kraken' }).click();
    const form = page.getByRole('dialog', { name: 'Limits of paper-kraken' });
    await form.getByLabel('Daily limit, USD').fill('5000');
    await form.getByLabel('Price collar, %').fill('0');
    await form.getByText('Daily limit, USD: $10,000,000 → $5,000.00').waitFor();
    await form.getByRole('button', { name: 'Change the limits' }).click();
    await form.getByText('price_collar_pct must be a number above 0').waitFor();
    await form.getByLabel('Price collar, %').fill('3');
    await form.getByRole('button', { name: 'Change the limits' }).click();
    await page.getByText('$0.00 of $5,000.00').waitFor();
    const { daily_limit_usd, limits } = await served.client.getAccount({ id: 'paper-kraken' });
    expect({ daily_limit_usd, limits }).toMatchObject({
      daily_limit_usd: 5_000,
      limits: { price_collar_pct: 3 },
    });
    expect(troubles).toEqual([]);
  });

  it('subscribes a book and takes it back', async () => {
    const { page, troubles } = await open('#/system?tab=books');
    await page.getByText('No book is kept.').waitFor();
    for (const venue of ['Binance', 'Bybit', 'Gate.io']) await page.getByLabel(venue).uncheck();
    await page.getByRole('button', { name: 'Subscribe BTC/USDT on 1 venue' }).click();
    await page.getByText('1 book got one more reference.').waitFor();
    const row = page.getByRole('row', { name: /BTC\/USDT Kraken Active Good/ });
    await row.waitFor();
    await page.getByRole('button', { name: 'Unsubscribe BTC/USDT on Kraken' }).click();
    await page.getByText('This is the last reference').waitFor();
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByRole('row', { name: /BTC\/USDT Kraken Warm cache/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('adds a paper and a live account, shows what is wrong by its field, and keeps no secret', async () => {
    const { page, troubles } = await open('#/system?tab=accounts');
    await page.getByRole('button', { name: 'Add an account…' }).click();
    const form = page.getByRole('dialog', { name: 'Add an exchange account' });
    const send = form.getByRole('button', { name: 'Add the account' });
    await send.click();
    await form
      .getByText(/exchange_account_id must be 2 to 64 characters/)
      .first()
      .waitFor();
    await form.getByLabel('Account id').fill('paper-second');
    await form.getByLabel('Exchange').selectOption('okx');
    await send.click();
    await page.getByText('paper-second was added.').waitFor();
    await page.getByRole('row', { name: /paper-second OKX Paper Open/ }).waitFor();

    await page.getByRole('button', { name: 'Add an account…' }).click();
    await form.getByLabel('Account id').fill('testnet-okx');
    await form.getByLabel('Exchange').selectOption('okx');
    await form.getByLabel('Mode', { exact: true }).selectOption('live');
    await form.getByText('Real money').waitFor();
    await form.getByLabel('Environment').selectOption('demo');
    await form.getByText('Real money').waitFor({ state: 'detached' });
    await form.getByLabel('Api key').fill('key-of-the-desk');
    await form.getByLabel('Api secret').fill('secret-of-the-desk');
    await send.click();
    await form.getByText('passphrase must not be empty').first().waitFor();
    await form.getByLabel('Passphrase').fill('phrase-of-the-desk');
    expect(await seriousFindings(page)).toEqual([]);
    await send.click();
    await page.getByText('testnet-okx was added. Verify it before it trades.').waitFor();
    const { credentials_updated_at, ...record } = await served.client.getAccount({
      id: 'testnet-okx',
    });
    expect(record).toMatchObject({ environment: 'demo', mode: 'live', has_credentials: true });
    await page.getByRole('button', { name: 'Add an account…' }).click();
    expect(await form.getByLabel('Account id').inputValue()).toBe('');
    await form.getByRole('button', { name: 'Go back' }).click();
    const kept =
      'document.documentElement.outerHTML + JSON.stringify({ ...localStorage, ...sessionStorage })';
    expect(await page.evaluate(kept)).not.toContain('of-the-desk');
    expect(troubles).toEqual([]);
    for (const id of ['paper-second', 'testnet-okx']) await served.client.removeAccount({ id });
  });

  it('tells of more live accounts than the limits of their exchange let us compare', async () => {
    const ids = ['crowd-one', 'crowd-two', 'crowd-three'];
    for (const id of ids.slice(1)) {
      await served.client.createAccount({
        exchange_account_id: id,
        exchange: 'binance',
        mode: 'live',
        credentials: { api_key: `key-of-${id}`, api_secret: `secret-of-${id}` },
      });
    }
    const { page, troubles } = await open('#/system?tab=accounts');
    await page.getByRole('button', { name: 'Add an account…' }).click();
    const form = page.getByRole('dialog', { name: 'Add an exchange account' });
    await form.getByLabel('Account id').fill('crowd-one');
    await form.getByLabel('Exchange').selectOption('binance');
    await form.getByLabel('Mode', { exact: true }).selectOption('live');
    await form.getByLabel('Api key').fill('key-of-crowd-one');
    await form.getByLabel('Api secret').fill('secret-of-crowd-one');
    await form.getByRole('button', { name: 'Add the account' }).click();
    await page.getByText(/^3 live accounts at binance \(contracts\) share/).waitFor();
    expect(troubles).toEqual([]);
    for (const id of ids) await served.client.removeAccount({ id });
  });

  it('makes a key that is shown once, with which less is in sight, and revokes it', async () => {
    const { page, troubles } = await open('#/system?tab=keys');
    await page.getByRole('button', { name: 'Make a key…' }).click();
    const form = page.getByRole('dialog', { name: 'Make an API key' });
    await form.getByRole('button', { name: 'Make the key' }).click();
    await form.getByText('name is required').waitFor();
    await form.getByLabel('Name').fill('desk viewer');
    await form.getByRole('button', { name: 'Make the key' }).click();
    const key = await page.locator('.system-secret').textContent();
    await page.getByRole('button', { name: 'I have kept it' }).click();

    const lesser = await open('#/system?tab=audit');
    await lesser.page.getByRole('button', { name: 'Sign out' }).click();
    await lesser.page.getByLabel('API key').fill(key ?? '');
    await lesser.page.getByRole('button', { name: 'Open the dashboard' }).click();
    await lesser.page.getByText('Halting needs an admin key.').waitFor();
    await lesser.page.getByText('This key cannot open that part').waitFor();
    await lesser.page.getByRole('link', { name: 'Accounts and halts' }).click();
    await lesser.page.getByRole('row', { name: /paper-okx OKX Paper Open/ }).waitFor();
    await lesser.page.getByText('$0.00 of $10,000,000').first().waitFor();
    await lesser.page.getByRole('link', { name: 'Vaults' }).click();
    await lesser.page.getByText('1–8 of 8 vaults').waitFor();
    expect(lesser.troubles).toEqual([]);

    await page.getByRole('button', { name: 'Revoke desk viewer' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByRole('row', { name: /desk viewer Revoked/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('makes a key that replaces another, and shows whose names both use', async () => {
    const scope = { roles: ['trader' as const], paths: ['/**'] };
    const old = await served.client.createKey({
      name: 'old bot',
      exchange_account_ids: ['paper-okx'],
      ...scope,
    });
    const { page, troubles } = await open('#/system?tab=keys');
    await page.getByRole('row', { name: /old bot Valid/ }).waitFor();
    await page.getByRole('button', { name: 'Make a key…' }).click();
    const form = page.getByRole('dialog', { name: 'Make an API key' });
    await form.getByLabel('Name').fill('new bot');
    await form.getByLabel('Replaces').selectOption({ label: `old bot (${old.id})` });
    await form.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('The key "new bot" is made').waitFor();
    const { keys } = await served.client.listKeys();
    expect(keys.find(({ name }) => name === 'new bot')?.owner).toBe(old.id);
    const table = page.getByRole('region', { name: 'API keys' }).last();
    for (const name of ['old bot', 'new bot']) {
      const row = table.getByRole('row', { name: new RegExp(`^${name} Valid`) });
      await row.locator('[data-title=Owner]', { hasText: 'old bot' }).waitFor();
    }
    await table.getByRole('cell', { name: 'Main', exact: true }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('compares accounts with their exchanges, and keeps a webhook', async () => {
    const { page, troubles } = await open('#/system?tab=reconciliation');
    await page.getByRole('button', { name: 'Compare all now' }).click();
    await page.getByText('6 accounts compared, 0 differences found.').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Add a webhook…' }).click();
    const form = page.getByRole('dialog', { name: 'Add a webhook' });
    await form.getByLabel('Address').fill('ftp://127.0.0.1/alerts');
    await form.getByRole('button', { name: 'Add the webhook' }).click();
    await form.getByText('url must be an http or https address').waitFor();
    await form.getByLabel('Address').fill('http://127.0.0.1:9/alerts');
    await form.getByRole('button', { name: 'Add the webhook' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Test http://127.0.0.1:9/alerts' }).click();
    await page.getByText('The test alert was not taken:').waitFor();
    await page.getByRole('button', { name: 'Delete http://127.0.0.1:9/alerts' }).click();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await page.getByText('No webhooks: nobody is alerted.').waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows on a telephone that tabs and tables go on, and to which side', async () => {
    const { page } = await open('#/system?tab=accounts', { width: 390, theme: 'light' });
    const tabs = page.getByRole('navigation', { name: 'Parts of the system' });
    const table = page.getByRole('region', { name: 'Exchange accounts' }).last();
    await expect.poll(() => tabs.getAttribute('data-more')).toBe('right');
    await expect.poll(() => table.getAttribute('data-more')).toBe('right');
    await table.evaluate((box: { scrollLeft: number }) => {
      box.scrollLeft = 10_000;
    });
    await expect.poll(() => table.getAttribute('data-more')).toBe('left');
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(() => tabs.getAttribute('data-more')).toBe('');
  });

  it.each([
    [1280, 'accounts'],
    [1280, 'books'],
    [390, 'accounts'],
  ] as const)('has nothing serious for axe at %d pixels in %s', async (width, tab) => {
    const screen = { width, theme: 'light' } as const;
    const { page, troubles } = await open(`#/system?tab=${tab}`, screen);
    await page.getByRole('table').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(troubles).toEqual([]);
  });
});
