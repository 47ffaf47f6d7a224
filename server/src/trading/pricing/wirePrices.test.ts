import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createWirePrices } from './wirePrices.ts';

const { signal } = new AbortController();

it('prices coins as the exchanges do, and dollars at par', async () => {
  const provider = createWirePrices({
    prices: async () => new Map([['BTC', 101.5]]),
    clock: createManualClock(),
  });
  const tickers = await provider.tickers('usd', ['bitcoin', 'tether', 'ethereum'], signal);
  expect(tickers.map(({ id, current_price }) => [id, current_price])).toEqual([
    ['bitcoin', 101.5],
    ['tether', 1],
  ]);
  expect((await provider.coins(signal)).map(({ symbol }) => symbol)).toContain('btc');
});

it('says that exchanges are away, as any provider', async () => {
  const prices = () => Promise.reject(new Error('no route'));
  const provider = createWirePrices({ prices, clock: createManualClock() });
  await expect(provider.tickers('usd', ['bitcoin'], signal)).rejects.toMatchObject({
    name: 'PriceProviderError',
    message: expect.stringContaining('no route'),
  });
});
