import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from './support/browserPath.ts';
import { type Desk, openDesk } from './support/desk.ts';
import { openForTest } from './support/openForTest.ts';

describe.skipIf(browserPath === undefined)('a page whose service is killed', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.close());

  it('says so, looks stale, and goes on by itself once the service is back', async () => {
    const { page } = await openForTest(desk);
    const outage = page.getByRole('status').filter({ hasText: 'reach' });
    const stale = page.locator('.stale .market-ladder');
    const goodVenue = page.getByRole('button', { name: 'Kraken Good' });
    await goodVenue.waitFor();
    await expect.poll(() => stale.count()).toBe(0);
    expect(await outage.count()).toBe(0);

    await desk.kill();
    await outage.waitFor();
    await stale.waitFor();

    await desk.startAgain();
    await goodVenue.waitFor();
    await outage.waitFor({ state: 'detached' });
    await expect.poll(() => stale.count()).toBe(0);
    const bids = page.locator('.market-bids');
    const before = await bids.innerText();
    await expect.poll(() => bids.innerText(), { timeout: 10_000 }).not.toBe(before);
  });
});
