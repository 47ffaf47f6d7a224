import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserPath } from './support/browserPath.ts';
import { type Desk, openDesk } from './support/desk.ts';

describe.skipIf(browserPath === undefined)('the market page', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.close());

  it('shows the books of all four venues', async () => {
    const { page, troubles } = await desk.open();
    await page.getByText('Kraken').first().waitFor();
    await page.screenshot({ path: '/tmp/shot.png' });
    expect(troubles).toEqual([]);
  });
});
