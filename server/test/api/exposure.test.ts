import { afterAll, beforeAll, expect, it } from 'vitest';
import { venueIds } from '../../src/trading/model/venue.ts';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

const quoteOf = (venue: string) => ({ kraken: 'USD', hyperliquid: 'USDC' })[venue] ?? 'USDT';
const quantity = 0.01;

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
});
afterAll(() => test.stop());

it.each(venueIds)(
  'tells a contract at %s beside what is held, and none once hedged',
  async (venue) => {
    const account = { exchange_account_id: `paper-${venue}` };
    const quote = quoteOf(venue);
    const btc = async () => {
      const { assets } = await test.data('getExposure', account);
      return assets.find(({ asset }: { asset: string }) => asset === 'BTC');
    };
    await test.trade({ ...account, symbol: `BTC/${quote}:${quote}`, side: 'sell', quantity });
    const short = await btc();
    expect([short.spot, short.perp, short.net]).toEqual([0, -quantity, -quantity]);
    expect(short.net_usd).toBeCloseTo(short.net * short.price_usd, 6);
    expect(short.held).toBe(short.baseline);
    // It has no spot market here.
    if (venue === 'hyperliquid') return;
    const spot = { symbol: `BTC/${quote}`, market_type: 'spot', side: 'buy', quantity };
    await test.trade({ ...account, ...spot });
    const hedged = await btc();
    // The fee of a spot buy may be paid in the bought asset.
    expect(hedged.spot).toBeGreaterThan(quantity * 0.99);
    expect(hedged.spot).toBeLessThanOrEqual(quantity);
    expect(hedged.net).toBeCloseTo(hedged.spot - quantity, 12);
  },
);

it('is for keys that reach the account, and names what is wrong', async () => {
  expect((await test.send('getExposure', {})).status).toBe(400);
  expect((await test.send('getExposure', { exchange_account_id: 'paper-nobody' })).status).toBe(
    404,
  );
  expect((await test.send('getExposure', { exchange_account_id: 'paper-okx' }, null)).status).toBe(
    401,
  );
});
