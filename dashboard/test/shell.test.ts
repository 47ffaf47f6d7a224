import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

/** Names in the navigation, with the heading of each page. */
const pages = [
  ['Market', 'Market'],
  ['Trade', 'Trade'],
  ['Algorithms', 'Algorithms'],
  ['Positions', 'Positions and risk'],
  ['TCA', 'Transaction costs'],
  ['Vaults', 'Vaults'],
  ['System', 'System'],
] as const;

describe.skipIf(browserPath === undefined)('the dashboard', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('takes the key of the link into the session, and out of the address', async () => {
    const { page, troubles } = await openForTest(served);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    expect(page.url()).toBe(`${served.address}/`);
    expect(await page.evaluate('sessionStorage.getItem("windlass.key")')).toBe(served.key);
    expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).not.toContain(
      served.key,
    );
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('takes the key of a link that is opened where the page is already', async () => {
    const { key, id } = await served.client.createKey({
      name: 'viewer',
      roles: ['viewer'],
      paths: ['/**'],
    });
    const { page, troubles } = await openForTest(served, '#/trade');
    await page.getByRole('heading', { level: 1, name: 'Trade' }).waitFor();
    await page.evaluate(`location.hash = '#key=%E0%A4%A'`);
    await expect.poll(() => page.url()).toBe(`${served.address}/`);
    expect(await page.evaluate('sessionStorage.getItem("windlass.key")')).toBe(served.key);
    await page.evaluate(`location.hash = '#key=${key}'`);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${served.address}/`);
    expect(await page.evaluate('sessionStorage.getItem("windlass.key")')).toBe(key);
    await served.client.revokeKey({ id });
    expect(troubles).toEqual([]);
  });

  it('says on every page that market and money are made up', async () => {
    const { page } = await openForTest(served);
    await page.getByText('Simulated market: simulated prices, no real money.').waitFor();
    await page.getByText('No account trades with real money.').waitFor();
  });

  it('leads to every page by keyboard, and tells which one is open', async () => {
    const { page, troubles } = await openForTest(served);
    for (const [title, heading] of pages) {
      const link = page.getByRole('navigation').getByRole('link', { name: title });
      await link.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expect.poll(() => link.getAttribute('aria-current')).toBe('page');
    }
    expect(troubles).toEqual([]);
  });

  it('asks for a key without one, and takes only one that the service knows', async () => {
    const { page, troubles } = await openForTest(served);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);

    await page.getByLabel('API key').fill('ak_of_somebody_else_altogether');
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('alert').getByText('UNAUTHORIZED').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);

    await page.getByLabel('API key').fill(` ${served.key} `);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
  });

  it('wears the theme of the system, or the one that was chosen', async () => {
    const { page } = await openForTest(served, '', { width: 390, theme: 'dark' });
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    expect(await theme()).toBe('dark');
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await theme()).toBe('light');
    await page.reload();
    expect(await theme()).toBe('light');
  });

  it('never scrolls sideways on a telephone', async () => {
    const { page } = await openForTest(served, '', { width: 390, theme: 'light' });
    for (const [title, heading] of pages) {
      await page.evaluate(`location.hash = '#/${title.toLowerCase()}'`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), title).toBe(390);
      // The current place is visible in the navigation, which is wider than the screen.
      const box = await page.getByRole('link', { name: title, exact: true }).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390, title).toBe(true);
    }
  });

  it('shows on a telephone that the navigation goes on, and to which side', async () => {
    const { page } = await openForTest(served, '', { width: 390, theme: 'light' });
    // The tabs of the opened page are a navigation too.
    const navigation = page.getByRole('navigation', { name: 'Pages', exact: true });
    await page.getByRole('link', { name: 'System' }).waitFor();
    await expect.poll(() => navigation.getAttribute('data-more')).toBe('right');
    await page.evaluate(`location.hash = '#/system'`);
    await expect.poll(() => navigation.getAttribute('data-more')).toBe('left');
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(() => navigation.getAttribute('data-more')).toBe('');
  });

  it('answers a key that is refused with the way to another', async () => {
    const { page } = await openForTest(served);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate('sessionStorage.setItem("windlass.key", "ak_revoked_in_the_meantime_x")');
    await page.reload();
    await page.getByText('The service cannot be used with this key').waitFor();
    await page.getByRole('button', { name: 'Enter another key' }).click();
    await page.getByLabel('API key').waitFor();
  });
});
