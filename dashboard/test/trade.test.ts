import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { behindTheEdge } from './support/behindTheEdge.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import {
  openServedPage,
  type Screen,
  type ServedPage,
  type WatchedPage,
} from './support/servedPage.ts';

const orderPath = '**/order-execution/execution/order';

/** Returns the ids of the orders that the page has sent so far. */
function sentIds(page: Page): string[] {
  const ids: string[] = [];
  page.on('request', (request) => {
    const isOrder = new URL(request.url()).pathname.endsWith('/execution/order');
    if (isOrder && request.method() === 'POST') ids.push(request.postDataJSON().client_order_id);
  });
  return ids;
}

const quantity = (page: Page) => page.getByLabel(/^Quantity/);
const price = (page: Page) => page.getByLabel(/^Price/);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Returns the errors that the test itself did not cause. */
const others = ({ troubles }: WatchedPage) =>
  troubles.filter((line) => !/execution\/order|Failed to load resource/.test(line));

describe.skipIf(browserPath === undefined)('the trade page', () => {
  let served: ServedPage;
  const open = (hash: string, screen?: Screen) => openForTest(served, hash, screen);
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('says so when the link names an account that the key does not reach', async () => {
    const { page } = await open('#/trade?account=desk-1');
    await page.getByText('This key reaches no account desk-1: what follows is of').waitFor();
    await page.getByLabel('Account', { exact: true }).selectOption('paper-okx');
    await page.getByText('This key reaches no account').waitFor({ state: 'detached' });
  });

  it('sends a limit order, shows it open, and cancels it', async () => {
    const { page, troubles } = await open('#/trade?account=paper-okx');
    await quantity(page).fill('0.1');
    await price(page).fill('20000.04');
    await page.getByText('rounded down to the price tick 0.1.').waitFor();
    await button(page, 'Buy 0.1 BTC/USDT at 20,000.04 on paper-okx').click();
    await page.getByText('The order is open.').waitFor();
    const row = page.getByRole('row', { name: /Buy limit 20,000.00 0.1/ });
    await row.getByRole('button').click();
    await page.getByText('Buy 0.1 BTC/USDT at 20,000 on paper-okx, 0 of it filled.').waitFor();
    await button(page, 'Cancel the order').click();
    await page.getByText('No open orders on paper-okx.').waitFor();
    await button(page, 'Ended orders').click();
    await page.getByRole('row', { name: /20,000.00 0.1 .* Cancelled/ }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('sends one order for a double click, and shows its fill', async () => {
    const { page, troubles } = await open('#/trade?account=paper-bybit&side=sell');
    const sent = sentIds(page);
    await page.getByLabel('Type').selectOption('market');
    await quantity(page).fill('0.25');
    await page.getByText('Exchange fees').waitFor();
    await button(page, 'Sell 0.25 BTC/USDT at market on paper-bybit').dblclick();
    await page.getByText(/Sold 0.25 BTC\/USDT at [\d,.]+ on average, fee/).waitFor();
    await page
      .getByRole('row', { name: /BTC\/USDT Sold .* Taker/ })
      .first()
      .waitFor();
    expect(sent).toHaveLength(1);
    expect(troubles).toEqual([]);
  });

  it('says what is wrong beside its field, and asks nothing about it', async () => {
    const { page, troubles } = await open('#/trade');
    await quantity(page).fill('-1');
    await price(page).fill('much');
    await page.getByText('Quantity must be above 0.').waitFor();
    await page.getByText('Price must be a number, such as 0.5.').waitFor();
    expect(await button(page, 'Fix the marked fields').isDisabled()).toBe(true);
    await quantity(page).fill('500');
    await button(page, /^Ask .*: take as the price/).click();
    await page.getByText(/It would be refused: .* USDT needed/).waitFor();
    expect(troubles).toEqual([]);
  });

  it('splits an order over three exchanges, says why, and shows what came of it', async () => {
    const { page, troubles } = await open('#/trade?mode=route');
    await quantity(page).fill('5');
    await page.getByText(/^Saves/).waitFor();
    const split = page.getByRole('table', { name: 'How the order would be split' });
    expect(await split.getByRole('row').count()).toBe(4);
    await page.getByText(/paper-kraken is not used: Alone it could take 5 of 5/).waitFor();
    await button(page, 'Buy 5 BTC/USDT over up to 5 accounts').click();
    await page.getByRole('heading', { name: /^Sent route/ }).waitFor();
    const parts = page.getByRole('table', { name: 'Parts of the sent route' });
    for (const venue of ['Binance', 'Bybit', 'OKX']) {
      await parts.getByRole('row', { name: venue }).first().waitFor();
    }
    await page
      .getByText(/^(Completed|Partial)$/)
      .first()
      .waitFor();
    expect(new URL(page.url()).hash).toContain('plan=');
    expect(troubles).toEqual([]);
  });

  it('asks for an order whose answer was lost, and sends no other meanwhile', async () => {
    const watched = await open('#/trade?account=paper-kraken');
    const { page } = watched;
    const sent = sentIds(page);
    let letAsk = () => {};
    const mayAsk = new Promise<void>((resolve) => {
      letAsk = resolve;
    });
    await page.route(orderPath, async (route: Route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route(`${orderPath}/*`, async (route) => {
      await mayAsk;
      await route.continue();
    });
    await quantity(page).fill('0.1');
    await price(page).fill('20000');
    await button(page, /^Buy 0.1/).click();
    await page.getByText('This order may have reached the exchange:').waitFor();
    expect(await button(page, /^Buy 0.1/).isDisabled()).toBe(true);
    letAsk();
    await page.getByText('The order is open.').waitFor();
    await page.getByRole('row', { name: /Buy limit 20,000.00/ }).waitFor();
    expect(sent).toHaveLength(1);
    expect(others(watched)).toEqual([]);
  });

  it('offers to send again only what never arrived, under the same id, also after a reload', async () => {
    const watched = await open('#/trade?account=paper-gateio');
    const { page } = watched;
    const sent = sentIds(page);
    await page.route(orderPath, (route) => route.abort());
    await quantity(page).fill('0.1');
    await price(page).fill('20000');
    await button(page, /^Buy 0.1/).click();
    await page.getByText('The service has no order of this id.').waitFor();
    await page.unroute(orderPath);
    await page.reload();
    await button(page, 'Retry with the same ID').click();
    await page.getByText('The order is open.').waitFor();
    expect(sent).toHaveLength(2);
    expect(new Set(sent).size).toBe(1);
    expect(others(watched)).toEqual([]);
  });

  it('covers no part of an open order on a telephone, and leaves none behind the edge', async () => {
    const account = 'paper-gateio';
    const { order_id } = await served.client.submitOrder({
      exchange_account_id: account,
      symbol: 'BTC/USDT',
      side: 'buy',
      order_type: 'limit',
      quantity: 0.1,
      price: 20_750,
    });
    const { page } = await open(`#/trade?account=${account}`, { width: 390, theme: 'light' });
    const orders = page.getByRole('region', { name: `Open orders of ${account}` });
    const row = orders.getByRole('row', { name: /20,750/ });
    await row.getByRole('button', { name: /^Cancel/ }).waitFor();
    expect(await behindTheEdge(row)).toEqual([]);
    await served.client.cancelOrder({
      exchange_account_id: account,
      symbol: 'BTC/USDT',
      order_id,
    });
  });

  it('asks before real money moves, and looks like it', async () => {
    const { page, troubles } = await open('#/trade?account=paper-okx');
    await page.route('**/execution/accounts', async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replaceAll('"paper",', '"live",');
      await route.fulfill({ response: answer, body: text });
    });
    await page.reload();
    await page.getByText('REAL MONEY.', { exact: true }).waitFor();
    await quantity(page).fill('0.1');
    await price(page).fill('20000');
    await button(page, 'Buy 0.1 BTC/USDT at 20,000 on paper-okx').click();
    const question = page.getByRole('dialog', { name: 'This moves real money' });
    await question.getByText('Buy 0.1 BTC/USDT at 20,000 on paper-okx.').waitFor();
    await question.getByRole('button', { name: /^Buy 0.1/ }).click();
    await page.getByText('The order is open.').waitFor();
    expect(troubles).toEqual([]);
  });

  it('has nothing serious for axe as a ticket, at 1280 px', async () => {
    const { page, troubles } = await open('#/trade');
    await quantity(page).fill('0.5');
    await button(page, /^Bid .*: take as the price/).click();
    await page.getByText('Total, if it fills').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('has nothing serious for axe as a route, and never scrolls sideways, at 390 px', async () => {
    const { page, troubles } = await open('#/trade?mode=route', { width: 390, theme: 'dark' });
    await quantity(page).fill('0.5');
    await page.getByText('Why this route').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
    expect(await page.evaluate(overflow)).toBe(0);
    expect(troubles).toEqual([]);
  });
});
