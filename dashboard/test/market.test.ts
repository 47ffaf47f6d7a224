import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './support/axe.ts';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

/** Returns the text of the ladder once it differs from `before`. */
async function nextLadder(page: Page, before = ''): Promise<string> {
  const ladder = page.locator('.market-bids');
  await expect.poll(() => ladder.innerText(), { timeout: 10_000 }).not.toBe(before);
  return ladder.innerText();
}

/** Returns the best bid that the ladder shows, once it shows one. */
async function bestBid(page: Page): Promise<number> {
  const cell = page.locator('.market-bids .market-price');
  await cell.filter({ hasText: /\d/ }).waitFor();
  const [best = ''] = (await cell.innerText()).split('\n');
  return Number(best.replaceAll(',', ''));
}

const venues = ['Binance', 'Bybit', 'Gate.io', 'Kraken'];

const frameCount = 300;

/**
 * Reads headline, ladder and quality table in consecutive frames of the browser. Returns how often
 * the mids of the first two differed, how often a quote of the table was better than the
 * headline's, and how many mids were seen at all.
 */
const compareFrames = `new Promise((done) => {
  const read = (text) => Number((/[\\d,]+\\.?\\d*/.exec(text ?? '') ?? ['NaN'])[0].replaceAll(',', ''));
  const figure = (name) => {
    const term = [...document.querySelectorAll('.figure dt')].find((each) => each.textContent === name);
    return read(term?.nextElementSibling?.firstChild?.textContent);
  };
  const column = (index) =>
    [...document.querySelectorAll('.table-box tbody tr')]
      .filter((row) => /Good|Degraded/.test(row.children[1].textContent))
      .map((row) => read(row.children[index].textContent));
  const mids = new Set();
  let apart = 0;
  let contradicted = 0;
  let frames = 0;
  const look = () => {
    const mid = figure('Mid price');
    mids.add(mid);
    if (mid !== read(document.querySelector('.market-spread').textContent.split('Mid')[1])) apart += 1;
    if (Math.max(...column(3)) !== figure('Best bid')) contradicted += 1;
    if (Math.min(...column(4)) !== figure('Best ask')) contradicted += 1;
    frames += 1;
    if (frames < ${frameCount}) requestAnimationFrame(look);
    else done({ apart, contradicted, mids: mids.size });
  };
  requestAnimationFrame(look);
})`;

describe.skipIf(browserPath === undefined)('the market page', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('shows the books of four venues moving, always in the same elements', async () => {
    const { page, troubles } = await openForTest(served);
    for (const venue of venues) await page.getByRole('button', { name: `${venue} Good` }).waitFor();
    await bestBid(page);
    const elements = page.locator('.market-ladder *');
    const count = await elements.count();
    let text = await nextLadder(page, '');
    for (let change = 0; change < 5; change += 1) text = await nextLadder(page, text);
    expect(await elements.count()).toBe(count);
    await page.getByText('Chart: TradingView').waitFor();
    await page.getByRole('cell', { name: 'Trade', exact: true }).first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });

  it('tells one mid in headline, ladder and table, in each of 300 frames', async () => {
    const { page } = await openForTest(served);
    for (const venue of venues) await page.getByRole('button', { name: `${venue} Good` }).waitFor();
    await page.getByRole('cell', { name: 'Trade', exact: true }).first().waitFor();
    await bestBid(page);
    const seen = (await page.evaluate(compareFrames)) as Record<string, number>;
    expect(seen).toMatchObject({ apart: 0, contradicted: 0 });
    // A page that never changes would always agree with itself.
    expect(seen.mids).toBeGreaterThan(20);
  }, 60_000);

  it('tells no price of an earlier moment beside those of now', async () => {
    const { page } = await openForTest(served);
    const legend = page.getByRole('figure', { name: /^Mid price of/ }).locator('figcaption');
    await legend.getByText('Kraken').waitFor();
    expect(await legend.innerText()).not.toMatch(/\d/);
  });

  it('leaves a venue out of the ladder while it is switched off, and keeps that in the link', async () => {
    const { page, troubles } = await openForTest(served, '#/market?off=binance,bybit,gateio');
    await page.getByRole('button', { name: 'Binance Off', pressed: false }).waitFor();
    // The best bid and the best ask.
    await expect.poll(() => page.getByText(/BTC on Kraken$/).count()).toBe(2);
    await page.getByRole('button', { name: 'Kraken' }).click();
    await page.getByText('Every venue is switched off').waitFor();
    expect(decodeURIComponent(page.url())).toContain('off=binance,bybit,gateio,kraken');
    await page.getByRole('button', { name: 'Kraken' }).click();
    await page.getByText('Every venue is switched off').waitFor({ state: 'detached' });
    expect(troubles).toEqual([]);
  });

  it('shows another symbol in its own figures, and groups by a step', async () => {
    const { page, troubles } = await openForTest(served);
    expect(await bestBid(page)).toBeGreaterThan(20_000);
    await page.getByLabel('Symbol').fill('ETH/USDT');
    await page.getByRole('heading', { name: 'ETH/USDT now' }).waitFor();
    expect(await bestBid(page)).toBeLessThan(20_000);
    await page.getByLabel('Group by').selectOption('1');
    await expect.poll(async () => (await bestBid(page)) % 1).toBe(0);
    expect(troubles).toEqual([]);
  });

  it('takes the most traded symbol that was meant, with Enter', async () => {
    const { page, troubles } = await openForTest(served);
    await bestBid(page);
    await page.getByLabel('Symbol').fill('sol');
    await page.getByLabel('Symbol').press('Enter');
    await page.getByRole('heading', { name: 'SOL/USDT now' }).waitFor();
    expect(await page.getByLabel('Symbol').inputValue()).toBe('SOL/USDT');
    expect(troubles).toEqual([]);
  });

  it('says in the words of the service why a symbol has no books', async () => {
    const { page } = await openForTest(served, '#/market?symbol=FOO%2FBAR');
    await page.getByText(/unsupported symbol: FOO\/BAR is not listed on/).waitFor();
  });

  it('looks stale while the stream is down, and recovers by itself', async () => {
    const { page, troubles } = await openForTest(served);
    const back = Promise.withResolvers<void>();
    const sockets: WebSocketRoute[] = [];
    await page.routeWebSocket(/socket\.io/, async (socket) => {
      // Every connection after the first is kept waiting.
      if (sockets.push(socket) > 1) await back.promise;
      socket.connectToServer();
    });
    await page.reload();
    await bestBid(page);
    await sockets[0]?.close();
    await page.getByText('The stream of books is down').waitFor();
    await page.locator('.stale .market-ladder').waitFor();
    await page.getByRole('button', { name: 'Kraken Unavailable, left out' }).waitFor();
    back.resolve();
    await page.locator('.stale').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Kraken Good' }).waitFor();
    expect(troubles).toEqual([]);
  });

  it('fits a phone: nothing scrolls sideways but the tables, and nothing is hidden from axe', async () => {
    const { page, troubles } = await openForTest(served, '', { width: 390, theme: 'dark' });
    await bestBid(page);
    await page.getByText('Chart: TradingView').waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    expect(width).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
    expect(troubles).toEqual([]);
  });
});
