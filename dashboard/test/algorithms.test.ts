import { algorithmParams, algorithmTypes } from '@windlass/contract';
import type { Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf } from '../src/features/algorithms/start/fields.ts';
import { typeName } from '../src/features/algorithms/words.ts';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

// In parallel: each has a page of its own, and one of them takes ten seconds of real time.
describe.skipIf(browserPath === undefined).concurrent('the algorithms page', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('runs a twap from its form to the end, and shows how it goes', async () => {
    const { page, troubles } = await served.open('#/algorithms');
    await fillOrder(page, '0.05');
    await fillTwap(page, { duration: '10', interval: '2' });
    await page.getByLabel('Aggression').selectOption('aggressive');
    const sentence = 'Buy 0.05 BTC/USDT over 10 s in 5 slices on paper-binance, paper-kraken.';
    await page.getByText(sentence).waitFor();
    await page.getByText('If executed now: about').waitFor();
    await page.getByRole('button', { name: 'Start TWAP: Buy 0.05 BTC/USDT' }).click();

    const overview = page.getByRole('region', { name: 'TWAP: Buy 0.05 BTC/USDT' });
    await overview.getByText('Running').waitFor();
    await overview.getByText(/^\d+ s$/).waitFor();
    await page.getByRole('figure', { name: 'Schedule and fills of BTC/USDT' }).waitFor();
    const children = page.getByRole('region', { name: 'Child orders, newest first' });
    await children.getByRole('cell', { name: 'Slice 2' }).first().waitFor();

    await overview.getByText('Completed').waitFor();
    const bar = overview.getByRole('progressbar', { name: 'Filled of the whole quantity' });
    expect(await bar.getAttribute('aria-valuenow')).toBe('100');
    // Part of a slice may fill and leave less than the smallest order, 0.0001 BTC.
    await overview.getByText(/^0\.0(5|499\d+) of 0\.05 BTC/).waitFor();
    await rowOf(page, 'TWAP Buy 0.05 BTC/USDT').getByText('100.0 %').waitFor();
    await historyOf(page)
      .getByText(/^COMPLETED/)
      .waitFor();
    expect(await overview.getByRole('button').count()).toBe(0);
    expect(await seriousFindings(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  }, 60_000);

  it('pauses, resumes and cancels, and says before what a cancel will do', async () => {
    const { order_id: id } = await served.client.startAlgorithm({
      algorithm_type: 'twap',
      symbol: 'BTC/USDT',
      side: 'sell',
      quantity: 0.2,
      exchange_account_ids: ['paper-bybit'],
      params: { duration_seconds: 600, interval_seconds: 20, aggression: 'aggressive' },
    });
    const { page, troubles } = await served.open(`#/algorithms?id=${id}`);
    const overview = page.getByRole('region', { name: 'TWAP: Sell 0.2 BTC/USDT' });
    await overview.getByRole('button', { name: 'Pause' }).click();
    await overview.getByText('Paused', { exact: true }).waitFor();
    await historyOf(page).getByText('Paused on request.').waitFor();
    // A pause by a person is no problem.
    expect(await overview.getByRole('alert').count()).toBe(0);
    await overview.getByRole('button', { name: 'Resume' }).click();
    await overview.getByText('Running', { exact: true }).waitFor();

    await overview.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel the TWAP of BTC/USDT?' });
    await dialog.getByText(/Ends it for good: the remaining [\d.]+ BTC are not sold\./).waitFor();
    await dialog.getByRole('button', { name: 'Cancel the TWAP' }).click();
    await overview.getByText('Cancelled', { exact: true }).waitFor();
    expect((await served.client.getAlgorithm({ order_id: id })).status).toBe('CANCELLED');
    expect(troubles).toEqual([]);
  });

  it('names its rows as their starter did, and opens one from anywhere in it', async () => {
    await served.client.startAlgorithm({
      algorithm_type: 'twap',
      symbol: 'SOL/USDT',
      side: 'buy',
      quantity: 10,
      client_algorithm_id: 'rebalance-monday',
      exchange_account_ids: ['paper-okx'],
      params: { duration_seconds: 600, interval_seconds: 60, aggression: 'aggressive' },
    });
    const { page, troubles } = await served.open('#/algorithms');
    const row = page.getByRole('row').filter({ hasText: 'rebalance-monday' });
    // The row's link covers all of it, so a click on the status is a click on the link.
    const status = await row.getByText('Running').boundingBox();
    expect(status).not.toBeNull();
    await page.mouse.click((status?.x ?? 0) + 5, (status?.y ?? 0) + 5);
    await page.getByRole('region', { name: 'TWAP: Buy 10 SOL/USDT' }).waitFor();
    await served.client.cancelAlgorithm({ order_id: 'rebalance-monday' });
    expect(troubles).toEqual([]);
  });

  it('refuses a wrong parameter beside its field, without asking the service', async () => {
    const { page, troubles } = await served.open('#/algorithms');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/algorithms/start')) sent.push(request.url());
    });
    await fillOrder(page, '0.05');
    await fillTwap(page, { duration: '10', interval: '20' });
    await page.getByRole('button', { name: 'Start TWAP' }).click();
    const fault = page.getByText('interval_seconds must not be longer than duration_seconds');
    await fault.waitFor();
    const interval = page.getByLabel('Interval, seconds');
    expect(await interval.getAttribute('aria-invalid')).toBe('true');
    expect(await interval.evaluate((field) => field === document.activeElement)).toBe(true);
    await interval.fill('5');
    await fault.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('tells what the service refuses beside its field, in its words', async () => {
    const { page, troubles } = await served.open('#/algorithms?type=spread');
    await page.getByLabel('Quantity, BTC').fill('0.05');
    await page.getByLabel('Contra symbol').fill('BTC/NONE:NONE');
    await page.getByLabel('Risk quantity').fill('0.01');
    for (const legs of ['Anchor accounts', 'Contra accounts']) {
      await page.getByRole('group', { name: legs }).getByLabel('paper-okx').check();
    }
    await page.getByRole('button', { name: 'Start Spread: Buy 0.05 BTC/USDT' }).click();
    await page.getByRole('alert').getByText('Nothing was started').waitFor();
    await page.getByLabel('Contra symbol').and(page.locator('[aria-invalid="true"]')).waitFor();
    // The browser itself logs each refusal; there are no other errors.
    expect(troubles.every((trouble) => trouble.includes('400'))).toBe(true);
  });

  it('cannot start two when the answer to a start is lost', async () => {
    const { page } = await served.open('#/algorithms?type=sweep&symbol=ETH%2FUSDT');
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/algorithms/start', loseAnswer, { times: 1 });
    await page.getByLabel('Quantity, ETH').fill('0.5');
    await page.getByLabel('paper-gateio').check();
    await page.getByRole('button', { name: 'Start Sweep: Buy 0.5 ETH/USDT' }).click();
    await page.getByText('Start not confirmed.').waitFor();
    expect(await page.getByLabel('Quantity, ETH').isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByRole('region', { name: 'Sweep: Buy 0.5 ETH/USDT' }).waitFor();
    expect((await served.client.listAlgorithms({ symbol: 'ETH/USDT' })).total).toBe(1);
  });

  it('has a form of every algorithm with all its parameters', async () => {
    const { page, troubles } = await served.open('#/algorithms', { width: 390, theme: 'dark' });
    for (const type of algorithmTypes) {
      await page.getByRole('button', { name: typeName(type), exact: true }).click();
      await page.getByRole('heading', { name: `${typeName(type)} parameters` }).waitFor();
      const fields = fieldsOf(type);
      const names = Object.keys(algorithmParams[type].shape);
      expect(fields.map(({ name }) => name).sort()).toEqual(names.sort());
      const shown = await page.locator('form label, form .label').allTextContents();
      expect(fields.map(({ label }) => label).filter((label) => !shown.includes(label))).toEqual(
        [],
      );
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
    // The longest of the forms.
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });
});

/** Fills in two accounts and the quantity. Symbol and side keep their defaults. */
async function fillOrder(page: Page, quantity: string): Promise<void> {
  await page.getByLabel('Quantity, BTC').fill(quantity);
  await page.getByLabel('paper-binance').check();
  await page.getByLabel('paper-kraken').check();
}

async function fillTwap(
  page: Page,
  { duration, interval }: { readonly duration: string; readonly interval: string },
): Promise<void> {
  await page.getByLabel('Duration, seconds').fill(duration);
  await page.getByLabel('Interval, seconds').fill(interval);
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name: 'Algorithms, newest first' }).getByRole('row', { name });
}

function historyOf(page: Page): Locator {
  return page.getByRole('region', { name: 'History' });
}
