import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { behindTheEdge } from './support/behindTheEdge.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

const symbol = 'BTC/USDT:USDT';

describe.skipIf(browserPath === undefined)('the positions page', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
    await hold('paper-binance', 'buy', 0.5);
    await hold('paper-gateio', 'sell', 0.3);
  });
  afterAll(() => served.close());

  /** Opens a position with isolated margin, so that its liquidation price is within reach. */
  async function hold(exchange_account_id: string, side: 'buy' | 'sell', quantity: number) {
    const market = { exchange_account_id, symbol };
    await served.client.setMarginMode({ ...market, margin_mode: 'isolated' });
    await served.client.setLeverage({ ...market, leverage: 10 });
    await served.client.submitOrder({ ...market, side, order_type: 'market', quantity });
  }

  const rowOf = (page: Page, account: string) =>
    page.getByRole('region', { name: 'Open positions' }).getByRole('row').filter({
      hasText: account,
    });

  it('shows each position with the distance to its liquidation, and what all come to', async () => {
    const { page, troubles } = await openForTest(served, '#/positions');
    const long = rowOf(page, 'paper-binance');
    await long.getByText('Long').waitFor();
    await rowOf(page, 'paper-gateio').getByText('Short').waitFor();
    const distance = await long.getByRole('meter').getAttribute('aria-valuenow');
    expect(Number(distance)).toBeGreaterThan(5);
    expect(Number(distance)).toBeLessThan(12);
    await long.getByText(/(pays|receives) in/).waitFor();
    const exposure = page.getByRole('region', { name: 'Exposure by exchange' });
    await exposure.getByRole('row', { name: 'Binance' }).waitFor();
    await exposure.getByRole('row', { name: 'Gate.io' }).getByText(/^-\$/).waitFor();
    expect(troubles).toEqual([]);
  });

  it('shows spot beside perpetuals: a hedged pair is no naked short', async () => {
    const kraken = {
      exchange_account_id: 'paper-kraken',
      order_type: 'market',
      quantity: 1,
    } as const;
    await served.client.submitOrder({ ...kraken, symbol: 'ETH/USD', side: 'buy' });
    const hedge = { symbol: 'ETH/USD:USD', market_type: 'swap', side: 'sell' } as const;
    await served.client.submitOrder({ ...kraken, ...hedge });
    const { page, troubles } = await openForTest(served, '#/positions?account=paper-kraken');
    const ether = page
      .getByRole('region', { name: 'Exposure by asset' })
      .getByRole('row', { name: 'ETH' });
    await ether.getByText('hedged').waitFor();
    await ether.getByText(/spot \+(1\.0000|0\.99\d\d), perpetuals -1\.0000/).waitFor();
    expect(troubles).toEqual([]);
  });

  it('closes one by an order that it names first, and shows it gone', async () => {
    const { page, troubles } = await openForTest(served, '#/positions');
    await page.getByRole('button', { name: `Close short ${symbol} on paper-gateio` }).click();
    const dialog = page.getByRole('dialog', {
      name: `Buy 0.3 BTC of ${symbol} on paper-gateio?`,
    });
    await dialog.getByText("average for this size over Gate.io's live book").waitFor();
    const ids: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/execution/order'))
        ids.push(request.postDataJSON().client_order_id);
    });
    const buy = dialog.getByRole('button', { name: 'Buy 0.3 BTC at the market' });
    // Two clicks of a shaking hand, faster than the page can be drawn.
    await buy.evaluate((button: { readonly tagName: string; click?(): void }) => {
      button.click?.();
      button.click?.();
    });
    await page.getByText(`to close the short ${symbol}.`).waitFor();
    await rowOf(page, 'paper-gateio').waitFor({ state: 'detached' });
    const { count } = await served.client.listPositions({ exchange_account_id: 'paper-gateio' });
    expect(count).toBe(0);
    expect(new Set(ids).size).toBe(1);
    await page.getByRole('button', { name: 'Realised PnL' }).click();
    await page.getByRole('region', { name: 'Realised profits and losses' }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('sends an order of unknown outcome again as it was, by its own id', async () => {
    await hold('paper-bybit', 'buy', 0.1);
    const { page, troubles } = await openForTest(served, '#/positions?account=paper-bybit');
    const sent: unknown[] = [];
    await page.route('**/order-execution/execution/order', async (route) => {
      sent.push(route.request().postDataJSON());
      await (sent.length === 1 ? route.fulfill({ status: 502, body: '' }) : route.continue());
    });
    await page.getByRole('button', { name: `Close long ${symbol}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sell 0.1 BTC at the market' }).click();
    await dialog.getByText('it cannot trade twice').waitFor();
    await dialog.getByRole('button', { name: 'Sell 0.1 BTC at the market' }).click();
    await page.getByText(`to close the long ${symbol}.`).waitFor();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(troubles.filter((trouble) => !trouble.includes('502'))).toEqual([]);
  });

  it('sets the leverage of a market after saying what that changes', async () => {
    const { page, troubles } = await openForTest(served, '#/positions?account=paper-okx');
    const panel = page.getByRole('region', { name: 'Leverage and margin mode' });
    await panel.getByLabel('New leverage').fill('7');
    await panel.getByRole('button', { name: 'Set leverage…' }).click();
    await panel.getByRole('button', { name: 'Set 7×' }).click();
    await panel.getByText('7×', { exact: true }).waitFor();
    const okx = { exchange_account_id: 'paper-okx', symbol };
    expect((await served.client.getLeverage(okx)).leverage).toBe(7);
    expect(troubles).toEqual([]);
  });

  it('covers neither size nor profit on a telephone, and leaves none behind the edge', async () => {
    const { page } = await openForTest(served, '#/positions', { width: 390, theme: 'light' });
    const row = rowOf(page, 'paper-binance');
    const close = row.getByRole('button', { name: /^Close long/ });
    await close.waitFor();
    expect(await behindTheEdge(row)).toEqual([]);
  });

  it.each([
    { width: 1280, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)('can be used by everyone at $width pixels, $theme', async (screen) => {
    const { page, troubles } = await openForTest(served, '#/positions', screen);
    await rowOf(page, 'paper-binance').waitFor();
    await page.getByText('Net return').first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    expect(troubles).toEqual([]);
  });
});
