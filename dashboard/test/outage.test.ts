import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from './support/browserPath.ts';
import { openForTest } from './support/openForTest.ts';
import { openServedPage, type ServedPage } from './support/servedPage.ts';

describe.skipIf(browserPath === undefined)('a page whose service is killed', () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await openServedPage();
  });
  afterAll(() => served.close());

  it('says so, looks stale, and goes on by itself once the service is back', async () => {
    const { page } = await openForTest(served);
    const outage = page.getByRole('status').filter({ hasText: 'reach' });
    const stale = page.locator('.stale .market-ladder');
    const goodVenue = page.getByRole('button', { name: 'Kraken Good' });
    await goodVenue.waitFor();
    await expect.poll(() => stale.count()).toBe(0);
    expect(await outage.count()).toBe(0);

    await served.kill();
    await outage.waitFor();
    await stale.waitFor();

    await served.startAgain();
    await goodVenue.waitFor();
    await outage.waitFor({ state: 'detached' });
    await expect.poll(() => stale.count()).toBe(0);
    const bids = page.locator('.market-bids');
    const before = await bids.innerText();
    await expect.poll(() => bids.innerText(), { timeout: 10_000 }).not.toBe(before);
  });
});
