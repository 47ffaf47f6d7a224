import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

const account = 'paper-bybit';
const symbol = 'BTC/USDT:USDT';
const report = `#/tca?account=${account}&days=7`;

describe.skipIf(browserPath === undefined)('the page of trading costs', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
    await served.client.subscribeOrderbook({ symbols: [symbol], venues: ['bybit'] });
    const market = { exchange_account_id: account, symbol };
    await served.client.submitOrder({
      ...market,
      side: 'sell',
      order_type: 'market',
      quantity: 0.2,
    });
    for (const [side, quantity] of [
      ['buy', 0.05],
      ['sell', 0.4],
      ['buy', 2],
    ] as const) {
      await sweep(side, quantity);
    }
  });
  afterAll(() => served.close());

  async function sweep(side: 'buy' | 'sell', quantity: number): Promise<void> {
    const { client } = served;
    const { order_id } = await client.startAlgorithm({
      algorithm_type: 'sweep',
      symbol,
      side,
      quantity,
      params: {},
      exchange_account_ids: [account],
    });
    const ended = async () =>
      expect((await client.getAlgorithm({ order_id })).status).toBe('COMPLETED');
    await vi.waitFor(ended, { timeout: 10_000, interval: 50 });
  }

  it('takes the shortfall of algorithm orders apart, with plots that say what they show', async () => {
    const { page, troubles } = await openForTest(served, report);
    const shortfall = page.getByRole('region', { name: 'Implementation shortfall' });
    await shortfall.getByRole('row', { name: /^Spread/ }).waitFor();
    await shortfall.getByText(/n = 3 algorithm orders/).waitFor();
    await shortfall.getByRole('img', { name: /^Histogram of orders by .* n = 3 orders/ }).waitFor();
    await shortfall.getByRole('img', { name: /a point for each order; n = 3/ }).waitFor();
    await page.getByRole('img', { name: /^Cost by day in dollars/ }).waitFor();
    await page.getByText('too few fills to judge').waitFor();
    const dearest = shortfall.getByRole('region', { name: /by cost/ });
    expect(await dearest.getByRole('row').count()).toBe(4);
    expect(troubles).toEqual([]);
  });

  it.each([
    ['A4', 703],
    ['Letter', 725],
  ])('prints every column on %s', async (_paper, width) => {
    const html = await served.client.getTcaReport({ exchange_account_id: account });
    expect(html.implementation_shortfall?.orders).toHaveLength(3);
    const { page } = await openForTest(served, report);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the printable report' }).click();
    const print = await opened;
    await print.getByRole('heading', { level: 1 }).waitFor();
    // The width of the paper between its margins, at 96 pixels per inch.
    await print.setViewportSize({ width, height: 1_000 });
    await print.emulateMedia({ media: 'print' });
    const cut = `[...document.querySelectorAll('table')]
      .filter((table) => table.getBoundingClientRect().right > ${width})
      .map((table) => table.caption.textContent)`;
    expect(await print.evaluate(cut)).toEqual([]);
    expect(await print.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it("opens the service's own page for print, styled and without script", async () => {
    const { page, troubles } = await openForTest(served, report);
    const opened = page.context().waitForEvent('page');
    await page.getByRole('button', { name: 'Open the printable report' }).click();
    const print = await opened;
    await print.getByRole('heading', { level: 1 }).waitFor();
    expect(print.url()).toMatch(/^blob:/);
    const display = 'getComputedStyle(document.querySelector("svg")).display';
    expect(await print.evaluate(display)).not.toBe('inline');
    await print.evaluate(`
      const script = document.createElement('script');
      script.textContent = 'document.title = "ran"';
      document.head.append(script);`);
    expect(await print.title()).not.toBe('ran');
    expect(troubles).toEqual([]);
  });

  it('saves the parts for spreadsheets', async () => {
    const { page, troubles } = await openForTest(served, report);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('tca-paper-bybit-swap.csv');
    expect(troubles).toEqual([]);
  });

  it('says so when nothing was traded, and where something may have been', async () => {
    const { page, troubles } = await openForTest(served, '#/tca');
    await page.getByLabel('Account').selectOption('paper-kraken');
    await page.getByLabel('Time', { exact: true }).selectOption('between');
    await page.getByLabel('From (local time)').fill('2024-01-01T00:00');
    await page.getByLabel('To (local time)').fill('2024-01-02T00:00');
    await page.getByRole('button', { name: 'Run report' }).click();
    await page.getByText('paper-kraken had no fills in perpetuals then').waitFor();
    await page.getByRole('link', { name: 'Look at spot' }).click();
    await page.getByText('paper-kraken had no fills in spot then').waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows what is wrong with a question beside its field', async () => {
    const { page } = await openForTest(served, '#/tca');
    await page.getByLabel('Time', { exact: true }).selectOption('between');
    await page.getByLabel('From (local time)').fill('2024-01-02T00:00');
    await page.getByLabel('To (local time)').fill('2024-01-01T00:00');
    await page.getByRole('button', { name: 'Run report' }).click();
    await page.locator('.wrong').getByText('start must not be after end').waitFor();
  });

  it.each([
    { width: 1280, theme: 'dark' },
    { width: 390, theme: 'light' },
  ] as const)('can be used by everyone at $width pixels, $theme', async (screen) => {
    const { page, troubles } = await openForTest(served, report, screen);
    await page.getByRole('heading', { name: 'By symbol' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    expect(troubles).toEqual([]);
  });
});
