import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

describe.skipIf(browserPath === undefined)('a page whose parts are loaded later', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('first opened while the service is down, it comes by itself once the service is back', async () => {
    const { page } = await openForTest(served);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await served.kill();
    await page.getByRole('navigation').getByRole('link', { name: 'Trade' }).click();
    await page.getByText('The page Trade could not be loaded').waitFor();
    await served.startAgain();
    await page.getByRole('heading', { level: 1, name: 'Trade' }).waitFor();
  });

  it('is asked for a few times, and then when a button is pressed', async () => {
    const { page } = await openForTest(served);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    await page.clock.install();
    let asked = 0;
    await page.route(/assets\/TcaPage/, async (route) => {
      asked += 1;
      await route.abort();
    });
    await page.getByRole('navigation').getByRole('link', { name: 'TCA' }).click();
    await page.getByText('The page TCA could not be loaded').waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    await expect
      .poll(async () => {
        await page.clock.runFor(15_000);
        return again.isVisible();
      })
      .toBe(true);
    await page.clock.runFor(120_000);
    expect(asked).toBe(6);
    await page.unroute(/assets\/TcaPage/);
    await again.click();
    await page.getByRole('heading', { level: 1, name: 'Transaction costs' }).waitFor();
  });

  it('offers to reload once the service has another build, and keeps the key', async () => {
    const { page } = await openForTest(served);
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    const notice = page.getByRole('status').filter({ hasText: 'new version' });
    await page.route(`${served.address}/`, async (route) => {
      // The service is killed below, perhaps while it is asked.
      const answer = await route.fetch().catch(() => undefined);
      if (!answer) return route.abort();
      const body = (await answer.text()).replaceAll(
        /assets\/index-[^."]+\.js/g,
        'assets/index-NEW.js',
      );
      await route.fulfill({ response: answer, body });
    });
    expect(await notice.count()).toBe(0);
    await served.kill();
    await page.getByRole('status').filter({ hasText: 'reach' }).waitFor();
    await served.startAgain();
    await notice.waitFor();
    await page.unroute(`${served.address}/`);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
    expect(await notice.count()).toBe(0);
  });
});
